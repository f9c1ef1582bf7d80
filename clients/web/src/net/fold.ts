/**
 * Fold events into the view they are about. Twin of `protocol/fold.py`, and held to it by the same samples.
 *
 * Book-keeping, no rule: tiles go from hand to table because an event says so. Nothing is changed in place.
 */
import type {
  Discarded, Drew, Event, FlowersLaid, HandResult, HandStarted, KongDeclared, Mark, MatchStarted, Meld, MeldKind,
  SeatView, TableView, Tile,
} from '../protocol/types';
import { ALL_TILES } from '../tiles/kinds';

/** An event does not fit the view it should change: the stream is broken, a snapshot is wanted. */
export class StreamBroken extends Error {}

const ORDER: ReadonlyMap<string, number> = new Map(ALL_TILES.map((tile, at) => [tile, at]));

const FROM_HAND: Readonly<Record<MeldKind, number>> = { chow: 2, pong: 2, open_kong: 3, added_kong: 1, concealed_kong: 4 };

/** As every hand on the wire is sorted: m p s z f, then by number. */
export function sortTiles(tiles: readonly Tile[]): Tile[] {
  return [...tiles].sort((a, b) => (ORDER.get(a) ?? 99) - (ORDER.get(b) ?? 99));
}

export const EMPTY_VIEW: TableView = {
  phase: 'lobby', match: null, hand: 0, dealer: null, dice: [], streak: 0, heated: false, turn: null, window: null,
  wall_left: 0, seats: [], marks: [], ledger: [], commit: null, nonces: [], result: null, history: [], match_result: null,
};

const EMPTY_SEAT = { count: 0, tiles: null, drawn: null, melds: [], flowers: [], river: [] } as const;

export function fold(view: TableView, event: Event): TableView {
  switch (event.t) {
    case 'match_started': return matchStarted(event);
    case 'match_ended': return { ...view, phase: 'match_over', match_result: event.result };
    case 'hand_started': return handStarted(view, event);
    case 'nonces_listed': return { ...view, nonces: event.nonces };
    case 'dealt': return dealt(view, event);
    case 'hand_ended': return handEnded(view, event.result);
    case 'marked': return { ...view, marks: withMark(view.marks, event.mark) };
    case 'paid': return { ...view, seats: scored(view.seats, event.scores), ledger: [...view.ledger, ...event.transfers] };
    case 'drew':
    case 'flowers_laid':
    case 'discarded':
    case 'kong_declared': return onTurn(view, event);
    case 'melded': return melded(view, event.seat, event.meld);
    case 'control_changed': return seated(view, event.seat, { ...seatOf(view, event.seat), control: event.control });
  }
}

function seatOf(view: TableView, seat: number): SeatView {
  const own = view.seats[seat];
  if (view.seats.length !== 4 || !own) throw new StreamBroken('nobody sits here yet');
  return own;
}

function seated(view: TableView, seat: number, own: SeatView): TableView {
  return { ...view, seats: view.seats.map((each, at) => (at === seat ? own : each)) };
}

function scored(seats: readonly SeatView[], scores: readonly number[]): SeatView[] {
  return seats.map((seat, at) => ({ ...seat, score: scores[at] ?? seat.score }));
}

// ---------------------------------------------------------------- match and hand

function matchStarted(event: MatchStarted): TableView {
  const seats = event.info.seats.map((name, at): SeatView => ({
    ...EMPTY_SEAT, control: name.bot ? 'bot' : 'player', score: event.scores[at] ?? 0,
  }));
  return { ...EMPTY_VIEW, match: event.info, seats };
}

function handStarted(view: TableView, event: HandStarted): TableView {
  return {
    ...EMPTY_VIEW, phase: 'nonces', match: view.match, hand: event.hand, dealer: event.dealer, streak: event.streak,
    heated: event.heated, commit: event.commit, history: view.history,
    seats: view.seats.map(({ control, score }) => ({ ...EMPTY_SEAT, control, score })),
  };
}

function dealt(view: TableView, event: Extract<Event, { t: 'dealt' }>): TableView {
  seatOf(view, event.dealer);
  const seats = view.seats.map((seat, at) => ({ ...seat, count: event.counts[at]!, tiles: event.hands[at]! }));
  return {
    ...view, phase: 'playing', dealer: event.dealer, dice: event.dice, turn: event.dealer, seats, wall_left: event.wall_left,
  };
}

function handEnded(view: TableView, result: HandResult): TableView {
  const seats = scored(view.seats, result.scores);
  for (const shown of result.shown) {
    const seat = seats[shown.seat];
    if (!seat) throw new StreamBroken('nobody sits here yet');
    seats[shown.seat] = { ...seat, count: shown.tiles.length, tiles: shown.tiles, drawn: null, melds: shown.melds };
  }
  return { ...view, phase: 'hand_over', turn: null, window: null, seats, result, history: [...view.history, result.totals] };
}

