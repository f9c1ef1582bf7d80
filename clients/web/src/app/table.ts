/**
 * The running table: what each event and each message about the present changes in what the page knows. It writes
 * the state and asks for what follows (waits, automatic answers, sounds); it draws nothing.
 */
import { batch } from '@preact/signals';
import type { Client, Told } from '../net/client';
import type { Stream } from '../net/stream';
import type { Event, Prompt, PromptClosed, Seat } from '../protocol/types';
import type { FloatView, Label } from '../viewmodel';
import { autoAnswer, BY_SETTING } from './autos';
import { follow } from './hand';
import { handKey, HINTS_EVERY, shownBy, touches } from './hints';
import { appended, chosenEntry, closedEntry, entriesOf, withCause } from './log';
import type { Proof } from './proof';
import type { SoundName } from './sound';
import { NO_AUTOS, ownSeat, type Asked, type State } from './state';
import { toast, toastRefusal } from './toasts';
import { both, MELD_WORDS, VERB_WORDS, WON_BY } from './words';
import type { Choice } from './views/prompt';

/** Events after which a prompt that came before them is over: they move tiles. */
const MOVES: ReadonlySet<Event['t']> = new Set(['drew', 'discarded', 'melded', 'kong_declared', 'hand_ended', 'dealt', 'hand_started', 'match_ended']);

/** Before an automatic answer, so that one sees what it answers. */
const AUTO_AFTER = 400;
const SHEET_AFTER = 600;
/** A match's last sheet gives way to the final table by itself if it is not touched. */
const LAST_SHEET = 20_000;
const FLOATS_KEPT = 6;
const AWAY = both('断线', 'away');

export interface TableWorld {
  readonly now: () => number;
  readonly later: (ms: number, run: () => void) => () => void;
  readonly play: (sound: SoundName) => void;
}

export class TableKeeper {
  readonly #state: State;
  readonly #client: Pick<Client, 'submit'>;
  readonly #proof: Proof;
  readonly #world: TableWorld;
  /** The tile let go with the pointer or a key: of two alike that one leaves. */
  #thrown: { readonly id: string; readonly tile: string } | null = null;
  /** The answer on its way, by its prompt: it stands also when that prompt is told again after a break. */
  #underWay: { readonly prompt: number; readonly offer: string; readonly byItself: boolean } | null = null;
  #replaced = false;
  /** When the latest prompt was first shown, also before a break. */
  #first: { readonly prompt: number; readonly since: number } | null = null;
  #askedAt = -Infinity;
  #asking = false;
  #hintsOff = false;
  #floated = 0;
  #cancelAsk: (() => void) | null = null;
  /** Events that came while the page was catching up after a break. */
  #missed: { discards: number; own: number } | null = null;
  #heldClaim: number | null = null;

  constructor(state: State, client: Pick<Client, 'submit'>, proof: Proof, world: TableWorld) {
    this.#state = state;
    this.#client = client;
    this.#proof = proof;
    this.#world = world;
  }

  // ---------------------------------------------------------------- the stream

  snapshot(stream: Stream): void {
    const { state: view } = stream;
    const own = ownSeat(stream);
    batch(() => {
      this.#state.stream.value = stream;
      const seat = own === null ? undefined : view.seats[own];
      this.#state.own.value = follow(this.#state.own.value, seat?.tiles ?? [], seat?.drawn ?? null, null);
      this.#state.drawer.value = null;
      this.#state.paidBy.value = view.ledger.map(() => null);
      this.adopted(stream);
      this.#forgetPromptBefore(stream.n + 1);
    });
    this.#proof.onSnapshot(stream);
    this.#refreshHints(false);
  }

  event(event: Event | null, stream: Stream, before: Stream): void {
    batch(() => {
      this.#state.stream.value = stream;
      if (event) this.#happened(event, stream, before);
    });
    if (event) {
      this.#proof.onEvent(event, stream);
      this.#refreshHints(touches(this.#state.hints.value?.waits ?? null, shownBy(before.state, stream.state)));
    }
  }

