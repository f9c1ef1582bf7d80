/** From what the wire told to what the screen shows: by the annotated session, and by made-up moments. */
import { describe, expect, test } from 'vitest';
import type { HandResult, Mark, Prompt, RoomState, RulesetInfo, TableView as WireTable, Transfer, Winner } from '../../protocol/types';
import type { Label } from '../../viewmodel';
import { NANNING, Stage, STORY, told } from '../fakes';
import type { Asked } from '../state';
import { ledgerView, payMatrix, resultLedger, together } from './ledger';
import { blockedWhy, choicesOf, offerOf, promptView } from './prompt';
import { inWords, matchResultView, proofOf, resultView, tokens } from './result';
import { createView, homeView, lobbyView } from './rooms';
import { connectionView, countsOf, itemValue, meldView, tableView, windOf } from './table';

const zh = (label: Label | undefined) => (label === undefined ? undefined : typeof label === 'string' ? label : label.zh);
const lobby = told('room_state');
const running = { room: lobby.room, seat: 0, match: true, view: 'seat0' } as const;

/** At the table after the n-th event of the session. */
function after(n: number): Stage {
  const stage = new Stage().open(`/r/${lobby.code}`).welcome({ running });
  const at = STORY.findIndex((message) => message.t === 'frame' && message.n === n);
  const upTo = STORY.slice(0, at + 1).filter(({ t }) => t === 'room_state' || t === 'snapshot' || t === 'frame');
  return stage.say(...upTo);
}

/** The same with its view changed. */
function changed(n: number, change: (view: WireTable) => Partial<WireTable>): Stage {
  const stage = after(n);
  const stream = stage.state.stream.value!;
  stage.state.stream.value = { ...stream, state: { ...stream.state, ...change(stream.state) } };
  return stage;
}

const mark = (more: Partial<Mark>): Mark => ({ key: 'x', seat: null, other: null, tiles: [], value: null, clause: '', on: true, ...more });