/** A mark takes the place of its namesake, or comes last; one that is off is taken away. */
function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const same = (other: Mark) => other.key === mark.key && other.seat === mark.seat && other.other === mark.other;
  if (!mark.on) return marks.filter((each) => !same(each));
  return marks.some(same) ? marks.map((each) => (same(each) ? mark : each)) : [...marks, mark];
}

// ---------------------------------------------------------------- turns

function onTurn(view: TableView, event: Drew | FlowersLaid | Discarded | KongDeclared): TableView {
  const own = seatOf(view, event.seat);
  switch (event.t) {
    case 'drew': {
      const next = { ...merge(own), count: own.count + 1, drawn: event.tile };
      const turn = event.cause === 'turn' ? event.seat : view.turn;
      return seated({ ...view, phase: 'playing', turn, window: null, wall_left: event.wall_left }, event.seat, next);
    }
    case 'flowers_laid': {
      const left = take(own, event.tiles);
      return seated(view, event.seat, { ...left, flowers: [...left.flowers, ...event.tiles] });
    }
    case 'discarded': {
      const window = { kind: 'discard', seat: event.seat, tile: event.tile, kong: null } as const;
      return seated({ ...view, phase: 'window', turn: event.seat, window }, event.seat, thrown(own, event));
    }
    case 'kong_declared': {
      const window = { kind: 'kong', seat: event.seat, tile: event.tile, kong: event.kind } as const;
      return { ...view, phase: 'window', turn: event.seat, window };
    }
  }
}

/** Put the drawn tile among the others. */
function merge(own: SeatView): SeatView {
  if (own.tiles === null || own.drawn === null) return own;
  return { ...own, tiles: sortTiles([...own.tiles, own.drawn]), drawn: null };
}

/** Take tiles out of a hand: from among the sorted ones, else the one drawn. */
function take(own: SeatView, taken: readonly Tile[]): SeatView {
  const count = own.count - taken.length;
  if (own.tiles === null) return { ...own, count };
  const left = [...own.tiles];
  let { drawn } = own;
  for (const tile of taken) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    else if (tile === drawn) drawn = null;
    else throw new StreamBroken(`no ${tile} in the hand`);
  }
  return { ...own, count, tiles: left, drawn };
}

function thrown(own: SeatView, event: Discarded): SeatView {
  let left: SeatView;
  if (event.drawn && own.tiles !== null) {
    if (own.drawn !== event.tile) throw new StreamBroken(`${event.tile} was not the tile drawn`);
    left = { ...own, count: own.count - 1, drawn: null };
  } else {
    left = merge(take(own, [event.tile]));
  }
  return { ...left, river: [...left.river, { tile: event.tile, drawn: event.drawn, declares: event.declares }] };
}

// ---------------------------------------------------------------- melds

function melded(before: TableView, seat: number, meld: Meld): TableView {
  const own = seatOf(before, seat);
  let view = before;
  let melds: readonly Meld[];
  if (meld.kind === 'added_kong') {
    melds = uponPong(own.melds, meld);
  } else {
    melds = [...own.melds, meld];
    if (meld.from !== null) view = seated(view, meld.from, withoutLast(seatOf(view, meld.from), meld.claimed));
  }
  const after = { ...merge(leaveHand(own, meld)), melds };
  return seated({ ...view, phase: 'playing', turn: seat as TableView['turn'], window: null }, seat, after);
}

/** An added kong stands where its pong stood. */
function uponPong(melds: readonly Meld[], kong: Meld): Meld[] {
  const at = melds.findIndex((meld) => meld.kind === 'pong' && meld.tiles[0] === kong.tiles[0]);
  if (at < 0) throw new StreamBroken('a kong was added to no pong');
  return melds.map((meld, i) => (i === at ? kong : meld));
}

function withoutLast(giver: SeatView, claimed: Tile | null): SeatView {
  if (giver.river.at(-1)?.tile !== claimed) throw new StreamBroken('the tile claimed is not the one thrown');
  return { ...giver, river: giver.river.slice(0, -1) };
}

/** Take what a meld used out of the hand that made it. */
function leaveHand(own: SeatView, meld: Meld): SeatView {
  if (own.tiles === null) return { ...own, count: own.count - FROM_HAND[meld.kind] };
  if (meld.kind === 'added_kong' || meld.kind === 'concealed_kong') return take(own, meld.tiles.slice(0, FROM_HAND[meld.kind]));
  const used = [...meld.tiles];
  const at = meld.claimed === null ? -1 : used.indexOf(meld.claimed);
  if (at >= 0) used.splice(at, 1);
  return take(own, used);
}
