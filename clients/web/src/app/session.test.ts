/** The whole application but its screens, against a server that says what the annotated session has it say. */
import { describe, expect, test } from 'vitest';
import type { RoomState, ToClient } from '../protocol/types';
import { Stage, STORY, told } from './fakes';
import { connectionView, tableView } from './views/table';
import { lobbyView } from './views/rooms';

const lobby = told('room_state');
const CODE = lobby.code;
const entered = { t: 'entered', room: lobby.room, view: 'seat0', seat: 0, code: CODE } as const;
const running = { room: lobby.room, seat: 0, match: true, view: 'seat0' } as const;

/** The story up to and with the n-th prompt. */
function upToPrompt(n: number): readonly ToClient[] {
  const at = STORY.findIndex((message) => message.t === 'prompt' && message.prompt === n);
  return STORY.slice(0, at + 1).filter((message) => message.t !== 'accepted' && message.t !== 'rejected' && message.t !== 'welcome');
}

/** At the table, asked for the n-th time. */
function atPrompt(n: number, stage = new Stage()): Stage {
  stage.open(`/r/${CODE}`).welcome({ running });
  return stage.say(...upToPrompt(n));
}

describe('coming in', () => {
  test('a new guest has no token, keeps the one he is given, and shows it the next time', () => {
    const stage = new Stage().open().welcome();
    expect(stage.net.last.words[0]).toMatchObject({ t: 'hello', token: null, lang: 'zh', client: 'web/test' });
    stage.open();
    stage.net.welcome();
    expect(stage.net.last.words[0]).toMatchObject({ token: 'p1.x' });
  });

  test('a device code is used once, in place of a token', () => {
    const stage = new Stage().open('/', '7HK3-9QPM').welcome();
    expect(stage.net.last.words[0]).toMatchObject({ token: null, device_code: '7HK3-9QPM' });
    stage.cut();
    stage.net.time.pass(2000);
    stage.net.last.onopen?.();
    expect(stage.net.last.words[0]).toMatchObject({ token: 'p1.x' });
    expect(stage.net.last.words[0]).not.toHaveProperty('device_code');
  });

  test('a token that is no longer valid is let go, and the player is asked before he becomes another', () => {
    const stage = new Stage().open().welcome();
    stage.cut(4003);
    expect(stage.state.error.value).toMatchObject({ kind: 'server_away', text: { zh: expect.stringContaining('失效') as string } });
    stage.net.time.pass(60_000);
    expect(stage.net.sockets).toHaveLength(1);
    stage.send({ type: 'retry' });
    stage.net.last.onopen?.();
    expect(stage.net.last.words[0]).toMatchObject({ token: null });
    expect(stage.state.error.value).toBeNull();
  });

  test('a page that is too old says so', () => {
    const stage = new Stage().open();
    stage.cut(4002);
    expect(stage.state.error.value).toMatchObject({ kind: 'too_old' });
    expect(stage.state.error.value?.diagnosis).toContain('version 4002');
  });

  test('the first page lists what is open, and again every five seconds while it is shown', async () => {
    const stage = new Stage().open().welcome();
    stage.answer('get_lobby', { t: 'lobby', rooms: [], live: [] });
    await stage.settle();
    expect(stage.state.lobby.value).toEqual({ t: 'lobby', rooms: [], live: [] });
    stage.net.time.pass(5000);
    expect(stage.sent('get_lobby')).toHaveLength(2);
    stage.answer('get_lobby', { t: 'lobby', rooms: [], live: [] });
    await stage.settle();
    stage.send({ type: 'go', page: 'rules' });
    stage.net.time.pass(20_000);
    expect(stage.sent('get_lobby')).toHaveLength(2);
  });
});

