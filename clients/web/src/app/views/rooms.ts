/** Home, the room form and the lobby, from catalogue, listing and room state. No option is known here by name but
 * for the group it is shown in. */
import type { OptionInfo, RoomState, RulesetInfo, Seat as WireSeat, Tile } from '../../protocol/types';
import type {
  CreateView, Difference, HomeView, Label, LobbySeat, LobbyView, OptionGroup, OptionSpec, OptionValue, PlayerView,
} from '../../viewmodel';
import { ownSeat, type State } from '../state';
import { both, joinLabels, unitText } from '../words';
import { rulesetOf, shownName } from './names';

const SEATS: readonly WireSeat[] = [0, 1, 2, 3];

export function playerView(state: State): PlayerView {
  return { name: state.player.value?.name ?? '', guest: true };
}

const handsLabel = (hands: number): Label => (hands > 0 ? both(`${hands} 局`, `${hands} hands`) : both('不限局数', 'open-ended'));

// ---------------------------------------------------------------- home

function resume(state: State): HomeView['resume'] {
  const room = state.room.value;
  const wire = state.stream.value?.state;
  if (!room || !room.code) return undefined;
  const facts = [rulesetOf(state, room.ruleset).name];
  if (room.phase !== 'match' || !wire) {
    facts.push(room.phase === 'match_over' ? both('这场打完了', 'the match is over') : both('在等人', 'waiting for players'));
    return { room: room.code, playing: false, facts };
  }
  const of = wire.match?.hands ?? 0;
  facts.push(of > 0 ? both(`第 ${wire.hand}/${of} 局`, `hand ${wire.hand}/${of}`) : both(`第 ${wire.hand} 局`, `hand ${wire.hand}`));
  const own = ownSeat(state.stream.value);
  if (own !== null && wire.seats[own]?.control === 'autopilot') facts.push(both('机器人代打中', 'a bot is playing for you'));
  return { room: room.code, playing: true, facts, ...(state.asked.value ? { note: both('轮到你了', 'It is your turn') } : {}) };
}

export function homeView(state: State): HomeView {
  const lobby = state.lobby.value;
  const back = resume(state);
  return {
    player: playerView(state),
    ...(back ? { resume: back } : {}),
    rooms: lobby && lobby.rooms.map((room) => ({
      code: room.code, ruleset: rulesetOf(state, room.ruleset), summary: handsLabel(room.hands), host: room.host,
      tags: room.differences > 0 ? [both(`${room.differences} 处不同`, `${room.differences} differ`)] : [],
      seats: room.seats.map((kind) => (kind === 'player' ? 'human' : kind)),
    })),
    live: lobby && lobby.live.map((game) => ({
      room: game.room, players: game.names, watchers: game.watchers,
      progress: joinLabels([rulesetOf(state, game.ruleset).name, game.hands > 0 ? both(`第 ${game.hand}/${game.hands} 局`, `hand ${game.hand}/${game.hands}`) : both(`第 ${game.hand} 局`, `hand ${game.hand}`)], ' · '),
    })),
    busy: state.busy.value === 'quick' || state.busy.value === 'join' ? state.busy.value : null,
    ...(state.nameError.value ? { nameError: state.nameError.value } : {}),
    ...(state.joinError.value ? { joinError: state.joinError.value } : {}),
  };
}

// ---------------------------------------------------------------- options

/** Where a room option is shown; what is not named here comes last. */
const GROUP_OF: Readonly<Record<string, string>> = {
  hands: 'pace', turn: 'pace', bank: 'pace', claim: 'pace', next_hand: 'pace', bot_pace: 'pace', easy_pace: 'pace',
  hints: 'help', timeout_wins: 'help', show_all_hands: 'help', phrases: 'help',
  watch: 'open', listed: 'open', friends: 'open', watch_delay: 'open',
};

export const BOTS = 'bots';

export function specOf(info: OptionInfo, prefix: 'r:' | 'o:', group: string): OptionSpec {
  const kind: OptionSpec['kind'] = info.choices.length > 0
    ? { type: 'choice', values: info.choices.map(({ value, zh, en }) => ({ value, label: both(zh, en) })) }
    : typeof info.default === 'boolean'
      ? { type: 'bool' }
      : { type: 'range', min: info.low ?? 0, max: info.high ?? 999, ...(info.unit === 'ms' ? { step: 100 } : {}), ...(info.unit ? { unit: unitText(info.unit) } : {}) };
  return {
    key: prefix + info.name, group, label: both(info.zh, info.en), default: info.default, kind,
    ...(info.help_zh || info.help_en ? { help: both(info.help_zh, info.help_en) } : {}),
    ...(info.clause ? { clause: info.clause } : {}),
  };
}

