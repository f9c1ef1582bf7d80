/**
 * All the page knows, in signals: what the server has told, what the player has chosen, where he is. Views are
 * computed from it; only the session and the intents write it.
 */
import { signal, type Signal } from '@preact/signals';
import type { Status } from '../net/connection';
import type { Stream } from '../net/stream';
import type { Verdict, Witness } from '../net/witness';
import type { Catalogue, Clock, HandResult, Lobby, Presence, Prompt, RoomState, RulesSheet, Seat, Waits } from '../protocol/types';
import type { ChatLine, ErrorView, FloatView, Label, LogEntry, OptionValue, Settings, ToastView } from '../viewmodel';
import { NO_TILES, type OwnTiles } from './hand';
import type { Route } from './router';

/** A message about the present, with when it came: its times are what was left then. */
export interface Arrived<T> {
  readonly message: T;
  readonly at: number;
}

export interface Asked extends Arrived<Prompt> {
  /** When this prompt was first shown here. */
  readonly since: number;
  /** The offer whose command is on its way. */
  readonly sent: string | null;
  /** The offer that was accepted, while others may still answer. */
  readonly answered: string | null;
}

export interface Autos {
  readonly auto_win: boolean;
  readonly throw_drawn: boolean;
  readonly chow: boolean;
  readonly pong: boolean;
  readonly kong: boolean;
  readonly sort: boolean;
}

export const NO_AUTOS: Autos = { auto_win: false, throw_drawn: false, chow: false, pong: false, kong: false, sort: true };

/** The latest answers about waits, and what they are about. */
export interface Hints {
  /** The hand they are about, as a text: another hand, other waits. */
  readonly hand: string;
  readonly waits: Waits;
}

/** A hand's result as it is shown; it may outlast the hand. */
export interface Shown {
  readonly result: HandResult;
  /** Whose deal it was, and what the wall still held. */
  readonly dealer: Seat | null;
  readonly wallLeft: number;
  readonly since: number;
  /** The player has touched it: it does not close by itself. */
  readonly touched: boolean;
  /** The player has put it aside to look at the table. */
  readonly hidden?: boolean;
}

export interface Form {
  readonly ruleset: string;
  /** By option key, `r:` of the ruleset and `o:` of the room; what is not here is at its default. */
  readonly values: Readonly<Record<string, OptionValue>>;
  readonly errors: Readonly<Record<string, Label>>;
}

export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly ruleset: string;
  readonly values: Readonly<Record<string, OptionValue>>;
}

export interface KeptMatch {
  readonly match: string;
  readonly at: number;
  readonly ruleset: string;
  readonly names: readonly string[];
  /** Which of them were bots; older pages kept no such list. */
  readonly bots?: readonly boolean[];
  readonly scores: readonly number[];
}

export interface State {
  readonly status: Signal<Status>;
  readonly upToDate: Signal<boolean>;
  readonly settings: Signal<Settings>;
  readonly route: Signal<Route>;
  readonly player: Signal<{ readonly id: string; readonly name: string } | null>;
  readonly error: Signal<ErrorView | null>;
  readonly busy: Signal<'quick' | 'join' | 'create' | null>;
  readonly nameError: Signal<Label | null>;
  readonly joinError: Signal<Label | null>;
  readonly toasts: Signal<readonly ToastView[]>;
  readonly storeDown: Signal<boolean>;

  readonly catalogue: Signal<Catalogue | null>;
  readonly lobby: Signal<Lobby | null>;
  readonly rules: Signal<RulesSheet | null>;
  readonly form: Signal<Form>;
  readonly presets: Signal<readonly Preset[]>;
  readonly matches: Signal<readonly KeptMatch[]>;

  readonly room: Signal<RoomState | null>;
  readonly presence: Signal<Arrived<Presence> | null>;
  readonly ticked: Signal<{ readonly rev: number; readonly keys: ReadonlySet<string> }>;
  readonly chat: Signal<readonly ChatLine[]>;

