/** The player's own time: digits on the plate, and the two-coloured bar over the hand. */
import type { ClockView } from '../viewmodel';
import { useText } from '../i18n';
import { useNow } from '../ui/now';
import { clockAt, clockDigits } from './clock';
import { Box } from './Box';
import type { Rect } from './layout';

interface ClockProps {
  readonly clock: ClockView | null;
  /** False: shown hollow, with a question mark, not counting. */
  readonly healthy: boolean;
}

export function OwnClock({ clock, healthy }: ClockProps) {
  const { t } = useText();
  const at = useNow(healthy && clock?.running === true);
  if (!clock) return null;
  const shown = clockAt(clock, at);
  const tone = !healthy ? 'unknown' : shown.urgent && shown.running !== 'none' ? 'urgent' : shown.running;
  return (
    <span class={`own-clock clock-${tone}`} role="timer" aria-label={t('plate.time')}>
      <span class="own-clock-title">{clock.step ? t('plate.time') : t('plate.unlimited')}</span>
      <span class="own-clock-digits num">{healthy ? clockDigits(shown) : '?'}</span>
    </span>
  );
}

export function TimerBar({ clock, healthy, rect }: ClockProps & { readonly rect: Rect }) {
  const at = useNow(healthy && clock?.running === true);
  if (!clock || !clock.step) return <Box rect={rect} class="timer timer-none" aria-hidden="true" />;
  if (!healthy) return <Box rect={rect} class="timer timer-unknown" aria-hidden="true" />;
  const shown = clockAt(clock, at);
  return (
    <Box rect={rect} class="timer" aria-hidden="true">
      <span class="timer-step"><i style={{ transform: `scaleX(${shown.stepShare})` }} /></span>
      <span class="timer-bank"><i style={{ transform: `scaleX(${shown.bankShare})` }} /></span>
    </Box>
  );
}
