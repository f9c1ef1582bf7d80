/**
 * What the screen is told and what it says back.
 *
 * Every visual component takes these plain values as props and nothing else; the networking half fills them
 * from wire messages and turns intents into commands. Nothing here is computed by a rule of the game: values,
 * reasons, waits and offers all come from the server. A view is replaced, never changed in place.
 *
 * Units: times are milliseconds of `performance.now()`; points are the ruleset's own unit; seats are absolute
 * (0–3 in turn order), and what is "left" or "across" follows from `TableView.bottom` alone.
 */

// ---------------------------------------------------------------- vocabulary

/** A tile in notation (`"5m"`, `"7z"`, `"3f"`), or null for one that may not be seen: drawn as a back. */
export type Tile = string | null;

export type Seat = 0 | 1 | 2 | 3;

/** Where a seat is on the screen: own edge, right, top, left. */
export type Side = 'self' | 'next' | 'across' | 'prev';

export type Wind = 'east' | 'south' | 'west' | 'north';

export type Locale = 'zh' | 'en';

/** Text that comes as data: one string for both languages, or one for each. */
export type Label = string | { readonly zh: string; readonly en: string };

export type RulesetId = string;

// ---------------------------------------------------------------- tiles on the table

/** One physical tile; `id` stays the same however the hand is sorted. */
export interface HandTile {
  readonly id: string;
  readonly tile: Tile;
  /** Discarding it leaves the hand ready: the pill on its top edge. */
  readonly makesReady?: boolean;
  /** It may not be discarded now, and why. */
  readonly blocked?: Label;
  readonly flag?: TileFlag;
}

/** 财 wild, 宝 treasure. */
export type TileFlag = 'wild' | 'treasure';

export interface HandView {
  /** Without the drawn tile, in the order to show. Another's hand: `tile: null`, as many as he holds. */
  readonly tiles: readonly HandTile[];
  readonly drawn: HandTile | null;
}

export type MeldKind = 'chow' | 'pong' | 'open_kong' | 'added_kong' | 'concealed_kong' | 'pushed_pair';

export interface MeldView {
  readonly kind: MeldKind;
  /** As shown from the owner's left to right; four for a kong; nulls for a hidden one. */
  readonly tiles: readonly Tile[];
  /** Whose tile was claimed; absent for what came from the owner's own hand. */
  readonly from?: Seat;
  /** Which of a chow's `tiles` was claimed, 0–2. */
  readonly claimed?: number;
  readonly flags?: readonly (TileFlag | null)[];
}

export interface RiverTile {
  readonly tile: Tile;
  /** Drawn and thrown at once: the notch. */
  readonly drawn?: boolean;
  /** The last discard, until the next event. */
  readonly last?: boolean;
  /** The discard that declared ready. */
  readonly declaring?: boolean;
  readonly flag?: TileFlag;
}

// ---------------------------------------------------------------- seats

export type SeatState =
  | { readonly kind: 'rest' }
  /** Own turn; never set for anybody while a claim window is open. */
  | { readonly kind: 'thinking' }
  /** Dropped; `until` is when a bot takes over. */
  | { readonly kind: 'offline'; readonly until: number | null }
  | { readonly kind: 'autopilot' }
  | { readonly kind: 'left' };

export interface SeatTag {
  /** `ready` is violet, `rule` plain, `warn` orange. */
  readonly kind: 'ready' | 'rule' | 'warn';
  readonly label: Label;
  readonly clause?: string;
}

export interface SeatView {
  readonly seat: Seat;
  readonly name: string;
  readonly bot: boolean;
  readonly wind: Wind;
  readonly dealer: boolean;
  readonly score: number;
  readonly hand: HandView;
  readonly melds: readonly MeldView[];
  /** In the order they came; the rack collapses equal ones. */
  readonly flowers: readonly Tile[];
  readonly river: readonly RiverTile[];
  readonly tags: readonly SeatTag[];
  readonly state: SeatState;
}

// ---------------------------------------------------------------- being asked

export type Verb = 'chow' | 'pong' | 'kong' | 'ready' | 'win' | 'pass' | 'discard';