describe('the table', () => {
  test('winds follow from the dealer', () => {
    expect([0, 1, 2, 3].map((seat) => windOf(seat, 2))).toEqual(['west', 'north', 'east', 'south']);
    expect(windOf(0, null)).toBe('east');
  });

  test('own tiles are faces, others’ are backs, as many as they hold', async () => {
    const view = tableView((await after(4).settle()).state)!;
    expect(view.own).toBe(0);
    expect(view.seats[0].hand.tiles).toHaveLength(14);
    expect(view.seats[1].hand.tiles.map((one) => one.tile)).toEqual(Array(13).fill(null));
    expect(view).toMatchObject({ stage: 'playing', turn: 0, claiming: false, hand: { number: 1, of: 4 }, ruleset: { name: { zh: '南宁麻将' } } });
  });

  test('whoever has drawn has that tile apart, though nobody else sees which it is', () => {
    const view = tableView(after(6).state)!;
    expect(view.seats[1].hand).toMatchObject({ drawn: { tile: null } });
    expect(view.seats[1].hand.tiles).toHaveLength(13);
    expect(view.seats[1].state).toEqual({ kind: 'thinking' });
  });

  test('in a window the last discard is marked, and nobody is said to think', () => {
    const view = tableView(after(9).state)!;
    expect(view.claiming).toBe(true);
    expect(view.seats[2].river).toEqual([{ tile: '7p', last: true }]);
    expect(view.seats.map((seat) => seat.state.kind)).toEqual(['rest', 'rest', 'rest', 'rest']);
    expect(view.seats[1].river).toEqual([{ tile: '9m', drawn: true }]);
  });

  test('a claimed meld names its source; a face-down kong is four backs; a chow says which tile was claimed', () => {
    expect(tableView(after(10).state)!.seats[0].melds).toEqual([{ kind: 'pong', tiles: ['7p', '7p', '7p'], from: 2 }]);
    expect(meldView({ kind: 'concealed_kong', tiles: [], from: null, claimed: null }).tiles).toEqual([null, null, null, null]);
    expect(meldView({ kind: 'chow', tiles: ['4s', '5s', '6s'], from: 1, claimed: '6s' }, new Map([['5s', 'wild']]))).toEqual({ kind: 'chow', tiles: ['4s', '5s', '6s'], from: 1, claimed: 2, flags: [null, 'wild', null] });
  });

  test('what lies open and one’s own hand are not counted as unseen', () => {
    const { state } = after(10);
    const counts = countsOf(state.stream.value!.state, 0, ['7p', '5s', '9m', '1z', '1f']);
    expect(counts).toEqual({ '7p': 1, '5s': 1, '9m': 3, '1z': 3, '1f': 1 });
    expect(countsOf(state.stream.value!.state, null, ['5s'])).toEqual({ '5s': 4 });
  });

  test('who dropped has his time until a bot takes over, who left for good is gone, a bot at his seat stands for him', () => {
    const stage = after(4).say({ ...told('presence'), seats: told('presence').seats.map((seat, at) => (at === 1 ? { ...seat, online: false, grace_ms: 30_000 } : seat)) });
    const wire = stage.state.stream.value!;
    const seats = wire.state.seats.map((seat, at) => ({ ...seat, control: at === 1 ? 'player' : at === 2 ? 'autopilot' : 'bot' }) as const);
    const info = { ...wire.state.match!, seats: wire.state.match!.seats.map((seat, at) => ({ ...seat, bot: at === 3 ? false : seat.bot })) as unknown as NonNullable<WireTable['match']>['seats'] };
    stage.state.stream.value = { ...wire, state: { ...wire.state, seats, match: info } };
    const view = tableView(stage.state)!;
    expect(view.seats[1].state).toEqual({ kind: 'offline', until: stage.net.now() + 30_000 });
    expect(view.seats[2].state).toEqual({ kind: 'autopilot' });
    expect(view.seats[3].state).toEqual({ kind: 'left' });
    expect(view.awaited).toEqual(['机器人 1']);
  });

  test('marks become tags, liabilities, flags and the special tile; unknown ones show their clause', () => {
    const stage = changed(4, () => ({
      marks: [
        mark({ key: 'sealed', seat: 1, other: 0, clause: 'NN-10.1' }), mark({ key: 'barred', seat: 0, clause: 'NN-11.1' }), mark({ key: 'barred_pong', seat: 0 }),
        mark({ key: 'fishing', seat: 2, value: 2 }), mark({ key: 'ready', seat: 3, tiles: ['3p'] }), mark({ key: 'mouths', seat: 2, other: 3, value: 3, clause: 'NJ-6.1' }),
        mark({ key: 'mouths', seat: 3, other: 2, value: 1 }), mark({ key: 'novel', seat: 2, clause: 'XX-1' }), mark({ key: 'wild', tiles: ['5s'] }), mark({ key: 'treasure', tiles: ['4s', '1m'] }),
      ],
    }));
    const view = tableView(stage.state)!;
    const tags = view.seats.map((seat) => seat.tags.map((tag) => zh(tag.label)));
    expect(tags).toEqual([['过水', '过碰'], ['封 甲'], ['钓 2', '3 口', 'XX-1'], ['听', '锁手', '推出']]);
    expect(view.liabilities.map((one) => [one.payer, one.payee, zh(one.label), one.clause])).toEqual([[1, 0, '封胡', 'NN-10.1'], [2, 3, '包牌', 'NJ-6.1']]);
    expect(view.centre.special).toMatchObject({ tile: '5s', flag: 'wild' });
    expect(view.seats[0].hand.tiles.filter((one) => one.flag).map((one) => `${one.tile}${one.flag}`)).toEqual(['1mtreasure', '5swild', '5swild', '5swild']);
  });

  test('ready on the tiles dealt, and kept, is a tag of its own', () => {
    const view = tableView(changed(4, () => ({ marks: [mark({ key: 'dealt_ready', seat: 0, clause: 'NJ-4.10' })] })).state)!;
    expect(view.seats[0].tags).toEqual([{ kind: 'ready', label: { zh: '天听', en: 'as dealt' }, clause: 'NJ-4.10' }]);
  });

  test('a pair pushed out lies beside the melds and is counted as seen', () => {
    const stage = changed(4, () => ({ marks: [mark({ key: 'ready', seat: 3, tiles: ['3p', '3p'] }), mark({ key: 'ready', seat: 0, tiles: ['5s', '5s'] })] }));
    const view = tableView(stage.state)!;
    expect(view.seats[3].hand.tiles).toHaveLength(11);
    expect(view.seats[3].melds).toEqual([{ kind: 'pushed_pair', tiles: ['3p', '3p'] }]);
    expect(view.seats[0].hand.tiles).toHaveLength(12);
    expect(view.seats[0].hand.tiles.filter((one) => one.tile === '5s')).toHaveLength(1);
    const wire = stage.state.stream.value!.state;
    expect(countsOf(wire, 0, ['3p', '5s'])).toEqual({ '3p': 2 - wire.seats[0]!.tiles!.filter((tile) => tile === '3p').length, '5s': 1 });
  });

  test('who has declared finds his hand locked, and why', () => {
    const view = tableView(changed(4, () => ({ marks: [mark({ key: 'ready', seat: 0 })] })).state)!;
    expect(new Set(view.seats[0].hand.tiles.map((one) => zh(one.blocked)))).toEqual(new Set(['已报听，手牌锁定 LJ-3.2']));
    expect(view.seats[0].tags.map((tag) => zh(tag.label))).toEqual(['听']);
  });

  test('the treasure says which kinds it makes, and its indicator is counted as seen', () => {
    const stage = changed(4, () => ({ marks: [mark({ key: 'treasure', tiles: ['9p', '9p', '1p'], clause: 'LJ-4.1' })] }));
    const special = tableView(stage.state)!.centre.special!;
    expect([special.tile, special.flag, zh(special.label)]).toEqual(['9p', 'treasure', '宝 九筒 一筒']);
    expect(countsOf(stage.state.stream.value!.state, null, ['9p'])).toEqual({ '9p': 3 });
    const wild = (...tiles: Mark['tiles'][number][]) => zh(tableView(changed(4, () => ({ marks: [mark({ key: 'wild', tiles })] })).state)!.centre.special!.label);
    expect([wild('9p'), wild('9p', '1p')]).toEqual(['财神', '财神 九筒 一筒']);
  });

  test('the middle says the hand, or how long the dealer has kept the deal', () => {
    expect(zh(tableView(after(4).state)!.centre.line)).toBe('第 1/4 局');
    const { centre } = tableView(changed(4, () => ({ streak: 2 })).state)!;
    expect([zh(centre.line), zh(centre.streak)]).toEqual(['第 1/4 局', '连庄 2']);
  });

  test('unsorted, the hand lies as it came', () => {
    const stage = after(4).send({ type: 'toggle', id: 'sort', on: false });
    expect(tableView(stage.state)!.toggles.find((toggle) => toggle.id === 'sort')?.on).toBe(false);
    expect(tableView(stage.state)!.seats[0].hand.tiles).toHaveLength(14);
  });

  test('calls that can be refused are those the ruleset has', () => {
    const stage = after(4);
    const parts = () => tableView(stage.state)!.toggles.find((toggle) => toggle.id === 'no_calls')?.parts?.map((part) => part.verb);
    expect(parts()).toEqual(['pong', 'kong']);
    stage.state.catalogue.value = { t: 'catalogue', rulesets: [{ ...(NANNING as RulesetInfo), chow: true }], room_options: [], phrases: [] };
    expect(parts()).toEqual(['chow', 'pong', 'kong']);
  });

  test('a watcher sees from the seat he picked, is told the mode, and has neither toggles nor hints nor phrases', () => {
    const stage = new Stage().open(`/watch/${lobby.room}`).welcome();
    const view = after(4).state.stream.value!.state;
    const open = { ...view, seats: view.seats.map((seat) => ({ ...seat, tiles: null })) };
    stage.say({ ...lobby, code: '', phase: 'match' }, { t: 'snapshot', room: lobby.room, view: 'public', inc: 1, n: 4, state: open }).send({ type: 'watch_seat', seat: 2 });
    expect(tableView(stage.state)).toMatchObject({ own: null, bottom: 2, room: '', watching: { mode: 'public', behind: 0 }, toggles: [], hint: null, autopilot: false, chat: { phrases: [] } });
  });

  test('before the four seats are known there is no table', () => {
    const stage = new Stage().open(`/r/${lobby.code}`).welcome({ running }).say(lobby, told('snapshot'));
    expect(tableView(stage.state)).toBeNull();
    expect(resultView(stage.state)).toBeNull();
    expect(matchResultView(stage.state)).toBeNull();
  });
});

