import { beforeEach, describe, expect, test } from 'vitest';
import { CLOSES } from '../protocol/types';
import type { Incoming } from './codec';
import { BACKOFF, Connection, LOST_AFTER, policyOf, SLOW_AFTER, type Status } from './connection';
import { FakeNet } from './fakes';

let net: FakeNet;
let heard: Incoming[];
let statuses: Status[];
let welcomes: number;
let connection: Connection;

beforeEach(() => {
  net = new FakeNet();
  heard = [];
  statuses = [];
  welcomes = 0;
  connection = new Connection(net, {
    hello: () => ({ t: 'hello', levels: [1] }),
    onWelcome: () => { welcomes += 1; },
    onMessage: (message) => heard.push(message),
    onStatus: (status) => statuses.push(status),
  });
});

function connected(): void {
  connection.start();
  net.welcome();
}

const state = () => connection.status.state;

describe('opening', () => {
  test('hello is the first thing said, and nothing is sent before the welcome', () => {
    connection.start();
    expect(connection.send({ t: 'ping', at: 1 })).toBe(false);
    net.last.onopen?.();
    expect(net.last.sent).toEqual([{ t: 'hello', levels: [1] }]);
    expect(state()).toBe('connecting');
    net.welcome();
    expect(welcomes).toBe(1);
    expect(state()).toBe('ok');
    expect(connection.send({ t: 'get_lobby', id: '1' })).toBe(true);
  });

  test('both codecs are offered, and the one agreed on is spoken', () => {
    let offered: readonly string[] = [];
    const open = net.open;
    Object.assign(net, { open: (protocols: readonly string[]) => { offered = protocols; return open(); } });
    net.protocol = 'sifang.1+msgpack';
    connected();
    expect(offered).toEqual(['sifang.1+msgpack', 'sifang.1+json']);
    expect(net.last.sent[0]).toEqual({ t: 'hello', levels: [1] });
  });

  test('a server that does not greet in time is left and tried again', () => {
    connection.start();
    net.last.onopen?.();
    net.time.pass(20_000);
    expect(net.sockets[0]!.closed).toBe(true);
    expect(net.sockets.length).toBeGreaterThan(1);
  });

  test('messages are handed on; echoes and unknown ones are not', () => {
    connected();
    net.last.say({ t: 'notice', code: 'draining', room: null, clocks_stand: false });
    net.last.say({ t: 'weather' });
    expect(heard.map((message) => message.t)).toEqual(['notice']);
  });

  test('what an old socket still says is not listened to', () => {
    connected();
    const old = net.last;
    old.onclose?.(1006);
    net.time.pass(1000);
    net.welcome();
    expect(old.onmessage).toBeNull();
    expect(net.sockets).toHaveLength(2);
  });
});

describe('losing it and coming back', () => {
  test('the pauses grow: 0.3, 0.6, 1.2, 2.4, 5 seconds and then 5 again', () => {
    connected();
    net.time.pass(10_000);
    const pauses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      net.last.onclose?.(1006);
      const status = connection.status;
      expect(status.state).toBe('lost');
      const pause = status.state === 'lost' ? status.retryAt! - net.now() : 0;
      pauses.push(pause);
      net.time.pass(pause);
    }
    expect(pauses).toEqual([...BACKOFF, 5000, 5000]);
  });

  test('each pause is jittered by a fifth at most', () => {
    const pauses = [0, 0.999].map((random) => {
      const world = new FakeNet();
      Object.assign(world, { random: () => random });
      const one = new Connection(world, { hello: () => ({ t: 'hello', levels: [1] }), onWelcome: () => {}, onMessage: () => {}, onStatus: () => {} });
      one.start();
      world.welcome();
      world.time.pass(6000);
      world.last.onclose?.(1006);
      return one.status.state === 'lost' ? one.status.retryAt! - world.now() : -1;
    });
    expect(pauses).toEqual([240, 360]);
  });

  test('a connection that held starts again with the shortest pause', () => {
    connected();
    for (let i = 0; i < 3; i += 1) { net.last.onclose?.(1006); net.time.pass(5000); }
    net.welcome();
    net.time.pass(5000);
    net.last.onclose?.(1006);
    expect(connection.status).toMatchObject({ state: 'lost', attempt: 1, retryAt: net.now() + 300 });
  });

  test('coming back to sight, or to the net, does not sit out a pause', () => {
    connected();
    net.last.onclose?.(1006);
    const before = net.sockets.length;
    connection.wake();
    expect(net.sockets).toHaveLength(before + 1);
    expect(connection.status).toMatchObject({ state: 'lost', retryAt: null });
  });

  test('the browser saying that there is no network is believed at once', () => {
    connected();
    connection.offline();
    expect(state()).toBe('lost');
    expect(net.sockets[0]!.closed).toBe(true);
  });

  test('a try under way says so', () => {
    connected();
    net.last.onclose?.(1006);
    net.time.pass(2000);
    expect(connection.status).toMatchObject({ state: 'lost', retryAt: null });
  });
});