const BOTS_SPEC: OptionSpec = {
  key: BOTS, group: 'seats', label: both('机器人', 'Bots'), help: both('一开始就坐下几个机器人', 'How many sit down at once'), default: 0,
  kind: { type: 'choice', values: [0, 1, 2, 3].map((value) => ({ value, label: String(value) })) },
};

function groupsFor(ruleset: Label): OptionGroup[] {
  return [
    { id: 'rules', label: joinLabels([ruleset, both('规则', ' rules')], ''), note: both('来自规则引擎', 'from the rules engine'), column: 0 },
    { id: 'seats', label: both('座位', 'Seats'), column: 0 },
    { id: 'open', label: both('谁能进来', 'Who may come'), column: 0 },
    { id: 'pace', label: both('节奏', 'Pace'), column: 1 },
    { id: 'help', label: both('公平与帮助', 'Fairness and help'), column: 1 },
    { id: 'more', label: both('其他', 'More'), column: 1 },
  ];
}

/** Whether the room form changes the room one is in, instead of making one. */
export function isChange(state: State): boolean {
  const room = state.room.value;
  return room !== null && room.phase !== 'match' && room.host === state.player.value?.id;
}

export function optionSpecs(state: State): OptionSpec[] {
  const catalogue = state.catalogue.value;
  const info = rulesetOf(state, state.form.value.ruleset).info;
  if (!catalogue || !info) return [];
  return [
    ...info.options.map((option) => specOf(option, 'r:', 'rules')),
    ...(isChange(state) ? [] : [BOTS_SPEC]),
    ...catalogue.room_options.map((option) => specOf(option, 'o:', GROUP_OF[option.name] ?? 'more')),
  ];
}

/** The room in a sentence, out of its options' own words. */
function summary(name: Label, specs: readonly OptionSpec[], values: CreateView['values']): Label {
  const word = (key: string): { readonly label: Label; readonly value: Label } | null => {
    const spec = specs.find((one) => one.key === key);
    if (!spec) return null;
    return { label: spec.label, value: optionLabel(spec, values[key] ?? spec.default) };
  };
  const facts = ['o:hands', 'o:turn', 'o:bank', 'o:claim', 'o:hints', 'o:watch'].map(word).filter((one) => one !== null);
  // The number of hands says itself what it is.
  const sentence = facts.map(({ label, value }, at) => joinLabels([...(at === 0 ? [] : [label]), joinLabels(['**', value, '**'], '')], ' '));
  return joinLabels([name, ...sentence], '，', ', ');
}

export function createView(state: State): CreateView {
  const catalogue = state.catalogue.value;
  const { ruleset, values, errors } = state.form.value;
  const chosen = rulesetOf(state, ruleset);
  const options = optionSpecs(state);
  const same = (other: CreateView['values']) => JSON.stringify(Object.entries(other).sort()) === JSON.stringify(Object.entries(values).sort());
  return {
    player: playerView(state),
    rulesets: (catalogue?.rulesets ?? []).map((info) => ({
      id: info.key, name: both(info.zh, info.en), text: both(info.about_zh, info.about_en), tiles: tellingTiles(info),
    })),
    ruleset, groups: groupsFor(chosen.name), options, values, errors,
    presets: [
      ...(chosen.info?.presets ?? []).map((preset) => ({ id: `p:${preset.name}`, name: preset.zh, active: same(prefixed(preset.values)) })),
      ...state.presets.value.filter((preset) => preset.ruleset === ruleset).map(({ id, name, values: kept }) => ({ id, name, active: same(kept) })),
    ],
    summary: summary(chosen.name, options, values),
    ...(state.busy.value === 'create' ? { busy: true } : {}),
  };
}

export function prefixed(values: Readonly<Record<string, OptionValue>>): Record<string, OptionValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`r:${name}`, value]));
}

/** What each game is known by: 中, flowers, the wild tile beside 东, the treasure's indicator. */
const TELLING: Readonly<Record<string, readonly Tile[]>> = {
  nanning: ['7z', '1p', '1p'], nanjing: ['5f', '7f', '6z'], zhuji: ['5s', '1z', '1z'], longjiang: ['4s', '9m', '7z'],
};

