/**
 * How a tile of one's own hand comes to be discarded: one machine for mouse, touch, drag and keyboard.
 *
 * It knows tiles by instance id only, and there is one selected tile. Time comes in with the events. What it
 * decides leaves as effects; it sends nothing itself. Rules it keeps:
 *  - nothing is discarded by a click elsewhere, a drag that ends off the river's side, a lost focus or a cancel;
 *  - input within 250 ms of a prompt's appearing is ignored, and what was begun before it counts for nothing;
 *  - after sending, the hand is inert until the answer comes;
 *  - in `one_tap` mode a tile hovers for `grace` ms first and any tap, or Esc, takes it back.
 */
import type { DiscardMode, Label } from '../viewmodel';

export const GUARD = 250;
/** Upward, in px: farther than this a drag throws the tile. */
export const DRAG_OUT = 24;
/** A press that moved less is a tap. */
export const TAP_SLACK = 10;

export interface HandContext {
  readonly mode: DiscardMode;
  readonly grace: number;
  /** The prompt under which one may discard; null: not one's turn to. */
  readonly prompt: string | null;
  /** When it appeared. */
  readonly since: number;
  /** A command is on its way, or the connection is not healthy. */
  readonly inert: boolean;
  readonly tiles: readonly { readonly id: string; readonly blocked?: Label }[];
  readonly drawn: string | null;
}

export interface HandState {
  readonly selected: string | null;
  /** Selected by the pointer resting on it: given up when it leaves. */
  readonly hovered: boolean;
  /** On its way to the river; may still be taken back. */
  readonly pending: { readonly tile: string; readonly due: number } | null;
  readonly press: { readonly tile: string; readonly x: number; readonly y: number; readonly dx: number; readonly dy: number } | null;
  /** The prompt all of the above belongs to. */
  readonly prompt: string | null;
}

export type HandEvent =
  | { readonly type: 'hover'; readonly tile: string | null }
  | { readonly type: 'down'; readonly tile: string; readonly x: number; readonly y: number; readonly at: number }
  | { readonly type: 'move'; readonly x: number; readonly y: number }
  | { readonly type: 'up'; readonly at: number }
  | { readonly type: 'cancel' }
  /** From the keyboard or a screen reader: the same as a tap. */
  | { readonly type: 'activate'; readonly tile: string; readonly at: number }
  | { readonly type: 'shift'; readonly by: 1 | -1 }
  | { readonly type: 'discard_selected'; readonly at: number }
  | { readonly type: 'discard_drawn'; readonly at: number }
  | { readonly type: 'tick'; readonly at: number }
  /** The context is another one: hand re-sorted, prompt come or gone. */
  | { readonly type: 'sync' };

export type HandEffect =
  | { readonly type: 'discard'; readonly tile: string; readonly prompt: string }
  | { readonly type: 'select'; readonly tile: string | null }
  | { readonly type: 'refuse'; readonly reason: Label };

export interface HandStep {
  readonly state: HandState;
  readonly effects: readonly HandEffect[];
}

export const IDLE_HAND: HandState = { selected: null, hovered: false, pending: null, press: null, prompt: null };

export function stepHand(before: HandState, event: HandEvent, context: HandContext): HandStep {
  const state = settle(before, context);
  const step = react(state, event, context);
  const selection: HandEffect[] = step.state.selected !== before.selected ? [{ type: 'select', tile: step.state.selected }] : [];
  return { state: step.state, effects: [...selection, ...step.effects] };
}

/** Drop what the new context has no room for: an old prompt's press and pending tile, a tile that is gone. */
function settle(state: HandState, context: HandContext): HandState {
  const known = (id: string | null) => id !== null && context.tiles.some((tile) => tile.id === id);
  const stale = state.prompt !== context.prompt;
  const pending = !stale && state.pending && known(state.pending.tile) && !context.inert ? state.pending : null;
  const press = !stale && state.press && known(state.press.tile) && !context.inert ? state.press : null;
  const selected = known(state.selected) ? state.selected : null;
  const hovered = state.hovered && selected !== null;
  if (pending === state.pending && press === state.press && selected === state.selected && !stale) return state;
  return { selected, hovered, pending, press, prompt: context.prompt };
}

const stay = (state: HandState): HandStep => ({ state, effects: [] });

