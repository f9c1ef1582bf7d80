/**
 * A seat's plate. Every part has its own fixed place, so that no name, state or connection can move another.
 * While a claim window is open all plates look alike: `active` is then set for nobody.
 */
import type { ClockView, SeatState, SeatView, Side } from '../viewmodel';
import { clockText, signed, useText } from '../i18n';
import { Avatar, DealerTag, Tag } from '../ui/basics';
import { now, useNow } from '../ui/now';
import { Box } from './Box';
import { OwnClock } from './Clocks';
import type { Layout } from './layout';
import { tagsThatFit, tagWidth } from './tags';

interface PlateProps {
  readonly seat: SeatView;
  readonly side: Side;
  readonly layout: Layout;
  readonly active: boolean;
}

/** The state word as text, so that it can be measured before it is drawn. */
function useStateText(state: SeatState, active: boolean): string {
  const { t } = useText();
  useNow(state.kind === 'offline' && state.until !== null, 500);
  switch (state.kind) {
    case 'offline': return state.until === null ? t('state.offline.bare') : t('state.offline', { time: clockText(state.until - now()) });
    case 'autopilot': return t('state.autopilot');
    case 'left': return t('state.left');
    case 'thinking': return active ? t('state.thinking') : '';
    case 'rest': return '';
  }
}

const ORDER = { ready: 0, rule: 1, warn: 1 } as const;

/** 听, the ruleset's tags, then the state word; what does not fit is counted, and named on hover. */
function States({ seat, active, width, rows }: {
  readonly seat: SeatView; readonly active: boolean; readonly width: number; readonly rows: number;
}) {
  const { label } = useText();
  const state = useStateText(seat.state, active);
  const tags = [...seat.tags].sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);
  const names = tags.map((tag) => label(tag.label));
  const shown = tagsThatFit(names, state, width, rows);
  const titled = tags.map((tag, i) => (tag.clause ? `${names[i]} ${tag.clause}` : names[i]));
  return (
    <div class="plate-state" title={[...titled, state].filter(Boolean).join(' · ')}>
      {tags.slice(0, shown).map((tag, i) => <Tag key={i} kind={tag.kind === 'rule' ? 'plain' : tag.kind}>{names[i]}</Tag>)}
      {shown < tags.length && <Tag>+{tags.length - shown}<span class="sr-only">{names.slice(shown).join(' ')}</span></Tag>}
      {state && seat.state.kind === 'thinking' && <span class="plate-thinking">{state}</span>}
      {state && seat.state.kind !== 'thinking' && <Tag kind={seat.state.kind === 'offline' ? 'warn' : 'bot'}>{state}</Tag>}
    </div>
  );
}

function Name({ seat }: { readonly seat: SeatView }) {
  const { wind } = useText();
  return (
    <span class="plate-title">
      <span class="plate-name ellipsis" title={seat.name}>{seat.name}</span>
      <span class="plate-wind"><span class="serif">{wind(seat.wind)}</span>{seat.dealer && <DealerTag />}</span>
    </span>
  );
}

function Counts({ seat }: { readonly seat: SeatView }) {
  const { t } = useText();
  const inHand = seat.hand.tiles.length + (seat.hand.drawn ? 1 : 0);
  return (
    <span class="plate-counts num">
      <span>{t('hand.count')} <b>{inHand}</b></span>
      {seat.flowers.length > 0 && <span>{t('flower.count')} <b>{seat.flowers.length}</b></span>}
    </span>
  );
}

/** The room the state line has on each kind of plate; at the top it stands behind the counts. */
const SIDE_ROOM = { width: 106, rows: 2 };
/** Between the score and the clock. */
const OWN_ROOM = { width: 58, rows: 1 };
const TOP_ROW = 152;

function countsWidth(seat: SeatView, hand: string, flowers: string): number {
  return tagWidth(hand) + 8 + (seat.flowers.length > 0 ? tagWidth(flowers) + 8 : 0);
}

export function Plate({ seat, side, layout, active }: PlateProps) {
  const { t, wind } = useText();
  const shape = side === 'across' ? 'top' : 'side';
  return (
    <Box rect={layout.plates[side]} class={`plate plate-${shape} plate-of-${side} seat-${side}${active ? ' active' : ''}`}
      role="group" aria-label={t('plate.open', { name: seat.name, wind: wind(seat.wind), score: signed(seat.score) })}>
      <span class="plate-bar" />
      <Avatar name={seat.name} bot={seat.bot} />
      <Name seat={seat} />
      <span class="plate-score num">{signed(seat.score)}</span>
      <div class="plate-second">
        <Counts seat={seat} />
        <States seat={seat} active={active} {...(shape === 'top' ? { width: TOP_ROW - countsWidth(seat, t('hand.count'), t('flower.count')), rows: 1 } : SIDE_ROOM)} />
      </div>
    </Box>
  );
}

interface OwnPlateProps extends Omit<PlateProps, 'side'> {
  readonly clock: ClockView | null;
  readonly healthy: boolean;
  readonly onLedger: () => void;
}

export function OwnPlate({ seat, layout, active, clock, healthy, onLedger }: OwnPlateProps) {
  const { t } = useText();
  const state = useStateText(seat.state, false);
  return (
    <Box rect={layout.plates.self} class={`plate plate-own seat-self${active ? ' active' : ''}`}>
      <span class="plate-bar" />
      <Avatar name={seat.name} bot={seat.bot} size={40} />
      <Name seat={seat} />
      <button type="button" class="plate-sum" onClick={onLedger}>
        <span class="plate-score num">{signed(seat.score)}</span>
        {/* Beside tags and the state word there is room for the score alone. */}
        <span class={seat.tags.length > 0 || state ? 'sr-only' : 'plate-link'}>{t('plate.ledger')} ›</span>
      </button>
      <States seat={seat} active={false} {...OWN_ROOM} />
      <OwnClock clock={clock} healthy={healthy} />
    </Box>
  );
}
