/**
 * The connection and its health: opening, hello, pings, losing it, coming back. Sans-I/O but for the world it is
 * given, so that time, sockets and chance can be a test's.
 *
 * Health follows from how long ago the server was last heard while a ping waits for its echo, never from whether
 * the socket says it is open. The close code says whether to come back by itself.
 */
import { CLOSES, SUBPROTOCOLS, type CloseName, type Hello, type Ping, type Reconnect, type ToServer, type Welcome } from '../protocol/types';
import { decodeFrame, encodeMessage, readMessage, type Codec, type Incoming } from './codec';

export interface Socket {
  readonly protocol: string;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((data: ArrayBuffer | string) => void) | null;
  onclose: ((code: number) => void) | null;
}

export interface World {
  readonly open: (protocols: readonly string[]) => Socket;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly later: (ms: number, run: () => void) => () => void;
  /** 0 ≤ x < 1, for the jitter. */
  readonly random: () => number;
}

export type Status =
  /** Never welcomed yet, and trying. */
  | { readonly state: 'connecting'; readonly attempt: number }
  | { readonly state: 'ok' | 'slow'; readonly rtt: number | null }
  | { readonly state: 'lost'; readonly attempt: number; readonly retryAt: number | null; readonly lastHeard: number }
  | { readonly state: 'superseded' }
  /** Not coming back by itself. */
  | { readonly state: 'gone'; readonly reason: CloseName | 'refused'; readonly code: number };

export interface Handlers {
  readonly hello: () => Hello;
  readonly onWelcome: (welcome: Welcome) => void;
  readonly onMessage: (message: Incoming) => void;
  readonly onStatus: (status: Status) => void;
}

export const BACKOFF = [300, 600, 1200, 2400, 5000] as const;
const JITTER = 0.2;
/** No echo, and nothing else heard, for so long: lost. */
export const LOST_AFTER = 4000;
/** An echo that takes longer: slow. */
export const SLOW_AFTER = 1000;
const PING_EVERY = 1000;
const PING_EVERY_HIDDEN = 10_000;
/** From opening the socket to the welcome. */
const GREETING_TIME = 8000;
/** A connection that held so long starts the pauses from the beginning. */
const SETTLED_AFTER = 5000;
/** A check that comes this late was held back by a sleeping machine: the server gets another chance. */
const OVERSLEPT = 2000;

const LATER_CODES: ReadonlySet<number> = new Set([1001, 1006, 1011, 1012, 1013]);

/** What a close code says about coming back (docs/protocol.md). */
export function policyOf(code: number): Reconnect {
  return CLOSES[code]?.reconnect ?? (LATER_CODES.has(code) ? 'later' : 'no');
}

type Timer = 'retry' | 'greeting' | 'beat' | 'silence';

export class Connection {
  readonly #world: World;
  readonly #handlers: Handlers;
  readonly #timers = new Map<Timer, () => void>();
  #socket: Socket | null = null;
  #codec: Codec = 'msgpack';
  #welcomed = false;
  #everWelcomed = false;
  #welcomedAt = 0;
  #attempt = 0;
  #lastHeard = 0;
  #waitingSince: number | null = null;
  #rtt: number | null = null;
  #hidden = false;
  #status: Status = { state: 'connecting', attempt: 0 };

  constructor(world: World, handlers: Handlers) {
    this.#world = world;
    this.#handlers = handlers;
  }

  get status(): Status {
    return this.#status;
  }

  get isOpen(): boolean {
    return this.#welcomed;
  }

  /** Open it, or open it anew: at first, by the user's wish, after another page had taken over. */
  start(): void {
    this.#attempt = 0;
    this.#connect();
  }