  readonly stream: Signal<Stream | null>;
  readonly own: Signal<OwnTiles>;
  /** Whose drawn tile lies apart. */
  readonly drawer: Signal<Seat | null>;
  readonly asked: Signal<Asked | null>;
  readonly clock: Signal<Arrived<Clock> | null>;
  readonly autos: Signal<Autos>;
  readonly hints: Signal<Hints | null>;
  readonly selected: Signal<string | null>;
  readonly log: Signal<readonly LogEntry[]>;
  readonly floats: Signal<readonly FloatView[]>;
  /** The event each line of the view's ledger was told by; null where only a snapshot told it. */
  readonly paidBy: Signal<readonly (number | null)[]>;
  readonly shown: Signal<Shown | null>;
  /** The hand whose result this page has said it has seen. */
  readonly readyFor: Signal<number | null>;
  /** The match's end has been reached by way of its last result. */
  readonly atMatchEnd: Signal<boolean>;
  readonly backInRoom: Signal<boolean>;
  readonly watchedSeat: Signal<Seat>;

  readonly witness: Signal<Witness | null>;
  readonly verdicts: Signal<ReadonlyMap<number, Verdict>>;
  readonly proofOpen: Signal<boolean>;
  readonly settingsOpen: Signal<boolean>;
}

export interface Kept {
  readonly settings: Settings;
  readonly presets: readonly Preset[];
  readonly matches: readonly KeptMatch[];
}

/** What belongs to one room and goes with it. */
export function clearRoom(state: State): void {
  state.room.value = null;
  state.presence.value = null;
  state.ticked.value = { rev: 0, keys: new Set() };
  state.chat.value = [];
  state.stream.value = null;
  state.own.value = NO_TILES;
  state.drawer.value = null;
  state.asked.value = null;
  state.clock.value = null;
  state.autos.value = NO_AUTOS;
  state.hints.value = null;
  state.selected.value = null;
  state.log.value = [];
  state.floats.value = [];
  state.paidBy.value = [];
  state.shown.value = null;
  state.readyFor.value = null;
  state.atMatchEnd.value = false;
  state.backInRoom.value = false;
  state.watchedSeat.value = 0;
  state.witness.value = null;
  state.verdicts.value = new Map();
  state.proofOpen.value = false;
  state.rules.value = null;
  state.storeDown.value = false;
}

export function createState(route: Route, kept: Kept): State {
  return {
    status: signal<Status>({ state: 'connecting', attempt: 0 }),
    upToDate: signal(true),
    settings: signal(kept.settings),
    route: signal(route),
    player: signal<State['player']['value']>(null),
    error: signal<ErrorView | null>(null),
    busy: signal<State['busy']['value']>(null),
    nameError: signal<Label | null>(null),
    joinError: signal<Label | null>(null),
    toasts: signal<readonly ToastView[]>([]),
    storeDown: signal(false),
    catalogue: signal<Catalogue | null>(null),
    lobby: signal<Lobby | null>(null),
    rules: signal<RulesSheet | null>(null),
    form: signal<Form>({ ruleset: '', values: {}, errors: {} }),
    presets: signal(kept.presets),
    matches: signal(kept.matches),
    room: signal<RoomState | null>(null),
    presence: signal<Arrived<Presence> | null>(null),
    ticked: signal<State['ticked']['value']>({ rev: 0, keys: new Set<string>() }),
    chat: signal<readonly ChatLine[]>([]),
    stream: signal<Stream | null>(null),
    own: signal(NO_TILES),
    drawer: signal<Seat | null>(null),
    asked: signal<Asked | null>(null),
    clock: signal<Arrived<Clock> | null>(null),
    autos: signal(NO_AUTOS),
    hints: signal<Hints | null>(null),
    selected: signal<string | null>(null),
    log: signal<readonly LogEntry[]>([]),
    floats: signal<readonly FloatView[]>([]),
    paidBy: signal<readonly (number | null)[]>([]),
    shown: signal<Shown | null>(null),
    readyFor: signal<number | null>(null),
    atMatchEnd: signal(false),
    backInRoom: signal(false),
    watchedSeat: signal<Seat>(0),
    witness: signal<Witness | null>(null),
    verdicts: signal<ReadonlyMap<number, Verdict>>(new Map<number, Verdict>()),
    proofOpen: signal(false),
    settingsOpen: signal(false),
  };
}

/** One's own seat at the table; null for who watches or stands. */
export function ownSeat(stream: Stream | null): Seat | null {
  const found = /^seat([0-3])$/.exec(stream?.view ?? '');
  return found ? (Number(found[1]) as Seat) : null;
}