/** One lawful answer, or with `reason` one that is shown but barred. */
export interface Offer {
  /** Unique in its prompt, stable as long as the prompt is; sent back as it came. */
  readonly id: string;
  readonly verb: Verb;
  /** The tile it is about: claimed, konged, won, discarded; for `ready` the tile to discard. */
  readonly tile?: Tile;
  /** Chow: the three tiles in order. Ready: the pair pushed out, if any. */
  readonly tiles?: readonly Tile[];
  /** What it is worth, as words: `2 分`. */
  readonly value?: Label;
  /** Why it is barred: then it cannot be pressed and shows this. */
  readonly reason?: Label;
  /** The rule that bars it. */
  readonly clause?: string;
  /** What it is, in a word: `暗杠`. */
  readonly note?: Label;
}

export interface Consequence {
  /** In the pass slot: `过胡受限`. */
  readonly short: Label;
  /** In the bar above: what passing costs and for how long. */
  readonly text: Label;
  readonly clause?: string;
}

export interface Prompt {
  readonly id: string;
  /** Own turn, or an answer to another's tile. */
  readonly kind: 'turn' | 'claim';
  /** When it was first shown here; input is ignored for 250 ms from then. */
  readonly since: number;
  readonly offers: readonly Offer[];
  /** Present where passing the win has a price: then pass takes two taps. */
  readonly price?: Consequence;
  /** The tile asked about and whose it is. */
  readonly about?: { readonly seat: Seat; readonly tile: Tile };
  /** The offer already answered with, still waiting for the others. */
  readonly answered?: string;
  /** A command is on its way: the hand is inert. */
  readonly sent?: boolean;
}

/** What was left at `at`; the component counts on from there while `running`. */
export interface ClockView {
  readonly at: number;
  readonly running: boolean;
  /** Null: no limit. */
  readonly step: { readonly total: number; readonly left: number } | null;
  readonly bank: { readonly total: number; readonly left: number } | null;
}

// ---------------------------------------------------------------- help

export interface WaitView {
  readonly tile: Tile;
  readonly left: number;
  /** At most two: value by discard, value by self-draw, or reasons. */
  readonly lines: readonly Label[];
  /** What keeps the hand from winning on it, in full with the clauses. */
  readonly why?: Label;
}

export interface HintView {
  /** For the hand as it rests (null), or if this hand tile's kind were discarded. */
  readonly discard: Tile;
  readonly waits: readonly WaitView[];
  /** One line where there are no waits to show. */
  readonly note?: Label;
}

export type ToggleId = 'flowers' | 'auto_win' | 'no_calls' | 'throw_drawn' | 'sort';

export interface ToggleView {
  readonly id: ToggleId;
  readonly on: boolean;
  /** `no_calls` alone: which calls it refuses, each to be ticked by itself. */
  readonly parts?: readonly { readonly verb: 'chow' | 'pong' | 'kong'; readonly on: boolean }[];
}

/** Unseen copies by kind, public information and own hand only. */
export type CountsView = Readonly<Record<string, number>>;

// ---------------------------------------------------------------- the table

export interface SpecialTile {
  /** Null: covered. */
  readonly tile: Tile;
  readonly flag: TileFlag;
  /** Its meaning: `宝 四条 五条`, `财神`. */
  readonly label: Label;
  /** How many have seen a covered one. */
  readonly seen?: number;
}

export interface CentreView {
  readonly wallLeft: number;
  /** Hand number; while a claim window is open the component says 等待应答 instead. */
  readonly line: Label;
  /** 连庄, where there is one. */
  readonly streak?: Label;
  readonly special?: SpecialTile;
}

/** 包牌, 封胡: who pays for whom. */
export interface LiabilityView {
  readonly payer: Seat;
  readonly payee: Seat;
  readonly label: Label;
  readonly clause: string;
  readonly text: Label;
}

export type TableStage = 'waiting' | 'dealing' | 'playing' | 'over';

