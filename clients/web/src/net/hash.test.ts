import { expect, test } from 'vitest';
import vectors from '../../../../tests/data/fair/hash.json';
import { sha256, shake256 } from './hash';
import { fromHex, toHex } from './random';

test.each(vectors)('hashes of $length bytes are those of Python hashlib', ({ length, sha256: sha, shake256: shake }) => {
  const data = Uint8Array.from({ length }, (_, i) => (i * 7 + 3) % 256);
  expect(toHex(sha256(data))).toBe(sha);
  expect(toHex(shake256(data, shake.length / 2))).toBe(shake);
});

test('hex is read as it is written, and nothing else is read', () => {
  expect(toHex(fromHex('00ff10'))).toBe('00ff10');
  expect(() => fromHex('0')).toThrow(RangeError);
  expect(() => fromHex('zz')).toThrow(RangeError);
});
