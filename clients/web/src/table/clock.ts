/** What a clock shows at a moment. Pure: step time runs first, then the bank. */
import type { ClockView } from '../viewmodel';

export interface ClockNow {
  /** Milliseconds left; null: no limit. */
  readonly step: number | null;
  readonly bank: number | null;
  readonly running: 'step' | 'bank' | 'none';
  /** Under five seconds in all. */
  readonly urgent: boolean;
  /** Shares of the bar, 0–1. */
  readonly stepShare: number;
  readonly bankShare: number;
  readonly totalShare: number;
}

const URGENT = 5000;

export function clockAt(clock: ClockView, at: number): ClockNow {
  if (!clock.step) {
    return { step: null, bank: null, running: 'none', urgent: false, stepShare: 1, bankShare: 1, totalShare: 1 };
  }
  const gone = clock.running ? Math.max(0, at - clock.at) : 0;
  const step = Math.max(0, clock.step.left - gone);
  const over = Math.max(0, gone - clock.step.left);
  const bank = clock.bank ? Math.max(0, clock.bank.left - over) : null;
  const total = clock.step.total + (clock.bank?.total ?? 0);
  const share = (left: number, of: number) => (of > 0 ? Math.min(1, left / of) : 0);
  return {
    step,
    bank,
    running: !clock.running ? 'none' : step > 0 ? 'step' : 'bank',
    urgent: step + (bank ?? 0) < URGENT,
    stepShare: share(step, clock.step.total),
    bankShare: share(bank ?? 0, clock.bank?.total ?? 0),
    totalShare: share(step + (bank ?? 0), total),
  };
}

/** `4+20`, or `6` where there is no bank; seconds are rounded up so that 0 means over. */
export function clockDigits(shown: ClockNow): string {
  if (shown.step === null) return '∞';
  const seconds = (ms: number) => String(Math.ceil(ms / 1000));
  return shown.bank === null ? seconds(shown.step) : `${seconds(shown.step)}+${seconds(shown.bank)}`;
}