describe('into a room', () => {
  test('/play makes a table with three bots and is ready in it', async () => {
    const stage = new Stage().open('/play').welcome();
    await stage.settle();
    expect(stage.sent('create_room')).toMatchObject([{ ruleset: 'nanning', room_options: { turn: 60 }, bots: 3 }]);
    stage.answer('create_room', entered);
    await stage.settle();
    expect(stage.addresses).toEqual([`/r/${CODE}`]);
    stage.say(lobby);
    // Its options are not all at their default: whoever made the room agrees to them.
    stage.answer('accept_options');
    await stage.settle();
    expect(stage.sent('ready')).toMatchObject([{ room: lobby.room, ready: true }]);
  });

  test('a link joins, and takes the address of the room', async () => {
    const stage = new Stage().open(`/r/${CODE.toLowerCase()}`).welcome();
    expect(stage.sent('join_room')).toMatchObject([{ code: CODE, sit: true }]);
    stage.answer('join_room', entered).say(lobby);
    await stage.settle();
    expect(stage.state.route.value).toEqual({ page: 'room', code: CODE });
    expect(lobbyView(stage.state, 'http://here')).toMatchObject({ room: CODE, link: `http://here/r/${CODE}`, seated: true, isHost: true });
  });

  test('a full room is looked on at instead', async () => {
    const stage = new Stage().open(`/r/${CODE}`).welcome();
    stage.answer('join_room', { code: 'room_full' });
    await stage.settle();
    expect(stage.sent('watch')).toMatchObject([{ code: CODE, view: 'public' }]);
    stage.answer('watch', { t: 'entered', room: lobby.room, view: 'public', seat: null, code: '' });
    await stage.settle();
    expect(stage.state.route.value).toEqual({ page: 'watch', room: lobby.room });
  });

  test('a wrong code in the address is a page of its own, on the first page a line', async () => {
    const stage = new Stage().open(`/r/${CODE}`).welcome();
    stage.answer('join_room', { code: 'wrong_code' });
    await stage.settle();
    expect(stage.state.error.value).toMatchObject({ kind: 'room_gone', code: 'wrong_code' });
    stage.send({ type: 'go', page: 'home' }, { type: 'join', code: 'ABCDEF' });
    stage.answer('join_room', { code: 'wrong_code' });
    await stage.settle();
    expect(stage.state.error.value).toBeNull();
    expect(stage.state.joinError.value).toMatchObject({ zh: '没有这个房间码' });
  });

  test('whoever is in a room already is brought there and told so', () => {
    const stage = new Stage().open('/r/OTHERX').welcome({ running });
    expect(stage.sent('join_room')).toHaveLength(0);
    stage.say(lobby);
    expect(stage.state.route.value).toEqual({ page: 'room', code: CODE });
    expect(stage.toasts).toEqual([`你已在房间 ${CODE}`]);
  });

  test('a second table is refused with the way back to the first', async () => {
    const stage = new Stage().open('/').welcome({ running: { ...running, match: false } }).say(lobby);
    stage.send({ type: 'go', page: 'create' }, { type: 'choose_ruleset', id: 'nanning' }, { type: 'try_with_bots' });
    stage.answer('create_room', { code: 'in_room' });
    await stage.settle();
    expect(stage.state.toasts.value.at(-1)).toMatchObject({ text: { zh: '你已在一间房里' }, link: { intent: { type: 'return_to_table', room: CODE } } });
  });

  test('the device code of `sifang serve --play` leads into the seat that was kept', async () => {
    const stage = new Stage().open('/', 'CODE').welcome({ running: { ...running, match: false } });
    stage.say({ ...lobby, differences: [] });
    await stage.settle();
    expect(stage.sent('ready')).toHaveLength(1);
    expect(stage.state.route.value).toEqual({ page: 'room', code: lobby.code });
  });

  test('another device of a player who is in no room comes home', async () => {
    const stage = new Stage().open('/', 'CODE').welcome();
    await stage.settle();
    expect(stage.state.route.value).toEqual({ page: 'home' });
  });

  test('watching by an address, and stopping when one goes elsewhere', async () => {
    const stage = new Stage().open(`/watch/${lobby.room}`).welcome();
    stage.answer('watch', { t: 'entered', room: lobby.room, view: 'public', seat: null, code: '' });
    stage.say({ ...lobby, code: '', phase: 'match' }, { ...told('snapshot'), view: 'public' });
    await stage.settle();
    stage.send({ type: 'go', page: 'home' });
    expect(stage.sent('unwatch')).toMatchObject([{ room: lobby.room }]);
    expect(stage.state.stream.value).toBeNull();
  });
});