export interface TableView {
  readonly room: string;
  readonly ruleset: { readonly id: RulesetId; readonly name: Label };
  /** `第 3/8 局`: hands 0 = no fixed number. */
  readonly hand: { readonly number: number; readonly of: number };
  readonly stage: TableStage;
  /** Who is awaited by name before the deal. */
  readonly awaited?: readonly string[];
  /** The seat drawn at the bottom: one's own, or the one watched. */
  readonly bottom: Seat;
  /** One's own seat; null for a watcher. */
  readonly own: Seat | null;
  /** By seat number, always four. */
  readonly seats: readonly [SeatView, SeatView, SeatView, SeatView];
  readonly turn: Seat | null;
  /** A claim window is open: all plates look alike. */
  readonly claiming: boolean;
  readonly centre: CentreView;
  /** Own clock when asked; else that of the seat on turn, for the edge of the centre. */
  readonly clock: ClockView | null;
  readonly prompt: Prompt | null;
  /** The latest answer about waits; shown if it fits what is selected. */
  readonly hint: HintView | null;
  readonly toggles: readonly ToggleView[];
  /** The ruleset plays with flowers: the own rack has a bed. */
  readonly hasFlowers: boolean;
  readonly liabilities: readonly LiabilityView[];
  readonly counts: CountsView | null;
  readonly log: readonly LogEntry[];
  readonly ledger: LedgerView;
  readonly chat: ChatView;
  readonly watchers: WatchersView;
  readonly rules: readonly RuleSection[];
  /** Present when watching. */
  readonly watching?: WatchingView;
  /** A bot plays one's own seat. */
  readonly autopilot: boolean;
  readonly floats: readonly FloatView[];
}

export interface WatchingView {
  readonly mode: 'public' | 'seat' | 'all';
  /** `延迟 1 局 · 全手牌`. */
  readonly delay: Label;
  /** Milliseconds behind what happens, 0 when live. */
  readonly behind: number;
}

/** A call word or a payment rising from a plate; the component shows each `id` once. */
export interface FloatView {
  readonly id: string;
  readonly seat: Seat;
  readonly kind: 'call' | 'points';
  readonly text?: Label;
  readonly points?: number;
}

// ---------------------------------------------------------------- panels

export interface LogEntry {
  /** The event's number. */
  readonly n: number;
  readonly seat: Seat | null;
  /** `打出`, `摸切`, `翻宝`. */
  readonly verb: Label;
  readonly tiles: readonly Tile[];
  /** More words in place of tiles: `四条、五条为宝`. */
  readonly text?: Label;
  /** Something the server decided for the player (auto-pass, time-out), with its cause. */
  readonly auto?: boolean;
}

export interface LedgerLine {
  readonly title: Label;
  readonly tile?: Tile;
  readonly clause: string;
  readonly event: number | null;
  readonly payments: readonly { readonly from: Seat; readonly to: Seat; readonly points: number }[];
}

export interface LedgerView {
  /** This hand so far, by seat. */
  readonly sums: readonly [number, number, number, number];
  readonly lines: readonly LedgerLine[];
  readonly note?: Label;
}

export interface ChatLine {
  readonly id: string;
  readonly seat: Seat | null;
  readonly name: string;
  readonly text: Label;
}

export interface ChatView {
  readonly lines: readonly ChatLine[];
  /** Quick phrases by id; empty: none. */
  readonly phrases: readonly { readonly id: string; readonly text: Label }[];
  /** Free text is allowed here. */
  readonly free: boolean;
}

export interface WatchersView {
  readonly count: number;
  readonly names: readonly string[];
}

export interface RuleSection {
  readonly title: Label;
  readonly items: readonly { readonly name: Label; readonly value?: Label; readonly text?: Label; readonly clause: string }[];
}

// ---------------------------------------------------------------- connection

export type ConnectionView =
  | { readonly state: 'connecting' }
  | { readonly state: 'ok'; readonly rtt: number | null }
  | { readonly state: 'slow'; readonly rtt: number }
  | {
      readonly state: 'lost';
      /** When the next try starts; null while one is under way. */
      readonly retryAt: number | null;
      readonly attempt: number;
      /** When the server was last heard. */
      readonly lastEventAt: number;
      /** One's own thinking time runs on. */
      readonly clockRuns: boolean;
    }
  /** Another tab or device took over; this one may take it back. */
  | { readonly state: 'superseded' }
  /** The store is away: clocks stand, nothing is lost. */
  | { readonly state: 'paused' };

export interface ToastView {
  readonly id: string;
  readonly kind: 'info' | 'done' | 'warn';
  readonly text: Label;
  readonly clause?: string;
  readonly link?: { readonly label: Label; readonly intent: Intent };
}

// ---------------------------------------------------------------- results

