/** What one is asked, as slots and tiles want it; and back: which action an offer means. Pure. */
import type { Action, Prompt as Asking, Withheld } from '../../protocol/types';
import type { Label, Offer, Prompt } from '../../viewmodel';
import { sortTiles } from '../../net/fold';
import { both, joinLabels, MELD_WORDS, whyText } from '../words';
import type { Asked } from '../state';

export interface Choice {
  readonly offer: Offer;
  readonly action: Action;
}

/** Everything that may be answered, in a fixed order; ids are stable as long as the prompt is. */
export function choicesOf({ offers, tile, win_value }: Asking, unit: Label): Choice[] {
  const about = tile === null ? {} : { tile };
  const value = win_value === null ? {} : { value: joinLabels([String(win_value), unit], ' ') };
  return [
    ...offers.chow.map((pair): Choice => ({
      offer: { id: `chow-${pair.join('')}`, verb: 'chow', ...about, tiles: sortTiles(tile === null ? pair : [...pair, tile]) },
      action: { t: 'chow', tiles: [pair[0]!, pair[1]!] },
    })),
    ...(offers.pong ? [{ offer: { id: 'pong', verb: 'pong', ...about }, action: { t: 'pong' } } satisfies Choice] : []),
    ...offers.kong.map((kong): Choice => ({
      offer: { id: `kong-${kong.tile}`, verb: 'kong', tile: kong.tile, tiles: [kong.tile, kong.tile, kong.tile, kong.tile], note: MELD_WORDS[kong.kind] },
      action: { t: 'kong', tile: kong.tile },
    })),
    ...offers.ready.map(({ tile: thrown, pushed }): Choice => ({
      offer: { id: `ready-${thrown}${pushed ?? ''}`, verb: 'ready', tile: thrown, ...(pushed ? { tiles: [pushed, pushed] } : {}) },
      action: { t: 'ready', tile: thrown, pushed },
    })),
    ...(offers.win ? [{ offer: { id: 'win', verb: 'win', ...about, ...value }, action: { t: 'win' } } satisfies Choice] : []),
    ...(offers.pass ? [{ offer: { id: 'pass', verb: 'pass' }, action: { t: 'pass' } } satisfies Choice] : []),
    ...offers.discard.map((thrown): Choice => ({ offer: { id: `discard-${thrown}`, verb: 'discard', tile: thrown }, action: { t: 'discard', tile: thrown } })),
  ];
}

function withheldOffer({ verb, code, tile, clause }: Withheld, at: number): Offer {
  return { id: `not-${verb}-${at}`, verb, ...(tile === null ? {} : { tile }), reason: whyText(code, clause), ...(clause ? { clause } : {}) };
}

/** Which offer an action already given stands for. */
export function offerOf(action: Action, choices: readonly Choice[]): string | undefined {
  const same = (a: Action) => a.t === action.t && JSON.stringify({ ...a, pushed: null }) === JSON.stringify({ ...action, pushed: null });
  return (choices.find((choice) => same(choice.action)) ?? choices.find((choice) => choice.action.t === action.t))?.offer.id;
}

function price({ passing_bars, bar_clause }: Asking): Prompt['price'] {
  if (passing_bars.length === 0) return undefined;
  const win = passing_bars.includes('win');
  return {
    short: win ? both('过胡受限', 'locks you out') : both('过后受限', 'bars you'),
    text: win
      ? both('过胡后，到你下次摸牌前**不能胡别家的牌**；自摸不受限。', 'Pass, and no win on others’ tiles **until your next draw**. Self-draw stays open.')
      : both('过后，到你下次摸牌前**不能再要同样的牌**。', 'Pass, and the same tile is barred **until your next draw**.'),
    ...(bar_clause ? { clause: bar_clause } : {}),
  };
}

export function promptView(asked: Asked, unit: Label): Prompt {
  const { message, since, sent, answered } = asked;
  const choices = choicesOf(message, unit);
  const barred = message.withheld.filter(({ verb }) => verb !== 'discard' && !choices.some(({ offer }) => offer.verb === verb));
  const done = answered ?? (message.answered ? offerOf(message.answered, choices) : undefined);
  const cost = price(message);
  return {
    id: String(message.prompt),
    kind: message.kind,
    since,
    offers: [...choices.map(({ offer }) => offer), ...barred.map(withheldOffer)],
    ...(cost ? { price: cost } : {}),
    ...(message.kind === 'claim' && message.seat !== null && message.tile !== null ? { about: { seat: message.seat, tile: message.tile } } : {}),
    ...(done === undefined || done === null ? {} : { answered: done }),
    ...(sent === null ? {} : { sent: true }),
  };
}

/** Why a tile may not be thrown now; nothing where it may. */
export function blockedWhy(message: Asking | null, tile: string): Label | undefined {
  if (!message || message.kind !== 'turn' || message.offers.discard.some((one) => one === tile)) return undefined;
  // Nothing at all to throw: one is asked something else.
  if (message.offers.discard.length === 0) return undefined;
  const why = message.withheld.find((one) => one.verb === 'discard' && (one.tile === null || one.tile === tile));
  return why ? whyText(why.code, why.clause) : both('现在不能打这张', 'This tile may not be thrown now');
}
