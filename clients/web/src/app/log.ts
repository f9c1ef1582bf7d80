/**
 * What happened, line by line. Everything the server decided for the player is among it, with its cause (UI.md
 * rule 12). Pure: events in, lines out.
 */
import type { Event, Mark, PromptClosed, Seat, TableView, Tile, Transfer } from '../protocol/types';
import type { Label, LogEntry } from '../viewmodel';
import { both, CONTROL_CAUSES, joinLabels, MELD_WORDS, reasonText, TAGS, VERB_WORDS, WON_BY } from './words';

/** As many as one reads back; a match's own record holds the rest. */
const KEPT = 400;
/** How far back a cause may find its deed. */
const RECENT = 4;

export interface Scene {
  readonly n: number;
  readonly before: TableView;
  readonly own: Seat | null;
  /** One's own seat was played by somebody else than this page, and why. */
  readonly stoodIn: Label | null;
}

export function appended(log: readonly LogEntry[], entries: readonly LogEntry[]): readonly LogEntry[] {
  if (entries.length === 0) return log;
  const all = [...log, ...entries];
  return all.length > KEPT ? all.slice(all.length - KEPT) : all;
}

export function entriesOf(event: Event, scene: Scene): LogEntry[] {
  const { n } = scene;
  const table = (verb: Label, text?: Label, tiles: readonly Tile[] = []): LogEntry => ({ n, seat: null, verb, tiles, ...(text === undefined ? {} : { text }) });
  switch (event.t) {
    case 'match_started': return [table(both('对局', 'Match'), both('开始', 'begins'))];
    case 'hand_started': return [table(both(`第 ${event.hand} 局`, `Hand ${event.hand}`), both('公布了洗牌承诺', 'deal committed'))];
    case 'dealt': return [{ n, seat: event.dealer, verb: both('坐庄', 'deals'), tiles: [] }];
    case 'hand_ended': return ended(event, table);
    case 'match_ended': return [table(both('对局', 'Match'), both('结束', 'over'))];
    case 'paid': return event.transfers.map((one) => payment(one, n));
    case 'marked': return marked(event.mark, scene);
    case 'nonces_listed': return [];
    default: return seatEntry(event, scene);
  }
}

type SeatEvent = Extract<Event, { t: 'drew' | 'flowers_laid' | 'discarded' | 'kong_declared' | 'melded' | 'control_changed' }>;

function seatEntry(event: SeatEvent, { n, before, own, stoodIn }: Scene): LogEntry[] {
  const { seat } = event;
  const cause = seat === own && stoodIn !== null ? { auto: true, text: stoodIn } : {};
  const line = (verb: Label, tiles: readonly Tile[], more: Partial<LogEntry> = {}): LogEntry[] => [{ n, seat, verb, tiles, ...more }];
  switch (event.t) {
    case 'drew': return event.cause === 'turn' && seat !== own ? [] : line(drawWord(event.cause), event.tile ? [event.tile] : []);
    case 'flowers_laid': return line(both('补花', 'lays'), event.tiles);
    case 'discarded': return line(event.declares ? both('报听打出', 'ready, discards') : event.drawn ? both('摸切', 'drawn') : VERB_WORDS.discard, [event.tile], cause);
    case 'kong_declared': return line(MELD_WORDS[event.kind], [event.tile], cause);
    case 'melded': {
      const { kind, tiles, claimed } = event.meld;
      // A kong that could be robbed was told when it was declared.
      if (before.window?.kind === 'kong' && before.window.seat === seat) return [];
      return line(MELD_WORDS[kind], kind === 'chow' ? tiles : claimed ? [claimed] : tiles.slice(0, 1), cause);
    }
    case 'control_changed': return line(controlWord(event.control), [], { text: CONTROL_CAUSES[event.cause], ...(seat === own ? { auto: true } : {}) });
  }
}

function drawWord(cause: 'flower' | 'kong' | 'turn'): Label {
  return cause === 'turn' ? both('摸牌', 'draws') : both('补牌', 'replaces');
}

