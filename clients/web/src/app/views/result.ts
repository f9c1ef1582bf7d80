/** What a hand and a match came to, as the sheets show it. The points are the server's; here they are put in order. */
import type { HandResult, Item, Meld, Step, TableView as WireTable, Tile, Winner } from '../../protocol/types';
import type { Label, Locale, MatchResultView, ResultGroup, ResultItem, ResultView, Seat, TileFlag, WinnerView } from '../../viewmodel';
import type { Verdict } from '../../net/witness';
import { parseTile, tileShortName } from '../../tiles/kinds';
import { ownSeat, type Shown, type State } from '../state';
import { both, joinLabels, MELD_WORDS, WON_BY } from '../words';
import { payMatrix, resultLedger } from './ledger';
import { isBot, nameOf, rulesetOf, unitOf } from './names';
import { isPlayedFor, itemValue, meldView, windOf } from './table';

const SEATS: readonly Seat[] = [0, 1, 2, 3];

const tileLabel = (tile: Tile): Label => both(tileShortName(tile, 'zh'), tileShortName(tile, 'en'));

// ---------------------------------------------------------------- the winner's hand

function groupWord(tiles: readonly Tile[], alone: boolean): Label {
  if (tiles.length === 2) return alone ? both('将', 'pair') : both('对子', 'pair');
  if (tiles.length === 4) return both('四张', 'four');
  if (tiles.length === 1) return both('单张', 'single');
  return tiles.every((tile) => tile === tiles[0]) ? both('刻子', 'triplet') : both('顺子', 'sequence');
}

interface Laid {
  readonly tiles: readonly Tile[];
  readonly wilds: ReadonlyMap<number, Tile>;
}

/** The groups with the tiles that lie there: a wild one in place of what it stands for. */
function laidOut({ groups, concealed, tile, wilds }: Winner): Laid[] {
  const found = groups.length > 0 ? groups : [[...concealed, ...(tile ? [tile] : [])]];
  const laid = found.map((group) => ({ tiles: [...group], wilds: new Map<number, Tile>() }));
  for (const wild of wilds) {
    const free = (one: (typeof laid)[number]) => one.tiles.findIndex((kind, i) => kind === wild.stands_for && !one.wilds.has(i));
    const group = laid.find((one) => free(one) >= 0);
    if (!group) continue;
    const at = free(group);
    group.wilds.set(at, wild.stands_for);
    group.tiles[at] = wild.tile;
  }
  return laid;
}

/** 宝 for a treasure, 财 for a wild kind; the fourth of a triplet that wins as a wild is neither. */
function wildFlag({ items }: Winner): TileFlag | null {
  if (items.some((item) => item.id.startsWith('treasure'))) return 'treasure';
  return items.some((item) => item.id.startsWith('gale')) ? null : 'wild';
}

function wildsOf({ tiles, wilds }: Laid, flag: TileFlag | null): Pick<ResultGroup, 'flags' | 'standsFor'> {
  const others = [...wilds].filter(([at, kind]) => kind !== tiles[at]);
  const words = others.map(([at, kind]) => both(`${tileShortName(tiles[at]!, 'zh')}当${tileShortName(kind, 'zh')}`, `${tileShortName(tiles[at]!, 'en')} as ${tileShortName(kind, 'en')}`));
  return {
    ...(wilds.size > 0 && flag ? { flags: tiles.map((_, at) => (wilds.has(at) ? flag : null)) } : {}),
    ...(words.length > 0 ? { standsFor: joinLabels(words, '、', ', ') } : {}),
  };
}

