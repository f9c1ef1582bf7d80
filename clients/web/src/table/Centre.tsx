/** The block in the middle: four edges for four seats, the wall and the special tile inside. */
import type { CentreView, ClockView, SeatView, Side } from '../viewmodel';
import { signed, useText } from '../i18n';
import { Tile } from '../tiles/Tile';
import { DealerTag } from '../ui/basics';
import { useNow } from '../ui/now';
import { Box } from './Box';
import { clockAt } from './clock';
import { seatAt, type Layout } from './layout';
import type { Seat } from '../viewmodel';

interface CentreProps {
  readonly centre: CentreView;
  readonly seats: readonly SeatView[];
  readonly bottom: Seat;
  readonly active: Side | null;
  readonly waiting: boolean;
  readonly clock: ClockView | null;
  readonly healthy: boolean;
  readonly layout: Layout;
}

const SIDES: readonly Side[] = ['self', 'next', 'across', 'prev'];

/** The bottom edge as a trapezoid; the others are the same, turned. */
const TRAPEZOID = 'M8 197L40 160H160L192 197Z';
const TURNS: Readonly<Record<Side, number>> = { self: 0, next: 270, across: 180, prev: 90 };

function Ground({ active }: { readonly active: Side | null }) {
  return (
    <svg class="centre-ground" width="200" height="200" viewBox="0 0 200 200" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="g-turn" x1="0" y1="160" x2="0" y2="197" gradientUnits="userSpaceOnUse">
          <stop offset="0" class="turn-stop" stop-opacity="0.05" />
          <stop offset="1" class="turn-stop" stop-opacity="0.42" />
        </linearGradient>
      </defs>
      <path d="M7 7L41 41M193 7L159 41M7 193L41 159M193 193L159 159" class="centre-line" />
      {active && <path d={TRAPEZOID} fill="url(#g-turn)" transform={`rotate(${TURNS[active]} 100 100)`} />}
      <rect x="40" y="40" width="120" height="120" rx="14" class="centre-inner" />
    </svg>
  );
}

function EdgeTimer({ side, clock, healthy }: { readonly side: Side; readonly clock: ClockView | null; readonly healthy: boolean }) {
  const at = useNow(healthy && clock?.running === true);
  if (!clock?.step) return null;
  const share = clockAt(clock, at).totalShare;
  return (
    <span class={`edge-timer edge-${side}${healthy ? '' : ' edge-unknown'}`} aria-hidden="true">
      <i style={{ '--share': String(share) }} />
    </span>
  );
}

function Edge({ side, seat, active }: { readonly side: Side; readonly seat: SeatView; readonly active: boolean }) {
  const { wind } = useText();
  return (
    <div class={`centre-edge centre-${side}${active ? ' active' : ''}`} aria-hidden="true">
      <span class="centre-wind serif">{wind(seat.wind)}</span>
      {seat.dealer && <DealerTag />}
      <span class="centre-score num">{signed(seat.score)}</span>
    </div>
  );
}

function Middle({ centre, waiting }: { readonly centre: CentreView; readonly waiting: boolean }) {
  const { t, label } = useText();
  const { special } = centre;
  const line = waiting ? t('centre.waiting') : label(centre.line);
  return (
    <div class={`centre-middle${special ? ' with-special' : ''}`}>
      <div class="centre-wall">
        <span class="centre-small">{t('centre.wall')}</span>
        <b class="centre-number num">{centre.wallLeft}</b>
        <span class="centre-small ellipsis">{line}</span>
        {centre.streak !== undefined && <span class="centre-small ellipsis">{label(centre.streak)}</span>}
      </div>
      {special && (
        <div class="centre-special">
          <Tile tile={special.tile} w={36} {...(special.tile ? { flag: special.flag } : {})} />
          <span class="centre-meaning">{label(special.label)}</span>
          {special.seen !== undefined && <span class="centre-small">{t('centre.seen', { n: special.seen })}</span>}
        </div>
      )}
    </div>
  );
}

export function Centre({ centre, seats, bottom, active, waiting, clock, healthy, layout }: CentreProps) {
  return (
    <Box rect={layout.centre} class="centre">
      <Ground active={active} />
      {SIDES.map((side) => (
        <Edge key={side} side={side} seat={seats[seatAt(side, bottom)]!} active={side === active} />
      ))}
      {active && <EdgeTimer side={active} clock={clock} healthy={healthy} />}
      <Middle centre={centre} waiting={waiting} />
    </Box>
  );
}
