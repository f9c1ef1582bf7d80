/** What a screen asks for, carried out: as a command to the server, or as a change of what this page shows. */
import { batch } from '@preact/signals';
import type { Answer } from '../net/commands';
import type { Rejected } from '../protocol/types';
import type { Intent, OptionValue, Page, ToggleId } from '../viewmodel';
import type { DeviceLink } from './pages/DeviceRow';
import { parsePath, type Route } from './router';
import type { Session } from './session';
import { ownSeat, type Autos, type State } from './state';
import type { Storage } from './storage';
import { dismissToast, toast, toastRefusal } from './toasts';
import { BOTS, isChange, prefixed } from './views/rooms';
import { choicesOf } from './views/prompt';
import { both, joinLabels, refusalText } from './words';

export interface Browser {
  readonly copy: (text: string) => Promise<boolean>;
  /** False where the browser has no sheet for it. */
  readonly share: (title: string, url: string) => Promise<boolean>;
  readonly origin: string;
  readonly save: (name: string, text: string) => void;
  readonly newId: () => string;
}

const COPIED = both('已复制', 'Copied');
const NOT_COPIED = both('复制不了，请手动选取', 'Could not copy; please select it by hand');

export class Intents {
  readonly #state: State;
  readonly #session: Session;
  readonly #storage: Storage;
  readonly #browser: Browser;

  constructor(state: State, session: Session, storage: Storage, browser: Browser) {
    this.#state = state;
    this.#session = session;
    this.#storage = storage;
    this.#browser = browser;
  }

