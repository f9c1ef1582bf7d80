/**
 * Where each tile of a river, a hand or a row of melds lies. Pure geometry, seen from the owner: "left" and
 * "right" are his, and come out on the screen as his side of the table has them.
 */
import type { MeldKind, Seat, Side } from '../viewmodel';
import type { Turn } from '../tiles/Tile';
import type { Rect } from './layout';

/** How the tiles of a side are turned on the desktop. */
export const TURN: Readonly<Record<Side, Turn>> = { self: 0, next: 270, across: 0, prev: 90 };

export interface Spot {
  readonly x: number;
  readonly y: number;
}

const COLUMNS = 6;
const ROWS = 4;

/** The i-th discard: rows of six outward from the centre; tiles 25 and on extend the fourth row. */
export function riverSpot(side: Side, index: number, box: Rect, w: number): Spot {
  const h = (w * 4) / 3;
  const row = Math.min(Math.floor(index / COLUMNS), ROWS - 1);
  const column = index - row * COLUMNS;
  switch (side) {
    case 'self': return { x: box.x + column * w, y: box.y + row * h };
    case 'across': return { x: box.x + box.w - (column + 1) * w, y: box.y + box.h - (row + 1) * h };
    case 'prev': return { x: box.x + box.w - (row + 1) * h, y: box.y + column * w };
    case 'next': return { x: box.x + row * h, y: box.y + box.h - (column + 1) * w };
  }
}

/**
 * A point at `along` from the owner's left end (or, `fromRight`, from his right end) of his strip, for a thing
 * `size` long. The strip's thickness is the tile's height.
 */
export function alongStrip(side: Side, box: Rect, along: number, size: number, fromRight = false): Spot {
  const length = side === 'self' || side === 'across' ? box.w : box.h;
  const at = fromRight ? length - along - size : along;
  switch (side) {
    case 'self': return { x: box.x + at, y: box.y };
    case 'across': return { x: box.x + box.w - at - size, y: box.y };
    case 'prev': return { x: box.x, y: box.y + at };
    case 'next': return { x: box.x, y: box.y + box.h - at - size };
  }
}

/** Width of a meld in tiles. A kong's fourth lies on the middle one. */
export function meldWidth(kind: MeldKind): number {
  return kind === 'pushed_pair' ? 2 : 3;
}

/** Which tile of a meld, from the owner's left, bears the source mark. */
export function sourceIndex(kind: MeldKind, owner: Seat, from: Seat, claimed?: number): number {
  if (kind === 'chow') return claimed ?? 1;
  return { 1: 2, 2: 1, 3: 0 }[(from - owner + 4) % 4] ?? 1;
}

/** Angle of an arrow pointing to a seat, 0 = right, clockwise. */
export const ARROW: Readonly<Record<Side, number>> = { self: 90, next: 0, across: 270, prev: 180 };

/** Collapse equal flowers, in the order they first came. */
export function collapse(tiles: readonly (string | null)[]): readonly { readonly tile: string | null; readonly count: number }[] {
  const counts = new Map<string | null, number>();
  for (const tile of tiles) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return [...counts].map(([tile, count]) => ({ tile, count }));
}

/** The step of a flower rack: shrinks so that the kinds fit its length. */
export function flowerStep(step: number, length: number, kinds: number): number {
  return kinds < 2 ? step : Math.min(step, (length - 26) / (kinds - 1));
}
