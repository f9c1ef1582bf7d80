/**
 * What the player has told the page to answer for him: win, refuse calls, throw what he drew. It answers a prompt
 * exactly as he would, from what is offered; nothing is judged here. Pure.
 */
import type { Prompt as Asking } from '../protocol/types';
import type { Label } from '../viewmodel';
import type { Autos } from './state';
import { choicesOf, type Choice } from './views/prompt';
import { both } from './words';

export interface AutoAnswer {
  readonly choice: Choice;
}

/** The cause that stands in the log. */
export const BY_SETTING: Label = both('设定', 'as set');

const CALLS = ['chow', 'pong', 'kong'] as const;

/** `replaced`: the tile drawn last replaced a kong or flower; after that nothing is thrown by itself. */
export function autoAnswer(asking: Asking, autos: Autos, replaced: boolean): AutoAnswer | null {
  if (asking.answered !== null) return null;
  const choices = choicesOf(asking, '');
  const find = (id: string) => choices.find(({ offer }) => offer.id === id);
  const win = find('win');
  if (win) return autos.auto_win ? { choice: win } : null;
  const verbs = new Set(choices.map(({ offer }) => offer.verb));
  const pass = find('pass');
  if (asking.kind === 'claim' && pass) {
    const refused = CALLS.filter((verb) => verbs.has(verb));
    return refused.length > 0 && refused.every((verb) => autos[verb]) ? { choice: pass } : null;
  }
  if (asking.kind !== 'turn' || !autos.throw_drawn || replaced || asking.tile === null) return null;
  if (verbs.has('ready') || (verbs.has('kong') && !autos.kong)) return null;
  const discard = find(`discard-${asking.tile}`);
  return discard ? { choice: discard } : null;
}
