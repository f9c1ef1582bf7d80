/**
 * What one waits for, as the server answers it: asked at most four times a second, kept as long as the hand is the
 * same, never computed here.
 */
import type { TableView as WireTable, Tile, Wait, Waits } from '../protocol/types';
import type { HintView, Label, WaitView } from '../viewmodel';
import { ownSeat, type State } from './state';
import { both, codeText } from './words';

export const HINTS_EVERY = 260;

/** A text that changes when waits may: one's own hand and melds, and whether it is one's turn. */
export function handKey(state: State): string | null {
  const stream = state.stream.value;
  const own = ownSeat(stream);
  const seat = own === null ? undefined : stream?.state.seats[own];
  if (!seat?.tiles || stream?.state.result || (stream?.state.phase !== 'playing' && stream?.state.phase !== 'window')) return null;
  const melds = seat.melds.map((meld) => `${meld.kind}${meld.tiles[0] ?? ''}`).join();
  return `${stream.state.hand}|${seat.tiles.join('')}|${seat.drawn ?? ''}|${melds}`;
}

/** Tiles of a kind one waits for that others have since shown: the number left is another. */
export function touches(waits: Waits | null, shown: readonly Tile[]): boolean {
  if (!waits) return false;
  const kinds = new Set([...waits.waits, ...waits.discards.flatMap((one) => one.waits)].map((wait) => wait.tile));
  return shown.some((tile) => kinds.has(tile));
}

/** Tiles an event lays open. */
export function shownBy(before: WireTable, after: WireTable): Tile[] {
  const open = (view: WireTable) => view.seats.flatMap((seat) => [...seat.river.map((one) => one.tile), ...seat.flowers, ...seat.melds.flatMap((meld) => meld.tiles)]);
  const left = open(before);
  return open(after).filter((tile) => {
    const at = left.indexOf(tile);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

function current(state: State): Waits | null {
  const hints = state.hints.value;
  return hints !== null && hints.hand === handKey(state) ? hints.waits : null;
}

/** Kinds whose discard leaves the hand ready. */
export function readyTiles(state: State): ReadonlySet<string> {
  return new Set((current(state)?.discards ?? []).map((one) => one.tile));
}

function linesOf({ discard_value, discard_code, draw_value, draw_code }: Wait): Label[] {
  const lines: Label[] = [];
  if (discard_value !== null) lines.push(both(`炮 ${discard_value}`, `disc. ${discard_value}`));
  if (draw_value !== null) lines.push(both(`摸 3×${draw_value}`, `self 3×${draw_value}`));
  if (discard_code !== null && draw_code === null && draw_value === null) lines.push(both('仅自摸', 'self only'));
  else if (discard_code !== null) lines.unshift(codeText(discard_code));
  if (draw_code !== null && draw_code !== discard_code) lines.push(codeText(draw_code));
  return lines.slice(0, 2);
}

export function waitView(wait: Wait): WaitView {
  return { tile: wait.tile, left: wait.left, lines: linesOf(wait) };
}

/** For the resting hand, or for the discard that is selected. */
export function hintFor(state: State): HintView | null {
  const waits = current(state);
  if (!waits) return null;
  const { selected } = state;
  const asking = state.asked.value?.message;
  if (asking?.kind !== 'turn') return { discard: null, waits: waits.waits.map(waitView) };
  const chosen = waits.discards.find((one) => one.tile === selected.value);
  if (chosen) return { discard: chosen.tile, waits: chosen.waits.map(waitView) };
  return { discard: null, waits: [], ...(waits.discards.length > 0 ? { note: both('带标记的牌打出即听', 'Marked tiles make you ready') } : {}) };
}
