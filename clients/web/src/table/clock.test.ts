import { describe, expect, it } from 'vitest';
import type { ClockView } from '../viewmodel';
import { clockAt, clockDigits } from './clock';

const clock: ClockView = { at: 1000, running: true, step: { total: 5000, left: 5000 }, bank: { total: 20_000, left: 12_000 } };
const digits = (view: ClockView, at: number) => clockDigits(clockAt(view, at));

describe('a clock', () => {
  it('runs step time first, then the bank', () => {
    expect(digits(clock, 1000)).toBe('5+12');
    expect(digits(clock, 2000)).toBe('4+12');
    expect(digits(clock, 6000)).toBe('0+12');
    expect(digits(clock, 8000)).toBe('0+10');
    expect(clockAt(clock, 2000).running).toBe('step');
    expect(clockAt(clock, 6000).running).toBe('bank');
  });

  it('never goes below nothing', () => {
    expect(digits(clock, 1e9)).toBe('0+0');
    expect(clockAt(clock, 1e9).totalShare).toBe(0);
  });

  it('stands while it does not run', () => {
    expect(digits({ ...clock, running: false }, 1e9)).toBe('5+12');
    expect(clockAt({ ...clock, running: false }, 1e9).running).toBe('none');
  });

  it('counts up whole seconds, so that 0 means over', () => {
    expect(digits(clock, 5999)).toBe('1+12');
  });

  it('shows a window without a bank as one number', () => {
    expect(digits({ ...clock, bank: null }, 2000)).toBe('4');
  });

  it('is urgent in the last five seconds of all there is', () => {
    expect(clockAt(clock, 12_999).urgent).toBe(false);
    expect(clockAt(clock, 13_001).urgent).toBe(true);
  });

  it('shows no limit as such, never urgent', () => {
    const free: ClockView = { at: 0, running: true, step: null, bank: null };
    expect(digits(free, 1e9)).toBe('∞');
    expect(clockAt(free, 1e9)).toMatchObject({ urgent: false, running: 'none' });
  });

  it('does not run backwards when the view is newer than the moment', () => {
    expect(digits(clock, 0)).toBe('5+12');
  });

  it('has an empty bar where a bank has no room at all', () => {
    expect(clockAt({ ...clock, bank: { total: 0, left: 0 } }, 1000).bankShare).toBe(0);
  });
});
