/** What players, rulesets and units are called. */
import type { RulesetInfo } from '../../protocol/types';
import { textOf } from '../../i18n';
import type { Label } from '../../viewmodel';
import type { State } from '../state';
import { both, botName } from '../words';

/** Whether a player has taken the seat over from the bot the match began with. */
function isTaken(state: State, seat: number): boolean {
  const wire = state.stream.value?.state;
  const control = wire?.seats[seat]?.control;
  return (wire?.match?.seats[seat]?.bot ?? false) && control !== undefined && control !== 'bot';
}

/** Whether a bot is at a seat of the match, and has been from its start. */
export function isBot(state: State, seat: number): boolean {
  return (state.stream.value?.state.match?.seats[seat]?.bot ?? false) && !isTaken(state, seat);
}

/** A name as it is shown: a bot's is in the page's language, a player's is his own. */
export function shownName(state: State, given: string, bot: boolean, seat: number): string {
  return bot ? textOf(state.settings.value.locale).label(botName(given, seat)) : given;
}

/** The name at a seat: the match's, for whoever sat there then; before a match, or taken over since, the room's. */
export function nameOf(state: State, seat: number): string {
  const taken = isTaken(state, seat) ? state.room.value?.seats[seat] : undefined;
  if (taken?.kind === 'player') return taken.name;
  const inMatch = state.stream.value?.state.match?.seats[seat];
  if (inMatch) return shownName(state, inMatch.name, inMatch.bot, seat);
  const inRoom = state.room.value?.seats[seat];
  return inRoom ? shownName(state, inRoom.name, inRoom.kind === 'bot', seat) : '';
}

export function rulesetOf(state: State, key: string): { readonly id: string; readonly name: Label; readonly info: RulesetInfo | null } {
  const info = state.catalogue.value?.rulesets.find((one) => one.key === key) ?? null;
  return { id: key, name: info ? both(info.zh, info.en) : key, info };
}

/** What a point is called in the running match. */
export function unitOf(state: State): Label {
  const { info } = rulesetOf(state, state.stream.value?.state.match?.ruleset ?? state.room.value?.ruleset ?? '');
  return info && info.unit_zh ? both(info.unit_zh, info.unit_en) : both('分', 'pts');
}
