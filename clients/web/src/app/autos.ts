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
  readonly why: Label;
}

const CALLS = ['chow', 'pong', 'kong'] as const;

/** `replaced`: the tile drawn last replaced a kong or flower; after that nothing is thrown by itself. */
export function autoAnswer(asking: Asking, autos: Autos, replaced: boolean): AutoAnswer | null {
  if (asking.answered !== null) return null;
  const choices = choicesOf(asking, '');
  const find = (id: string) => choices.find(({ offer }) => offer.id === id);
  const win = find('win');
  if (win) return autos.auto_win ? { choice: win, why: both('已开自动胡', 'auto-win is on') } : null;
  const verbs = new Set(choices.map(({ offer }) => offer.verb));
  const pass = find('pass');
  if (asking.kind === 'claim' && pass) {
    const refused = CALLS.filter((verb) => verbs.has(verb));
    return refused.length > 0 && refused.every((verb) => autos[verb]) ? { choice: pass, why: both('已开不吃碰杠', 'no calls is on') } : null;
  }
  if (asking.kind !== 'turn' || !autos.throw_drawn || replaced || asking.tile === null) return null;
  if (verbs.has('ready') || (verbs.has('kong') && !autos.kong)) return null;
  const discard = find(`discard-${asking.tile}`);
  return discard ? { choice: discard, why: both('已开摸切', 'throw drawn is on') } : null;
}
