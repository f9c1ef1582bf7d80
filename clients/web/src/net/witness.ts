/** What the page has seen of one hand's deal, event by event. Pure, and plain enough to be kept across a reload. */
import type { Event, Seat, TableView, Tile } from '../protocol/types';

export type DrawEnd = 'head' | 'tail';

export interface Drawn {
  readonly seat: Seat;
  readonly end: DrawEnd;
  /** Null where it may not be seen. */
  readonly tile: Tile | null;
  /** Set aside unseen, not taken in hand (NN-14.2). */
  readonly aside?: boolean;
}

export interface Witness {
  readonly hand: number;
  /** One's own seat; null for a watcher. */
  readonly seat: Seat | null;
  readonly commit: string | null;
  /** What this page added, and whether the server said that it took it. */
  readonly nonce: string | null;
  readonly nonceTaken: boolean;
  /** This page was there when the hand began: no other page of the same player has added a nonce to it. */
  readonly alone: boolean;
  readonly nonces: readonly string[] | null;
  readonly dealer: Seat | null;
  /** The hands as far as they were shown when dealt. */
  readonly dealt: readonly (readonly Tile[] | null)[] | null;
  readonly draws: readonly Drawn[];
  /** Seen from the deal on, nothing missed. */
  readonly whole: boolean;
}

/** What was seen when the hand was over: by seat, and what was turned. */
export interface Seen {
  readonly tiles: readonly (readonly Tile[])[];
  readonly turned: readonly { readonly key: string; readonly seat: Seat | null; readonly tiles: readonly Tile[] }[];
}

export type Verdict =
  | { readonly holds: true; readonly tiles: number }
  | { readonly holds: false; readonly fault: 'commitment' | 'nonce' | 'wall' }
  /** It cannot be said: the secret is not told yet, or this page came when the hand had begun. */
  | { readonly holds: null; readonly why: 'hidden' | 'unseen' };

/** Begin with a hand one finds already begun: from a snapshot. */
export function foundHand(view: TableView, seat: Seat | null): Witness {
  return {
    hand: view.hand, seat, commit: view.commit, nonce: null, nonceTaken: false, alone: false,
    nonces: view.nonces.length === 4 ? view.nonces : null, dealer: null, dealt: null, draws: [], whole: false,
  };
}

export function witnessed(before: Witness | null, event: Event, seat: Seat | null): Witness | null {
  if (event.t === 'hand_started') {
    return {
      hand: event.hand, seat, commit: event.commit, nonce: null, nonceTaken: false, alone: true, nonces: null, dealer: null,
      dealt: null, draws: [], whole: false,
    };
  }
  if (!before) return null;
  switch (event.t) {
    case 'nonces_listed': return { ...before, nonces: event.nonces };
    case 'dealt': return { ...before, dealer: event.dealer, dealt: event.hands, draws: [], whole: true };
    case 'drew': return { ...before, draws: [...before.draws, { seat: event.seat, end: event.end, tile: event.tile }] };
    case 'marked': {
      const { key, seat: whose, value, on } = event.mark;
      if (key !== 'fishing' || whose === null || !on) return before;
      const aside = Array.from({ length: value ?? 0 }, (): Drawn => ({ seat: whose, end: 'tail', tile: null, aside: true }));
      return { ...before, draws: [...before.draws, ...aside] };
    }
    default: return before;
  }
}
