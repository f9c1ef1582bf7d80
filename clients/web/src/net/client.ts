/**
 * One session with the server over however many connections: it resumes by the last number seen, asks for what
 * is missing, and keeps every command until it is answered. It knows the wire and no screen.
 */
import type { Event, Hello, Snapshot, Welcome } from '../protocol/types';
import { LEVEL } from '../protocol/types';
import type { FrameRead, Incoming } from './codec';
import { Outbox, type Answer, type Wish } from './commands';
import { Connection, type Status, type World } from './connection';
import { randomHex } from './random';
import { feed, fromSnapshot, pointOf, type Stream } from './stream';

/** What is told beside streams and answers. */
export type Told = Exclude<Incoming, FrameRead | Snapshot | Welcome | { readonly t: 'accepted' | 'rejected' | 'echo' }>;

export interface Listener {
  readonly status: (status: Status) => void;
  readonly welcome: (welcome: Welcome) => void;
  /** The stream begins, or begins anew. */
  readonly snapshot: (stream: Stream) => void;
  /** One event has been folded in; null for one that is unknown here. */
  readonly event: (event: Event | null, stream: Stream, before: Stream) => void;
  /** Something of the stream is missing, or no more. */
  readonly upToDate: (is: boolean) => void;
  readonly told: (message: Told) => void;
}

export type Greeting = Omit<Hello, 't' | 'levels' | 'resume'>;

const ASK_AGAIN = 1000;

export class Client {
  readonly #listener: Listener;
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #later: World['later'];
  #stream: Stream | null = null;
  #asking = false;
  #upToDate = true;

  constructor(world: World, greeting: () => Greeting, listener: Listener, newId: () => string = () => randomHex(16)) {
    this.#listener = listener;
    this.#later = world.later;
    this.#connection = new Connection(world, {
      hello: () => ({ t: 'hello', levels: [LEVEL], ...greeting(), resume: this.#stream ? [pointOf(this.#stream)] : [] }),
      onWelcome: (welcome) => this.#welcomed(welcome),
      onMessage: (message) => this.#take(message),
      onStatus: (status) => this.#listener.status(status),
    });
    this.#outbox = new Outbox({ transmit: (command) => this.#connection.send(command), later: world.later, newId });
  }

  get stream(): Stream | null {
    return this.#stream;
  }

  get status(): Status {
    return this.#connection.status;
  }

  start(): void { this.#connection.start(); }

  stop(): void { this.#connection.stop(); }

  wake(): void { this.#connection.wake(); }

  offline(): void { this.#connection.offline(); }

  setHidden(hidden: boolean): void { this.#connection.setHidden(hidden); }

  submit(wish: Wish): Promise<Answer> {
    return this.#outbox.submit(wish);
  }

  /** Go on with a stream that was kept across a reload. */
  adopt(stream: Stream): void {
    this.#stream = stream;
  }

  /** The room is left: its stream is not gone on with. */
  forget(): void {
    this.#stream = null;
    this.#show(true);
  }

  #welcomed(welcome: Welcome): void {
    this.#asking = false;
    // First what was under way: what the welcome leads to is then said once.
    this.#outbox.resend();
    this.#listener.welcome(welcome);
  }

  #take(message: Incoming): void {
    switch (message.t) {
      case 'accepted':
      case 'rejected': this.#outbox.take(message); break;
      case 'frame': this.#frame(message); break;
      case 'snapshot': this.#snapshot(fromSnapshot(message)); break;
      case 'welcome':
      case 'echo': break;
      default: this.#listener.told(message);
    }
  }

  #snapshot(stream: Stream): void {
    this.#stream = stream;
    this.#show(true);
    this.#listener.snapshot(stream);
  }

  #frame(frame: FrameRead): void {
    const before = this.#stream;
    if (!before) return;
    const fed = feed(before, frame);
    if (fed.kind === 'applied') {
      this.#stream = fed.stream;
      this.#show(true);
      this.#listener.event(frame.event, fed.stream, before);
    } else if (fed.kind === 'gap') {
      this.#show(false);
      this.#resync(before, fed.inc, fed.last);
    }
  }

  /** Ask for what is missing: once at a time, for while the answer is on its way every frame shows the same hole. */
  #resync({ room, view }: Stream, inc: number, last: number): void {
    if (this.#asking) return;
    this.#asking = true;
    void this.submit({ t: 'resync', room, view, inc, last }).then((answer) => {
      if (answer.ok) this.#asking = false;
      else this.#later(ASK_AGAIN, () => { this.#asking = false; });
    });
  }

  #show(upToDate: boolean): void {
    if (this.#upToDate === upToDate) return;
    this.#upToDate = upToDate;
    this.#listener.upToDate(upToDate);
  }
}
