/**
 * Which tile is which. The wire speaks of kinds; the hand on the screen is of single tiles that keep their
 * identity however it is sorted, so that a selection stays on the tile that was pressed. Pure.
 */
import type { Tile } from '../protocol/types';

export interface OneTile {
  readonly id: string;
  readonly tile: Tile;
}

export interface OwnTiles {
  /** Sorted as the wire has them. */
  readonly tiles: readonly OneTile[];
  readonly drawn: OneTile | null;
  /** Ids in the order the tiles came. */
  readonly order: readonly string[];
  readonly next: number;
}

export const NO_TILES: OwnTiles = { tiles: [], drawn: null, order: [], next: 0 };

/**
 * The hand after an event: tiles that stay keep their ids. `thrown` is the one the player let go himself, so that
 * of two alike the right one leaves.
 */
export function follow(before: OwnTiles, tiles: readonly Tile[], drawn: Tile | null, thrown: string | null): OwnTiles {
  let { next } = before;
  const pool = [...before.tiles, ...(before.drawn ? [before.drawn] : [])].filter((one) => one.id !== thrown);
  const takeKnown = (tile: Tile): OneTile | null => {
    const at = pool.findIndex((one) => one.tile === tile);
    return at < 0 ? null : pool.splice(at, 1)[0]!;
  };
  const fresh = (tile: Tile): OneTile => ({ id: `t${(next += 1)}`, tile });
  const kept = tiles.map((tile) => takeKnown(tile) ?? fresh(tile));
  const still = before.drawn !== null && drawn === before.drawn.tile && pool.some((one) => one.id === before.drawn!.id);
  const apart = drawn === null ? null : still ? before.drawn : fresh(drawn);
  const present = new Set([...kept, ...(apart ? [apart] : [])].map((one) => one.id));
  const order = [...before.order.filter((id) => present.has(id)), ...[...present].filter((id) => !before.order.includes(id))];
  return { tiles: kept, drawn: apart, order, next };
}

/** In the order they came instead of sorted: what 理牌 switched off shows. */
export function inOrder(own: OwnTiles): readonly OneTile[] {
  const place = new Map(own.order.map((id, at) => [id, at]));
  return [...own.tiles].sort((a, b) => place.get(a.id)! - place.get(b.id)!);
}