function react(state: HandState, event: HandEvent, context: HandContext): HandStep {
  if (event.type === 'sync') return stay(state);
  if (event.type === 'cancel') return stay(cancel(state));
  if (context.inert) return stay(state);
  switch (event.type) {
    case 'hover': return stay(hover(state, event.tile, context));
    case 'down': return down(state, event, context);
    case 'move': return stay(state.press ? { ...state, press: { ...state.press, dx: event.x - state.press.x, dy: event.y - state.press.y } } : state);
    case 'up': return up(state, event.at, context);
    case 'activate': return early(context, event.at) ? stay(state) : tap(state, event.tile, event.at, context);
    case 'shift': return stay(shift(state, event.by, context));
    case 'discard_selected': return state.selected === null || early(context, event.at) ? stay(state) : takeBackOr(state, () => throwOut(state, state.selected!, context));
    case 'discard_drawn': return context.drawn === null || early(context, event.at) ? stay(state) : tap(state, context.drawn, event.at, context);
    case 'tick': return state.pending && event.at >= state.pending.due ? throwOut({ ...state, pending: null }, state.pending.tile, context) : stay(state);
  }
}

function early(context: HandContext, at: number): boolean {
  return context.prompt !== null && at < context.since + GUARD;
}

/** Esc, a lost focus, a second finger: first the tile under way comes back, then the selection goes. */
function cancel(state: HandState): HandState {
  if (state.press || state.pending) return { ...state, press: null, pending: null };
  return { ...state, selected: null, hovered: false };
}

function hover(state: HandState, tile: string | null, context: HandContext): HandState {
  if (context.mode !== 'one_tap' || state.press || state.pending) return state;
  if (tile !== null) return state.selected === tile ? state : { ...state, selected: tile, hovered: true };
  return state.hovered ? { ...state, selected: null, hovered: false } : state;
}

function down(state: HandState, event: { readonly tile: string; readonly x: number; readonly y: number; readonly at: number }, context: HandContext): HandStep {
  if (state.pending) return stay({ ...state, pending: null });
  if (state.press || early(context, event.at)) return stay(state);
  return stay({ ...state, press: { tile: event.tile, x: event.x, y: event.y, dx: 0, dy: 0 } });
}

function up(state: HandState, at: number, context: HandContext): HandStep {
  const { press } = state;
  if (!press) return stay(state);
  const released = { ...state, press: null };
  if (-press.dy >= DRAG_OUT && -press.dy >= Math.abs(press.dx)) return throwOut({ ...released, selected: press.tile, hovered: false }, press.tile, context);
  if (Math.hypot(press.dx, press.dy) > TAP_SLACK) return stay(released);
  return tap(released, press.tile, at, context);
}

function tap(state: HandState, tile: string, at: number, context: HandContext): HandStep {
  if (state.pending) return stay({ ...state, pending: null });
  const blocked = blockedBy(tile, context);
  if (context.prompt === null) {
    const selected = state.selected === tile && !state.hovered ? null : tile;
    return stay({ ...state, selected, hovered: false });
  }
  if (blocked !== undefined) return { state, effects: [{ type: 'refuse', reason: blocked }] };
  if (context.mode === 'tap_tap') {
    return state.selected === tile ? throwOut(state, tile, context) : stay({ ...state, selected: tile, hovered: false });
  }
  const chosen = { ...state, selected: tile, hovered: false };
  return context.grace > 0 ? stay({ ...chosen, pending: { tile, due: at + context.grace } }) : throwOut(chosen, tile, context);
}

function takeBackOr(state: HandState, act: () => HandStep): HandStep {
  return state.pending ? stay({ ...state, pending: null }) : act();
}

function blockedBy(tile: string, context: HandContext): Label | undefined {
  return context.tiles.find((one) => one.id === tile)?.blocked;
}

function throwOut(state: HandState, tile: string, context: HandContext): HandStep {
  if (context.prompt === null) return stay(state);
  const blocked = blockedBy(tile, context);
  if (blocked !== undefined) return { state, effects: [{ type: 'refuse', reason: blocked }] };
  return { state, effects: [{ type: 'discard', tile, prompt: context.prompt }] };
}

function shift(state: HandState, by: 1 | -1, context: HandContext): HandState {
  if (state.pending || context.tiles.length === 0) return state;
  const last = context.tiles.length - 1;
  const at = context.tiles.findIndex((tile) => tile.id === state.selected);
  const next = at < 0 ? (by > 0 ? 0 : last) : Math.min(last, Math.max(0, at + by));
  return { ...state, selected: context.tiles[next]!.id, hovered: false };
}
