/**
 * A seat's plate. Every part has its own fixed place, so that no name, state or connection can move another.
 * While a claim window is open all plates look alike: `active` is then set for nobody.
 */
import type { SeatState, SeatView, Side } from '../viewmodel';
import { clockText, signed, useText } from '../i18n';
import { Avatar, DealerTag, Tag } from '../ui/basics';
import { now, useNow } from '../ui/now';
import { Box } from './Box';
import { OwnClock } from './Clocks';
import type { Layout } from './layout';
import type { ClockView } from '../viewmodel';

interface PlateProps {
  readonly seat: SeatView;
  readonly side: Side;
  readonly layout: Layout;
  readonly active: boolean;
}

function OfflineTag({ until }: { readonly until: number | null }) {
  const { t } = useText();
  useNow(until !== null, 500);
  const text = until === null ? t('state.offline.bare') : t('state.offline', { time: clockText(until - now()) });
  return <Tag kind="warn">{text}</Tag>;
}

function StateWord({ state, active }: { readonly state: SeatState; readonly active: boolean }) {
  const { t } = useText();
  switch (state.kind) {
    case 'offline': return <OfflineTag until={state.until} />;
    case 'autopilot': return <Tag kind="bot">{t('state.autopilot')}</Tag>;
    case 'left': return <Tag kind="bot">{t('state.left')}</Tag>;
    case 'thinking': return active ? <span class="plate-thinking">{t('state.thinking')}</span> : null;
    case 'rest': return null;
  }
}

/** 听, the ruleset's tags, then the state word. */
function States({ seat, active }: { readonly seat: SeatView; readonly active: boolean }) {
  const { label } = useText();
  const order = { ready: 0, rule: 1, warn: 1 };
  const tags = [...seat.tags].sort((a, b) => order[a.kind] - order[b.kind]);
  return (
    <div class="plate-state">
      {tags.map((tag, i) => <Tag key={i} kind={tag.kind === 'rule' ? 'plain' : tag.kind}>{label(tag.label)}</Tag>)}
      <StateWord state={seat.state} active={active} />
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
      <Counts seat={seat} />
      <States seat={seat} active={active} />
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
  return (
    <Box rect={layout.plates.self} class={`plate plate-own seat-self${active ? ' active' : ''}`}>
      <span class="plate-bar" />
      <Avatar name={seat.name} bot={seat.bot} size={40} />
      <Name seat={seat} />
      <button type="button" class="plate-sum" onClick={onLedger}>
        <span class="plate-score num">{signed(seat.score)}</span>
        <span class="plate-link">{t('plate.ledger')} ›</span>
      </button>
      <States seat={seat} active={false} />
      <OwnClock clock={clock} healthy={healthy} />
    </Box>
  );
}