  /** Say something; false where nobody would hear it. */
  send(message: ToServer): boolean {
    if (!this.#welcomed || !this.#socket) return false;
    this.#socket.send(encodeMessage(message, this.#codec));
    return true;
  }

  /** The network is back, or the page in sight again: do not sit out a pause. */
  wake(): void {
    if (this.#timers.has('retry')) this.#connect();
    else if (this.#welcomed) this.#ping();
  }

  /** The browser says there is no network: believe it at once. */
  offline(): void {
    if (this.#status.state === 'superseded' || this.#status.state === 'gone') return;
    this.#drop();
    this.#retry('later');
  }

  /** A page out of sight asks less often. */
  setHidden(hidden: boolean): void {
    this.#hidden = hidden;
    if (!hidden) this.wake();
  }

  /** Close for good; nothing comes back. */
  stop(): void {
    this.#drop();
    this.#clear('retry');
  }

  #connect(): void {
    this.#drop();
    this.#clear('retry');
    this.#attempt += 1;
    this.#show(this.#everWelcomed
      ? { state: 'lost', attempt: this.#attempt, retryAt: null, lastHeard: this.#lastHeard }
      : { state: 'connecting', attempt: this.#attempt });
    const socket = this.#world.open(SUBPROTOCOLS);
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = (data) => this.#receive(socket, data);
    socket.onclose = (code) => this.#closed(socket, code);
    this.#set('greeting', GREETING_TIME, () => { this.#drop(); this.#retry('later'); });
  }

  #greet(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#codec = socket.protocol === 'sifang.1+json' ? 'json' : 'msgpack';
    socket.send(encodeMessage(this.#handlers.hello(), this.#codec));
  }

  #receive(socket: Socket, data: ArrayBuffer | string): void {
    if (socket !== this.#socket) return;
    const message = readMessage(decodeFrame(data));
    this.#lastHeard = this.#world.now();
    this.#waitingSince = null;
    this.#clear('silence');
    if (message?.t === 'echo') this.#rtt = Math.max(0, this.#lastHeard - message.at);
    if (message?.t === 'welcome') this.#welcome(message);
    if (this.#welcomed) this.#judge();
    if (message && message.t !== 'welcome' && message.t !== 'echo') this.#handlers.onMessage(message);
  }

  #welcome(message: Welcome): void {
    this.#clear('greeting');
    this.#welcomed = true;
    this.#everWelcomed = true;
    this.#welcomedAt = this.#lastHeard;
    this.#rtt = null;
    this.#judge();
    this.#handlers.onWelcome(message);
    this.#ping();
  }

  #closed(socket: Socket, code: number): void {
    if (socket !== this.#socket) return;
    this.#drop();
    const policy = policyOf(code);
    if (policy !== 'no') this.#retry(policy);
    else if (CLOSES[code]?.name === 'superseded') this.#show({ state: 'superseded' });
    else this.#show({ state: 'gone', reason: CLOSES[code]?.name ?? 'refused', code });
  }

  #retry(policy: 'now' | 'later'): void {
    if (this.#welcomedAt > 0 && this.#world.now() - this.#welcomedAt >= SETTLED_AFTER) this.#attempt = 0;
    this.#welcomedAt = 0;
    const step = BACKOFF[Math.min(this.#attempt, BACKOFF.length - 1)]!;
    const jittered = Math.round(step * (1 - JITTER + 2 * JITTER * this.#world.random()));
    const pause = policy === 'now' && this.#attempt === 0 ? 0 : jittered;
    this.#show(this.#everWelcomed
      ? { state: 'lost', attempt: this.#attempt + 1, retryAt: this.#world.now() + pause, lastHeard: this.#lastHeard }
      : { state: 'connecting', attempt: this.#attempt });
    this.#set('retry', pause, () => this.#connect());
  }

  // ---------------------------------------------------------------- health

  #ping(): void {
    this.#clear('beat');
    if (!this.#welcomed) return;
    const now = this.#world.now();
    if (this.#waitingSince === null) {
      this.#waitingSince = now;
      this.#set('silence', LOST_AFTER, () => this.#silent(now));
    }
    const ping: Ping = { t: 'ping', at: Math.round(now) };
    this.send(ping);
    this.#judge();
    this.#set('beat', this.#hidden ? PING_EVERY_HIDDEN : PING_EVERY, () => this.#ping());
  }

  #silent(since: number): void {
    const now = this.#world.now();
    if (now - since > LOST_AFTER + OVERSLEPT) {
      this.#waitingSince = null;
      this.#ping();
      return;
    }
    this.#drop();
    this.#retry('later');
  }

  #judge(): void {
    const waited = this.#waitingSince === null ? 0 : this.#world.now() - this.#waitingSince;
    const delay = Math.max(this.#rtt ?? 0, waited);
    this.#show(delay >= SLOW_AFTER ? { state: 'slow', rtt: delay } : { state: 'ok', rtt: this.#rtt });
  }

  // ---------------------------------------------------------------- inside

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    this.#waitingSince = null;
    for (const timer of ['greeting', 'beat', 'silence'] as const) this.#clear(timer);
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  #show(status: Status): void {
    const same = JSON.stringify(status) === JSON.stringify(this.#status);
    this.#status = status;
    if (!same) this.#handlers.onStatus(status);
  }

  #set(timer: Timer, ms: number, run: () => void): void {
    this.#clear(timer);
    this.#timers.set(timer, this.#world.later(ms, () => { this.#timers.delete(timer); run(); }));
  }

  #clear(timer: Timer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }
}