function concealedGroups(winner: Winner): ResultGroup[] {
  const laid = laidOut(winner);
  const flag = wildFlag(winner);
  const read = winner.groups.length > 0 ? winner.groups : laid.map((one) => one.tiles);
  const found = laid.map((one) => one.tiles);
  const pairs = found.filter((group) => group.length === 2).length;
  // The winning tile is ringed once: in a set rather than in the pair, if it fits both.
  const holding = found.map((group, at) => ({ group, at })).filter(({ group }) => winner.tile !== null && group.includes(winner.tile));
  const ringed = (holding.find(({ group }) => group.length > 2) ?? holding[0])?.at;
  return found.map((group, at): ResultGroup => {
    const word = groupWord(read[at]!, pairs === 1);
    const wilds = wildsOf(laid[at]!, flag);
    if (at !== ringed || winner.tile === null) return { caption: word, tiles: group, ...wilds };
    return { ...wilds, caption: joinLabels([word, winner.by === 'self_draw' ? both('自摸', 'drawn') : both('胡', 'won')], ' · '), tiles: group, winning: group.lastIndexOf(winner.tile) };
  });
}

function meldGroup(meld: Meld, names: readonly string[]): ResultGroup {
  const { kind, tiles, from, claimed } = meldView(meld);
  const caption = from === undefined ? MELD_WORDS[meld.kind] : joinLabels([MELD_WORDS[meld.kind], names[from]!], ' · ');
  return {
    caption, tiles,
    ...(meld.kind.endsWith('kong') ? { kong: true } : {}),
    ...(from === undefined ? {} : { from }),
    ...(kind === 'chow' && claimed !== undefined ? { claimed } : {}),
  };
}

// ---------------------------------------------------------------- items and arithmetic

/** The rule's own words for an item, from the sheet made of the same data. */
function about(state: State, item: Item): Label {
  for (const section of state.rules.value?.sections ?? []) {
    const row = section.rows.find((one) => one.id === item.id);
    if (row && (row.text_zh || row.text_en)) return both(row.text_zh, row.text_en);
  }
  return '';
}

function itemView(state: State, item: Item): ResultItem {
  const words = about(state, item);
  const name = both(item.zh, item.en);
  const rule = words === '' ? {} : { rule: joinLabels([item.clause, name, words], '　', ' · ') };
  return { id: item.id, name, text: words, clause: item.clause, tiles: item.tiles, value: itemValue(item.value, item.unit), ...rule };
}

/** Tiles of one suit: 八筒 ×3, 三四五条, 东、白; dots ×3 as `8 dots ×3`, `3-4-5 bams`, `2, 5 chars`, `east, white`. */
function suitInWords(ranks: readonly string[], suit: string, locale: Locale): string | null {
  const tiles = ranks.map((rank) => rank + suit);
  if (!tiles.every(parseTile)) return null;
  const names = tiles.map((tile) => tileShortName(tile, locale));
  if (ranks.length === 1) return names[0]!;
  if (ranks.every((rank) => rank === ranks[0])) return `${names[0]!} ×${ranks.length}`;
  if (suit === 'z' || suit === 'f') return names.join(locale === 'zh' ? '、' : ', ');
  if (locale === 'zh') return names.map((name) => name[0]!).join('') + names[0]!.slice(1);
  const run = ranks.length > 2 && ranks.every((rank, at) => at === 0 || Number(rank) === Number(ranks[at - 1]) + 1);
  return ranks.join(run ? '-' : ', ') + names[0]!.slice(1);
}

/** Notation within a sentence, in words: `888p` as 八筒 ×3, `25m3s` as 二五万、三条. What is no tile stays. */
export function inWords(text: string, locale: Locale = 'zh'): string {
  return text.replace(/(?<![\w.-])(?:[1-9]+[mpszf])+(?!\w)/g, (whole) => {
    const suits = [...whole.matchAll(/([1-9]+)([a-z])/g)].map(([, ranks, suit]) => suitInWords([...ranks!], suit!, locale));
    return suits.includes(null) ? whole : suits.join(locale === 'zh' ? '、' : ', ');
  });
}

/** Words apart, but what stands in brackets together. */
export function tokens(text: string): string[] {
  return text.match(/(?:[^\s(]*\([^)]*\)[^\s]*|[^\s]+)/g) ?? [];
}

/** Seats in the arithmetic's words, by the names of who sits there. */
function named({ zh, en }: Step, names: readonly string[]): Label {
  const name = (seat: string) => names[Number(seat)] ?? seat;
  return both(zh.replace(/(\d) 号位/, (_, seat: string) => `${name(seat)} `), en.replace(/seat (\d)/, (_, seat: string) => name(seat)));
}