  #happened(event: Event, stream: Stream, before: Stream): void {
    const state = this.#state;
    const own = ownSeat(stream);
    this.#followHand(event, stream, own);
    this.#drawnTile(event);
    if (MOVES.has(event.t)) this.#forgetPromptBefore(stream.n);
    if (event.t === 'paid') state.paidBy.value = [...state.paidBy.value, ...event.transfers.map(() => stream.n)];
    if (event.t === 'match_started') { state.shown.value = null; state.atMatchEnd.value = false; state.backInRoom.value = false; this.#hintsOff = false; }
    if (event.t === 'hand_started') this.#handStarted();
    if (event.t === 'hand_ended') this.#show(before.state.dealer, before.state.wall_left, event.result);
    if (event.t === 'match_ended') this.#matchEnded();
    this.#write(event, stream, before, own);
    this.#float(event, stream.n);
    this.#countMissed(event, own);
    this.#sound(event, own);
  }

  #followHand(event: Event, stream: Stream, own: Seat | null): void {
    const seat = own === null ? undefined : stream.state.seats[own];
    if (!seat?.tiles || stream.state.result) return;
    const thrown = event.t === 'discarded' && event.seat === own && this.#thrown?.tile === event.tile ? this.#thrown.id : null;
    this.#state.own.value = follow(event.t === 'dealt' ? { ...this.#state.own.value, tiles: [], drawn: null, order: [] } : this.#state.own.value, seat.tiles, seat.drawn, thrown);
    if (event.t === 'discarded' && event.seat === own) this.#thrown = null;
  }

  #drawnTile(event: Event): void {
    const { drawer } = this.#state;
    if (event.t === 'drew') drawer.value = event.seat;
    else if ((event.t === 'discarded' || event.t === 'melded') && drawer.value === event.seat) drawer.value = null;
    else if (event.t === 'hand_started' || event.t === 'hand_ended') drawer.value = null;
    if (event.t === 'drew') this.#replaced = event.cause !== 'turn';
  }

  #handStarted(): void {
    const state = this.#state;
    const { chow, pong, kong, auto_win, throw_drawn, ...kept } = state.autos.value;
    state.autos.value = { ...NO_AUTOS, ...kept };
    state.paidBy.value = [];
    state.hints.value = null;
    state.selected.value = null;
    this.#closeSheet();
  }

  /** The next hand has begun: a sheet closes, but not one that is being read. One put aside, or said to be read, is not. */
  #closeSheet(): void {
    const state = this.#state;
    const sheet = state.shown.value;
    if (!sheet) return;
    if (!sheet.touched || sheet.hidden || state.readyFor.value === sheet.result.hand) state.shown.value = null;
    else toast(state, 'info', both('下一局已开始', 'The next hand has begun'));
  }

  #show(dealer: Seat | null, wallLeft: number, result: NonNullable<Stream['state']['result']>): void {
    const wait = this.#state.settings.value.speed === 0 ? 0 : SHEET_AFTER;
    const open = () => {
      const still = this.#state.stream.value?.state.result?.hand === result.hand;
      if (still) this.#state.shown.value = { result, dealer, wallLeft, since: this.#world.now(), touched: false };
    };
    if (wait === 0) open();
    else this.#world.later(wait, open);
  }

  #matchEnded(): void {
    const hand = this.#state.stream.value?.state.result?.hand;
    if (hand === undefined) { this.#state.atMatchEnd.value = true; return; }
    this.#world.later(LAST_SHEET, () => {
      const { shown, atMatchEnd } = this.#state;
      if (shown.value?.result.hand === hand && !shown.value.touched) batch(() => { shown.value = null; atMatchEnd.value = true; });
    });
  }

  /** Who, if not this page, played one's own seat. */
  #stoodIn(event: Event, own: Seat | null, before: Stream): Label | null {
    if (own === null || !('seat' in event) || event.seat !== own) return null;
    if (before.state.seats[own]?.control !== 'player') return both('托管', 'autopilot');
    if (this.#underWay) return this.#underWay.byItself ? BY_SETTING : null;
    return this.#missed === null ? null : AWAY;
  }

  #write(event: Event, stream: Stream, before: Stream, own: Seat | null): void {
    const { log } = this.#state;
    log.value = appended(log.value, entriesOf(event, { n: stream.n, before: before.state, own, stoodIn: this.#stoodIn(event, own, before) }));
  }

  #float(event: Event, n: number): void {
    const add = (seat: Seat, rest: Pick<FloatView, 'kind' | 'text' | 'points'>) => {
      this.#floated += 1;
      this.#state.floats.value = [...this.#state.floats.value, { id: `${n}-${this.#floated}`, seat, ...rest }].slice(-FLOATS_KEPT);
    };
    if (event.t === 'melded') add(event.seat, { kind: 'call', text: MELD_WORDS[event.meld.kind] });
    if (event.t === 'hand_ended') for (const { seat, by } of event.result.winners) add(seat, { kind: 'call', text: by === 'self_draw' ? WON_BY.self_draw : VERB_WORDS.win });
    if (event.t === 'paid') {
      for (const { from, to, points } of event.transfers) {
        if (from !== 'house') add(from, { kind: 'points', points: -points });
        if (to !== 'house') add(to, { kind: 'points', points });
      }
    }
  }

  #sound(event: Event, own: Seat | null): void {
    if (event.t === 'discarded') this.#world.play(event.seat === own ? 'own_discard' : 'discard');
    else if (event.t === 'melded' || event.t === 'kong_declared') this.#world.play('call');
    else if (event.t === 'hand_ended') this.#world.play(event.result.outcome === 'win' ? 'win' : 'draw');
  }

  // ---------------------------------------------------------------- being asked

  asked(message: Prompt): void {
    const before = this.#state.asked.value;
    const same = before?.message.prompt === message.prompt ? before : null;
    const since = this.#first?.prompt === message.prompt ? this.#first.since : this.#world.now();
    this.#first = { prompt: message.prompt, since };
    const sent = this.#underWay?.prompt === message.prompt ? this.#underWay.offer : null;
    this.#state.asked.value = { message, at: this.#world.now(), since, sent, answered: same?.answered ?? null };
    if (!same) this.#world.play(message.kind === 'turn' ? 'turn' : 'claim');
    this.#heldClaim = null;
    this.#answerByItself(message);
    this.#refreshHints(false);
  }

  closed(message: PromptClosed): void {
    const { asked, stream, log } = this.#state;
    if (asked.value && asked.value.message.prompt <= message.prompt) asked.value = null;
    const own = ownSeat(stream.value);
    const entry = closedEntry(message, own, stream.value?.n ?? 0);
    if (entry) log.value = withCause(log.value, message, own) ?? appended(log.value, [entry]);
    if (message.by === 'timeout') toast(this.#state, 'info', message.action?.t === 'pass' ? both('超时，自动过', 'Time ran out: passed for you') : both('超时，自动打出', 'Time ran out: played for you'));
  }

  #forgetPromptBefore(n: number): void {
    const { asked } = this.#state;
    if (asked.value && asked.value.message.n < n) asked.value = null;
  }

  #answerByItself(message: Prompt): void {
    const answer = autoAnswer(message, this.#state.autos.value, this.#replaced);
    if (!answer) return;
    this.#world.later(AUTO_AFTER, () => {
      const asked = this.#state.asked.value;
      if (asked?.message.prompt !== message.prompt || asked.sent !== null || asked.answered !== null) return;
      // It may have been switched off meanwhile.
      if (!autoAnswer(message, this.#state.autos.value, this.#replaced)) return;
      // Of a pass nobody is told: its line stands here; a discard's comes with the event.
      if (answer.choice.action.t === 'pass') this.#note(VERB_WORDS.pass, BY_SETTING);
      void this.act(answer.choice, null, true);
    });
  }

  #note(verb: Label, why: Label): void {
    const { stream, log } = this.#state;
    log.value = appended(log.value, [chosenEntry(verb, [], why, ownSeat(stream.value), stream.value?.n ?? 0)]);
  }

  /** A toggle went on while one is being asked. */
  reconsider(): void {
    const asked = this.#state.asked.value;
    if (asked && asked.sent === null && asked.answered === null) this.#answerByItself(asked.message);
  }

  /** Answer the open prompt; until the answer comes the hand is inert. */
  async act(choice: Choice, tileId: string | null = null, byItself = false): Promise<void> {
    const asked = this.#state.asked.value;
    if (!asked || asked.sent !== null || asked.answered !== null) return;
    const { room, prompt } = asked.message;
    if (tileId !== null && choice.action.t === 'discard') this.#thrown = { id: tileId, tile: choice.action.tile };
    this.#change(prompt, { sent: choice.offer.id });
    this.#underWay = { prompt, offer: choice.offer.id, byItself };
    const answer = await this.#client.submit({ t: 'act', room, prompt, action: choice.action });
    this.#underWay = null;
    if (answer.ok) {
      this.#change(prompt, asked.message.kind === 'claim' ? { sent: null, answered: choice.offer.id } : null);
      return;
    }
    this.#thrown = null;
    const { code, field } = answer.rejected;
    this.#change(prompt, code === 'stale' || field === 'prompt' ? null : { sent: null });
    toastRefusal(this.#state, answer.rejected);
  }

  /** Change the prompt if it is still this one; null: it is over. */
  #change(prompt: number, more: Partial<Asked> | null): void {
    const { asked } = this.#state;
    if (asked.value?.message.prompt !== prompt) return;
    asked.value = more && { ...asked.value, ...more };
  }

  // ---------------------------------------------------------------- waits

  /** Ask for waits if the hand is another, or `again` if what others showed changes them. */
  #refreshHints(again: boolean): void {
    const key = handKey(this.#state);
    const match = this.#state.stream.value?.state.match;
    if (key === null || this.#hintsOff || match?.room_options['hints'] === 'off') return;
    if (this.#state.hints.value?.hand === key && !again) return;
    if (this.#asking || this.#cancelAsk) return;
    const wait = Math.max(0, this.#askedAt + HINTS_EVERY - this.#world.now());
    this.#cancelAsk = this.#world.later(wait, () => { this.#cancelAsk = null; void this.#askHints(); });
  }

  async #askHints(): Promise<void> {
    const key = handKey(this.#state);
    const stream = this.#state.stream.value;
    if (key === null || !stream) return;
    this.#askedAt = this.#world.now();
    this.#asking = true;
    const answer = await this.#client.submit({ t: 'get_waits', room: stream.room, discard: null });
    this.#asking = false;
    if (!answer.ok) {
      if (answer.rejected.code === 'switched_off') this.#hintsOff = true;
      return;
    }
    if (answer.result?.t !== 'waits') return;
    // The hand may have changed on the way: then this answer is of the old one.
    if (handKey(this.#state) === key) this.#state.hints.value = { hand: key, waits: answer.result };
    else this.#refreshHints(false);
  }

  // ---------------------------------------------------------------- breaks

  /** The connection is back: what comes now was missed. */
  catchingUp(): void {
    const { asked } = this.#state;
    this.#missed = { discards: 0, own: 0 };
    this.#heldClaim = asked.value?.message.kind === 'claim' && asked.value.answered === null && asked.value.sent === null ? asked.value.message.prompt : null;
    asked.value = null;
    this.#state.clock.value = null;
  }

  /** A stream kept across a reload: its sheet opens again where the hand was over. */
  adopted({ state: view }: Stream): void {
    // The next hand may have begun while one was away.
    if (view.hand > (this.#state.shown.value?.result.hand ?? view.hand)) this.#closeSheet();
    const open = view.result !== null && this.#state.shown.value?.result.hand === view.result.hand;
    if (view.result && view.phase === 'hand_over' && !open) this.#show(view.dealer, view.wall_left, view.result);
    if (view.phase === 'match_over') this.#state.atMatchEnd.value = true;
  }

  /** Say what was missed; `quiet`: only if something was. */
  caughtUp(quiet: boolean): void {
    const missed = this.#missed;
    this.#missed = null;
    if (!missed) return;
    const passed = this.#heldClaim === null ? 0 : 1;
    this.#heldClaim = null;
    if (passed) this.#note(VERB_WORDS.pass, AWAY);
    const parts: [string, string][] = [];
    if (missed.discards > 0) parts.push([`错过 ${missed.discards} 张出牌`, `${missed.discards} discards missed`]);
    if (missed.own > 0) parts.push([`替你打了 ${missed.own} 次`, `${missed.own} played for you`]);
    if (passed > 0) parts.push([`自动过 ${passed} 次`, `${passed} passed for you`]);
    const [zh, en] = [0, 1].map((i) => parts.map((part) => part[i]).join(i === 0 ? '，' : ', '));
    if (quiet && parts.length === 0) return;
    toast(this.#state, 'done', parts.length > 0 ? both(`已恢复：${zh}`, `Back again: ${en}`) : both('已恢复', 'Back again'));
  }

  #countMissed(event: Event, own: Seat | null): void {
    if (!this.#missed || event.t !== 'discarded') return;
    if (event.seat === own) this.#missed.own += this.#underWay === null ? 1 : 0;
    else this.#missed.discards += 1;
  }

  /** Everything about the present, as it stands. */
  told(message: Told): void {
    const at = this.#world.now();
    if (message.t === 'prompt') this.asked(message);
    else if (message.t === 'prompt_closed') this.closed(message);
    else if (message.t === 'clock') this.#state.clock.value = { message, at };
    else if (message.t === 'presence') this.#state.presence.value = { message, at };
  }
}
