import { describe, expect, test } from 'vitest';
import type { Tile } from '../protocol/types';
import { follow, inOrder, NO_TILES } from './hand';

const split = (text: string) => (text.match(/../g) ?? []) as Tile[];
const dealt = follow(NO_TILES, split('1m5m5m9p'), null, null);
const ids = (own: { readonly tiles: readonly { readonly id: string }[] }) => own.tiles.map((one) => one.id);

describe('tiles keep their identity', () => {
  test('each tile dealt has its own', () => {
    expect(ids(dealt)).toEqual(['t1', 't2', 't3', 't4']);
  });

  test('a drawn tile is a new one, also where its like is held', () => {
    const own = follow(dealt, split('1m5m5m9p'), '5m', null);
    expect(ids(own)).toEqual(['t1', 't2', 't3', 't4']);
    expect(own.drawn).toEqual({ id: 't5', tile: '5m' });
  });

  test('it stays that tile while it lies apart, and when it goes among the others', () => {
    const drew = follow(dealt, split('1m5m5m9p'), '3m', null);
    expect(follow(drew, split('1m5m5m9p'), '3m', null).drawn?.id).toBe('t5');
    const merged = follow(drew, split('3m5m5m9p'), null, 't1');
    expect(ids(merged)).toEqual(['t5', 't2', 't3', 't4']);
  });

  test('of two alike the one that was pressed leaves', () => {
    expect(ids(follow(dealt, split('1m5m9p'), null, 't2'))).toEqual(['t1', 't3', 't4']);
    expect(ids(follow(dealt, split('1m5m9p'), null, 't3'))).toEqual(['t1', 't2', 't4']);
  });

  test('the drawn one may be thrown while its like stays', () => {
    const drew = follow(dealt, split('1m5m5m9p'), '5m', null);
    expect(ids(follow(drew, split('1m5m5m9p'), null, 't5'))).toEqual(['t1', 't2', 't3', 't4']);
  });

  test('a second draw after a kong is told apart from the first', () => {
    const drew = follow(dealt, split('1m5m5m9p'), '5m', null);
    const kong = follow(drew, split('1m'), null, null);
    const replaced = follow(kong, split('1m'), '5m', null);
    expect(replaced.drawn?.id).toBe('t6');
  });
});

test('without sorting, tiles lie in the order they came', () => {
  const drew = follow(dealt, split('1m5m5m9p'), '2m', null);
  const merged = follow(drew, split('2m5m5m9p'), null, 't1');
  expect(ids(merged)).toEqual(['t5', 't2', 't3', 't4']);
  expect(inOrder(merged).map((one) => one.id)).toEqual(['t2', 't3', 't4', 't5']);
});