export interface ResultGroup {
  readonly caption: Label;
  readonly tiles: readonly Tile[];
  /** Index of the winning tile among `tiles`. */
  readonly winning?: number;
  /** Tiles that stand for others, and which, in words. */
  readonly flags?: readonly (TileFlag | null)[];
  readonly standsFor?: Label;
  readonly kong?: boolean;
  readonly from?: Seat;
  readonly claimed?: number;
}

export interface ResultItem {
  readonly id: string;
  readonly name: Label;
  readonly text: Label;
  readonly clause: string;
  readonly tiles: readonly Tile[];
  /** Codes and fishing: which of `tiles` hit; the others are dimmed. */
  readonly hits?: readonly boolean[];
  /** As printed at the right: `3`, `×2`. */
  readonly value: Label;
  /** Beside the tiles: `中 1 张`. */
  readonly after?: Label;
  /** The rule's own words, shown when the row is opened. */
  readonly rule?: Label;
}

export interface WinnerView {
  readonly seat: Seat;
  /** `自摸`, `胡`, `抢杠胡`, as the headline has it. */
  readonly how: Label;
  readonly tile: Tile;
  readonly from: Seat | null;
  /** One line under the headline: ruleset, hand, patterns, wall left. */
  readonly facts: readonly Label[];
  readonly gain: number;
  readonly groups: readonly ResultGroup[];
  /** 摸码, 钓鱼: the tiles turned at the end. */
  readonly bonus?: { readonly caption: Label; readonly tiles: readonly { readonly tile: Tile; readonly hit: boolean }[] };
  readonly items: readonly ResultItem[];
  /** `3 × 2¹ × (1 + 1) = 12 每家 × 3` word by word; `result` is set apart. */
  readonly arithmetic: { readonly steps: readonly Label[]; readonly result: Label; readonly note?: Label };
  readonly near: readonly { readonly name: Label; readonly missing: Label }[];
}

export interface ResultLedgerLine {
  readonly event: number | null;
  readonly tile?: Tile;
  readonly title: Label;
  /** `周舟 ← 三家各 1`. */
  readonly text: Label;
  readonly clause: string;
  readonly points: number;
}

export interface ResultView {
  /** Put aside: only a small bar leads back to it. */
  readonly hidden?: boolean;
  readonly outcome: 'win' | 'draw' | 'false_win' | 'void';
  readonly ruleset: Label;
  readonly hand: { readonly number: number; readonly of: number };
  readonly seats: readonly { readonly seat: Seat; readonly name: string; readonly bot?: boolean; readonly wind: Wind; readonly total: number; readonly change: number }[];
  /** One's own seat, null for a watcher. */
  readonly own: Seat | null;
  /** The seat drawn at the bottom, for the seats' colours. */
  readonly bottom: Seat;
  readonly winners: readonly WinnerView[];
  /** Draw: headline's second line and the four hands. */
  readonly headline?: Label;
  readonly hands?: readonly { readonly seat: Seat; readonly tiles: readonly Tile[]; readonly melds: readonly MeldView[]; readonly note?: Label }[];
  /** `matrix[from][to]`. */
  readonly matrix: readonly (readonly number[])[];
  readonly house?: number;
  readonly unit: Label;
  readonly ledger: readonly ResultLedgerLine[];
  readonly ledgerNote?: Label;
  readonly ready: readonly boolean[];
  readonly youReady: boolean;
  /** Where the main button leads: to the next hand, back to a table that has gone on, to the match's end; null: there is none. */
  readonly onward: 'ready' | 'table' | 'match' | null;
  /** Another plays one's seat. */
  readonly autopilot?: boolean;
  /** When one is ready by itself; null: never. */
  readonly readyAt: number | null;
  /** The deal's proof: not yet there, holds, does not hold. */
  readonly proof: 'pending' | 'ok' | 'failed' | 'none';
  /** An open-ended match: its host may end it here. */
  readonly canEnd?: boolean;
  readonly since: number;
}

export interface MatchResultView {
  readonly room: string;
  readonly ruleset: Label;
  readonly own: Seat | null;
  readonly bottom: Seat;
  readonly ranking: readonly { readonly rank: number; readonly seat: Seat; readonly name: string; readonly bot: boolean; readonly total: number; readonly wins: number }[];
  /** Running totals after each hand, by seat. */
  readonly history: readonly (readonly number[])[];
  readonly proof: 'pending' | 'ok' | 'failed' | 'none';
  readonly canRematch: boolean;
}