  readonly send = (intent: Intent): void => {
    const { client } = this.#session;
    switch (intent.type) {
      // at the table
      case 'act': this.#act(intent.prompt, intent.offer.id, null); break;
      case 'discard': this.#act(intent.prompt, `discard-${intent.tile}`, intent.tileId); break;
      case 'select': this.#state.selected.value = intent.tile; break;
      case 'toggle': this.#toggle(intent.id, intent.on, intent.verb); break;
      case 'refused': toast(this.#state, 'warn', intent.reason, intent.clause ? { clause: intent.clause } : {}); break;
      case 'resume_seat': this.#inRoom((room) => client.submit({ t: 'take_back', room })); break;
      case 'watch_seat': this.#state.watchedSeat.value = intent.seat; break;
      case 'catch_up': case 'say': break;
      case 'phrase': this.#inRoom((room) => client.submit({ t: 'phrase', room, phrase: Number(intent.id) })); break;
      case 'leave': void this.#session.leave(); break;
      // connection
      case 'retry': this.#retry(); break;
      case 'take_over': client.start(); break;
      case 'stay_away': this.#session.stayAway(); break;
      case 'dismiss_toast': dismissToast(this.#state, intent.id); break;
      case 'copy_diagnosis': case 'copy_result': void this.#copy(intent.text); break;
      // results
      case 'ready_next': this.#readyNext(); break;
      case 'end_match': this.#inRoom((room) => client.submit({ t: 'end_match', room })); break;
      case 'touch_result': if (this.#state.shown.value) this.#state.shown.value = { ...this.#state.shown.value, touched: true }; break;
      case 'hide_result': if (this.#state.shown.value) this.#state.shown.value = { ...this.#state.shown.value, hidden: intent.hidden }; break;
      case 'verify': this.#state.proofOpen.value = true; break;
      case 'rematch': this.#inRoom((room) => client.submit({ t: 'rematch', room, seats: 'same' })); break;
      case 'back_to_room': this.#state.backInRoom.value = true; break;
      default: this.#onTheWay(intent);
    }
  };

  // ---------------------------------------------------------------- the way to the table

  #onTheWay(intent: Intent): void {
    const { client } = this.#session;
    switch (intent.type) {
      case 'go': this.#go(intent.page); break;
      case 'rename': void this.#rename(intent.name); break;
      case 'quick_match': void this.#session.entrance.quickTable(); break;
      case 'join': this.#state.joinError.value = null; void this.#session.entrance.join(intent.code); break;
      case 'watch': void this.#session.entrance.watch(intent.room); break;
      case 'return_to_table': this.#session.go({ page: 'room', code: intent.room }); break;
      case 'choose_ruleset': this.#state.form.value = { ruleset: intent.id, values: {}, errors: {} }; void this.#session.loadRules(intent.id); break;
      case 'set_option': this.#setOption(intent.key, intent.value); break;
      case 'preset': this.#preset(intent.id); break;
      case 'save_preset': this.#savePreset(); break;
      case 'create_room': void this.#create(false); break;
      case 'try_with_bots': void this.#create(true); break;
      case 'sit': this.#inRoom((room) => client.submit({ t: 'sit', room, seat: intent.seat })); break;
      case 'add_bot': this.#inRoom((room) => client.submit({ t: 'add_bot', room, seat: intent.seat })); break;
      case 'kick': this.#kick(intent.seat); break;
      case 'confirm_difference': this.#tick(intent.key, intent.on); break;
      case 'ready': if (this.#state.room.value) void this.#session.entrance.ready(this.#state.room.value, intent.on); break;
      case 'start_with_bots': void this.#fillAndStart(); break;
      case 'copy_link': void this.#copy(this.#link()); break;
      case 'share_link': void this.#share(); break;
      case 'change_settings': this.#settings(intent.settings); break;
    }
  }

  #go(page: Page): void {
    if (page === 'settings') { this.#state.settingsOpen.value = true; return; }
    if (page === 'create') this.#openForm();
    if (page === 'rules') void this.#session.loadRules(this.#state.form.value.ruleset);
    this.#session.go({ page } satisfies Route);
  }

  /** The address bar's own buttons. */
  readonly popped = (path: string): void => this.#session.came(parsePath(path));

  #retry(): void {
    const { status, error } = this.#state;
    if (status.value.state === 'gone') { error.value = null; this.#session.client.start(); }
    else this.#session.client.wake();
  }

  // ---------------------------------------------------------------- at the table

  #act(prompt: string, offer: string, tileId: string | null): void {
    const asked = this.#state.asked.value;
    if (!asked || String(asked.message.prompt) !== prompt) return;
    const choice = choicesOf(asked.message, '').find((one) => one.offer.id === offer);
    if (choice) void this.#session.table.act(choice, tileId);
  }

  #toggle(id: ToggleId, on: boolean, verb: 'chow' | 'pong' | 'kong' | undefined): void {
    const key: keyof Autos | undefined = id === 'no_calls' ? verb : id === 'flowers' ? undefined : id;
    if (!key) return;
    this.#state.autos.value = { ...this.#state.autos.value, [key]: on };
    if (on) this.#session.table.reconsider();
  }

  #readyNext(): void {
    const { shown, stream, atMatchEnd } = this.#state;
    const view = stream.value?.state;
    const sheet = shown.value;
    const over = view?.phase === 'match_over';
    const running = view?.result?.hand === sheet?.result.hand;
    if (!over && running && sheet && ownSeat(stream.value) !== null) {
      const { hand } = sheet.result;
      this.#state.readyFor.value = hand;
      this.#inRoom((room) => this.#session.client.submit({ t: 'ready_next', room, hand }));
      return;
    }
    batch(() => { shown.value = null; if (over) atMatchEnd.value = true; });
  }

  // ---------------------------------------------------------------- rooms

  #inRoom(submit: (room: string) => Promise<Answer>): void {
    const room = this.#state.room.value?.room ?? this.#state.stream.value?.room;
    if (room === undefined) return;
    void submit(room).then((answer) => { if (!answer.ok) toastRefusal(this.#state, answer.rejected); });
  }

  async #rename(name: string): Promise<void> {
    const { nameError, player } = this.#state;
    nameError.value = null;
    const answer = await this.#session.client.submit({ t: 'rename', name });
    if (!answer.ok) { nameError.value = refusalText(answer.rejected, this.#state.settings.value.locale); return; }
    if (answer.result?.t === 'renamed' && player.value) player.value = { ...player.value, name: answer.result.name };
  }

  #openForm(): void {
    const { form, room, catalogue } = this.#state;
    if (isChange(this.#state) && room.value) {
      const differing = (scope: 'ruleset' | 'room', prefix: string) => room.value!.differences.filter((one) => one.scope === scope).map((one) => [prefix + one.name, one.value] as const);
      form.value = { ruleset: room.value.ruleset, values: Object.fromEntries([...differing('ruleset', 'r:'), ...differing('room', 'o:')]), errors: {} };
    } else if (form.value.ruleset === '') {
      form.value = { ruleset: catalogue.value?.rulesets[0]?.key ?? '', values: {}, errors: {} };
    }
  }

  #setOption(key: string, value: OptionValue): void {
    const { form } = this.#state;
    const { [key]: _, ...errors } = form.value.errors;
    form.value = { ...form.value, values: { ...form.value.values, [key]: value }, errors };
  }

  #preset(id: string): void {
    const { form, presets, catalogue } = this.#state;
    const named = catalogue.value?.rulesets.find((one) => one.key === form.value.ruleset)?.presets.find((one) => `p:${one.name}` === id);
    const own = presets.value.find((one) => one.id === id);
    if (named) form.value = { ...form.value, values: prefixed(named.values), errors: {} };
    else if (own) form.value = { ...form.value, values: own.values, errors: {} };
  }

  #savePreset(): void {
    const { form, presets } = this.#state;
    const { ruleset, values } = form.value;
    const number = presets.value.filter((one) => one.ruleset === ruleset).length + 1;
    presets.value = [...presets.value, { id: this.#browser.newId(), name: `#${number}`, ruleset, values }];
    this.#storage.keepPresets(presets.value);
    toast(this.#state, 'done', both('已存为预设', 'Saved as a preset'));
  }

  /** What the form says, as the server wants it: by name, in its two scopes. */
  #wish() {
    const { ruleset, values } = this.#state.form.value;
    const scope = (prefix: string) => Object.fromEntries(Object.entries(values).filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(2), value]));
    return { ruleset, options: scope('r:'), room_options: scope('o:') };
  }

  async #create(withBots: boolean): Promise<void> {
    const wish = this.#wish();
    const room = this.#state.room.value;
    if (!withBots && room && isChange(this.#state)) {
      const answer = await this.#session.client.submit({ t: 'set_options', room: room.room, ...wish });
      if (answer.ok) this.#session.go({ page: 'room', code: room.code });
      else this.#formRefused(answer.rejected);
      return;
    }
    const bots = withBots ? 3 : (Number(this.#state.form.value.values[BOTS] ?? 0) as 0 | 1 | 2 | 3);
    const answer = await this.#session.entrance.create({ ...wish, bots }, withBots);
    if (!answer.ok) this.#formRefused(answer.rejected);
  }

  /** Put a refusal at the option it speaks of; elsewhere it is said in a note. */
  #formRefused(rejected: Rejected): void {
    const { form, settings, room } = this.#state;
    const [, scope, name] = /(room_options|options)\.(\w+)/.exec(rejected.field) ?? [];
    if (scope && name) {
      const key = (scope === 'options' ? 'r:' : 'o:') + name;
      form.value = { ...form.value, errors: { ...form.value.errors, [key]: refusalText(rejected, settings.value.locale) } };
      return;
    }
    const back = room.value?.code;
    toastRefusal(this.#state, rejected, back ? { label: both('回到房间', 'Back to the room'), intent: { type: 'return_to_table', room: back } } : undefined);
  }

  #kick(seat: number): void {
    const one = this.#state.room.value?.seats[seat];
    if (!one || one.kind === 'free') return;
    const { client } = this.#session;
    this.#inRoom((room) => client.submit(one.kind === 'bot' ? { t: 'remove_bot', room, seat: seat as 0 } : { t: 'kick', room, name: one.name }));
  }

  /** Each difference is ticked by itself; when all are, they are accepted as a whole. */
  #tick(key: string, on: boolean): void {
    const { room, ticked } = this.#state;
    const state = room.value;
    if (!state) return;
    const keys = new Set(ticked.value.rev === state.options_rev ? ticked.value.keys : []);
    if (on) keys.add(key);
    else keys.delete(key);
    ticked.value = { rev: state.options_rev, keys };
    if (!state.differences.every((one) => keys.has(`${one.scope}:${one.name}`))) return;
    this.#inRoom((id) => this.#session.client.submit({ t: 'accept_options', room: id, options_rev: state.options_rev }));
  }

  async #fillAndStart(): Promise<void> {
    const room = this.#state.room.value;
    if (!room) return;
    const { client } = this.#session;
    const seats = room.seats.flatMap((seat, at) => (seat.kind === 'free' ? [at as 0] : []));
    const answers = await Promise.all(seats.map((seat) => client.submit({ t: 'add_bot', room: room.room, seat })));
    const refused = answers.find((answer) => !answer.ok);
    if (refused && !refused.ok) { toastRefusal(this.#state, refused.rejected); return; }
    const now = this.#state.room.value;
    if (now) await this.#session.entrance.ready(now, true);
  }

  // ---------------------------------------------------------------- browser

  #link(): string {
    return `${this.#browser.origin}/r/${this.#state.room.value?.code ?? ''}`;
  }

  async #copy(text: string): Promise<void> {
    const done = await this.#browser.copy(text);
    toast(this.#state, done ? 'done' : 'warn', done ? COPIED : NOT_COPIED);
  }

  async #share(): Promise<void> {
    const shared = await this.#browser.share('四方 Sifang', this.#link());
    if (!shared) await this.#copy(this.#link());
  }

  #settings(change: Partial<State['settings']['value']>): void {
    const { settings } = this.#state;
    settings.value = { ...settings.value, ...change };
    this.#storage.keepSettings(settings.value);
  }

  /** A code with which another device becomes this player. */
  async deviceLink(): Promise<DeviceLink | null> {
    const answer = await this.#session.client.submit({ t: 'device_code' });
    if (!answer.ok) { toastRefusal(this.#state, answer.rejected); return null; }
    if (answer.result?.t !== 'device_code_made') return null;
    const minutes = Math.round(answer.result.valid_ms / 60_000);
    return {
      link: `${this.#browser.origin}/#device=${answer.result.code}`,
      note: joinLabels([both('只能用一次，', 'Works once, for '), both(`${minutes} 分钟内有效`, `${minutes} minutes`)], ''),
    };
  }

  /** A finished match's record, to keep and to verify. */
  async saveRecord(match: string): Promise<void> {
    const answer = await this.#session.client.submit({ t: 'get_record', match });
    if (!answer.ok) toastRefusal(this.#state, answer.rejected);
    else if (answer.result?.t === 'record_found') this.#browser.save(`sifang-${match}.json`, answer.result.text);
  }
}
