/** The table as the screen has it, from what the wire told. Nothing is decided here: it is told in other words. */
import type { Meld, Prompt as Asking, RuleSection as Section, SeatView as WireSeat, TableView as WireTable, Tile } from '../../protocol/types';
import type {
  CentreView, ClockView, ConnectionView, HandTile, HandView, Label, LiabilityView, MeldView, RiverTile, RuleSection, Seat,
  SeatState, SeatTag, SeatView, SpecialTile, TableView, TileFlag, ToggleView, Wind,
} from '../../viewmodel';
import type { Status } from '../../net/connection';
import { inOrder, type OneTile, type OwnTiles } from '../hand';
import { hintFor, readyTiles } from '../hints';
import { ownSeat, type State } from '../state';
import { both, joinLabels, TAGS, unitText } from '../words';
import { ledgerView } from './ledger';
import { blockedWhy, promptView } from './prompt';
import { isBot, nameOf, rulesetOf, unitOf } from './names';
import { tileShortName } from '../../tiles/kinds';

const WINDS: readonly Wind[] = ['east', 'south', 'west', 'north'];
const SEATS: readonly Seat[] = [0, 1, 2, 3];

export function windOf(seat: number, dealer: number | null): Wind {
  return WINDS[(seat - (dealer ?? 0) + 4) % 4]!;
}

// ---------------------------------------------------------------- tiles

type Flags = ReadonlyMap<string, TileFlag>;

function flagsOf(view: WireTable): Flags {
  const flags = new Map<string, TileFlag>();
  for (const mark of view.marks) {
    if (mark.key === 'wild') for (const tile of mark.tiles) flags.set(tile, 'wild');
    // The indicator stands first, then the kinds that are treasure.
    if (mark.key === 'treasure') for (const tile of mark.tiles.slice(1)) flags.set(tile, 'treasure');
  }
  return flags;
}

const flagged = (tile: Tile | null, flags: Flags) => {
  const flag = tile === null ? undefined : flags.get(tile);
  return flag ? { flag } : {};
};

const LOCKED = both('已报听，手牌锁定 LJ-3.2', 'declared ready, the hand is locked LJ-3.2');

function ownHand(own: OwnTiles, sort: boolean, asking: Asking | null, ready: ReadonlySet<string>, flags: Flags, declared: boolean): HandView {
  const show = ({ id, tile }: OneTile, locked: boolean): HandTile => {
    const blocked = locked ? LOCKED : blockedWhy(asking, tile);
    return { id, tile, ...(ready.has(tile) ? { makesReady: true } : {}), ...(blocked === undefined ? {} : { blocked }), ...flagged(tile, flags) };
  };
  return { tiles: (sort ? own.tiles : inOrder(own)).map((one) => show(one, declared)), drawn: own.drawn ? show(own.drawn, false) : null };
}