describe('the lobby', () => {
  const at = (change: Partial<RoomState> = {}) => new Stage().open(`/r/${CODE}`).welcome({ running: { ...running, match: false } }).say({ ...lobby, ...change });

  test('each difference is ticked by itself, and all together are accepted by their number', () => {
    const stage = at();
    const view = () => lobbyView(stage.state, '')!.differences.map((one) => one.confirmed);
    expect(view()).toEqual([false]);
    stage.send({ type: 'confirm_difference', key: 'room:hands', on: true });
    expect(view()).toEqual([true]);
    expect(stage.sent('accept_options')).toMatchObject([{ options_rev: 1 }]);
    stage.say({ ...lobby, rev: 9, options_rev: 2 });
    expect(view()).toEqual([false]);
  });

  test('bots fill the seats and the host is ready', async () => {
    const free = { kind: 'free', player: '', name: '', level: '', ready: false, accepted: false } as const;
    const stage = at({ seats: [lobby.seats[0], free, lobby.seats[2], free], differences: [] });
    stage.send({ type: 'start_with_bots' });
    const bots = stage.sent('add_bot');
    expect(bots.map((one) => one.seat)).toEqual([1, 3]);
    stage.say(...bots.map(({ id }) => ({ t: 'accepted', id })));
    await stage.settle();
    expect(stage.sent('ready')).toHaveLength(1);
  });

  test('a bot is taken away, a person is sent away by name', () => {
    const stage = at({ seats: [lobby.seats[0], { ...lobby.seats[0], player: 'p2', name: '乙' }, lobby.seats[2], lobby.seats[3]] });
    stage.send({ type: 'kick', seat: 1 }, { type: 'kick', seat: 2 });
    expect(stage.sent('kick')).toMatchObject([{ name: '乙' }]);
    expect(stage.sent('remove_bot')).toMatchObject([{ seat: 2 }]);
  });

  test('an older state of the room does not overwrite a newer one', () => {
    const stage = at({ rev: 5, ruleset: 'nanning' }).say({ ...lobby, rev: 4, code: 'OLDOLD' });
    expect(stage.state.room.value?.rev).toBe(5);
  });

  test.each([
    ['kicked', 'kicked'], ['closed', 'closed'], ['unreadable', 'unreadable'], ['abandoned', 'room_gone'], ['empty', 'room_gone'], ['forbidden', 'room_gone'],
  ] as const)('a room that ends (%s) is a page, with one way out', (cause, kind) => {
    const stage = at().say({ t: 'room_closed', room: lobby.room, cause, reason: '' });
    expect(stage.state.error.value).toMatchObject({ kind, code: cause });
    expect(stage.state.room.value).toBeNull();
    // Stragglers of a room one has left are not listened to.
    stage.say(lobby, told('snapshot'));
    expect(stage.state.room.value).toBeNull();
    expect(stage.state.stream.value).toBeNull();
  });

  test.each(['closed', 'unreadable'] as const)('who comes back to a room that is no more (%s) is told so', (cause) => {
    const stage = new Stage().open(`/r/${CODE}`).welcome({ running });
    stage.say({ t: 'room_closed', room: lobby.room, cause, reason: '' });
    expect(stage.state.error.value).toMatchObject({ kind: cause, code: cause });
  });

  test('leaving leads home', async () => {
    const stage = at();
    stage.send({ type: 'leave' });
    expect(stage.sent('leave')).toMatchObject([{ room: lobby.room, confirm: true }]);
    stage.say({ t: 'room_closed', room: lobby.room, cause: 'left', reason: '' }).answer('leave');
    await stage.settle();
    expect(stage.state.route.value).toEqual({ page: 'home' });
    expect(stage.state.error.value).toBeNull();
  });

  test('link and phrases', async () => {
    const stage = at();
    stage.send({ type: 'copy_link' }, { type: 'share_link' }, { type: 'phrase', id: '1' });
    await stage.settle();
    expect(stage.copied).toEqual([`http://here/r/${CODE}`, `http://here/r/${CODE}`]);
    expect(stage.sent('phrase')).toMatchObject([{ phrase: 1 }]);
    stage.say({ t: 'phrase_said', room: lobby.room, seat: 0, player: 'p1', name: '甲', phrase: 1 }, { t: 'phrase_said', room: lobby.room, seat: 0, player: 'p1', name: '甲', phrase: 99 });
    expect(stage.state.chat.value).toMatchObject([{ name: '甲', text: { zh: '大家好' } }]);
  });
});

