/** Everything on the felt that is not one's own to press: centre, plates, hands, rivers, melds, flowers. */
import type { Seat, Side, TableView, Tile as TileCode } from '../viewmodel';
import { useText } from '../i18n';
import { Tile } from '../tiles/Tile';
import { Box } from './Box';
import { Centre } from './Centre';
import { FlowerRack } from './FlowerRack';
import { HandStrip } from './HandStrip';
import { seatAt, sideOf, type Layout } from './layout';
import { Melds } from './Melds';
import { Plate } from './Plate';
import { River } from './Rivers';

export interface BoardProps {
  readonly view: TableView;
  readonly layout: Layout;
  /** Clocks may be shown running. */
  readonly healthy: boolean;
  /** The connection is lost: what is one's own is dimmed. */
  readonly lost: boolean;
  readonly looked: TileCode;
}

const SIDES: readonly Side[] = ['prev', 'across', 'next', 'self'];

/** The side that glows: nobody while a window is open, or all plates would not look alike. */
export function activeSide(view: TableView): Side | null {
  return view.turn === null || view.claiming || view.stage !== 'playing' ? null : sideOf(view.turn, view.bottom);
}

export function Inlay({ layout }: { readonly layout: Layout }) {
  return <Box rect={layout.inlay} class="inlay" aria-hidden="true"><i /><i /><i /><i /></Box>;
}

function SeatTiles({ side, view, layout, healthy, lost, looked }: BoardProps & { readonly side: Side; readonly bottom: Seat }) {
  const seat = view.seats[seatAt(side, view.bottom)];
  const own = side === 'self';
  return (
    <div class="seat" role="group" aria-label={seat.name}>
      {!own && <Plate seat={seat} side={side} layout={layout} active={healthy && activeSide(view) === side} />}
      {!own && <HandStrip seat={seat} side={side} layout={layout} />}
      <River seat={seat} side={side} layout={layout} looked={looked} />
      <Melds seat={seat} side={side} bottom={view.bottom} layout={layout} looked={looked} dimmed={own && lost} />
      {!(own && view.watching) && <FlowerRack seat={seat} side={side} layout={layout} bed={own && view.hasFlowers} />}
    </div>
  );
}

export function Board(props: BoardProps) {
  const { view, layout, healthy } = props;
  const active = activeSide(view);
  return (
    <>
      <Centre centre={view.centre} seats={view.seats} bottom={view.bottom} active={active} waiting={view.claiming}
        clock={active ? view.clock : null} healthy={healthy} layout={layout} />
      {SIDES.map((side) => <SeatTiles key={side} side={side} bottom={view.bottom} {...props} />)}
    </>
  );
}

/** Before the deal: four backs, and who is awaited by name. */
export function Stage({ view, layout }: { readonly view: TableView; readonly layout: Layout }) {
  const { t } = useText();
  const { inlay } = layout;
  const names = (view.awaited ?? []).join(t('list.comma'));
  if (view.stage !== 'waiting' && view.stage !== 'dealing') return null;
  return (
    <Box rect={{ x: inlay.x + inlay.w / 2 - 160, y: inlay.y + 24, w: 320, h: 140 }} class="stage" role="status">
      <span class="stage-tiles">{[0, 1, 2, 3].map((i) => <Tile key={i} tile={null} w={30} silent />)}</span>
      <b>{t(view.stage === 'dealing' ? 'stage.dealing' : 'stage.waiting')}</b>
      {names && <span>{t('stage.awaiting', { names })}</span>}
    </Box>
  );
}
