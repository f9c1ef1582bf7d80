/**
 * What one waits for, as the server answers it: asked at most four times a second, kept as long as the hand is the
 * same, never computed here.
 */
import type { TableView as WireTable, Tile, Wait, Waits } from '../protocol/types';
import type { HintView, Label, WaitView } from '../viewmodel';
import { ownSeat, type State } from './state';
import { both, joinLabels, whyText } from './words';

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

/** A tile that wins, now or once something is made up for; not one that only completes the shape. */
function isWait(wait: Wait): boolean {
  return wait.discard_code !== 'not_a_win' || wait.draw_code !== 'not_a_win';
}

/** Whether one has declared ready: the hand stands still, nothing is left to choose. */
function hasDeclared(state: State): boolean {
  const stream = state.stream.value;
  const own = ownSeat(stream);
  return stream?.state.marks.some((mark) => mark.key === 'ready' && mark.seat === own) ?? false;
}

/** Kinds whose discard leaves the hand ready. */
export function readyTiles(state: State): ReadonlySet<string> {
  if (hasDeclared(state)) return new Set();
  return new Set((current(state)?.discards ?? []).filter((one) => one.waits.some(isWait)).map((one) => one.tile));
}

function linesOf({ discard_value, discard_code, discard_clause, draw_value, draw_code, draw_clause }: Wait): Label[] {
  const once = discard_code === 'not_ready' && draw_code === 'not_ready';
  if (once && discard_value !== null && draw_value !== null) {
    return [both(`听后炮 ${discard_value}`, `if ready ${discard_value}`), both(`听后摸 3×${draw_value}`, `self 3×${draw_value}`)];
  }
  const lines: Label[] = [];
  if (discard_value !== null) lines.push(both(`炮 ${discard_value}`, `disc. ${discard_value}`));
  if (draw_value !== null) lines.push(both(`摸 3×${draw_value}`, `self 3×${draw_value}`));
  if (discard_code !== null && draw_code === null && draw_value === null) lines.push(both('仅自摸', 'self only'));
  else if (discard_code !== null) lines.unshift(whyText(discard_code, discard_clause));
  if (draw_code !== null && draw_code !== discard_code) lines.push(whyText(draw_code, draw_clause));
  // One reason for both ways leaves room for its clause.
  else if (draw_code !== null && draw_clause) lines.push(draw_clause);
  return lines.slice(0, 2);
}

/** Every reason in full with its clause, each said once. */
function whyOf({ discard_code, discard_clause, draw_code, draw_clause }: Wait): Label | null {
  const said: [Label, string][] = [];
  if (discard_code !== null) said.push([whyText(discard_code, discard_clause), discard_clause]);
  if (draw_code !== null && (draw_code !== discard_code || draw_clause !== discard_clause)) said.push([whyText(draw_code, draw_clause), draw_clause]);
  if (said.length === 0) return null;
  return joinLabels(said.map(([text, clause]) => (clause ? joinLabels([text, clause], ' ') : text)), '；', '; ');
}

export function waitView(wait: Wait): WaitView {
  const why = whyOf(wait);
  return { tile: wait.tile, left: wait.left, lines: linesOf(wait), ...(why ? { why } : {}) };
}

/** For the resting hand, or for the discard that is selected. */
export function hintFor(state: State): HintView | null {
  const waits = current(state);
  if (!waits) return null;
  const { selected } = state;
  const asking = state.asked.value?.message;
  if (asking?.kind !== 'turn') return { discard: null, waits: waits.waits.map(waitView) };
  if (hasDeclared(state)) {
    const stands = waits.discards.find((one) => one.tile === state.own.value.drawn?.tile);
    return { discard: null, waits: (stands?.waits ?? []).map(waitView) };
  }
  const chosen = waits.discards.find((one) => one.tile === selected.value);
  if (chosen) return { discard: chosen.tile, waits: chosen.waits.map(waitView) };
  return { discard: null, waits: [], ...(readyTiles(state).size > 0 ? { note: both('带标记的牌打出即听', 'Marked tiles make you ready') } : {}) };
}