describe('time', () => {
  test('a turn’s clock counts from when it was told; the room’s options are its whole', () => {
    const stage = after(4).say(told('prompt'));
    expect(tableView(stage.state)!.clock).toEqual({ at: stage.net.now(), running: true, step: { left: 5000, total: 5000 }, bank: { left: 20_000, total: 20_000 } });
  });

  test('no limit is no clock', () => {
    const stage = after(4).say({ ...told('prompt'), turn_ms: null, bank_ms: null });
    expect(tableView(stage.state)!.clock).toMatchObject({ step: null, bank: null });
  });

  test('another’s clock is shown while it is his turn, and in no window', () => {
    const stage = after(6).say({ t: 'clock', room: lobby.room, n: 6, seat: 1, turn_ms: 4000, bank_ms: 9000, running: true });
    expect(tableView(stage.state)!.clock).toMatchObject({ step: { left: 4000 } });
    stage.say(...STORY.filter((message) => message.t === 'frame' && message.n === 7));
    expect(tableView(stage.state)!.clock).toBeNull();
  });

  test('a slow connection says how slow', () => {
    const stage = after(4);
    stage.net.echoes = false;
    stage.net.time.pass(2500);
    expect(connectionView(stage.state)).toMatchObject({ state: 'slow' });
  });
});