// ---------------------------------------------------------------- the way to the table

export interface PlayerView {
  readonly name: string;
  readonly guest: boolean;
}

export interface OpenRoom {
  readonly code: string;
  readonly ruleset: { readonly id: RulesetId; readonly name: Label };
  readonly summary: Label;
  readonly tags: readonly Label[];
  readonly host: string;
  readonly seats: readonly ('human' | 'bot' | 'free')[];
}

export interface LiveGame {
  readonly room: string;
  readonly players: readonly string[];
  readonly progress: Label;
  readonly watchers: number;
}

export interface HomeView {
  readonly player: PlayerView;
  readonly resume?: { readonly room: string; readonly playing: boolean; readonly facts: readonly Label[]; readonly note?: Label };
  /** Null: still loading. */
  readonly rooms: readonly OpenRoom[] | null;
  readonly live: readonly LiveGame[] | null;
  /** The name is refused, and why. */
  readonly nameError?: Label;
  readonly busy?: 'quick' | 'join' | null;
  readonly joinError?: Label;
}

export type OptionValue = string | number | boolean;

/** One option as its owner describes it; the control follows from the kind. */
export interface OptionSpec {
  readonly key: string;
  readonly group: string;
  readonly label: Label;
  readonly help?: Label;
  readonly clause?: string;
  readonly default: OptionValue;
  readonly kind: OptionKind;
}

export type OptionKind =
  | { readonly type: 'bool' }
  | { readonly type: 'choice'; readonly values: readonly { readonly value: OptionValue; readonly label: Label }[] }
  | { readonly type: 'range'; readonly min: number; readonly max: number; readonly step?: number; readonly unit?: Label };

export interface OptionGroup {
  readonly id: string;
  readonly label: Label;
  /** `来自规则引擎`. */
  readonly note?: Label;
  /** In which of the two columns. */
  readonly column: 0 | 1;
}

export interface RulesetCard {
  readonly id: RulesetId;
  readonly name: Label;
  readonly text: Label;
  /** Three telling tiles. */
  readonly tiles: readonly Tile[];
  /** Not playable here yet. */
  readonly disabled?: boolean;
}

export interface CreateView {
  readonly player: PlayerView;
  readonly rulesets: readonly RulesetCard[];
  readonly ruleset: RulesetId;
  /** Those of the chosen ruleset and of the room. */
  readonly groups: readonly OptionGroup[];
  readonly options: readonly OptionSpec[];
  readonly values: Readonly<Record<string, OptionValue>>;
  readonly errors: Readonly<Record<string, Label>>;
  readonly presets: readonly { readonly id: string; readonly name: string; readonly active: boolean }[];
  /** The room in a sentence; left out, the ruleset's name stands there. `**…**` is set bold. */
  readonly summary?: Label;
  readonly busy?: boolean;
}

export interface Difference {
  readonly key: string;
  readonly label: Label;
  readonly clause?: string;
  readonly from: Label;
  readonly to: Label;
  readonly confirmed: boolean;
}

export type LobbySeat =
  /** `wind` where the first dealer is known already. */
  | { readonly seat: Seat; readonly kind: 'free'; readonly wind?: Wind }
  | {
      readonly seat: Seat;
      readonly kind: 'human' | 'bot';
      readonly name: string;
      readonly wind?: Wind;
      readonly ready: boolean;
      readonly host: boolean;
      readonly you: boolean;
      readonly online: boolean;
      readonly note?: Label;
    };

export interface LobbyView {
  readonly player: PlayerView;
  readonly room: string;
  readonly link: string;
  readonly ruleset: { readonly id: RulesetId; readonly name: Label };
  readonly summary: readonly Label[];
  readonly bottom: Seat;
  readonly seats: readonly LobbySeat[];
  readonly differences: readonly Difference[];
  readonly isHost: boolean;
  readonly youReady: boolean;
  readonly seated: boolean;
  readonly watchers: WatchersView;
  readonly chat: ChatView;
  readonly busy?: boolean;
}

