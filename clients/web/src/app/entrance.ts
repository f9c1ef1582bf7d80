/**
 * Into rooms: making one, coming by its code, looking on; and the beginning of a match. It puts the room one came
 * into in the address; what is told of the room afterwards is the session's.
 */
import { batch } from '@preact/signals';
import type { Client } from '../net/client';
import type { Answer } from '../net/commands';
import type { Entered, Rejected, RoomState } from '../protocol/types';
import type { ErrorView, Label } from '../viewmodel';
import type { Route } from './router';
import type { State } from './state';
import { toast, toastRefusal } from './toasts';
import { both, codeText } from './words';

/** Seconds for a turn at a table with bots alone, where nobody is kept waiting. */
const QUICK_TURN = 60;

export interface Ways {
  readonly go: (route: Route, replace?: boolean) => void;
  /** Put the address of the room one is in into the bar. */
  readonly show: () => void;
  readonly address: (route: Route, replace: boolean) => void;
  readonly fail: (kind: ErrorView['kind'], code: string, text: Label | undefined, facts: string) => void;
  readonly loadCatalogue: () => Promise<void>;
}

export interface RoomWish {
  readonly ruleset: string;
  readonly options: RoomState['options'];
  readonly room_options: RoomState['options'];
  readonly bots: 0 | 1 | 2 | 3;
}

/** One's own chair in a room. */
export function ownChair(state: State, room: RoomState): RoomState['seats'][number] | undefined {
  return room.seats.find((seat) => seat.player !== '' && seat.player === state.player.value?.id);
}

export class Entrance {
  readonly #state: State;
  readonly #client: Client;
  readonly #ways: Ways;
  /** A room that is to begin as soon as one sits in it. */
  #begin: string | null = null;
  /** A room one has just been given a seat in. */
  #seated: string | null = null;
  #entering = false;

  constructor(state: State, client: Client, ways: Ways) {
    this.#state = state;
    this.#client = client;
    this.#ways = ways;
  }

  // ---------------------------------------------------------------- coming in

  /** A table with three bots, at once. */
  async quickTable(): Promise<void> {
    const { busy, catalogue, room } = this.#state;
    if (busy.value) return;
    if (room.value?.code) { this.#ways.go({ page: 'room', code: room.value.code }); return; }
    busy.value = 'quick';
    if (!catalogue.value) await this.#ways.loadCatalogue();
    const ruleset = catalogue.value?.rulesets[0]?.key ?? 'nanning';
    const answer = await this.#client.submit({ t: 'create_room', ruleset, room_options: { turn: QUICK_TURN }, bots: 3 });
    busy.value = null;
    const entered = this.#entered(answer);
    if (entered) this.beginIn(entered.room);
    else this.#refused(answer, 'home');
  }

  async create(wish: RoomWish, begin: boolean): Promise<Answer> {
    const { busy } = this.#state;
    busy.value = 'create';
    const answer = await this.#client.submit({ t: 'create_room', ...wish });
    busy.value = null;
    const entered = this.#entered(answer);
    if (entered && begin) this.beginIn(entered.room);
    return answer;
  }

  async join(code: string): Promise<void> {
    const { busy, joinError, route } = this.#state;
    if (this.#entering || this.#state.room.value?.code === code) return;
    this.#entering = true;
    busy.value = 'join';
    let answer = await this.#client.submit({ t: 'join_room', code, sit: true });
    // No free seat: one may still look on.
    if (!answer.ok && (answer.rejected.code === 'room_full' || answer.rejected.code === 'left')) {
      answer = await this.#client.submit({ t: 'watch', code, view: 'public' });
      if (answer.ok) toast(this.#state, 'info', both('没有空位，先看一会儿', 'No seat is free: you are watching'));
    }
    batch(() => { busy.value = null; this.#entering = false; });
    const entered = this.#entered(answer);
    if (entered) {
      this.#seated = entered.seat === null ? null : entered.room;
      if (this.#state.room.value) this.#greet(this.#state.room.value);
      return;
    }
    if (route.value.page === 'room') this.#refused(answer, 'page');
    else if (!answer.ok) joinError.value = codeText(answer.rejected.code);
  }

  async watch(room: string): Promise<void> {
    if (this.#entering || this.#client.stream?.room === room) return;
    this.#entering = true;
    const answer = await this.#client.submit({ t: 'watch', room, view: 'public' });
    this.#entering = false;
    if (!this.#entered(answer)) this.#refused(answer, 'page');
  }

  #entered(answer: Answer): Entered | null {
    if (!answer.ok || answer.result?.t !== 'entered') return null;
    const { result } = answer;
    const route: Route = result.code ? { page: 'room', code: result.code } : { page: 'watch', room: result.room };
    const { route: now } = this.#state;
    this.#ways.address(route, now.value.page === 'play');
    batch(() => { now.value = route; this.#state.error.value = null; });
    return result;
  }

  #refused(answer: Answer, where: 'home' | 'page'): void {
    if (answer.ok) return;
    const { rejected } = answer;
    const running = this.#state.room.value;
    if ((rejected.code === 'in_room' || rejected.code === 'in_match') && running?.code) {
      toastRefusal(this.#state, rejected, { label: both('回到牌桌', 'Back to the table'), intent: { type: 'return_to_table', room: running.code } });
      this.#ways.show();
    } else if (where === 'home') {
      toastRefusal(this.#state, rejected);
      if (this.#state.route.value.page === 'play') this.#ways.go({ page: 'home' }, true);
    } else {
      const kind = rejected.code === 'banned' ? 'kicked' : rejected.code === 'unreadable' ? 'unreadable' : 'room_gone';
      this.#ways.fail(kind, rejected.code, codeText(rejected.code), reasonOf(rejected));
    }
  }

  // ---------------------------------------------------------------- beginning

  /** Be ready in this room as soon as its state is known. */
  beginIn(room: string): void {
    this.#begin = room;
    const { value } = this.#state.room;
    if (value?.room === room) this.tryBegin(value);
  }

  forget(): void {
    this.#begin = this.#seated = null;
  }

  /** Say to who was given a seat in a running match whose it was. */
  #greet(room: RoomState): void {
    if (this.#seated !== room.room) return;
    this.#seated = null;
    if (room.phase === 'match') toast(this.#state, 'info', both('牌局正在进行：你接替机器人，接着打', 'A match is running: you play on in a bot’s place'));
  }

  /** Its state has come. Where only bots sit with one: agree to one's own options and be ready; then the match begins by itself. */
  tryBegin(room: RoomState): void {
    this.#greet(room);
    if (this.#begin !== room.room || room.phase === 'match') return;
    const mine = ownChair(this.#state, room);
    if (!mine) return;
    this.#begin = null;
    if (room.seats.some((seat) => seat !== mine && seat.kind !== 'bot')) return;
    void this.ready(room, true);
  }

  /** Be ready; whoever made the options has agreed to them. */
  async ready(room: RoomState, on: boolean): Promise<void> {
    const mine = ownChair(this.#state, room);
    if (on && room.differences.length > 0 && mine && !mine.accepted) {
      const agreed = await this.#client.submit({ t: 'accept_options', room: room.room, options_rev: room.options_rev });
      if (!agreed.ok) { toastRefusal(this.#state, agreed.rejected); return; }
    }
    const answer = await this.#client.submit({ t: 'ready', room: room.room, ready: on });
    if (!answer.ok) toastRefusal(this.#state, answer.rejected);
  }
}

function reasonOf({ code, field, clause }: Rejected): string {
  return [code, field, clause].filter(Boolean).join(' ');
}
