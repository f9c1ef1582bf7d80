/**
 * From connection to screens: it greets, follows the address into a room, keeps what the server tells of the room,
 * and hands the table's part to its keeper. Everything it needs of the browser is given to it.
 */
import { batch } from '@preact/signals';
import { Client, type Told } from '../net/client';
import type { Status, World } from '../net/connection';
import type { Stream } from '../net/stream';
import type { Event, Notice, RoomClosed, RoomState, Welcome } from '../protocol/types';
import type { ErrorView, Label } from '../viewmodel';
import { Entrance } from './entrance';
import { Proof } from './proof';
import { sameRoute, type Route } from './router';
import type { SoundName } from './sound';
import { clearRoom, ownSeat, type State } from './state';
import type { Place, Storage } from './storage';
import { TableKeeper } from './table';
import { toast, toastRefusal } from './toasts';
import { both } from './words';

export interface Surroundings extends World {
  readonly storage: Storage;
  readonly play: (sound: SoundName) => void;
  /** Show the address; `replace` leaves no step to go back to. */
  readonly address: (route: Route, replace: boolean) => void;
  readonly version: string;
}

/** After a welcome what was missed comes at once; then it is said how much it was. */
const CAUGHT_UP_AFTER = 700;
const LOBBY_EVERY = 5000;
const MATCHES_KEPT = 50;

const GONE: Readonly<Record<string, ErrorView['kind']>> = { version: 'too_old', banned: 'kicked' };

const GONE_TEXT: Readonly<Record<string, Label>> = {
  unauthorized: both('这个身份或设备码已经失效。重试会以新访客进来', 'This token or device code is no longer valid. Retrying makes you a new guest'),
  revoked: both('这个身份已被收回。重试会以新访客进来', 'This token was revoked. Retrying makes you a new guest'),
  bad_frame: both('服务器听不懂这个页面，请刷新', 'The server does not understand this page; please reload'),
};

export class Session {
  readonly client: Client;
  readonly table: TableKeeper;
  readonly entrance: Entrance;
  readonly #state: State;
  readonly #around: Surroundings;
  #deviceCode: string | null;
  /** Came by a device code to a seat that is kept: the table is what one came for. */
  #toTable = false;
  #welcomed = false;
  #left: string | null = null;
  #cancelLobby: (() => void) | null = null;

