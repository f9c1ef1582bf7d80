/**
 * The keyboard map as a function: which key means what, where. Knows no DOM; the table tells it where the focus
 * is. Enter and Space act only on a tile that has the focus: with nothing focused they do nothing at all, and no
 * key but X passes.
 */
import type { Verb } from '../viewmodel';

export interface KeyPress {
  readonly key: string;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly meta?: boolean;
  readonly repeat?: boolean;
}

export interface KeyState {
  /** Where the focus is: a field one types in, a tile of one's hand, any other control, or nowhere. */
  readonly focus: 'field' | 'hand' | 'control' | 'none';
  /** A sheet or a question lies over the table. */
  readonly modal: boolean;
  /** The variants of a slot are open. */
  readonly variants: boolean;
  readonly watching: boolean;
  /** Single-letter keys may be switched off (WCAG 2.1.4). */
  readonly letters: boolean;
}

export type KeyIntent =
  | { readonly type: 'shift'; readonly by: 1 | -1 }
  | { readonly type: 'discard_selected' }
  | { readonly type: 'discard_drawn' }
  | { readonly type: 'action'; readonly verb: Exclude<Verb, 'discard'> }
  /** Counted from 0. */
  | { readonly type: 'variant'; readonly index: number }
  /** Counted from 0, in seat order. */
  | { readonly type: 'watch'; readonly index: number }
  | { readonly type: 'cancel' }
  | { readonly type: 'show'; readonly what: 'waits' | 'counts' | 'log' | 'self' | 'others' | 'help' }
  | { readonly type: 'command' }
  | { readonly type: 'mute' };

const LETTERS: Readonly<Record<string, KeyIntent>> = {
  d: { type: 'discard_drawn' },
  c: { type: 'action', verb: 'chow' },
  p: { type: 'action', verb: 'pong' },
  k: { type: 'action', verb: 'kong' },
  t: { type: 'action', verb: 'ready' },
  h: { type: 'action', verb: 'win' },
  x: { type: 'action', verb: 'pass' },
  w: { type: 'show', what: 'waits' },
  u: { type: 'show', what: 'counts' },
  l: { type: 'show', what: 'log' },
  i: { type: 'show', what: 'self' },
  o: { type: 'show', what: 'others' },
  m: { type: 'mute' },
};

/** The cap printed on a slot. */
export const SLOT_KEYS = { chow: 'C', pong: 'P', kong: 'K', ready: 'T', win: 'H', pass: 'X' } as const;

const PLAYING = new Set(['discard_drawn', 'action', 'variant', 'shift', 'discard_selected']);

export function keyIntent(press: KeyPress, state: KeyState): KeyIntent | null {
  if (press.ctrl || press.alt || press.meta) return null;
  if (press.key === 'Escape') return { type: 'cancel' };
  if (state.focus === 'field' || state.modal) return null;
  const intent = meaning(press, state);
  if (!intent) return null;
  // A held key must not answer twice, and a watcher plays nothing.
  if (press.repeat && intent.type !== 'shift') return null;
  if (state.watching && PLAYING.has(intent.type)) return null;
  return intent;
}

function meaning({ key }: KeyPress, state: KeyState): KeyIntent | null {
  switch (key) {
    case 'ArrowLeft': return { type: 'shift', by: -1 };
    case 'ArrowRight': return { type: 'shift', by: 1 };
    case 'Enter':
    case ' ':
      return state.focus === 'hand' ? { type: 'discard_selected' } : null;
    case '/': return { type: 'command' };
    case '?': return { type: 'show', what: 'help' };
  }
  if (/^[1-4]$/.test(key)) return digit(Number(key) - 1, state);
  return state.letters ? LETTERS[key.toLowerCase()] ?? null : null;
}

function digit(index: number, state: KeyState): KeyIntent | null {
  if (state.watching) return { type: 'watch', index };
  return state.variants && index < 3 ? { type: 'variant', index } : null;
}
