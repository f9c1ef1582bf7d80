/** Melds at the owner's right end, in the order made, with the mark that says whose tile was claimed. */
import type { MeldView, Seat, SeatView, Side, Tile as TileCode } from '../viewmodel';
import { useText } from '../i18n';
import { tileName } from '../tiles/kinds';
import { Tile } from '../tiles/Tile';
import { sideOf, type Layout, type Rect } from './layout';
import { alongStrip, ARROW, meldWidth, sourceIndex, TURN } from './place';

const GAP = 8;

interface MeldsProps {
  readonly seat: SeatView;
  readonly side: Side;
  readonly bottom: Seat;
  readonly layout: Layout;
  readonly looked: TileCode;
  readonly dimmed?: boolean;
}

/** The disc with its arrow, on the outer edge of the tile. */
export function SourceMark({ from, size }: { readonly from: Side; readonly size: number }) {
  return (
    <svg class={`source seat-${from}`} width={size} height={size} viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <circle cx="9" cy="9" r="8" />
      <path d="M5 9h8M9.5 5.5L13 9l-3.5 3.5" transform={`rotate(${ARROW[from]} 9 9)`} />
    </svg>
  );
}

/** How far a kong's fourth tile is raised, as a share of the tile's height. */
const RAISED = 0.13;

export function meldLabel(meld: MeldView, owner: Seat, name: (tile: TileCode) => string, t: ReturnType<typeof useText>['t']): string {
  const kind = t(`meld.${meld.kind}`);
  const tiles = meld.kind === 'chow' ? meld.tiles.map(name).join(' ') : name(meld.tiles[0] ?? null);
  const from = meld.from === undefined ? '' : `, ${t('meld.from', { side: t(`side.${sideOf(meld.from, owner)}`) })}`;
  return `${kind} ${tiles}${from}`;
}

interface MeldProps {
  readonly meld: MeldView;
  readonly owner: Seat;
  readonly side: Side;
  readonly bottom: Seat;
  readonly w: number;
  readonly looked?: TileCode;
}

/** One meld, drawn from its owner's left to right as his side of the table has it. */
export function Meld({ meld, owner, side, bottom, w, looked = null }: MeldProps) {
  const turn = TURN[side];
  const h = (w * 4) / 3;
  const length = meldWidth(meld.kind) * w;
  const box = turn === 0 ? { x: 0, y: 0, w: length, h } : { x: 0, y: 0, w: h, h: length };
  const marked = meld.from === undefined ? -1 : sourceIndex(meld.kind, owner, meld.from, meld.claimed);
  const shown = meld.tiles.slice(0, 3);
  const fourth = meld.tiles.length > 3 ? meld.tiles[3]! : undefined;
  const lift = RAISED * h;
  // Raised is up on the screen; a turned one also moves towards its own top, or only its edge would show.
  const aside = side === 'prev' ? lift * 0.8 : side === 'next' ? -lift * 0.8 : 0;
  const up = turn === 0 ? lift : lift * 0.8;
  const at = (index: number) => alongStrip(side, box, index * w, w);
  // Tiles nearer to the viewer lie over farther ones.
  const order = side === 'next' ? [...shown.keys()].reverse() : [...shown.keys()];
  return (
    <div class={`meld meld-${side}`} style={{ width: `${box.w}px`, height: `${box.h}px` }}>
      {order.map((i) => (
        <span key={i} class="spot" style={{ left: `${at(i).x}px`, top: `${at(i).y}px` }}>
          <Tile tile={shown[i]!} w={w} turn={turn} silent
            {...(looked !== null && shown[i] === looked ? { ring: 'same' } : {})}
            {...(meld.flags?.[i] ? { flag: meld.flags[i] } : {})} />
        </span>
      ))}
      {fourth !== undefined && (
        <span class="spot meld-fourth" style={{ left: `${at(1).x + aside}px`, top: `${at(1).y - up}px` }}>
          <Tile tile={fourth} w={w} turn={turn} silent />
        </span>
      )}
      {marked >= 0 && <span class="source-at" style={markStyle(side, at(marked), w, h)}><SourceMark from={sideOf(meld.from!, bottom)} size={w > 40 ? 18 : 13} /></span>}
      {meld.kind === 'pushed_pair' && <PushMark side={side} box={box} />}
    </div>
  );
}

/** The middle of the tile's outer edge; on the upright far side that is its lower one, where the edge strip is. */
function markStyle(side: Side, spot: { readonly x: number; readonly y: number }, w: number, h: number) {
  const middle = { x: spot.x + (side === 'prev' || side === 'next' ? h : w) / 2, y: spot.y + (side === 'prev' || side === 'next' ? w : h) / 2 };
  const edge = { self: { ...middle, y: spot.y + h - 1 }, across: { ...middle, y: spot.y + h - 1 }, prev: { ...middle, x: spot.x + 1 }, next: { ...middle, x: spot.x + h - 1 } }[side];
  return { left: `${edge.x}px`, top: `${edge.y}px` };
}

function PushMark({ side, box }: { readonly side: Side; readonly box: Rect }) {
  const { t } = useText();
  const at = { self: [box.w / 2, box.h], across: [box.w / 2, box.h], prev: [0, box.h / 2], next: [box.w, box.h / 2] }[side];
  return <span class="push-mark serif" style={{ left: `${at[0]}px`, top: `${at[1]}px` }}>{t('push')}</span>;
}

/** All melds of a seat on its strip. The first made lies outermost. */
export function Melds({ seat, side, bottom, layout, looked, dimmed = false }: MeldsProps) {
  const { t, locale } = useText();
  const name = (tile: TileCode) => tileName(tile, locale);
  const w = side === 'self' ? layout.tiles.ownMeld : layout.tiles.table;
  const box = side === 'self' ? lower(layout.hands.self, (w * 4) / 3) : layout.hands[side];
  let along = 0;
  return (
    <ul class={`melds${dimmed ? ' dimmed' : ''}`} aria-label={t('melds.of', { name: seat.name })}>
      {seat.melds.map((meld, i) => {
        const length = meldWidth(meld.kind) * w;
        const spot = alongStrip(side, box, along, length, true);
        along += length + GAP;
        return (
          <li key={i} class="spot" style={{ left: `${spot.x}px`, top: `${spot.y}px` }} aria-label={meldLabel(meld, seat.seat, name, t)}>
            <Meld meld={meld} owner={seat.seat} side={side} bottom={bottom} w={w} looked={looked} />
          </li>
        );
      })}
    </ul>
  );
}

function lower(box: Rect, h: number): Rect {
  return { x: box.x, y: box.y + box.h - h, w: box.w, h };
}
