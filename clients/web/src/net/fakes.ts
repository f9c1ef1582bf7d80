/** For tests: a clock one moves by hand, and sockets whose other end is the test. */
import type { ToServer } from '../protocol/types';
import { decodeFrame } from './codec';
import type { Socket, World } from './connection';

export class FakeTime {
  #now = 1000;
  #timers: { readonly due: number; readonly run: () => void }[] = [];

  readonly now = () => this.#now;

  readonly later = (ms: number, run: () => void) => {
    const timer = { due: this.#now + ms, run };
    this.#timers.push(timer);
    return () => { this.#timers = this.#timers.filter((one) => one !== timer); };
  };

  /** Move on; what falls due is run in order, each at its own moment. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((one) => one.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.due);
      next.run();
    }
    this.#now = end;
  }

  /** The machine slept: time has passed, and what was due runs late. */
  sleep(ms: number): void {
    this.#now += ms;
    this.pass(0);
  }
}

export class FakeSocket implements Socket {
  readonly sent: ToServer[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((data: ArrayBuffer | string) => void) | null = null;
  onclose: ((code: number) => void) | null = null;

  constructor(readonly protocol: string) {}

  send(data: string | Uint8Array<ArrayBuffer>): void {
    this.sent.push(decodeFrame(data) as ToServer);
  }

  close(): void {
    this.closed = true;
  }

  say(message: object): void {
    this.onmessage?.(JSON.stringify(message));
  }

  /** What was said, pings left out. */
  get words(): readonly ToServer[] {
    return this.sent.filter((message) => message.t !== 'ping');
  }
}

export class FakeNet implements World {
  readonly time = new FakeTime();
  readonly sockets: FakeSocket[] = [];
  readonly now = this.time.now;
  readonly later = this.time.later;
  readonly random = () => 0.5;
  protocol = 'sifang.1+json';
  /** The server answers pings. */
  echoes = true;

  readonly open = () => {
    const socket = new FakeSocket(this.protocol);
    this.sockets.push(socket);
    const send = socket.send.bind(socket);
    socket.send = (data) => {
      send(data);
      const said = socket.sent.at(-1);
      if (said?.t === 'ping' && this.echoes) socket.say({ t: 'echo', at: said.at, now: 0 });
    };
    return socket;
  };

  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  /** The open socket's server says hello back. */
  welcome(more: object = {}): void {
    this.last.onopen?.();
    this.last.say({ t: 'welcome', level: 1, player: 'p1', name: '甲', token: 'p1.x', server: 's', now: 0, limits: {}, running: null, ...more });
  }
}