describe('being asked', () => {
  test('what is offered is what can be pressed; the answer is a command, and the hand is inert until it is answered', async () => {
    const stage = atPrompt(1);
    const view = tableView(stage.state)!;
    expect(view.prompt).toMatchObject({ id: '1', kind: 'turn' });
    expect(view.seats[0].hand.tiles.filter((tile) => tile.tile === '5s')).toHaveLength(3);
    const east = view.seats[0].hand.tiles.find((tile) => tile.tile === '1z')!;
    stage.send({ type: 'discard', prompt: '1', tileId: east.id, tile: '1z' });
    expect(stage.sent('act')).toMatchObject([{ room: lobby.room, prompt: 1, action: { t: 'discard', tile: '1z' } }]);
    expect(tableView(stage.state)!.prompt?.sent).toBe(true);
    stage.send({ type: 'discard', prompt: '1', tileId: east.id, tile: '1z' });
    expect(stage.sent('act')).toHaveLength(1);
    stage.answer('act');
    await stage.settle();
    expect(stage.state.asked.value).toBeNull();
  });

  test('a refusal gives the hand back, with the reason and its clause', async () => {
    const stage = atPrompt(1);
    stage.send({ type: 'discard', prompt: '1', tileId: 't1', tile: '1m' }).answer('act', { code: 'not_offered', clause: 'NN-3.3' });
    await stage.settle();
    expect(tableView(stage.state)!.prompt).toMatchObject({ id: '1' });
    expect(tableView(stage.state)!.prompt?.sent).toBeUndefined();
    expect(stage.state.toasts.value.at(-1)).toMatchObject({ kind: 'warn', clause: 'NN-3.3', text: { zh: '现在不能选这个' } });
  });

  test('an answer that came too late says so, and the question is gone', async () => {
    const stage = atPrompt(1);
    stage.send({ type: 'discard', prompt: '1', tileId: 't1', tile: '1m' }).answer('act', { code: 'stale' });
    await stage.settle();
    expect(stage.state.asked.value).toBeNull();
    expect(stage.toasts).toContain('已经过去了，没有生效');
  });

  test('an answer to a question that was undone leaves none standing', async () => {
    const stage = atPrompt(1);
    stage.send({ type: 'discard', prompt: '1', tileId: 't1', tile: '1m' }).answer('act', { code: 'not_offered', field: 'prompt' });
    await stage.settle();
    expect(stage.state.asked.value).toBeNull();
  });

  test('a claim that was answered stands as chosen until play moves on', async () => {
    const stage = atPrompt(2);
    const pong = tableView(stage.state)!.prompt!.offers.find((offer) => offer.verb === 'pong')!;
    stage.send({ type: 'act', prompt: '2', offer: pong }).answer('act');
    await stage.settle();
    expect(tableView(stage.state)!.prompt).toMatchObject({ answered: 'pong' });
    const melded = STORY.find((message) => message.t === 'frame' && message.n === 10)!;
    stage.say(melded);
    expect(stage.state.asked.value).toBeNull();
    expect(stage.state.floats.value.at(-1)).toMatchObject({ seat: 0, text: { zh: '碰' } });
  });

  test('what time decided is said and written down', () => {
    const stage = atPrompt(2);
    stage.say({ t: 'prompt_closed', room: lobby.room, prompt: 2, by: 'timeout', action: { t: 'pass' } });
    expect(stage.state.asked.value).toBeNull();
    expect(stage.toasts).toEqual(['超时，自动过']);
    expect(stage.state.log.value.at(-1)).toMatchObject({ seat: 0, verb: { zh: '过' }, text: { zh: '超时' }, auto: true });
  });

  test('the price of passing a win is told from the start', () => {
    const stage = atPrompt(4);
    expect(tableView(stage.state)!.prompt?.price).toMatchObject({ clause: 'NN-11.1', short: { zh: '过胡受限' } });
  });

  test('what is toggled answers by itself after a moment, and is written down as such', () => {
    const stage = atPrompt(2);
    stage.send({ type: 'toggle', id: 'no_calls', on: true, verb: 'pong' });
    expect(stage.sent('act')).toHaveLength(0);
    stage.net.time.pass(400);
    expect(stage.sent('act')).toMatchObject([{ action: { t: 'pass' } }]);
    expect(stage.state.log.value.at(-1)).toMatchObject({ verb: { zh: '过' }, text: { zh: '设定' }, auto: true });
  });

  test('a toggle that went off again answers nothing', () => {
    const stage = atPrompt(2);
    stage.send({ type: 'toggle', id: 'no_calls', on: true, verb: 'pong' }, { type: 'toggle', id: 'no_calls', on: false, verb: 'pong' });
    stage.net.time.pass(1000);
    expect(stage.sent('act')).toHaveLength(0);
  });

  test('toggles are reset with every hand, but for sorting', () => {
    const stage = atPrompt(1);
    stage.send({ type: 'toggle', id: 'auto_win', on: true }, { type: 'toggle', id: 'sort', on: false }, { type: 'toggle', id: 'flowers', on: true });
    stage.say({ ...told('frame', 1), n: 5 });
    expect(stage.state.autos.value).toMatchObject({ auto_win: false, sort: false });
  });
});