describe('close codes', () => {
  const rows = Object.entries(CLOSES).map(([code, { name, reconnect }]) => [Number(code), name, reconnect] as const);
  test.each(rows)('%i %s: comes back %s', (code, name, reconnect) => {
    connected();
    net.time.pass(6000);
    net.last.onclose?.(code);
    const before = net.sockets.length;
    net.time.pass(reconnect === 'now' ? 0 : 60_000);
    expect(net.sockets.length > before).toBe(reconnect !== 'no');
    if (reconnect === 'no') expect(connection.status).toMatchObject(name === 'superseded' ? { state: 'superseded' } : { state: 'gone', reason: name });
  });

  test('of the WebSocket\'s own, 1001, 1006, 1011, 1012 and 1013 mean later, all others no', () => {
    expect([1001, 1006, 1011, 1012, 1013].map(policyOf)).toEqual(Array(5).fill('later'));
    expect([1000, 1002, 1003, 1008, 1009, 4999].map(policyOf)).toEqual(Array(6).fill('no'));
  });

  test('being closed again and again with "now" does not hammer the server', () => {
    connected();
    net.time.pass(6000);
    for (let i = 0; i < 20; i += 1) {
      net.last.onclose?.(4005);
      net.time.pass(100);
      if (!net.last.closed) net.welcome();
    }
    expect(net.sockets.length).toBeLessThan(8);
  });

  test('superseded stays away until the user takes over here', () => {
    connected();
    net.last.onclose?.(4004);
    net.time.pass(600_000);
    connection.wake();
    connection.offline();
    expect(net.sockets).toHaveLength(1);
    expect(state()).toBe('superseded');
    connection.start();
    net.welcome();
    expect(state()).toBe('ok');
  });
});

describe('health', () => {
  test('a server that answers is healthy for as long as it answers', () => {
    connected();
    net.time.pass(120_000);
    expect(state()).toBe('ok');
    expect(net.sockets).toHaveLength(1);
  });

  test('a wire gone dead without a close is noticed within five seconds', () => {
    connected();
    net.time.pass(10_500);
    net.echoes = false;
    net.time.pass(5000);
    expect(state()).toBe('lost');
    expect(net.sockets[0]!.closed).toBe(true);
  });

  test('no echo for a second is slow, and said before it is lost', () => {
    connected();
    net.echoes = false;
    net.time.pass(SLOW_AFTER + 1100);
    expect(state()).toBe('slow');
    net.time.pass(LOST_AFTER);
    expect(state()).toBe('lost');
  });

  test('an echo that took long is slow, with how long it took', () => {
    connected();
    net.echoes = false;
    net.time.pass(1000);
    const ping = net.last.sent.filter((message) => message.t === 'ping').at(-1)!;
    net.time.pass(1500);
    net.last.say({ t: 'echo', at: ping.at, now: 0 });
    expect(connection.status).toEqual({ state: 'slow', rtt: 1500 });
  });

  test('anything heard from the server counts, not only echoes', () => {
    connected();
    net.echoes = false;
    for (let i = 0; i < 10; i += 1) {
      net.time.pass(1500);
      net.last.say({ t: 'notice', code: 'draining', room: null, clocks_stand: false });
    }
    expect(net.sockets).toHaveLength(1);
  });

  test('after the machine slept the server is asked before it is given up', () => {
    connected();
    net.time.pass(900);
    net.echoes = false;
    net.time.pass(200);
    net.echoes = true;
    net.time.sleep(3_600_000);
    expect(net.sockets).toHaveLength(1);
    expect(state()).toBe('ok');
  });

  test('a page out of sight asks less often, and at once when it is seen again', () => {
    connected();
    connection.setHidden(true);
    net.time.pass(2000);
    const before = net.last.sent.length;
    net.time.pass(20_000);
    expect(net.last.sent.length - before).toBe(2);
    connection.setHidden(false);
    expect(net.last.sent.length - before).toBe(3);
  });

  test('a stopped connection says nothing and does not come back', () => {
    connected();
    connection.stop();
    net.time.pass(60_000);
    expect(net.sockets).toHaveLength(1);
    expect(connection.send({ t: 'ping', at: 1 })).toBe(false);
  });
});
