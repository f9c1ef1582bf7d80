import { beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../protocol/types';
import { Client, type Told } from './client';
import type { Status } from './connection';
import { FakeNet } from './fakes';
import { EMPTY_VIEW } from './fold';

const seat = { control: 'player', score: 0, count: 13, tiles: null, drawn: null, melds: [], flowers: [], river: [] } as const;
const state = { ...EMPTY_VIEW, phase: 'playing', seats: [seat, seat, seat, seat] } as const;
const snapshot = (n: number, inc = 1) => ({ t: 'snapshot', room: 'r', view: 'seat0', inc, n, state });
const drew: Event = { t: 'drew', seat: 1, tile: null, end: 'head', cause: 'turn', wall_left: 70 };
const frame = (n: number, inc = 1) => ({ t: 'frame', room: 'r', view: 'seat0', inc, n, event: drew });

let net: FakeNet;
let client: Client;
let events: number[];
let snapshots: number[];
let upToDate: boolean[];
let told: Told[];
let statuses: Status[];

beforeEach(() => {
  net = new FakeNet();
  [events, snapshots, upToDate, told, statuses] = [[], [], [], [], []];
  let ids = 0;
  client = new Client(net, () => ({ token: 't', lang: 'zh', client: 'web/0' }), {
    status: (status) => statuses.push(status),
    welcome: () => undefined,
    snapshot: (stream) => snapshots.push(stream.n),
    event: (_, stream) => events.push(stream.n),
    upToDate: (is) => upToDate.push(is),
    told: (message) => told.push(message),
  }, () => String((ids += 1)));
  client.start();
  net.welcome();
});

test('the first hello asks for no stream, the next one goes on after the last number seen', () => {
  expect(net.last.words[0]).toEqual({ t: 'hello', levels: [1], token: 't', lang: 'zh', client: 'web/0', resume: [] });
  net.last.say(snapshot(4));
  net.last.say(frame(5));
  net.last.onclose?.(1006);
  net.time.pass(2000);
  net.welcome();
  expect(net.last.words[0]).toMatchObject({ t: 'hello', resume: [{ room: 'r', view: 'seat0', inc: 1, last: 5 }] });
});

test('frames are folded in their order and handed on one by one', () => {
  net.last.say(snapshot(4));
  net.last.say(frame(5));
  net.last.say(frame(5));
  net.last.say(frame(6));
  expect(snapshots).toEqual([4]);
  expect(events).toEqual([5, 6]);
  expect(client.stream?.state.wall_left).toBe(70);
});

test('frames before any snapshot are of no stream and are dropped', () => {
  net.last.say(frame(5));
  expect(events).toEqual([]);
  expect(net.last.words).toHaveLength(1);
});

describe('a hole in the stream', () => {
  beforeEach(() => {
    net.last.say(snapshot(4));
    net.last.say(frame(6));
    net.last.say(frame(7));
  });

  test('is asked for once, and the table is not up to date meanwhile', () => {
    expect(net.last.words.slice(1)).toEqual([{ t: 'resync', id: '1', room: 'r', view: 'seat0', inc: 1, last: 4 }]);
    expect(upToDate).toEqual([false]);
    expect(events).toEqual([]);
  });

  test('is filled by the missing run', () => {
    net.last.say({ t: 'accepted', id: '1', result: null });
    for (const n of [5, 6, 7, 8]) net.last.say(frame(n));
    expect(events).toEqual([5, 6, 7, 8]);
    expect(upToDate).toEqual([false, true]);
  });

  test('is made good by a snapshot, also of another incarnation', () => {
    net.last.say(snapshot(2, 2));
    net.last.say(frame(3, 2));
    expect(snapshots).toEqual([4, 2]);
    expect(events).toEqual([3]);
    expect(upToDate).toEqual([false, true]);
  });

  test('is asked for again when the answer did not help, after a while', async () => {
    net.last.say({ t: 'rejected', id: '1', code: 'forbidden' });
    await Promise.resolve();
    await Promise.resolve();
    net.last.say(frame(8));
    expect(net.last.words).toHaveLength(2);
    net.time.pass(1000);
    net.last.say(frame(9));
    expect(net.last.words).toHaveLength(3);
  });

  test('is asked for anew on another connection', () => {
    net.last.onclose?.(1006);
    net.time.pass(2000);
    net.welcome();
    expect(net.last.words.map((message) => message.t)).toEqual(['hello', 'resync']);
    net.last.say(frame(9));
    expect(net.last.words.filter((message) => message.t === 'resync')).toHaveLength(2);
  });
});

test('an unknown event takes its number', () => {
  net.last.say(snapshot(4));
  net.last.say({ ...frame(5), event: { t: 'sneezed' } });
  net.last.say(frame(6));
  expect(events).toEqual([5, 6]);
});

test('a command in flight when the connection breaks is sent again under its id, and answered once', async () => {
  const asked = client.submit({ t: 'act', room: 'r', prompt: 2, action: { t: 'pong' } });
  net.last.onclose?.(1006);
  net.time.pass(2000);
  net.welcome();
  expect(net.last.words[1]).toEqual({ t: 'act', id: '1', room: 'r', prompt: 2, action: { t: 'pong' } });
  net.last.say({ t: 'accepted', id: '1', result: null });
  expect(await asked).toEqual({ ok: true, result: null });
});

test('a room that is left is not gone on with', () => {
  net.last.say(snapshot(4));
  client.forget();
  net.last.say(frame(5));
  expect(events).toEqual([]);
  net.last.onclose?.(1006);
  net.time.pass(2000);
  net.welcome();
  expect(net.last.words[0]).toMatchObject({ resume: [] });
});

test('a stream kept across a reload is gone on with', () => {
  const other = new Client(net, () => ({}), { status: () => {}, welcome: () => {}, snapshot: () => {}, event: (_, { n }) => events.push(n), upToDate: () => {}, told: () => {} });
  other.adopt({ room: 'r', view: 'seat0', inc: 1, n: 30, state });
  other.start();
  net.welcome();
  expect(net.last.words[0]).toMatchObject({ resume: [{ last: 30 }] });
  net.last.say(frame(31));
  expect(events).toEqual([31]);
});

test('what is neither stream nor answer is handed on as it is', () => {
  net.last.say({ t: 'notice', code: 'draining', room: null, clocks_stand: false });
  expect(told).toEqual([{ t: 'notice', code: 'draining', room: null, clocks_stand: false }]);
});

test('the page can say that it is out of sight, offline, awake, or done', () => {
  client.setHidden(true);
  client.offline();
  expect(statuses.at(-1)?.state).toBe('lost');
  client.wake();
  net.welcome();
  expect(client.status.state).toBe('ok');
  client.stop();
  net.time.pass(60_000);
  expect(net.sockets).toHaveLength(2);
});