function controlWord(control: 'autopilot' | 'bot' | 'player'): Label {
  return control === 'player' ? both('自己打', 'plays') : control === 'bot' ? both('机器人接手', 'bot plays on') : both('托管', 'autopilot');
}

function payment({ from, to, points, reason, clause, tile }: Transfer, n: number): LogEntry {
  const who = to === 'house' ? (from === 'house' ? null : from) : to;
  const amount = to === 'house' ? both(`付 ${points}`, `pays ${points}`) : both(`得 ${points}`, `gets ${points}`);
  return { n, seat: who, verb: reasonText(reason), tiles: tile ? [tile] : [], text: joinLabels([amount, clause], ' ') };
}

function marked(mark: Mark, { n, before }: Scene): LogEntry[] {
  if (mark.key === 'treasure') return [treasure(mark, n, before)];
  if (!mark.on) return [];
  const verb: Label = (TAGS as Readonly<Record<string, Label>>)[mark.key] ?? mark.key;
  return [{ n, seat: mark.seat, verb, tiles: mark.tiles, ...(mark.clause ? { text: mark.clause } : {}) }];
}

/** The indicator turned up, changed, or turned back with none after it (LJ-4.4). */
function treasure({ on, tiles, clause }: Mark, n: number, before: TableView): LogEntry {
  const changed = before.marks.some((mark) => mark.key === 'treasure');
  const verb = !on ? TAGS.treasure_gone : changed ? TAGS.treasure_changed : TAGS.treasure;
  return { n, seat: null, verb, tiles, ...(!on || changed ? { text: 'LJ-4.4' } : { text: clause }) };
}

function ended({ result }: Extract<Event, { t: 'hand_ended' }>, table: (verb: Label, text?: Label) => LogEntry): LogEntry[] {
  const { n } = table('');
  if (result.outcome === 'false_win' && result.false_winner !== null) return [{ n, seat: result.false_winner, verb: both('诈胡', 'false win'), tiles: [] }];
  if (result.outcome !== 'win') return [table(result.outcome === 'void' ? both('作废', 'Void') : both('流局', 'Drawn'))];
  return result.winners.map(({ seat, by, tile }) => ({ n, seat, verb: by === 'self_draw' ? both('自摸', 'self-draws') : by === 'rob_kong' ? both('抢杠胡', 'robs a kong') : WON_BY[by], tiles: tile ? [tile] : [] }));
}

const CLOSED: Readonly<Record<PromptClosed['by'], Label | null>> = {
  timeout: both('超时', 'time ran out'),
  autopilot: both('托管', 'autopilot'),
  rule: both('没有可应答的', 'nothing lawful to answer'),
  others: both('被别家抢先', 'another came first'),
  void: both('本局作废', 'hand void'),
  player: null,
};

/** A prompt that ended otherwise than by the player himself. */
export function closedEntry({ by, action }: PromptClosed, own: Seat | null, n: number): LogEntry | null {
  const cause = CLOSED[by];
  if (cause === null) return null;
  const verb = action ? VERB_WORDS[action.t] : both('未应答', 'not answered');
  const tiles = action && 'tile' in action ? [action.tile] : [];
  return { n, seat: own, verb, tiles, text: cause, auto: true };
}

/** The cause put to the line that tells the deed already; null where there is none among the last few. */
export function withCause(log: readonly LogEntry[], { by, action }: PromptClosed, own: Seat | null): readonly LogEntry[] | null {
  const cause = CLOSED[by];
  if (cause === null || !action || !('tile' in action)) return null;
  const at = log.findLastIndex((entry) => entry.seat === own && entry.tiles[0] === action.tile);
  if (at < 0 || at < log.length - RECENT) return null;
  return log.map((entry, i) => (i === at ? { ...entry, text: cause, auto: true } : entry));
}

/** Something this page answered because the player had told it to. */
export function chosenEntry(verb: Label, tiles: readonly Tile[], why: Label, own: Seat | null, n: number): LogEntry {
  return { n, seat: own, verb, tiles, text: why, auto: true };
}