describe('prompts', () => {
  const NOTHING = { discard: [], chow: [], pong: false, kong: [], win: false, ready: [], pass: false } as const;
  const asking = (more: Partial<Prompt>): Prompt => ({ ...told('prompt', 1), ...more });
  const asked = (message: Prompt, more: Partial<Asked> = {}): Asked => ({ message, at: 0, since: 0, sent: null, answered: null, ...more });

  test('every offer is one choice, with the action it means', () => {
    const message = asking({
      kind: 'claim', tile: '6m', win_value: 3,
      offers: { ...NOTHING, chow: [['4m', '5m'], ['7m', '8m']], pong: true, kong: [{ tile: '6m', kind: 'open_kong' }], win: true, pass: true },
    });
    expect(choicesOf(message, '分').map(({ offer, action }) => [offer.id, offer.verb, JSON.stringify(offer.tiles ?? []), action.t])).toEqual([
      ['chow-4m5m', 'chow', '["4m","5m","6m"]', 'chow'], ['chow-7m8m', 'chow', '["6m","7m","8m"]', 'chow'], ['pong', 'pong', '[]', 'pong'],
      ['kong-6m', 'kong', '["6m","6m","6m","6m"]', 'kong'], ['win', 'win', '[]', 'win'], ['pass', 'pass', '[]', 'pass'],
    ]);
    expect(zh(choicesOf(message, '分').find(({ offer }) => offer.id === 'win')?.offer.value)).toBe('3 分');
  });

  test('declaring ready names its discard and the pair pushed out', () => {
    const message = asking({ kind: 'turn', tile: null, offers: { ...NOTHING, ready: [{ tile: '9p', pushed: '3p' }, { tile: '9p', pushed: null }] } });
    expect(choicesOf(message, '').map(({ offer, action }) => [offer.id, offer.tiles, action])).toEqual([
      ['ready-9p3p', ['3p', '3p'], { t: 'ready', tile: '9p', pushed: '3p' }], ['ready-9p', undefined, { t: 'ready', tile: '9p', pushed: null }],
    ]);
  });

  test('what is withheld is shown barred with its reason, unless its like is offered', () => {
    const withheld = [{ verb: 'win', code: 'barred', tile: '7p', clause: 'NN-11.1' }, { verb: 'pong', code: 'barred', tile: '7p', clause: '' }, { verb: 'discard', code: 'not_offered', tile: null, clause: '' }] as const;
    const view = promptView(asked(asking({ withheld, offers: { ...NOTHING, pong: true, pass: true } })), '分');
    expect(view.offers.filter((offer) => offer.reason !== undefined).map((offer) => [offer.verb, zh(offer.reason), offer.clause])).toEqual([['win', '过水中', 'NN-11.1']]);
  });

  test('an answer already given comes back with the prompt', () => {
    const message = asking({ answered: { t: 'pong' } });
    expect(promptView(asked(message), '分').answered).toBe('pong');
    expect(offerOf({ t: 'win' }, choicesOf(message, ''))).toBeUndefined();
  });

  test('passing that bars something else than a win has its own price', () => {
    expect(zh(promptView(asked(asking({ passing_bars: ['pong'] })), '分').price?.short)).toBe('过后受限');
  });

  test('a tile that may not be thrown says why; where nothing is to be thrown nothing is blocked', () => {
    const turn = asking({ kind: 'turn', offers: { ...NOTHING, discard: ['1m'] }, withheld: [{ verb: 'discard', code: 'not_ready', tile: '2m', clause: '' }] });
    expect(blockedWhy(turn, '1m')).toBeUndefined();
    expect(zh(blockedWhy(turn, '2m'))).toBe('没有报听');
    expect(zh(blockedWhy(turn, '3m'))).toBe('现在不能打这张');
    expect(blockedWhy(asking({ kind: 'claim' }), '3m')).toBeUndefined();
    expect(blockedWhy({ ...turn, offers: NOTHING }, '3m')).toBeUndefined();
    expect(blockedWhy(null, '3m')).toBeUndefined();
  });
});