function arithmetic(winner: Winner, names: readonly string[]): WinnerView['arithmetic'] {
  const last = winner.steps.at(-1);
  if (!last) return { steps: [], result: String(winner.value) };
  const steps = winner.steps.flatMap((step, at): Label[] => {
    const sum = tokens(step.text);
    const plain = sum.length === 1 && sum[0] === String(step.result);
    const body: Label[] = [named(step, names), ...(plain ? [] : [...sum, '='])];
    return step === last ? body : [...body, ...(plain ? sum : [String(step.result)]), ...(at < winner.steps.length - 1 ? ['；'] : [])];
  });
  return { steps, result: String(last.result) };
}

function bonusOf(result: HandResult, winner: Winner): WinnerView['bonus'] {
  const turned = result.turned.filter((one) => one.seat === null || one.seat === winner.seat);
  if (turned.length === 0) return undefined;
  const tiles = turned.flatMap((one) => one.tiles.map((tile, at) => ({ tile, hit: one.hits[at] ?? false })));
  const hits = tiles.filter((one) => one.hit).length;
  const words: Readonly<Record<string, Label>> = { codes: both('摸码', 'codes'), fishing: both('钓鱼', 'fishing') };
  const caption = joinLabels([...new Set(turned.map((one) => one.key))].map((key) => words[key] ?? key), ' · ');
  return { caption: joinLabels([caption, both(`中 ${hits}`, `${hits} hit`)], ' · '), tiles };
}

function handFacts(state: State, wire: WireTable, shown: Shown): Label[] {
  const of = wire.match?.hands ?? 0;
  const { hand } = shown.result;
  return [
    rulesetOf(state, wire.match?.ruleset ?? '').name,
    of > 0 ? both(`第 ${hand}/${of} 局`, `hand ${hand}/${of}`) : both(`第 ${hand} 局`, `hand ${hand}`),
  ];
}

function winnerView(state: State, wire: WireTable, shown: Shown, winner: Winner, names: readonly string[]): WinnerView {
  const { result } = shown;
  const bonus = bonusOf(result, winner);
  const patterns = winner.items.filter((item) => item.unit !== 'points').map((item) => both(item.zh, item.en));
  return {
    seat: winner.seat,
    how: WON_BY[winner.by],
    tile: winner.tile,
    from: winner.from,
    facts: [...handFacts(state, wire, shown), ...patterns.slice(0, 3), both(`余牌 ${shown.wallLeft}`, `${shown.wallLeft} left`)],
    gain: result.totals[winner.seat],
    groups: [...concealedGroups(winner), ...winner.melds.map((meld) => meldGroup(meld, names))],
    ...(bonus ? { bonus } : {}),
    items: winner.items.map((item) => itemView(state, item)),
    arithmetic: arithmetic(winner, names),
    near: winner.near.map((one) => ({ name: both(one.zh, one.en), missing: both(inWords(one.missing_zh), inWords(one.missing_en, 'en')) })),
  };
}

// ---------------------------------------------------------------- the sheet

function headline(state: State, wire: WireTable, shown: Shown, names: readonly string[]): Label {
  const { outcome, false_winner } = shown.result;
  const facts = joinLabels(handFacts(state, wire, shown).slice(1), ' · ');
  const why: Readonly<Record<HandResult['outcome'], Label>> = {
    win: '',
    draw: both('牌墙摸完，无人胡牌', 'the wall is exhausted and nobody has won'),
    false_win: both(`${names[false_winner ?? 0]!} 的胡不成立`, `${names[false_winner ?? 0]!} had no lawful win`),
    void: both('没有付分', 'nothing is paid'),
  };
  return joinLabels([facts, why[outcome]], ' · ');
}

function shownHands(result: HandResult): ResultView['hands'] {
  return result.shown.map(({ seat, tiles, melds, waits }) => ({
    seat, tiles, melds: melds.map((meld) => meldView(meld)),
    ...(waits.length > 0 ? { note: joinLabels([both('听', 'ready'), joinLabels(waits.map(tileLabel), ' ')], ' ') } : {}),
  }));
}

