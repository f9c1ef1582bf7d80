/**
 * Commands under way: each gets exactly one answer, however often it is sent. What was not answered when the
 * connection broke is sent again unchanged; the server does nothing twice under one id. Pure but for its timer.
 */
import type { Accepted, Hello, Ping, RejectCode, Rejected, Result, ToServer } from '../protocol/types';

export type Command = Exclude<ToServer, Hello | Ping>;

/** A command without its id. */
export type Wish = Command extends infer C ? (C extends Command ? Omit<C, 'id'> : never) : never;

export type Answer =
  | { readonly ok: true; readonly result: Result | null }
  | { readonly ok: false; readonly rejected: Rejected };

/** How often a refusal that only says "not now" is tried again before it is given back. */
const PATIENCE: Readonly<Partial<Record<RejectCode, number>>> = { busy: 20, store_down: Infinity, too_fast: 5 };

const RETRY_AFTER = 500;

interface Pending {
  readonly command: Command;
  readonly resolve: (answer: Answer) => void;
  tries: number;
  cancel: (() => void) | null;
}

export interface OutboxWorld {
  /** Hand it to the connection; false where there is none now: it waits for `resend`. */
  readonly transmit: (command: Command) => boolean;
  readonly later: (ms: number, run: () => void) => () => void;
  readonly newId: () => string;
}

export class Outbox {
  readonly #world: OutboxWorld;
  readonly #pending = new Map<string, Pending>();

  constructor(world: OutboxWorld) {
    this.#world = world;
  }

  get size(): number {
    return this.#pending.size;
  }

  submit(wish: Wish): Promise<Answer> {
    const command = { ...wish, id: this.#world.newId() } as Command;
    return new Promise((resolve) => {
      this.#pending.set(command.id, { command, resolve, tries: 0, cancel: null });
      this.#world.transmit(command);
    });
  }

  /** Take in an answer; one to nothing that is under way is dropped. */
  take(answer: Accepted | Rejected): void {
    const pending = answer.id === null ? undefined : this.#pending.get(answer.id);
    if (!pending) return;
    if (answer.t === 'rejected' && this.#tryAgain(pending, answer)) return;
    this.#pending.delete(pending.command.id);
    pending.cancel?.();
    pending.resolve(answer.t === 'accepted' ? { ok: true, result: answer.result } : { ok: false, rejected: answer });
  }

  /** After a new welcome: everything without an answer again, in the order it was first said. */
  resend(): void {
    for (const pending of this.#pending.values()) {
      pending.cancel?.();
      pending.cancel = null;
      this.#world.transmit(pending.command);
    }
  }

  /** Nothing will be answered any more: give every command back with this refusal. */
  abandon(code: RejectCode): void {
    for (const [id, pending] of [...this.#pending]) {
      this.#pending.delete(id);
      pending.cancel?.();
      pending.resolve({ ok: false, rejected: { t: 'rejected', id, code, message: '', field: '', clause: '', room: null, retry_ms: null } });
    }
  }

  #tryAgain(pending: Pending, { code, retry_ms }: Rejected): boolean {
    if (pending.tries >= (PATIENCE[code] ?? 0)) return false;
    pending.tries += 1;
    pending.cancel?.();
    pending.cancel = this.#world.later(retry_ms ?? RETRY_AFTER, () => {
      pending.cancel = null;
      this.#world.transmit(pending.command);
    });
    return true;
  }
}