/** A pair pushed out lies open beside the melds, no longer in the hand (LJ-3.3). */
function pushedOut(hand: HandView, pair: readonly Tile[]): HandView {
  const left = [...pair];
  const tiles = hand.tiles.filter(({ tile }) => {
    // Of a hand that is not shown any two backs are the pair.
    const at = tile === null ? left.length - 1 : left.indexOf(tile as Tile);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
  return { ...hand, tiles };
}

/** Another's hand: faces where they are shown, else as many backs as he holds. */
function otherHand(seat: number, { tiles, drawn, count }: WireSeat, apart: boolean, flags: Flags): HandView {
  const one = (tile: Tile | null, at: number): HandTile => ({ id: `s${seat}-${at}`, tile, ...flagged(tile, flags) });
  const shown = apart && drawn === null && tiles === null;
  const faces: readonly (Tile | null)[] = tiles ?? Array.from({ length: count - (shown ? 1 : 0) }, () => null);
  const last = drawn !== null || shown ? { id: `s${seat}-drawn`, tile: drawn, ...flagged(drawn, flags) } : null;
  return { tiles: faces.map(one), drawn: last };
}

export function meldView({ kind, tiles, from, claimed }: Meld, flags: Flags = new Map()): MeldView {
  const faces: readonly (Tile | null)[] = tiles.length > 0 ? tiles : [null, null, null, null];
  const marks = faces.map((tile) => (tile === null ? null : flags.get(tile) ?? null));
  return {
    kind,
    tiles: faces,
    ...(from === null ? {} : { from }),
    ...(kind === 'chow' && claimed !== null ? { claimed: Math.max(0, tiles.indexOf(claimed)) } : {}),
    ...(marks.some(Boolean) ? { flags: marks } : {}),
  };
}

function pushedPair(tiles: readonly Tile[], flags: Flags): MeldView {
  const marks = tiles.map((tile) => flags.get(tile) ?? null);
  return { kind: 'pushed_pair', tiles, ...(marks.some(Boolean) ? { flags: marks } : {}) };
}

function riverView(view: WireTable, seat: number, flags: Flags): RiverTile[] {
  const { river } = view.seats[seat]!;
  const open = view.window?.kind === 'discard' && view.window.seat === seat;
  return river.map(({ tile, drawn, declares }, at) => ({
    tile,
    ...(drawn ? { drawn } : {}),
    ...(declares ? { declaring: true } : {}),
    ...(open && at === river.length - 1 ? { last: true } : {}),
    ...flagged(tile, flags),
  }));
}

// ---------------------------------------------------------------- seats

function tagsOf(view: WireTable, seat: number, names: readonly string[], mine: boolean): SeatTag[] {
  return view.marks.filter((mark) => mark.seat === seat).flatMap((mark): SeatTag[] => {
    const clause = mark.clause ? { clause: mark.clause } : {};
    switch (mark.key) {
      case 'ready': return [
        { kind: 'ready', label: TAGS.ready, ...clause },
        // One's own hand shows that it is locked, and the pair beside it.
        ...(mine ? [] : [{ kind: 'rule', label: TAGS.locked, clause: 'LJ-3.2' } as const]),
        ...(!mine && mark.tiles.length > 0 ? [{ kind: 'rule', label: TAGS.pushed, ...clause } as const] : []),
      ];
      case 'sealed': return [{ kind: 'warn', label: mark.other === null ? TAGS.sealed : both(`封 ${names[mark.other]!}`, `sealed by ${names[mark.other]!}`), ...clause }];
      case 'mouths': return (mark.value ?? 0) < 2 ? [] : [{ kind: 'warn', label: both(`${mark.value} 口`, `${mark.value} sets`), ...clause }];
      case 'dealt_ready': return [{ kind: 'ready', label: TAGS.dealt_ready, ...clause }];
      case 'barred': return [{ kind: 'rule', label: TAGS.barred, ...clause }];
      case 'barred_pong': return [{ kind: 'rule', label: TAGS.barred_pong, ...clause }];
      case 'fishing': return [{ kind: 'rule', label: both(`钓 ${mark.value ?? 0}`, `fish ${mark.value ?? 0}`), ...clause }];
      case 'wild': case 'treasure': return [];
      default: return [{ kind: 'rule', label: mark.clause || mark.key, ...clause }];
    }
  });
}

/** Whether another plays a seat that can be taken back: after the match there is nothing to take. */
export function isPlayedFor(wire: WireTable, own: Seat | null): boolean {
  return own !== null && wire.phase !== 'match_over' && wire.seats[own]!.control === 'autopilot';
}

function stateOf(state: State, wire: WireTable, seat: Seat): SeatState {
  const { control } = wire.seats[seat]!;
  const info = wire.match?.seats[seat];
  if (control === 'autopilot') return { kind: 'autopilot' };
  if (control === 'bot' && info && !info.bot) return { kind: 'left' };
  const presence = state.presence.value;
  const here = presence?.message.seats[seat];
  if (here && !here.online && control === 'player') {
    return { kind: 'offline', until: here.grace_ms === null ? null : presence.at + here.grace_ms };
  }
  if (wire.turn === seat && wire.phase === 'playing') return { kind: 'thinking' };
  return { kind: 'rest' };
}

function seatView(state: State, wire: WireTable, seat: Seat, own: Seat | null, flags: Flags): SeatView {
  const one = wire.seats[seat]!;
  const asking = state.asked.value?.message ?? null;
  const names = SEATS.map((other) => nameOf(state, other));
  // When the hand is over all that is shown lies as the wire has it.
  const mine = seat === own && wire.result === null;
  const declared = wire.marks.find((mark) => mark.key === 'ready' && mark.seat === seat);
  const pair = declared?.tiles ?? [];
  const hand = mine
    ? ownHand(state.own.value, state.autos.value.sort, asking, readyTiles(state), flags, declared !== undefined)
    : otherHand(seat, one, state.drawer.value === seat, flags);
  const melds = one.melds.map((meld) => meldView(meld, flags));
  return {
    seat,
    name: names[seat]!,
    bot: isBot(state, seat),
    wind: windOf(seat, wire.dealer),
    dealer: wire.dealer === seat,
    score: one.score,
    hand: pair.length > 0 ? pushedOut(hand, pair) : hand,
    melds: pair.length > 0 ? [...melds, pushedPair(pair, flags)] : melds,
    flowers: one.flowers,
    river: riverView(wire, seat, flags),
    tags: tagsOf(wire, seat, names, seat === own),
    state: stateOf(state, wire, seat),
  };
}

// ---------------------------------------------------------------- the middle

function specialTile(view: WireTable): SpecialTile | undefined {
  const mark = view.marks.find((one) => one.key === 'wild' || one.key === 'treasure');
  if (!mark) return undefined;
  const flag = mark.key === 'wild' ? 'wild' : 'treasure';
  // Of a treasure the tile shown is the indicator, and what counts are the kinds after it; two wild kinds are named.
  const named = flag === 'treasure' ? mark.tiles.slice(1) : mark.tiles.length > 1 ? mark.tiles : [];
  const kinds = named.map((tile) => both(tileShortName(tile, 'zh'), tileShortName(tile, 'en')));
  return { tile: mark.tiles[0] ?? null, flag, label: joinLabels([flag === 'wild' ? both('财神', 'wild') : both('宝', 'treasure'), ...kinds], ' ') };
}

function centreView(view: WireTable): CentreView {
  const of = view.match?.hands ?? 0;
  const hand = of > 0 ? both(`第 ${view.hand}/${of} 局`, `Hand ${view.hand}/${of}`) : both(`第 ${view.hand} 局`, `Hand ${view.hand}`);
  const special = specialTile(view);
  return { wallLeft: view.wall_left, line: hand, ...(view.streak > 0 ? { streak: both(`连庄 ${view.streak}`, `streak ${view.streak}`) } : {}), ...(special ? { special } : {}) };
}

function liabilities(view: WireTable, names: readonly string[]): LiabilityView[] {
  return view.marks.filter((mark) => mark.seat !== null && mark.other !== null && (mark.key === 'sealed' || mark.key === 'mouths')).flatMap((mark) => {
    const [payer, payee] = [mark.seat!, mark.other!];
    const [from, to] = [names[payer]!, names[payee]!];
    if (mark.key === 'mouths' && (mark.value ?? 0) < 3) return [];
    return [{
      payer, payee, clause: mark.clause,
      label: mark.key === 'sealed' ? both('封胡', 'sealed') : both('包牌', 'liable'),
      text: mark.key === 'sealed'
        ? both(`${from} 让 ${to} 要走三副，这一局不能胡；${to} 胡牌时由 ${from} 另付。`, `${to} took three sets from ${from}, who cannot win this hand and pays when ${to} does.`)
        : both(`${to} 已从 ${from} 处得 ${mark.value} 口。`, `${to} has taken ${mark.value} sets from ${from}.`),
    }];
  });
}

/** Unseen copies by kind, from what lies open and one's own hand. */
export function countsOf(view: WireTable, own: Seat | null, kinds: readonly Tile[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = kind.endsWith('f') ? 1 : 4;
  const see = (tile: Tile) => { if (counts[tile] !== undefined) counts[tile] = Math.max(0, counts[tile] - 1); };
  for (const { key, seat, tiles } of view.marks) {
    // The indicator lies face up; a pair pushed out is open to all, and counted with the hand where that is known.
    if (key === 'treasure') tiles.slice(0, 1).forEach(see);
    if (key === 'ready' && seat !== own) tiles.forEach(see);
  }
  view.seats.forEach((seat, at) => {
    seat.river.forEach(({ tile }) => see(tile));
    seat.flowers.forEach(see);
    seat.melds.forEach((meld) => meld.tiles.forEach(see));
    if (at === own) [...(seat.tiles ?? []), ...(seat.drawn ? [seat.drawn] : [])].forEach(see);
  });
  return counts;
}

// ---------------------------------------------------------------- time

const DAY = 86_400_000;

function totals(state: State, kind: 'turn' | 'claim'): { readonly step: number; readonly bank: number } {
  const options = state.stream.value?.state.match?.room_options ?? {};
  const seconds = (name: string) => Number(options[name] ?? 0) * 1000;
  return { step: seconds(kind) || DAY, bank: seconds('bank') };
}

function clockOf(left: { readonly turn_ms: number | null; readonly bank_ms: number | null; readonly running: boolean }, at: number, total: { readonly step: number; readonly bank: number }): ClockView {
  return {
    at,
    running: left.running,
    step: left.turn_ms === null ? null : { left: left.turn_ms, total: Math.max(total.step, left.turn_ms) },
    bank: left.bank_ms === null || total.bank === 0 ? null : { left: left.bank_ms, total: Math.max(total.bank, left.bank_ms) },
  };
}

export function clockView(state: State): ClockView | null {
  const asked = state.asked.value;
  if (asked) return clockOf(asked.message, asked.at, totals(state, asked.message.kind));
  const clock = state.clock.value;
  const wire = state.stream.value?.state;
  if (!clock || wire?.phase !== 'playing' || wire.turn !== clock.message.seat) return null;
  return clockOf(clock.message, clock.at, totals(state, 'turn'));
}

export function connectionView(state: State): ConnectionView {
  const status: Status = state.status.value;
  switch (status.state) {
    case 'connecting':
    case 'gone': return { state: 'connecting' };
    case 'superseded': return { state: 'superseded' };
    case 'lost': {
      const asked = state.asked.value?.message;
      const clockRuns = asked !== undefined && asked.running && asked.turn_ms !== null && asked.answered === null;
      return { state: 'lost', attempt: status.attempt, retryAt: status.retryAt, lastEventAt: status.lastHeard, clockRuns };
    }
    default:
      if (state.storeDown.value) return { state: 'paused' };
      if (!state.upToDate.value) return { state: 'connecting' };
      return status.state === 'slow' ? { state: 'slow', rtt: status.rtt ?? 0 } : { state: 'ok', rtt: status.rtt };
  }
}

// ---------------------------------------------------------------- the whole

function togglesOf(state: State, hasChow: boolean): ToggleView[] {
  const autos = state.autos.value;
  const verbs = hasChow ? (['chow', 'pong', 'kong'] as const) : (['pong', 'kong'] as const);
  const parts = verbs.map((verb) => ({ verb, on: autos[verb] }));
  return [
    { id: 'auto_win', on: autos.auto_win },
    { id: 'no_calls', on: parts.some((part) => part.on), parts },
    { id: 'throw_drawn', on: autos.throw_drawn },
    { id: 'sort', on: autos.sort },
  ];
}

export function rulesView(sections: readonly Section[]): RuleSection[] {
  return sections.map(({ zh, en, rows }) => ({
    title: both(zh, en),
    items: rows.map((row) => ({
      name: both(row.zh, row.en), clause: row.clause,
      ...(row.value === null ? {} : { value: itemValue(row.value, row.unit) }),
      ...(row.text_zh || row.text_en ? { text: both(row.text_zh, row.text_en) } : {}),
    })),
  }));
}

/** A value as it is printed: `3`, `×2` for a doubling, `×3` for times, else with its unit. */
export function itemValue(value: number, unit: string): Label {
  if (unit === 'points' || unit === '') return String(value);
  if (unit === 'doublings') return `×${2 ** value}`;
  if (unit === 'times') return `×${value}`;
  return joinLabels([String(value), unitText(unit)], ' ');
}

const STAGES = { lobby: 'waiting', nonces: 'dealing', playing: 'playing', window: 'playing', hand_over: 'over', match_over: 'over' } as const;

/** Who is not here while the table waits. */
function awaited(state: State): string[] {
  const presence = state.presence.value?.message;
  return presence ? SEATS.filter((seat) => !presence.seats[seat].online).map((seat) => nameOf(state, seat)) : [];
}

/** Null before there is a match to show. */
export function tableView(state: State): TableView | null {
  const stream = state.stream.value;
  const room = state.room.value;
  if (!stream || stream.state.seats.length !== 4) return null;
  const wire = stream.state;
  const own = ownSeat(stream);
  const flags = flagsOf(wire);
  const names = SEATS.map((seat) => nameOf(state, seat));
  const asked = state.asked.value;
  const ruleset = rulesetOf(state, wire.match?.ruleset ?? room?.ruleset ?? '');
  const kinds = ruleset.info?.tiles ?? [];
  return {
    room: room?.code ?? '',
    ruleset: { id: ruleset.id, name: ruleset.name },
    hand: { number: wire.hand, of: wire.match?.hands ?? 0 },
    stage: STAGES[wire.phase],
    awaited: awaited(state),
    bottom: own ?? state.watchedSeat.value,
    own,
    seats: SEATS.map((seat) => seatView(state, wire, seat, own, flags)) as unknown as TableView['seats'],
    turn: wire.turn,
    claiming: wire.phase === 'window',
    centre: centreView(wire),
    clock: clockView(state),
    prompt: asked && wire.result === null ? promptView(asked, unitOf(state)) : null,
    hint: own === null ? null : hintFor(state),
    toggles: own === null ? [] : togglesOf(state, ruleset.info?.chow ?? false),
    hasFlowers: kinds.some((kind) => kind.endsWith('f')) || wire.seats.some((seat) => seat.flowers.length > 0),
    liabilities: liabilities(wire, names),
    counts: kinds.length > 0 ? countsOf(wire, own, kinds) : null,
    log: state.log.value,
    ledger: ledgerView(wire, state.paidBy.value),
    chat: {
      lines: state.chat.value, free: false,
      phrases: own === null ? [] : (state.catalogue.value?.phrases ?? []).map(({ id, zh, en }) => ({ id: String(id), text: both(zh, en) })),
    },
    watchers: { count: state.presence.value?.message.watchers ?? 0, names: state.presence.value?.message.names ?? [] },
    rules: rulesView(state.rules.value?.sections ?? []),
    ...(own === null ? { watching: { mode: 'public' as const, delay: both('公开牌面', 'public view'), behind: 0 } } : {}),
    autopilot: isPlayedFor(wire, own),
    floats: state.floats.value,
  };
}