export function proofOf(verdict: Verdict | undefined): ResultView['proof'] {
  if (verdict === undefined) return 'none';
  if (verdict.holds === null) return verdict.why === 'hidden' ? 'pending' : 'none';
  return verdict.holds ? 'ok' : 'failed';
}

export function resultView(state: State): ResultView | null {
  const shown = state.shown.value;
  const stream = state.stream.value;
  if (!shown || !stream) return null;
  const wire = stream.state;
  const { result } = shown;
  const own = ownSeat(stream);
  const names = SEATS.map((seat) => nameOf(state, seat));
  const running = wire.result?.hand === result.hand;
  const presence = state.presence.value;
  const over = wire.phase === 'match_over';
  const ready = SEATS.map((seat) => over || !running || (presence?.message.seats[seat].ready_next ?? false) || isBot(state, seat));
  const next = presence?.message.next_ms ?? null;
  return {
    outcome: result.outcome,
    ruleset: rulesetOf(state, wire.match?.ruleset ?? '').name,
    hand: { number: result.hand, of: wire.match?.hands ?? 0 },
    seats: SEATS.map((seat) => ({ seat, name: names[seat]!, bot: isBot(state, seat), wind: windOf(seat, shown.dealer), total: result.scores[seat], change: result.totals[seat] })),
    own,
    bottom: own ?? state.watchedSeat.value,
    winners: result.winners.map((winner) => winnerView(state, wire, shown, winner, names)),
    ...(result.winners.length > 0 ? {} : { headline: headline(state, wire, shown, names), hands: shownHands(result) ?? [] }),
    matrix: payMatrix(result.transfers),
    house: result.house,
    unit: unitOf(state),
    ledger: resultLedger(result.transfers, names),
    ready,
    // Where the next hand has begun, or none will, the button only closes the sheet; a watcher has that one alone.
    onward: over ? 'match' : !running ? 'table' : own === null ? null : 'ready',
    youReady: running && !over && own !== null && ((presence?.message.seats[own].ready_next ?? false) || state.readyFor.value === result.hand),
    readyAt: running && !over && presence && next !== null ? presence.at + next : null,
    proof: proofOf(state.verdicts.value.get(result.hand)),
    ...(running && !over && (wire.match?.hands ?? 0) === 0 && state.room.value?.host === state.player.value?.id ? { canEnd: true } : {}),
    since: shown.since,
    ...(shown.hidden ? { hidden: true } : {}),
    ...(isPlayedFor(wire, own) ? { autopilot: true } : {}),
  };
}

// ---------------------------------------------------------------- the match

export function matchResultView(state: State): MatchResultView | null {
  const stream = state.stream.value;
  const wire = stream?.state;
  const over = wire?.match_result;
  if (!stream || !wire || !over) return null;
  const own = ownSeat(stream);
  const sums = [0, 0, 0, 0];
  const history = over.history.map((totals) => totals.map((points, seat) => (sums[seat]! += points)));
  const proofs = over.history.map((_, at) => proofOf(state.verdicts.value.get(at + 1)));
  return {
    room: state.room.value?.code ?? '',
    ruleset: rulesetOf(state, wire.match?.ruleset ?? '').name,
    own,
    bottom: own ?? state.watchedSeat.value,
    ranking: SEATS.map((seat) => ({
      rank: over.ranks[seat], seat, name: nameOf(state, seat), bot: isBot(state, seat), total: over.scores[seat], wins: over.wins[seat],
    })).sort((a, b) => a.rank - b.rank || a.seat - b.seat),
    history,
    proof: proofs.includes('failed') ? 'failed' : proofs.length > 0 && proofs.every((one) => one === 'ok') ? 'ok' : proofs.includes('pending') ? 'pending' : 'none',
    canRematch: own !== null && state.room.value?.phase === 'match_over' && !(state.room.value.rematch[own] ?? false),
  };
}
