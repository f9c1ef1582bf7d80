/** For tests: the application against a server that says what the test lets it say. */
import session from '../../../../tests/data/wire/session.json';
import type { Result, ToClient, ToServer } from '../protocol/types';
import { DEFAULT_SETTINGS, type Intent, type Settings } from '../viewmodel';
import { decodeFrame } from '../net/codec';
import { FakeNet } from '../net/fakes';
import { Intents } from './intents';
import { pathOf, parsePath } from './router';
import { Session } from './session';
import { createState, type State } from './state';
import { Storage, type Store } from './storage';

export function memoryStore(): Store {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, value); }, removeItem: (key) => { kept.delete(key); } };
}

/** What the server says in the annotated session, in order. */
export const STORY: readonly ToClient[] = session.filter(({ from }) => from === 'server').map(({ json }) => decodeFrame(json) as ToClient);

export function told<T extends ToClient['t']>(type: T, at = 0): Extract<ToClient, { t: T }> {
  return STORY.filter((message) => message.t === type)[at] as Extract<ToClient, { t: T }>;
}

export class Stage {
  readonly net = new FakeNet();
  readonly lasting = memoryStore();
  readonly tab = memoryStore();
  readonly addresses: string[] = [];
  readonly copied: string[] = [];
  readonly saved: string[] = [];
  readonly sounds: string[] = [];
  state!: State;
  session!: Session;
  intents!: Intents;
  canShare = false;

  /** Open the page at an address; a second time it is a reload. */
  open(path = '/', device: string | null = null, settings: Partial<Settings> = {}): this {
    const storage = new Storage(this.lasting, this.tab);
    this.state = createState(parsePath(path), { settings: { ...storage.settings({ ...DEFAULT_SETTINGS, speed: 0 }), ...settings }, presets: storage.presets(), matches: storage.matches() });
    this.session = new Session(this.state, {
      open: this.net.open, now: this.net.now, later: this.net.later, random: this.net.random, storage, version: 'test',
      play: (sound) => this.sounds.push(sound),
      address: (route) => this.addresses.push(pathOf(route)),
    }, device);
    this.intents = new Intents(this.state, this.session, storage, {
      copy: (text) => { this.copied.push(text); return Promise.resolve(true); },
      share: () => Promise.resolve(this.canShare),
      save: (name) => { this.saved.push(name); },
      origin: 'http://here', newId: () => 'id',
    });
    this.session.start();
    return this;
  }

  welcome(more: object = {}): this {
    this.net.welcome(more);
    this.answer('get_catalogue', { t: 'catalogue', rulesets: [NANNING], room_options: [HANDS, HINTS], phrases: [{ id: 1, zh: '大家好', en: 'Hello' }] });
    return this;
  }

  say(...messages: object[]): this {
    messages.forEach((message) => this.net.last.say(message));
    return this;
  }

  send(...intents: Intent[]): this {
    intents.forEach((intent) => this.intents.send(intent));
    return this;
  }

  /** Commands of a kind that were sent on the present connection, oldest first. */
  sent<T extends ToServer['t']>(type: T): readonly Extract<ToServer, { t: T }>[] {
    return this.net.last.words.filter((message) => message.t === type) as Extract<ToServer, { t: T }>[];
  }

  /** Answer the latest command of a kind. */
  answer(type: ToServer['t'], result: Result | null | { readonly code: string; readonly clause?: string; readonly field?: string; readonly message?: string } = null): this {
    const command = this.sent(type).at(-1);
    if (!command || !('id' in command)) throw new Error(`no ${type} was sent`);
    const { id } = command;
    return this.say(result !== null && 'code' in result && !('t' in result) ? { t: 'rejected', id, ...result } : { t: 'accepted', id, result });
  }

  /** Let what was promised come about. */
  async settle(): Promise<this> {
    for (let i = 0; i < 12; i += 1) await Promise.resolve();
    return this;
  }

  cut(code = 1006): this {
    this.net.last.onclose?.(code);
    return this;
  }

  get toasts(): readonly string[] {
    return this.state.toasts.value.map(({ text }) => (typeof text === 'string' ? text : text.zh));
  }
}

const kinds = [...'123456789'].flatMap((rank) => [`${rank}m`, `${rank}p`, `${rank}s`]).concat([...'1234567'].map((rank) => `${rank}z`));

export const NANNING = {
  key: 'nanning', rules: 1, zh: '南宁麻将', en: 'Nanning', about_zh: '不能吃', about_en: 'no chow', presets: [],
  options: [{ name: 'codes', default: 0, zh: '摸码', en: 'Codes', help_zh: '', help_en: '', clause: 'NN-14.1', unit: 'tiles', choices: [], low: 0, high: 8 }],
  tiles: kinds, unit_zh: '分', unit_en: 'points',
} as never;

const HANDS = {
  name: 'hands', default: 8, zh: '局数', en: 'Hands', help_zh: '', help_en: '', clause: 'CO-6.1', unit: '', low: null, high: null,
  choices: [{ value: 4, zh: '4 局', en: '4 hands' }, { value: 8, zh: '8 局', en: '8 hands' }],
} as const;

const HINTS = {
  name: 'hints', default: 'waits', zh: '提示', en: 'Hints', help_zh: '', help_en: '', clause: 'CO-7.1', unit: '', low: null, high: null,
  choices: [{ value: 'off', zh: '关', en: 'off' }, { value: 'waits', zh: '听牌', en: 'waits' }],
} as const;