  constructor(state: State, around: Surroundings, deviceCode: string | null = null) {
    this.#state = state;
    this.#around = around;
    this.#deviceCode = deviceCode;
    this.client = new Client(around, () => this.#greeting(), {
      status: (status) => this.#status(status),
      welcome: (welcome) => this.#welcome(welcome),
      snapshot: (stream) => this.#snapshot(stream),
      event: (event, stream, before) => this.#event(event, stream, before),
      upToDate: (is) => { state.upToDate.value = is; },
      told: (message) => this.#told(message),
    });
    const proof = new Proof(state, this.client);
    this.entrance = new Entrance(state, this.client, {
      go: (route, replace) => this.go(route, replace), show: () => this.#show(), address: around.address,
      fail: (kind, code, text, facts) => this.#fail(kind, code, text, facts), loadCatalogue: () => this.#loadCatalogue(),
    });
    this.table = new TableKeeper(state, this.client, proof, { now: around.now, later: around.later, play: around.play });
  }

  start(): void {
    const place = this.#around.storage.place();
    if (place && this.#deviceCode === null) this.#adopt(place);
    this.client.start();
  }

  // ---------------------------------------------------------------- greeting

  #greeting() {
    const { locale } = this.#state.settings.value;
    return {
      ...(this.#deviceCode === null ? { token: this.#around.storage.token } : { token: null, device_code: this.#deviceCode }),
      lang: locale, client: `web/${this.#around.version}`,
    } as const;
  }

  #status(status: Status): void {
    this.#state.status.value = status;
    if (status.state !== 'gone') { if (this.#state.error.value?.code === 'gone') this.#state.error.value = null; return; }
    const kind = GONE[status.reason] ?? 'server_away';
    const text = GONE_TEXT[status.reason];
    if (status.reason === 'unauthorized' || status.reason === 'revoked') { this.#around.storage.token = null; this.#deviceCode = null; }
    this.#fail(kind, 'gone', text, `${status.reason} ${status.code}`);
  }

  #welcome(welcome: Welcome): void {
    const state = this.#state;
    const byDevice = this.#deviceCode !== null;
    this.#around.storage.token = welcome.token;
    this.#deviceCode = null;
    batch(() => {
      state.player.value = { id: welcome.player, name: welcome.name };
      state.storeDown.value = false;
      this.#checkPlace(welcome);
      if (this.client.stream) this.#catchUp();
    });
    if (!state.catalogue.value) void this.#loadCatalogue();
    this.#welcomed = true;
    if (byDevice && welcome.running && welcome.running.seat !== null && !welcome.running.match) this.entrance.beginIn(welcome.running.room);
    this.#arrive(welcome.running?.room ?? null, byDevice);
    this.#keepListing();
  }

  #catchUp(): void {
    this.table.catchingUp();
    // After a reload there was no break that one saw.
    const quiet = !this.#welcomed;
    this.#around.later(CAUGHT_UP_AFTER, () => this.table.caughtUp(quiet));
  }

  /** What was kept of a room one is in no more is let go. */
  #checkPlace({ running }: Welcome): void {
    const { stream } = this.client;
    if (!stream) return;
    const own = ownSeat(stream);
    const fits = running ? running.room === stream.room : own === null;
    if (fits) return;
    this.client.forget();
    clearRoom(this.#state);
  }

  async #loadCatalogue(): Promise<void> {
    const answer = await this.client.submit({ t: 'get_catalogue' });
    if (!answer.ok || answer.result?.t !== 'catalogue') return;
    const { result } = answer;
    batch(() => {
      this.#state.catalogue.value = result;
      if (this.#state.form.value.ruleset === '') this.#state.form.value = { ruleset: result.rulesets[0]?.key ?? '', values: {}, errors: {} };
    });
    void this.loadRules();
  }

  /** The sheet of what is played here, or else of what the room form or the rules page shows. */
  async loadRules(ruleset?: string): Promise<void> {
    const { room, form, rules } = this.#state;
    const key = ruleset ?? room.value?.ruleset ?? form.value.ruleset;
    const options = ruleset === undefined && room.value ? room.value.options : {};
    if (key === '') return;
    const answer = await this.client.submit({ t: 'get_rules', ruleset: key, options });
    if (answer.ok && answer.result?.t === 'rules_sheet') rules.value = answer.result;
  }

  // ---------------------------------------------------------------- addresses

  /** Go to a page of one's own accord. */
  go(route: Route, replace = false): void {
    if (!sameRoute(this.#state.route.value, route)) this.#around.address(route, replace);
    this.came(route);
  }

  /** The address has changed: by `go`, or by the browser's own buttons. */
  came(route: Route): void {
    const { route: now, error, joinError } = this.#state;
    batch(() => { now.value = route; error.value = null; joinError.value = null; });
    if (this.client.status.state === 'ok' || this.client.status.state === 'slow') this.#arrive(this.#state.room.value?.room ?? null, false);
    this.#keepListing();
  }

  #arrive(running: string | null, byDevice: boolean): void {
    const { route } = this.#state;
    const page = route.value.page;
    if (page !== 'watch' && page !== 'room') this.#stopWatching();
    // The room's state is on its way, with the code that stands in the address.
    this.#toTable = byDevice && running !== null;
    if (running !== null && (byDevice || page === 'play' || page === 'room' || page === 'watch')) { this.#show(); return; }
    if (page === 'play') void this.entrance.quickTable();
    else if (route.value.page === 'room') void this.entrance.join(route.value.code);
    else if (route.value.page === 'watch') void this.entrance.watch(route.value.room);
  }

  /** Put the address of the room one is in into the bar. */
  #show(): void {
    const room = this.#state.room.value;
    const { route } = this.#state;
    if (!room || (route.value.page === 'home' && !this.#toTable)) return;
    this.#toTable = false;
    const there: Route = room.code ? { page: 'room', code: room.code } : { page: 'watch', room: room.room };
    if (sameRoute(route.value, there)) return;
    if (route.value.page === 'room' && room.code) toast(this.#state, 'info', both(`你已在房间 ${room.code}`, `You are in room ${room.code} already`));
    if (route.value.page === 'create' || route.value.page === 'rules' || route.value.page === 'replays') return;
    this.#around.address(there, true);
    route.value = there;
  }

  #stopWatching(): void {
    const stream = this.client.stream;
    const room = this.#state.room.value;
    if (!stream || ownSeat(stream) !== null || !room || room.code) return;
    void this.client.submit({ t: 'unwatch', room: stream.room });
    this.#forgetRoom(stream.room);
  }

  // ---------------------------------------------------------------- what the server tells

  #snapshot(stream: Stream): void {
    if (stream.room === this.#left) return;
    if (this.#state.stream.value && this.#state.stream.value.room !== stream.room) clearRoom(this.#state);
    this.table.snapshot(stream);
  }

  #event(event: Event | null, stream: Stream, before: Stream): void {
    this.table.event(event, stream, before);
    if (event?.t === 'match_started') void this.loadRules();
    if (event?.t === 'match_ended') this.#keepMatch();
  }

  #told(message: Told): void {
    switch (message.t) {
      case 'room_state': this.#roomState(message); break;
      case 'room_closed': this.#roomClosed(message); break;
      case 'notice': this.#notice(message); break;
      case 'phrase_said': this.#phrase(message); break;
      case 'matched': this.go({ page: 'room', code: message.code }); break;
      case 'record_ready': break;
      default: if (message.room !== this.#left) this.table.told(message);
    }
  }

  #roomState(message: RoomState): void {
    if (message.room === this.#left) return;
    const { room } = this.#state;
    const before = room.value;
    if (before && before.room === message.room && before.rev > message.rev) return;
    if (before && before.room !== message.room && this.#state.stream.value?.room !== message.room) clearRoom(this.#state);
    room.value = message;
    if (!before || before.ruleset !== message.ruleset || before.options_rev !== message.options_rev) void this.loadRules();
    this.#show();
    this.entrance.tryBegin(message);
  }

  #roomClosed({ room, cause, reason }: RoomClosed): void {
    const here = this.#state.room.value?.room ?? this.client.stream?.room;
    // Who comes back to a room that is gone, or cannot go on, knows nothing of it yet and waits for it.
    const awaited = here === undefined && room !== this.#left && (cause === 'closed' || cause === 'unreadable');
    if (here !== room && this.client.stream?.room !== room && !awaited) return;
    this.#forgetRoom(room);
    if (cause === 'left' || cause === 'unwatched') { this.#leavePage(); return; }
    if (this.#state.route.value.page !== 'room' && this.#state.route.value.page !== 'watch') return;
    const kind = cause === 'kicked' || cause === 'closed' || cause === 'unreadable' ? cause : 'room_gone';
    this.#fail(kind, cause, reason || undefined, `${room} ${cause}`);
  }

  #leavePage(): void {
    const { page } = this.#state.route.value;
    if (page === 'room' || page === 'watch' || page === 'play') this.go({ page: 'home' });
  }

  #forgetRoom(room: string): void {
    this.#left = room;
    this.entrance.forget();
    this.client.forget();
    batch(() => clearRoom(this.#state));
  }

  #notice({ code }: Notice): void {
    const { storeDown } = this.#state;
    if (code === 'store_down') storeDown.value = true;
    if (code === 'store_back' || code === 'resumed') storeDown.value = false;
    if (code === 'waiting') toast(this.#state, 'info', both('牌桌在等人，时钟停着', 'The table waits for somebody; clocks stand'));
    if (code === 'draining') toast(this.#state, 'info', both('服务器将停机维护，牌局会接着打', 'This server is about to stop; the table goes on'));
  }

  #phrase(message: Extract<Told, { t: 'phrase_said' }>): void {
    const phrase = this.#state.catalogue.value?.phrases.find((one) => one.id === message.phrase);
    if (!phrase) return;
    const { chat } = this.#state;
    const line = { id: `c${this.#around.now()}-${chat.value.length}`, seat: message.seat, name: message.name, text: both(phrase.zh, phrase.en) };
    chat.value = [...chat.value, line].slice(-100);
  }

  // ---------------------------------------------------------------- leaving

  /** Leave for good: the player has confirmed it where a match runs. */
  async leave(): Promise<void> {
    const stream = this.client.stream;
    const room = this.#state.room.value;
    const id = room?.room ?? stream?.room;
    if (!id) { this.go({ page: 'home' }); return; }
    const watching = room !== null && room.code === '';
    const answer = await this.client.submit(watching ? { t: 'unwatch', room: id } : { t: 'leave', room: id, confirm: true });
    if (!answer.ok && answer.rejected.code !== 'unknown_room') { toastRefusal(this.#state, answer.rejected); return; }
    if (this.#left !== id) this.#forgetRoom(id);
    this.go({ page: 'home' });
  }

  /** Another window has taken over and keeps it: this one shows the first page. */
  stayAway(): void {
    this.client.forget();
    batch(() => clearRoom(this.#state));
    this.go({ page: 'home' });
  }

  // ---------------------------------------------------------------- listing

  /** While the first page is in sight, what is open is asked for now and then. */
  #keepListing(): void {
    this.#cancelLobby?.();
    this.#cancelLobby = null;
    if (this.#state.route.value.page === 'home') void this.#list();
  }

  async #list(): Promise<void> {
    const answer = await this.client.submit({ t: 'get_lobby' });
    if (answer.ok && answer.result?.t === 'lobby') this.#state.lobby.value = answer.result;
    if (this.#state.route.value.page !== 'home' || this.#cancelLobby) return;
    this.#cancelLobby = this.#around.later(LOBBY_EVERY, () => { this.#cancelLobby = null; this.#keepListing(); });
  }

  // ---------------------------------------------------------------- keeping

  #keepMatch(): void {
    const { stream, matches } = this.#state;
    const view = stream.value?.state;
    if (!view?.match || !view.match_result) return;
    const one = {
      match: view.match_result.match, at: Date.now(), ruleset: view.match.ruleset,
      names: view.match.seats.map((seat) => seat.name), bots: view.match.seats.map((seat) => seat.bot), scores: view.match_result.scores,
    };
    matches.value = [one, ...matches.value.filter((other) => other.match !== one.match)].slice(0, MATCHES_KEPT);
    this.#around.storage.keepMatches(matches.value);
  }

  /** Keep the place at the table, for a reload. */
  keepPlace(): void {
    const { own, log, chat, paidBy, autos, witness, verdicts } = this.#state;
    const { stream } = this.client;
    this.#around.storage.keepPlace(stream && {
      stream, own: own.value, log: log.value, chat: chat.value, paidBy: paidBy.value, autos: autos.value, witness: witness.value, verdicts: [...verdicts.value],
    });
  }

  #adopt(place: Place): void {
    this.client.adopt(place.stream);
    batch(() => {
      const state = this.#state;
      state.stream.value = place.stream;
      state.own.value = place.own;
      state.log.value = place.log;
      state.chat.value = place.chat;
      state.paidBy.value = place.paidBy;
      state.autos.value = place.autos;
      state.witness.value = place.witness;
      state.verdicts.value = new Map(place.verdicts);
    });
    this.table.adopted(place.stream);
  }

  #fail(kind: ErrorView['kind'], code: string, text: Label | undefined, facts: string): void {
    const { route, player } = this.#state;
    const diagnosis = [`sifang web/${this.#around.version}`, facts, JSON.stringify(route.value), player.value?.id ?? '-', new Date().toISOString()].join('\n');
    this.#state.error.value = { kind, code, diagnosis, ...(text === undefined ? {} : { text }) };
  }
}