export interface ErrorView {
  readonly kind: 'room_gone' | 'server_away' | 'too_old' | 'kicked' | 'closed' | 'unreadable' | 'crash';
  readonly text?: Label;
  /** A stable code, shown small beside the words. */
  readonly code?: string;
  readonly diagnosis: string;
}

// ---------------------------------------------------------------- settings

export type DiscardMode = 'tap_tap' | 'one_tap';

export interface Settings {
  readonly locale: Locale;
  readonly theme: 'system' | 'dark' | 'light';
  readonly index: 'off' | 'han' | 'latin';
  readonly face: 'simplified' | 'traditional';
  readonly discardMode: DiscardMode;
  /** One-tap only, 0–800 ms. */
  readonly grace: number;
  /** 0, 0.5, 1 or 1.5. */
  readonly speed: number;
  readonly letterKeys: boolean;
  readonly muted: boolean;
  readonly sound: { readonly tiles: number; readonly calls: number; readonly alerts: number };
}

export const DEFAULT_SETTINGS: Settings = {
  locale: 'zh',
  theme: 'system',
  index: 'off',
  face: 'simplified',
  discardMode: 'one_tap',
  grace: 400,
  speed: 1,
  letterKeys: true,
  muted: false,
  sound: { tiles: 0.6, calls: 0.6, alerts: 0.6 },
};

// ---------------------------------------------------------------- going out

export type Page = 'home' | 'create' | 'rules' | 'replays' | 'settings';

export type Intent =
  // at the table
  | { readonly type: 'act'; readonly prompt: string; readonly offer: Offer }
  | { readonly type: 'discard'; readonly prompt: string; readonly tileId: string; readonly tile: Tile }
  /** What is selected has changed; ask for its waits. Null: nothing. */
  | { readonly type: 'select'; readonly tileId: string | null; readonly tile: Tile }
  | { readonly type: 'toggle'; readonly id: ToggleId; readonly on: boolean; readonly verb?: 'chow' | 'pong' | 'kong' }
  | { readonly type: 'refused'; readonly reason: Label; readonly clause?: string }
  | { readonly type: 'resume_seat' }
  | { readonly type: 'watch_seat'; readonly seat: Seat }
  | { readonly type: 'catch_up' }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'phrase'; readonly id: string }
  | { readonly type: 'leave' }
  // connection
  | { readonly type: 'retry' }
  | { readonly type: 'take_over' }
  | { readonly type: 'stay_away' }
  | { readonly type: 'dismiss_toast'; readonly id: string }
  | { readonly type: 'copy_diagnosis'; readonly text: string }
  // results
  | { readonly type: 'ready_next' }
  | { readonly type: 'end_match' }
  /** Touched: it must not close by itself any more. */
  | { readonly type: 'touch_result' }
  | { readonly type: 'copy_result'; readonly text: string }
  /** Put aside to look at the table: it is not being read. */
  | { readonly type: 'hide_result'; readonly hidden: boolean }
  | { readonly type: 'verify' }
  | { readonly type: 'rematch' }
  | { readonly type: 'back_to_room' }
  // the way to the table
  | { readonly type: 'go'; readonly page: Page }
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'quick_match' }
  | { readonly type: 'join'; readonly code: string }
  | { readonly type: 'watch'; readonly room: string }
  | { readonly type: 'return_to_table'; readonly room: string }
  | { readonly type: 'choose_ruleset'; readonly id: RulesetId }
  | { readonly type: 'set_option'; readonly key: string; readonly value: OptionValue }
  | { readonly type: 'preset'; readonly id: string }
  | { readonly type: 'save_preset' }
  | { readonly type: 'create_room' }
  | { readonly type: 'try_with_bots' }
  | { readonly type: 'sit'; readonly seat: Seat }
  | { readonly type: 'add_bot'; readonly seat: Seat }
  | { readonly type: 'kick'; readonly seat: Seat }
  | { readonly type: 'confirm_difference'; readonly key: string; readonly on: boolean }
  | { readonly type: 'ready'; readonly on: boolean }
  | { readonly type: 'start_with_bots' }
  | { readonly type: 'copy_link' }
  | { readonly type: 'share_link' }
  | { readonly type: 'change_settings'; readonly settings: Partial<Settings> };

/** What every component gets to speak with. */
export type Send = (intent: Intent) => void;