/** Three that tell; of a game the page does not know, the last of the set first, for it is what others lack. */
function tellingTiles({ key, tiles }: RulesetInfo): readonly Tile[] {
  const known = TELLING[key];
  if (known) return known;
  const flower = tiles.find((tile) => tile.endsWith('f'));
  const three: readonly Tile[] = flower === undefined ? ['7z', '1s', '1p'] : [flower, '7z', '1p'];
  return three.filter((tile) => tiles.includes(tile));
}

function optionLabel({ kind }: OptionSpec, value: OptionValue): Label {
  if (kind.type === 'bool') return value === true ? both('开', 'on') : both('关', 'off');
  if (kind.type === 'choice') return kind.values.find((one) => one.value === value)?.label ?? String(value);
  return kind.unit === undefined ? String(value) : joinLabels([String(value), kind.unit], ' ');
}

// ---------------------------------------------------------------- the lobby

function differences(state: State, room: RoomState): Difference[] {
  const catalogue = state.catalogue.value;
  const own = room.seats.find((seat) => seat.player !== '' && seat.player === state.player.value?.id);
  const ticked = state.ticked.value.rev === room.options_rev ? state.ticked.value.keys : new Set<string>();
  return room.differences.map((one) => {
    const infos = one.scope === 'room' ? catalogue?.room_options : rulesetOf(state, room.ruleset).info?.options;
    const info = infos?.find((option) => option.name === one.name);
    const word = (value: OptionValue): Label => (info ? optionLabel(specOf(info, 'o:', ''), value) : String(value));
    const key = `${one.scope}:${one.name}`;
    return {
      key, label: both(one.zh, one.en), from: word(one.default), to: word(one.value),
      ...(one.clause ? { clause: one.clause } : {}), confirmed: (own?.accepted ?? false) || ticked.has(key),
    };
  });
}

function lobbySeat(state: State, room: RoomState, seat: WireSeat): LobbySeat {
  const one = room.seats[seat];
  if (one.kind === 'free') return { seat, kind: 'free' };
  const you = one.player !== '' && one.player === state.player.value?.id;
  const level = one.level === 'random' ? both('随便打', 'plays at random') : both('会算牌', 'counts tiles');
  return {
    seat, kind: one.kind === 'bot' ? 'bot' : 'human', name: shownName(state, one.name, one.kind === 'bot', seat), ready: one.ready, you, host: one.player !== '' && one.player === room.host,
    // What is told of presence may be from before the bot came, and a bot is never away.
    online: one.kind === 'bot' || (state.presence.value?.message.seats[seat].online ?? true),
    ...(one.kind === 'bot' ? { note: level } : {}),
  };
}

function facts(state: State, room: RoomState): Label[] {
  const options = room.room_options;
  const time = (name: string) => Number(options[name] ?? 0);
  const pace = options['easy_pace'] === true || time('turn') === 0 ? both('不限时', 'no limit') : `${time('turn')}+${time('bank')}`;
  const info = state.catalogue.value?.room_options.find((one) => one.name === 'hints');
  const hints = info?.choices.find((one) => one.value === options['hints']);
  return [handsLabel(Number(options['hands'] ?? 0)), pace, ...(info && hints ? [joinLabels([both(info.zh, info.en), both(hints.zh, hints.en)], ' ')] : [])];
}

export function lobbyView(state: State, origin: string): LobbyView | null {
  const room = state.room.value;
  if (!room) return null;
  const mine = SEATS.find((seat) => room.seats[seat].player !== '' && room.seats[seat].player === state.player.value?.id);
  const catalogue = state.catalogue.value;
  return {
    player: playerView(state),
    room: room.code,
    link: `${origin}/r/${room.code}`,
    ruleset: rulesetOf(state, room.ruleset),
    summary: facts(state, room),
    bottom: mine ?? 0,
    seats: SEATS.map((seat) => lobbySeat(state, room, seat)),
    differences: differences(state, room),
    isHost: room.host !== '' && room.host === state.player.value?.id,
    youReady: mine !== undefined && room.seats[mine].ready,
    seated: mine !== undefined,
    watchers: { count: state.presence.value?.message.watchers ?? 0, names: state.presence.value?.message.names ?? [] },
    chat: {
      lines: state.chat.value, free: false,
      phrases: room.room_options['phrases'] === false ? [] : (catalogue?.phrases ?? []).map(({ id, zh, en }) => ({ id: String(id), text: both(zh, en) })),
    },
  };
}