describe('payments', () => {
  const pay = (from: Transfer['from'], to: Transfer['to'], points: number, more: Partial<Transfer> = {}): Transfer => ({ from, to, points, clause: 'NN-3.2', reason: 'concealed kong', tile: null, ...more });
  const three = [pay(1, 0, 1), pay(2, 0, 1), pay(3, 0, 1)];
  const names = ['甲', '乙', '丙', '丁'];

  test('what was paid to one for one reason is one line', () => {
    expect(together([...three, ...three]).map((line) => line.payments.length)).toEqual([3, 3]);
    expect(together([pay(1, 0, 1), pay(1, 2, 1)])).toHaveLength(2);
    expect(together(three, [5, 5, 6]).map((line) => line.event)).toEqual([5, 6]);
  });

  test('the ledger’s sums are what moved so far, the house’s share with it', () => {
    const view = after(4).state.stream.value!.state;
    const ledger = ledgerView({ ...view, ledger: [...three, pay(0, 'house', 5, { reason: 'escape' })] }, [7, 7, 7, null]);
    expect(ledger.sums).toEqual([-2, -1, -1, -1]);
    expect(ledger.lines.map((line) => [zh(line.title), line.event, line.payments.length])).toEqual([['暗杠', 7, 3], ['逃跑', null, 0]]);
  });

  test('a result’s lines say who paid: three alike in short, else one by one', () => {
    const lines = resultLedger([...three, pay(2, 1, 18, { reason: 'discard', clause: 'NN-2.4', tile: '5m' }), pay(0, 3, 2, { reason: 'fishing' }), pay(1, 3, 4, { reason: 'fishing' }), pay(3, 'house', 9, { reason: 'escape' })], names);
    expect(lines.map((line) => [zh(line.title), zh(line.text), line.points, line.tile])).toEqual([
      ['暗杠', '甲 ← 三家各 1', 3, undefined], ['放炮', '乙 ← 丙', 18, '5m'], ['钓鱼', '丁 ← 甲 2、乙 4', 6, undefined], ['逃跑', '桌面 ← 丁', 9, undefined],
    ]);
    expect(payMatrix([...three, pay(3, 'house', 9)])).toEqual([[0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]);
  });
});

describe('results', () => {
  const ended = () => after(18);

  test('the winner, his tiles in groups with the winning one ringed, the items, the sum, and who paid', () => {
    const stage = ended();
    stage.state.rules.value = { t: 'rules_sheet', ruleset: 'nanning', rules: 1, options: {}, sections: [{ zh: '', en: '', rows: [{ zh: '底分', en: 'base', clause: 'NN-2.1', id: 'base', value: 3, unit: 'points', text_zh: '基数 3', text_en: 'base of 3', tiles: [] }] }] };
    const view = resultView(stage.state)!;
    const [winner] = view.winners;
    expect(winner).toMatchObject({ seat: 0, tile: '2m', from: 3, gain: 2, how: { zh: '胡' } });
    expect(winner!.groups.map((group) => [zh(group.caption), group.tiles.join(''), group.winning])).toEqual([
      ['顺子 · 胡', '1m2m3m', 1], ['刻子', '5s5s5s', undefined], ['顺子', '6s7s8s', undefined], ['将', '9s9s', undefined], ['碰 · 机器人 2', '7p7p7p', undefined],
    ]);
    expect(winner!.items).toMatchObject([{ name: { zh: '底分' }, text: { zh: '基数 3' }, value: '3', clause: 'NN-2.1', rule: { zh: 'NN-2.1　底分　基数 3' } }]);
    expect(winner!.arithmetic.steps.map(zh)).toEqual(['平胡放炮']);
    expect(winner!.arithmetic.result).toBe('2');
    expect(view.matrix[3]).toEqual([2, 0, 0, 0]);
    expect(view.seats.map((seat) => [seat.name, seat.total, seat.change])).toEqual([['甲', 2, 2], ['机器人 1', 0, 0], ['机器人 2', 0, 0], ['机器人 3', -2, -2]]);
    expect(view.ready).toEqual([false, true, true, true]);
  });

  test('a tile that stands for another lies where it stands, flagged, and says for which', () => {
    const stage = ended();
    const shown = stage.state.shown.value!;
    const [won] = shown.result.winners;
    const lay = (more: Partial<Winner>) => {
      stage.state.shown.value = { ...shown, result: { ...shown.result, winners: [{ ...won!, ...more }] } };
      return resultView(stage.state)!.winners[0]!.groups.map((group) => [group.tiles.join(''), group.winning, group.flags?.map((flag) => flag ?? '').join('') ?? '', zh(group.standsFor)]);
    };
    const groups = [['1p', '1p', '1p'], ['6m', '7m', '8m'], ['4s', '4s']] as const;
    const item = (id: string) => ({ ...won!.items[0]!, id });
    expect(lay({ melds: [], groups, tile: '1s', items: [item('treasure')], wilds: [{ tile: '1s', stands_for: '1p' }] })).toEqual([
      ['1s1p1p', 0, 'treasure', '一条当一筒'], ['6m7m8m', undefined, '', undefined], ['4s4s', undefined, '', undefined],
    ]);
    expect(lay({ melds: [], groups, tile: '8m', items: [item('base')], wilds: [{ tile: '5z', stands_for: '4s' }, { tile: '5z', stands_for: '4s' }] })[2]).toEqual(['5z5z', undefined, 'wildwild', '白当四条、白当四条']);
    expect(lay({ melds: [], groups, tile: '4s', items: [item('gale')], wilds: [{ tile: '4s', stands_for: '8m' }, { tile: '9p', stands_for: '9p' }] })[1]).toEqual(['6m7m4s', 2, '', '四条当八万']);
  });

  test('bots are ready, oneself when one has said so, and the time until then is told', () => {
    const stage = ended();
    stage.say({ ...told('presence'), next_ms: 12_000, seats: told('presence').seats.map((seat) => ({ ...seat, ready_next: false })) });
    expect(resultView(stage.state)).toMatchObject({ youReady: false, readyAt: stage.net.now() + 12_000 });
    stage.send({ type: 'ready_next' });
    expect(resultView(stage.state)?.youReady).toBe(true);
  });

  test('its button says where it leads, to a watcher too once the table has gone on', () => {
    const onward = (phase: WireTable['phase'], view: 'seat0' | 'public', hand = 1) => {
      const { state } = changed(18, (wire) => ({ phase, result: wire.result && { ...wire.result, hand } }));
      state.stream.value = { ...state.stream.value!, view };
      return resultView(state)!.onward;
    };
    expect([onward('hand_over', 'seat0'), onward('hand_over', 'seat0', 2), onward('match_over', 'seat0')]).toEqual(['ready', 'table', 'match']);
    expect([onward('hand_over', 'public'), onward('hand_over', 'public', 2), onward('match_over', 'public')]).toEqual([null, 'table', 'match']);
  });

  test('it says that another plays one’s seat, as long as there is a seat to take back', () => {
    const played = (phase: WireTable['phase']) => {
      const { state } = changed(18, (view) => ({ phase, seats: view.seats.map((seat, at) => (at === 0 ? { ...seat, control: 'autopilot' as const } : seat)) }));
      return [tableView(state)!.autopilot, resultView(state)!.autopilot ?? false];
    };
    expect(played('hand_over')).toEqual([true, true]);
    expect(played('match_over')).toEqual([false, false]);
    expect(resultView(ended().state)!.autopilot).toBeUndefined();
  });

  const shown = (change: Partial<HandResult>) => {
    const stage = ended();
    const before = stage.state.shown.value!;
    stage.state.shown.value = { ...before, result: { ...before.result, ...change } };
    return resultView(stage.state)!;
  };
  const base = ended().state.shown.value!.result;

  test('a drawn hand shows the hands, with what they waited for', () => {
    const view = shown({ outcome: 'draw', winners: [] });
    expect(zh(view.headline)).toBe('第 1/4 局 · 牌墙摸完，无人胡牌');
    expect(view.hands).toMatchObject([{ seat: 0, note: { zh: '听 二万' } }]);
    expect(zh(shown({ outcome: 'void', winners: [] }).headline)).toContain('没有付分');
    expect(zh(shown({ outcome: 'false_win', winners: [], false_winner: 2 }).headline)).toContain('机器人 2 的胡不成立');
  });

  test('tiles turned at the end say which of them hit', () => {
    const view = shown({ turned: [{ key: 'codes', seat: 0, tiles: ['1m', '2m'], hits: [true, false], clause: 'NN-14.1' }, { key: 'fishing', seat: 1, tiles: ['9s'], hits: [true], clause: 'NN-14.2' }] });
    expect(view.winners[0]!.bonus).toEqual({ caption: { zh: '摸码 · 中 1', en: 'codes · 1 hit' }, tiles: [{ tile: '1m', hit: true }, { tile: '2m', hit: false }] });
  });

  test('the arithmetic is told word by word, with names for seats; what follows a step is set apart', () => {
    const steps = [{ text: '1 + 1', result: 2, zh: '翻数', en: 'doublings' }, { text: '3 × 2^(2 − 1)', result: 6, zh: '每家付', en: 'each' }, { text: '6 × 3', result: 18, zh: '1 号位付', en: 'seat 1 pays' }];
    const view = shown({ winners: [{ ...base.winners[0]!, steps } as Winner] });
    expect(view.winners[0]!.arithmetic.steps.map(zh)).toEqual(['翻数', '1', '+', '1', '=', '2', '；', '每家付', '3', '×', '2^(2 − 1)', '=', '6', '；', '机器人 1 付', '6', '×', '3', '=']);
    expect(view.winners[0]!.arithmetic.result).toBe('18');
    expect(shown({ winners: [{ ...base.winners[0]!, steps: [] } as Winner] }).winners[0]!.arithmetic).toEqual({ steps: [], result: '2' });
    expect(tokens('max(0, 1 + 2) × 3')).toEqual(['max(0, 1 + 2)', '×', '3']);
  });

  test('seven pairs are pairs, not one of them the pair; a hand without a reading lies as it is', () => {
    const pairs = [['1m', '1m'], ['2m', '2m'], ['3m', '3m', '3m', '3m'], ['5z']] as Winner['groups'];
    const view = shown({ winners: [{ ...base.winners[0]!, by: 'self_draw', tile: '2m', groups: pairs, melds: [] } as Winner] });
    expect(view.winners[0]!.groups.map((group) => zh(group.caption))).toEqual(['对子', '对子 · 自摸', '四张', '单张']);
    const plain = shown({ winners: [{ ...base.winners[0]!, groups: [], melds: [], concealed: ['1m', '3m'], tile: null } as Winner] });
    expect(plain.winners[0]!.groups).toMatchObject([{ tiles: ['1m', '3m'] }]);
  });

  test('notation within an English sentence is read in words, too', () => {
    expect(inWords('all but 222z', 'en')).toBe('all but south ×3');
    expect(inWords('all but 25p', 'en')).toBe('all but 2, 5 dots');
    expect(inWords('only 345s was taken', 'en')).toBe('only 3-4-5 bams was taken');
    expect(inWords('36m4p15z accepted too', 'en')).toBe('3, 6 chars, 4 dots, east, white accepted too');
    expect(inWords('25m3s 不是宝牌')).toBe('二五万、三条 不是宝牌');
  });

  test('notation within a Chinese sentence is read in words', () => {
    expect(inWords('只亮了 888p')).toBe('只亮了 八筒 ×3');
    expect(inWords('345s、567s 是顺子，还有 5z')).toBe('三四五条、五六七条 是顺子，还有 白');
    expect(inWords('NN-2.1 与 89z、12px')).toBe('NN-2.1 与 89z、12px');
  });

  test.each([[3, 'points', '3'], [2, 'doublings', '×4'], [3, 'times', '×3'], [5, 'tai', '5 台'], [4, '', '4']] as const)('%i %s is printed %s', (value, unit, printed) => {
    expect(zh(itemValue(value, unit))).toBe(printed);
  });

  test('the proof is told as it is', () => {
    expect(proofOf(undefined)).toBe('none');
    expect(proofOf({ holds: true, tiles: 5 })).toBe('ok');
    expect(proofOf({ holds: false, fault: 'wall' })).toBe('failed');
    expect(proofOf({ holds: null, why: 'hidden' })).toBe('pending');
    expect(proofOf({ holds: null, why: 'unseen' })).toBe('none');
  });

  test('the match: ranks, totals, how they came to be, and whether every deal held', () => {
    const stage = ended();
    stage.say({ t: 'frame', room: lobby.room, view: 'seat0', inc: 1, n: 19, event: { t: 'match_ended', result: { match: 'm', cause: 'host', scores: [1, 4, -2, -3], ranks: [2, 1, 3, 4], history: [[2, 0, 0, -2], [-1, 4, -2, -1]], wins: [1, 1, 0, 0] } } });
    const verdicts = (...all: readonly ('ok' | 'failed' | 'hidden')[]) => {
      stage.state.verdicts.value = new Map(all.map((one, at) => [at + 1, one === 'ok' ? { holds: true, tiles: 1 } : one === 'failed' ? { holds: false, fault: 'wall' } : { holds: null, why: 'hidden' }] as const));
      return matchResultView(stage.state)!.proof;
    };
    const view = matchResultView(stage.state)!;
    expect(view.ranking.map((one) => [one.rank, one.name, one.total, one.wins])).toEqual([[1, '机器人 1', 4, 1], [2, '甲', 1, 1], [3, '机器人 2', -2, 0], [4, '机器人 3', -3, 0]]);
    expect(view.history).toEqual([[2, 0, 0, -2], [1, 4, -2, -3]]);
    expect(view.canRematch).toBe(false);
    stage.say({ ...lobby, rev: 9, phase: 'match_over' });
    expect(matchResultView(stage.state)!.canRematch).toBe(true);
    expect([verdicts('ok', 'ok'), verdicts('ok', 'failed'), verdicts('ok', 'hidden'), verdicts('ok')]).toEqual(['ok', 'failed', 'pending', 'none']);
  });
});

describe('bots', () => {
  const english = (stage: Stage): Stage => stage.send({ type: 'change_settings', settings: { locale: 'en' } });

  test('have English names at the table and in results; players keep theirs', () => {
    const stage = after(18);
    expect(tableView(stage.state)!.seats.map((seat) => seat.name)).toEqual(['甲', '机器人 1', '机器人 2', '机器人 3']);
    english(stage);
    const names = ['甲', 'Bot 2', 'Bot 3', 'Bot 4'];
    expect(tableView(stage.state)!.seats.map((seat) => seat.name)).toEqual(names);
    expect(resultView(stage.state)!.seats.map((seat) => seat.name)).toEqual(names);
    expect(resultView(stage.state)!.seats.map((seat) => seat.bot)).toEqual([false, true, true, true]);
  });

  test('have them in the lobby, with what they can do in words', async () => {
    const seats = [lobby.seats[0], lobby.seats[1], { ...lobby.seats[2], level: 'random' }, lobby.seats[3]] as unknown as RoomState['seats'];
    const stage = english(new Stage().open('/').welcome({ running: { ...running, match: false } }).say({ ...lobby, seats }));
    await stage.settle();
    expect(lobbyView(stage.state, '')!.seats).toMatchObject([
      { name: '甲' }, { name: 'Bot 2', note: { en: 'counts tiles' } }, { name: 'Bot 3', note: { en: 'plays at random' } }, { name: 'Bot 4' },
    ]);
  });

  test('are never offline, though presence was told before they came', async () => {
    const before = { ...told('presence'), seats: told('presence').seats.map((seat) => ({ ...seat, online: false })) };
    const stage = new Stage().open('/').welcome({ running: { ...running, match: false } }).say(lobby, before);
    await stage.settle();
    expect(lobbyView(stage.state, '')!.seats.map((seat) => seat.kind === 'free' || seat.online)).toEqual([false, true, true, true]);
  });
});

describe('rooms', () => {
  test('home: a room one is in leads back to it', async () => {
    const waiting = await new Stage().open('/').welcome({ running: { ...running, match: false } }).say(lobby).settle();
    expect(homeView(waiting.state).resume).toMatchObject({ room: lobby.code, playing: false, facts: [{ zh: '南宁麻将' }, { zh: '在等人' }] });
    const playing = await after(4).say({ ...lobby, rev: 9, phase: 'match' }, told('prompt')).settle();
    expect(homeView(playing.state).resume).toMatchObject({ playing: true, facts: [{ zh: '南宁麻将' }, { zh: '第 1/4 局' }], note: { zh: '轮到你了' } });
    const over = await after(4).say({ ...lobby, rev: 9, phase: 'match_over' }).settle();
    expect(homeView(over.state).resume).toMatchObject({ playing: false, facts: [{ zh: '南宁麻将' }, { zh: '这场打完了' }] });
    expect(homeView(new Stage().open('/').welcome().state).resume).toBeUndefined();
  });

  test('home: open rooms and live games', () => {
    const stage = new Stage().open('/').welcome();
    expect(homeView(stage.state)).toMatchObject({ rooms: null, live: null });
    stage.state.lobby.value = {
      t: 'lobby',
      rooms: [{ room: 'r', code: 'ABCDEF', ruleset: 'nanning', host: '甲', seats: ['player', 'bot', 'free', 'free'], hands: 0, differences: 2 }],
      live: [{ room: 's', ruleset: 'other', names: ['甲', '乙'], hand: 3, hands: 0, watchers: 4 }],
    };
    expect(homeView(stage.state)).toMatchObject({
      rooms: [{ code: 'ABCDEF', summary: { zh: '不限局数' }, tags: [{ zh: '2 处不同' }], seats: ['human', 'bot', 'free', 'free'] }],
      live: [{ room: 's', progress: { zh: 'other · 第 3 局' }, watchers: 4 }],
    });
  });

  test('the form is made of the options’ own descriptions', async () => {
    const stage = await new Stage().open('/create').welcome().settle();
    const view = createView(stage.state);
    expect(view.options.map((option) => [option.key, option.group, option.kind.type])).toEqual([['r:codes', 'rules', 'range'], ['bots', 'seats', 'choice'], ['o:hands', 'pace', 'choice'], ['o:hints', 'help', 'choice']]);
    expect(view.rulesets).toMatchObject([{ id: 'nanning', tiles: ['7z', '1p', '1p'] }]);
    const { catalogue } = stage.state;
    const [nanning] = catalogue.value!.rulesets;
    catalogue.value = { ...catalogue.value!, rulesets: [{ ...nanning!, key: 'another' }, { ...nanning!, key: 'flowery', tiles: [...nanning!.tiles, '1f'] }] };
    expect(createView(stage.state).rulesets.map((card) => card.tiles.join(''))).toEqual(['7z1s1p', '1f7z1p']);
    catalogue.value = { ...catalogue.value!, rulesets: [nanning!] };
    stage.send({ type: 'set_option', key: 'o:hands', value: 4 });
    expect(zh(createView(stage.state).summary)).toBe('南宁麻将，**4 局**，提示 **听牌**');
  });

  test('the lobby: who sits where, what differs in words, whether one may say phrases', async () => {
    const seats = [lobby.seats[0], { kind: 'free', player: '', name: '', level: '', ready: false, accepted: false }, { ...lobby.seats[2], level: 'random' }, lobby.seats[3]] as unknown as RoomState['seats'];
    const stage = new Stage().open('/').welcome({ running: { ...running, match: false } }).say({ ...lobby, seats });
    await stage.settle();
    const view = lobbyView(stage.state, 'http://here')!;
    expect(view.seats).toMatchObject([{ kind: 'human', you: true, host: true, ready: false }, { kind: 'free' }, { kind: 'bot', note: { zh: '随便打' } }, { kind: 'bot', note: { zh: '会算牌' } }]);
    expect(view.differences).toMatchObject([{ key: 'room:hands', from: { zh: '8 局' }, to: { zh: '4 局' }, confirmed: false, clause: 'CO-8' }]);
    expect(view.summary.map(zh)).toEqual(['4 局', '5+20']);
    expect(view.chat.phrases).toMatchObject([{ id: '1' }]);
    stage.say({ ...lobby, rev: 2, room_options: { ...lobby.room_options, phrases: false, turn: 0, hints: 'off' } });
    expect(lobbyView(stage.state, '')!.chat.phrases).toEqual([]);
    expect(lobbyView(stage.state, '')!.summary.map(zh)).toEqual(['4 局', '不限时', '提示 关']);
    expect(lobbyView(new Stage().open('/').state, '')).toBeNull();
  });
});
