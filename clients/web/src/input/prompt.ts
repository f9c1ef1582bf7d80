/**
 * How an action slot comes to answer a prompt. Pure; time comes in with the events.
 *
 * Rules it keeps: 250 ms of a new prompt are deaf; a verb with several variants opens first; a pass that has a
 * price takes two taps, not within 250 ms of each other; a barred offer only says why; nothing else answers.
 */
import type { Label, Offer, Prompt, Verb } from '../viewmodel';
import { GUARD } from './hand';

export interface PromptState {
  readonly prompt: string | null;
  /** When the first of the two taps on a costly pass came. */
  readonly armedAt: number | null;
  /** The verb whose variants are open. */
  readonly open: Verb | null;
}

export const IDLE_PROMPT: PromptState = { prompt: null, armedAt: null, open: null };

export type PromptEvent =
  | { readonly type: 'press'; readonly verb: Verb; readonly at: number }
  /** Counted from 0. */
  | { readonly type: 'variant'; readonly index: number; readonly at: number }
  | { readonly type: 'cancel' }
  | { readonly type: 'sync' };

export type PromptEffect =
  | { readonly type: 'act'; readonly prompt: string; readonly offer: Offer }
  | { readonly type: 'refuse'; readonly reason: Label; readonly clause?: string };

export interface PromptStep {
  readonly state: PromptState;
  readonly effects: readonly PromptEffect[];
}

const stay = (state: PromptState): PromptStep => ({ state, effects: [] });

/** The offers behind a slot; a barred one hides behind a lawful one of the same verb. */
export function offersOf(prompt: Prompt, verb: Verb): readonly Offer[] {
  const all = prompt.offers.filter((offer) => offer.verb === verb);
  const lawful = all.filter((offer) => offer.reason === undefined);
  return lawful.length > 0 ? lawful : all.slice(0, 1);
}

export function stepPrompt(before: PromptState, event: PromptEvent, prompt: Prompt | null, inert: boolean): PromptStep {
  const id = prompt?.id ?? null;
  const state = before.prompt === id ? before : { ...IDLE_PROMPT, prompt: id };
  if (event.type === 'sync') return stay(state);
  if (event.type === 'cancel') return stay({ ...state, armedAt: null, open: null });
  if (!prompt || inert || prompt.sent || prompt.answered !== undefined) return stay(state);
  if (event.at < prompt.since + GUARD) return stay(state);
  return event.type === 'press' ? press(state, event.verb, event.at, prompt) : variant(state, event.index, prompt);
}

function press(state: PromptState, verb: Verb, at: number, prompt: Prompt): PromptStep {
  const offers = offersOf(prompt, verb);
  const [offer] = offers;
  if (!offer) return stay(state);
  if (offer.reason !== undefined) return { state: { ...state, armedAt: null, open: null }, effects: [{ type: 'refuse', reason: offer.reason, ...(offer.clause ? { clause: offer.clause } : {}) }] };
  if (offers.length > 1) return stay({ ...state, armedAt: null, open: state.open === verb ? null : verb });
  if (verb === 'pass' && prompt.price) {
    if (state.armedAt === null) return stay({ ...state, armedAt: at, open: null });
    if (at < state.armedAt + GUARD) return stay(state);
  }
  return act(state, offer, prompt);
}

function variant(state: PromptState, index: number, prompt: Prompt): PromptStep {
  const offer = state.open === null ? undefined : offersOf(prompt, state.open)[index];
  return offer ? act(state, offer, prompt) : stay(state);
}

function act(state: PromptState, offer: Offer, prompt: Prompt): PromptStep {
  return { state: { ...state, armedAt: null, open: null }, effects: [{ type: 'act', prompt: prompt.id, offer }] };
}
