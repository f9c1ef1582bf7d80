import { describe, expect, test } from 'vitest';
import type { Event, TableView } from '../protocol/types';
import type { FrameRead } from './codec';
import { EMPTY_VIEW, sortTiles } from './fold';
import { feed, pointOf, type Stream } from './stream';

const seat = { control: 'player', score: 0, count: 13, tiles: null, drawn: null, melds: [], flowers: [], river: [] } as const;
const table: TableView = { ...EMPTY_VIEW, phase: 'playing', seats: [seat, seat, seat, seat] };
const at = (n: number, state = table): Stream => ({ room: 'r', view: 'public', inc: 3, n, state });
const drew: Event = { t: 'drew', seat: 1, tile: null, end: 'head', cause: 'turn', wall_left: 70 };
const frame = (n: number, event: Event | null = drew, inc = 3): FrameRead => ({ t: 'frame', room: 'r', view: 'public', inc, n, event });

describe('numbers', () => {
  test('the next number is applied', () => {
    expect(feed(at(4), frame(5))).toMatchObject({ kind: 'applied', stream: { n: 5, state: { turn: 1, wall_left: 70 } } });
  });

  test('a number seen before is a repetition and is dropped', () => {
    expect(feed(at(4), frame(4))).toEqual({ kind: 'dropped' });
    expect(feed(at(4), frame(1))).toEqual({ kind: 'dropped' });
  });

  test('a hole is noticed, and what is missing is asked for by the last number seen', () => {
    expect(feed(at(4), frame(6))).toEqual({ kind: 'gap', inc: 3, last: 4 });
  });

  test('an unknown event counts, and changes nothing', () => {
    expect(feed(at(4), frame(5, null))).toEqual({ kind: 'applied', stream: at(5) });
  });

  test('a newer incarnation without its snapshot asks for one, an older one is dropped', () => {
    expect(feed(at(4), frame(5, drew, 4))).toEqual({ kind: 'gap', inc: 0, last: 0 });
    expect(feed(at(4), frame(5, drew, 2))).toEqual({ kind: 'dropped' });
  });

  test('a frame of another room or view is dropped', () => {
    expect(feed(at(4), { ...frame(5), room: 's' })).toEqual({ kind: 'dropped' });
    expect(feed(at(4), { ...frame(5), view: 'seat0' })).toEqual({ kind: 'dropped' });
  });

  test('how far one has come is what a resume names', () => {
    expect(pointOf(at(4))).toEqual({ room: 'r', view: 'public', inc: 3, last: 4 });
  });
});

describe('an event that cannot follow asks for a snapshot', () => {
  const own = { ...seat, tiles: ['1m', '2m'] as const, drawn: '3m' as const, count: 3 };
  const mine: TableView = { ...table, seats: [own, seat, seat, seat] };
  const broken: readonly (readonly [string, Event, TableView])[] = [
    ['nobody sits there', drew, EMPTY_VIEW],
    ['the tile thrown as drawn is not the one drawn', { t: 'discarded', seat: 0, tile: '1m', drawn: true, declares: false }, mine],
    ['the tile thrown is not in the hand', { t: 'discarded', seat: 0, tile: '9s', drawn: false, declares: false }, mine],
    ['the tile claimed was not thrown', { t: 'melded', seat: 0, meld: { kind: 'pong', tiles: ['1m', '1m', '1m'], from: 1, claimed: '1m' } }, mine],
    ['the pong under an added kong is not there', { t: 'melded', seat: 1, meld: { kind: 'added_kong', tiles: ['1m', '1m', '1m', '1m'], from: 2, claimed: '1m' } }, mine],
  ];
  test.each(broken)('%s', (_, event, view) => {
    expect(feed(at(4, view), frame(5, event))).toEqual({ kind: 'gap', inc: 0, last: 0 });
  });
});

test('hands are sorted m p s z f', () => {
  expect(sortTiles(['1f', '2z', '9s', '1p', '9m', '1m'])).toEqual(['1m', '9m', '1p', '9s', '2z', '1f']);
});