describe('waits', () => {
  test('are asked once a hand, kept, and asked again when the hand is another', async () => {
    const stage = atPrompt(1);
    stage.net.time.pass(300);
    expect(stage.sent('get_waits')).toMatchObject([{ room: lobby.room, discard: null }]);
    stage.answer('get_waits', { t: 'waits', discard: null, waits: [], discards: [{ tile: '2z', waits: [{ tile: '2m', left: 4, discard_value: 2, discard_code: null, draw_value: null, draw_code: 'barred', discard_clause: '', draw_clause: 'NN-11.1' }] }] });
    await stage.settle();
    const view = tableView(stage.state)!;
    expect(view.seats[0].hand.tiles.filter((tile) => tile.makesReady).map((tile) => tile.tile)).toEqual(['2z']);
    stage.send({ type: 'select', tileId: 't1', tile: '2z' });
    expect(tableView(stage.state)!.hint).toMatchObject({ discard: '2z', waits: [{ tile: '2m', left: 4, lines: [{ zh: '炮 2' }, { zh: '过水中' }], why: { zh: '过水中 NN-11.1' } }] });
    stage.net.time.pass(5000);
    expect(stage.sent('get_waits')).toHaveLength(1);
    stage.say(...STORY.filter((message) => message.t === 'frame' && message.n === 5));
    stage.net.time.pass(300);
    expect(stage.sent('get_waits')).toHaveLength(2);
  });

  test('are not asked where the room has them off', () => {
    const stage = new Stage().open(`/r/${CODE}`).welcome({ running });
    const off = upToPrompt(1).map((message) => (message.t === 'frame' && message.event.t === 'match_started'
      ? { ...message, event: { ...message.event, info: { ...message.event.info, room_options: { hints: 'off' } } } } : message));
    stage.say(...off);
    stage.net.time.pass(5000);
    expect(stage.sent('get_waits')).toHaveLength(0);
  });

  test('are not asked again after the server has said that they are off', async () => {
    const stage = atPrompt(1);
    stage.net.time.pass(300);
    stage.answer('get_waits', { code: 'switched_off' });
    await stage.settle();
    stage.say(...STORY.filter((message) => message.t === 'frame' && message.n === 5));
    stage.net.time.pass(5000);
    expect(stage.sent('get_waits')).toHaveLength(1);
  });
});

