import { expect, it } from 'vitest';
import { isDeaf, SHEET_GUARD } from './deaf';

it('a sheet ignores input for its first 800 ms', () => {
  expect(SHEET_GUARD).toBe(800);
  expect(isDeaf(1000, 1799)).toBe(true);
  expect(isDeaf(1000, 1800)).toBe(false);
});