describe('the deal', () => {
  const upToHand = upToPrompt(1).filter((message) => message.t !== 'frame' || message.n <= 2);

  test('a nonce of 32 random bytes is added to every hand', () => {
    const stage = new Stage().open(`/r/${CODE}`).welcome({ running }).say(...upToHand);
    const [nonce] = stage.sent('nonce');
    expect(nonce).toMatchObject({ room: lobby.room, hand: 1 });
    expect(nonce?.nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(stage.state.witness.value).toMatchObject({ commit: expect.stringMatching(/^3881219d/) as string, nonce: nonce!.nonce, nonceTaken: false });
  });

  test('a nonce that was taken and is not in the list is noticed, visibly', async () => {
    const stage = new Stage().open(`/r/${CODE}`).welcome({ running }).say(...upToHand);
    stage.answer('nonce');
    await stage.settle();
    stage.say(...STORY.filter((message) => message.t === 'frame' && message.n >= 3));
    expect(stage.state.verdicts.value.get(1)).toEqual({ holds: false, fault: 'nonce' });
    expect(stage.toasts).toContain('第 1 局的洗牌对不上承诺');
    stage.send({ type: 'verify' });
    expect(stage.state.proofOpen.value).toBe(true);
  });

  test('where a room keeps its secrets to the end, they are asked for then and checked against what was seen', async () => {
    const stage = new Stage().open(`/r/${CODE}`).welcome({ running }).say(...upToHand);
    await stage.settle();
    const frames = STORY.filter((message) => message.t === 'frame' && message.n >= 3);
    const hidden = frames.map((message) => (message.t === 'frame' && message.event.t === 'hand_ended' ? { ...message, event: { ...message.event, result: { ...message.event.result, secret: null } } } : message));
    stage.say(...hidden);
    expect(stage.state.verdicts.value.get(1)).toEqual({ holds: null, why: 'hidden' });
    stage.say({ t: 'frame', room: lobby.room, view: 'seat0', inc: 1, n: 19, event: { t: 'match_ended', result: { match: 'm', cause: 'host', scores: [2, 0, 0, -2], ranks: [1, 2, 2, 4], history: [[2, 0, 0, -2]], wins: [1, 0, 0, 0] } } });
    const end = frames.at(-1)!;
    if (end.t !== 'frame' || end.event.t !== 'hand_ended') throw new Error('the story ends with its hand');
    stage.answer('get_result', { t: 'hand_result_found', result: end.event.result });
    await stage.settle();
    // The session's nonce is not this page's: so much is noticed at once.
    expect(stage.state.verdicts.value.get(1)).toEqual({ holds: false, fault: 'nonce' });
  });

  test('a page that comes in mid-hand does not miss the nonce of the page before it', async () => {
    const nonces = ['aa'.repeat(32), 'bb'.repeat(32), 'cc'.repeat(32), 'dd'.repeat(32)] as const;
    const state = { ...atPrompt(1).state.stream.value!.state, nonces };
    const other = new Stage().open(`/r/${CODE}`).welcome({ running }).say(lobby, { t: 'snapshot', room: lobby.room, view: 'seat0', inc: 1, n: 17, state });
    await other.settle();
    other.say(...STORY.filter((message) => message.t === 'frame' && message.n === 18));
    expect(other.state.verdicts.value.get(1)).toEqual({ holds: null, why: 'unseen' });
    expect(other.toasts).not.toContain('第 1 局的洗牌对不上承诺');
  });

  test('a deal that was not seen from its beginning is not claimed to hold', async () => {
    const stage = atPrompt(1);
    const state = stage.state.stream.value!.state;
    const other = new Stage().open(`/r/${CODE}`).welcome({ running }).say(lobby, { t: 'snapshot', room: lobby.room, view: 'seat0', inc: 1, n: 17, state });
    await other.settle();
    other.say(...STORY.filter((message) => message.t === 'frame' && message.n === 18));
    expect(other.state.verdicts.value.get(1)).toEqual({ holds: null, why: 'unseen' });
  });
});

describe('breaks', () => {
  test('a lost connection is shown as such, and the prompt comes back with the time that is left', async () => {
    const stage = atPrompt(2);
    const { since } = stage.state.asked.value!;
    stage.cut();
    expect(connectionView(stage.state)).toMatchObject({ state: 'lost', clockRuns: true });
    stage.net.time.pass(2000);
    stage.net.welcome({ running });
    expect(stage.net.last.words[0]).toMatchObject({ resume: [{ room: lobby.room, view: 'seat0', inc: 1, last: 9 }] });
    stage.say(lobby, { ...told('prompt', 1), turn_ms: 1200 });
    const clock = tableView(stage.state)!.clock!;
    expect(clock.step?.left).toBe(1200);
    expect(tableView(stage.state)!.prompt).toMatchObject({ id: '2', since });
    stage.net.time.pass(700);
    expect(stage.toasts).toEqual(['已恢复']);
  });

  test('what was missed is counted: discards, what was played for one, a claim that passed', async () => {
    const stage = atPrompt(2);
    stage.cut();
    stage.net.time.pass(2000);
    stage.net.welcome({ running });
    const frame = (n: number, event: object) => ({ t: 'frame', room: lobby.room, view: 'seat0', inc: 1, n, event });
    stage.say(
      lobby,
      frame(10, { t: 'drew', seat: 3, tile: null, end: 'head', cause: 'turn', wall_left: 80 }),
      frame(11, { t: 'discarded', seat: 3, tile: '1s', drawn: true }),
      frame(12, { t: 'drew', seat: 0, tile: '4z', end: 'head', cause: 'turn', wall_left: 79 }),
      frame(13, { t: 'discarded', seat: 0, tile: '4z', drawn: true }),
    );
    stage.net.time.pass(700);
    expect(stage.toasts).toEqual(['已恢复：错过 1 张出牌，替你打了 1 次，自动过 1 次']);
    const auto = stage.state.log.value.filter((entry) => entry.auto);
    expect(auto).toMatchObject([{ verb: { zh: '摸切' }, text: { zh: '断线' } }, { verb: { zh: '过' }, text: { zh: '断线' } }]);
  });

  test('an answer on its way when the connection broke is sent again and the hand stays inert', () => {
    const stage = atPrompt(2);
    const pong = tableView(stage.state)!.prompt!.offers.find((offer) => offer.verb === 'pong')!;
    stage.send({ type: 'act', prompt: '2', offer: pong });
    const [first] = stage.sent('act');
    stage.cut();
    stage.net.time.pass(2000);
    stage.net.welcome({ running });
    expect(stage.sent('act')).toEqual([first]);
    stage.say(told('prompt', 1));
    expect(tableView(stage.state)!.prompt?.sent).toBe(true);
  });

  test('while the table is not up to date nothing may be played on it', () => {
    const stage = atPrompt(1);
    stage.say({ ...told('frame', 5), n: 9 });
    expect(connectionView(stage.state)).toEqual({ state: 'connecting' });
    expect(stage.sent('resync')).toHaveLength(1);
  });

  test('another window took over: this one asks, and may take it back or leave it', () => {
    const stage = atPrompt(1).say({ t: 'notice', code: 'superseded', room: null, clocks_stand: false }).cut(4004);
    expect(connectionView(stage.state)).toEqual({ state: 'superseded' });
    stage.send({ type: 'take_over' });
    stage.net.welcome({ running });
    expect(connectionView(stage.state)).toMatchObject({ state: 'ok' });
    stage.cut(4004).send({ type: 'stay_away' });
    expect(stage.state.route.value).toEqual({ page: 'home' });
    expect(stage.state.stream.value).toBeNull();
  });

  test('the store being away stands over the table until it is back', () => {
    const stage = atPrompt(1).say({ t: 'notice', code: 'store_down', room: lobby.room, clocks_stand: true });
    expect(connectionView(stage.state)).toEqual({ state: 'paused' });
    stage.say({ t: 'notice', code: 'store_back', room: lobby.room, clocks_stand: false });
    expect(connectionView(stage.state)).toMatchObject({ state: 'ok' });
    stage.say({ t: 'notice', code: 'waiting', room: lobby.room, clocks_stand: true }, { t: 'notice', code: 'draining', room: null, clocks_stand: false });
    expect(stage.toasts).toEqual(['牌桌在等人，时钟停着', '服务器将停机维护，牌局会接着打']);
  });

  test('a reload goes on with the stream, its log and its proof', () => {
    const stage = atPrompt(2);
    const before = { log: stage.state.log.value, witness: stage.state.witness.value, own: stage.state.own.value };
    stage.session.keepPlace();
    stage.open(`/r/${CODE}`).welcome({ running });
    expect(stage.net.last.words[0]).toMatchObject({ resume: [{ last: 9 }] });
    expect(stage.state.log.value).toEqual(before.log);
    expect(stage.state.witness.value).toEqual(before.witness);
    expect(stage.state.own.value).toEqual(before.own);
    stage.say(...STORY.filter((message) => message.t === 'frame' && message.n >= 10));
    expect(stage.state.stream.value?.n).toBe(18);
  });

  test('a place in a room one is in no more is let go', () => {
    const stage = atPrompt(2);
    stage.session.keepPlace();
    stage.open('/').welcome();
    expect(stage.state.stream.value).toBeNull();
    expect(stage.session.client.stream).toBeNull();
  });
});

describe('the result', () => {
  const end = STORY.filter((message) => message.t === 'frame' && message.n >= 10);
  const ended = () => atPrompt(2).say(...end);
  const next = { t: 'frame', room: lobby.room, view: 'seat0', inc: 1, n: 19, event: { t: 'hand_started', hand: 2, commit: 'ab'.repeat(32), streak: 0, heated: false, nonce_ms: 2000, dealer: 0 } };

  test('opens when the hand ends, and being ready is a command', async () => {
    const stage = ended();
    expect(stage.state.shown.value?.result.hand).toBe(1);
    stage.send({ type: 'ready_next' });
    expect(stage.sent('ready_next')).toMatchObject([{ hand: 1 }]);
  });

  test('closes when the next hand begins', () => {
    expect(ended().say(next).state.shown.value).toBeNull();
  });

  test('stays open once it was touched, until the player closes it', () => {
    const stage = ended().send({ type: 'touch_result' }).say(next);
    expect(stage.state.shown.value?.result.hand).toBe(1);
    expect(stage.toasts).toContain('下一局已开始');
    stage.send({ type: 'ready_next' });
    expect(stage.sent('ready_next')).toHaveLength(0);
    expect(stage.state.shown.value).toBeNull();
  });

  test('closes with the next hand where one was ready, touched or not', () => {
    expect(ended().send({ type: 'touch_result' }, { type: 'ready_next' }).say(next).state.shown.value).toBeNull();
  });

  test('put aside to see the table it is gone with its bar once the next hand begins', () => {
    const stage = ended().send({ type: 'touch_result' }, { type: 'hide_result', hidden: true });
    expect(stage.state.shown.value?.hidden).toBe(true);
    expect(stage.say(next).state.shown.value).toBeNull();
    expect(stage.toasts).not.toContain('下一局已开始');
  });

  test('put aside it is gone too where the next hand began while one was away', () => {
    const stage = ended().send({ type: 'touch_result' }, { type: 'hide_result', hidden: true });
    const stream = stage.state.stream.value!;
    stage.session.table.adopted(stream);
    expect(stage.state.shown.value?.hidden).toBe(true);
    stage.session.table.adopted({ ...stream, state: { ...stream.state, hand: 2, phase: 'playing', result: null } });
    expect(stage.state.shown.value).toBeNull();
  });

  test('taken up again it is being read, and stays', () => {
    const stage = ended().send({ type: 'touch_result' }, { type: 'hide_result', hidden: true }, { type: 'hide_result', hidden: false });
    expect(stage.say(next).state.shown.value?.result.hand).toBe(1);
  });

  test('of the last hand gives way to the match’s, by the button or after a while', () => {
    const over = { ...next, event: { t: 'match_ended', result: { match: 'm1', cause: 'hands_played', scores: [2, 0, 0, -2], ranks: [1, 2, 2, 4], history: [[2, 0, 0, -2]], wins: [1, 0, 0, 0] } } };
    const stage = ended().say(over);
    expect(stage.state.atMatchEnd.value).toBe(false);
    stage.send({ type: 'ready_next' });
    expect(stage.state.atMatchEnd.value).toBe(true);
    expect(stage.state.matches.value).toMatchObject([{ match: 'm1', names: ['甲', '机器人 1', '机器人 2', '机器人 3'], bots: [false, true, true, true], scores: [2, 0, 0, -2] }]);
    const patient = ended().say(over);
    patient.net.time.pass(20_000);
    expect(patient.state.atMatchEnd.value).toBe(true);
    stage.send({ type: 'rematch' }, { type: 'back_to_room' });
    expect(stage.sent('rematch')).toMatchObject([{ seats: 'same' }]);
    expect(stage.state.backInRoom.value).toBe(true);
  });

  test('an open match is ended by its host between two hands', () => {
    const stage = ended().send({ type: 'end_match' });
    expect(stage.sent('end_match')).toMatchObject([{ room: lobby.room }]);
  });
});

describe('the form', () => {
  const open = () => new Stage().open('/create').welcome();

  test('what is not at its default is what the room is made with, in its two scopes', async () => {
    const stage = open();
    await stage.settle();
    stage.send({ type: 'set_option', key: 'r:codes', value: 2 }, { type: 'set_option', key: 'o:hands', value: 4 }, { type: 'set_option', key: 'bots', value: 2 }, { type: 'create_room' });
    expect(stage.sent('create_room')).toMatchObject([{ ruleset: 'nanning', options: { codes: 2 }, room_options: { hands: 4 }, bots: 2 }]);
  });

  test('a value that is refused is marked where it stands', async () => {
    const stage = open();
    await stage.settle();
    stage.send({ type: 'set_option', key: 'o:turn', value: 1 }, { type: 'create_room' }).answer('create_room', { code: 'bad_option', field: '$.room_options.turn', message: '0 或至少 3' });
    await stage.settle();
    expect(stage.state.form.value.errors).toEqual({ 'o:turn': { zh: '0 或至少 3', en: expect.any(String) as string } });
    stage.send({ type: 'set_option', key: 'o:turn', value: 3 });
    expect(stage.state.form.value.errors).toEqual({});
  });

  test('a form can be kept and taken again', async () => {
    const stage = open();
    await stage.settle();
    stage.send({ type: 'set_option', key: 'r:codes', value: 2 }, { type: 'save_preset' }, { type: 'choose_ruleset', id: 'nanning' });
    expect(stage.state.form.value.values).toEqual({});
    stage.send({ type: 'preset', id: 'id' });
    expect(stage.state.form.value.values).toEqual({ 'r:codes': 2 });
  });

  test('the host changes the room he is in by the same form', async () => {
    const stage = new Stage().open(`/r/${CODE}`).welcome({ running: { ...running, match: false } }).say(lobby);
    await stage.settle();
    stage.send({ type: 'go', page: 'create' });
    expect(stage.state.form.value.values).toEqual({ 'o:hands': 4 });
    stage.send({ type: 'create_room' });
    expect(stage.sent('create_room')).toHaveLength(0);
    expect(stage.sent('set_options')).toMatchObject([{ room: lobby.room, ruleset: 'nanning', options: {}, room_options: { hands: 4 } }]);
    stage.answer('set_options');
    await stage.settle();
    expect(stage.state.route.value).toEqual({ page: 'room', code: CODE });
  });
});

describe('oneself', () => {
  test('a name is taken, or refused beside the field', async () => {
    const stage = new Stage().open().welcome();
    stage.send({ type: 'rename', name: '青山' }).answer('rename', { t: 'renamed', name: '青山' });
    await stage.settle();
    expect(stage.state.player.value?.name).toBe('青山');
    stage.send({ type: 'rename', name: '\u202e' }).answer('rename', { code: 'bad_name', message: '名字里有不能用的字符' });
    await stage.settle();
    expect(stage.state.nameError.value).toMatchObject({ zh: '名字里有不能用的字符' });
  });

  test('settings are kept', () => {
    const stage = new Stage().open().welcome().send({ type: 'change_settings', settings: { locale: 'en', grace: 0 } });
    expect(stage.state.settings.value).toMatchObject({ locale: 'en', grace: 0 });
    stage.open();
    expect(stage.state.settings.value).toMatchObject({ locale: 'en', grace: 0 });
  });

  test('another device gets a link that works once; a record can be saved', async () => {
    const stage = new Stage().open().welcome();
    const link = stage.intents.deviceLink();
    stage.answer('device_code', { t: 'device_code_made', code: '7HK3-9QPM', valid_ms: 600_000 });
    expect(await link).toMatchObject({ link: 'http://here/#device=7HK3-9QPM', note: { zh: '只能用一次，10 分钟内有效' } });
    const record = stage.intents.saveRecord('m1');
    stage.answer('get_record', { t: 'record_found', match: 'm1', text: '{}' });
    await record;
    expect(stage.saved).toEqual(['sifang-m1.json']);
    const none = stage.intents.saveRecord('m2');
    stage.answer('get_record', { code: 'unknown_match' });
    await none;
    expect(stage.toasts).toEqual(['没有这场对局的记录']);
  });
});
