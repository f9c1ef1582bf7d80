import { describe, expect, it } from 'vitest';
import { DESKTOP } from './layout';
import { alongStrip, collapse, flowerStep, meldWidth, riverSpot, sourceIndex } from './place';

const W = 30;
const H = 40;
const at = (side: 'self' | 'next' | 'across' | 'prev', index: number) => riverSpot(side, index, DESKTOP.rivers[side], W);

describe('a river', () => {
  it('grows outward from the centre, six in a row, from its owner’s left', () => {
    expect(at('self', 0)).toEqual({ x: 710, y: 470 });
    expect(at('self', 5)).toEqual({ x: 860, y: 470 });
    expect(at('self', 6)).toEqual({ x: 710, y: 510 });
    expect(at('across', 0)).toEqual({ x: 860, y: 218 });
    expect(at('across', 6)).toEqual({ x: 860, y: 178 });
    expect(at('prev', 0)).toEqual({ x: 654, y: 274 });
    expect(at('prev', 6)).toEqual({ x: 614, y: 274 });
    expect(at('next', 0)).toEqual({ x: 906, y: 424 });
    expect(at('next', 5)).toEqual({ x: 906, y: 274 });
    expect(at('next', 6)).toEqual({ x: 946, y: 424 });
  });

  it('extends the fourth row with tiles 25 and on', () => {
    expect(at('self', 24)).toEqual({ x: 890, y: 590 });
    expect(at('across', 24)).toEqual({ x: 680, y: 98 });
    expect(at('prev', 24)).toEqual({ x: 534, y: 454 });
    expect(at('next', 24)).toEqual({ x: 1026, y: 244 });
  });

  it('never lays two tiles of one table on each other, up to 30 in each river', () => {
    const sides = ['self', 'next', 'across', 'prev'] as const;
    const boxes = sides.flatMap((side) => Array.from({ length: 30 }, (_, i) => {
      const flat = side === 'prev' || side === 'next';
      return { side, i, ...at(side, i), w: flat ? H : W, h: flat ? W : H };
    }));
    const hits = boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).map((b) => `${a.side}${a.i}×${b.side}${b.i}`));
    expect(hits).toEqual([]);
  });
});

describe('a strip', () => {
  const box = { x: 100, y: 200, w: 480, h: 40 };
  const tall = { x: 100, y: 200, w: 40, h: 510 };

  it('runs from its owner’s left to his right', () => {
    expect(alongStrip('self', box, 10, 30)).toEqual({ x: 110, y: 200 });
    expect(alongStrip('across', box, 10, 30)).toEqual({ x: 540, y: 200 });
    expect(alongStrip('prev', tall, 10, 30)).toEqual({ x: 100, y: 210 });
    expect(alongStrip('next', tall, 10, 30)).toEqual({ x: 100, y: 670 });
  });

  it('is measured from his right end for melds', () => {
    expect(alongStrip('self', box, 0, 90, true)).toEqual({ x: 490, y: 200 });
    expect(alongStrip('across', box, 0, 90, true)).toEqual({ x: 100, y: 200 });
    expect(alongStrip('prev', tall, 0, 90, true)).toEqual({ x: 100, y: 620 });
    expect(alongStrip('next', tall, 0, 90, true)).toEqual({ x: 100, y: 200 });
  });
});

describe('the source of a claim', () => {
  it('is marked left, middle or right for previous, opposite, next seat', () => {
    expect(sourceIndex('pong', 0, 3)).toBe(0);
    expect(sourceIndex('pong', 0, 2)).toBe(1);
    expect(sourceIndex('pong', 0, 1)).toBe(2);
    expect(sourceIndex('open_kong', 3, 0)).toBe(2);
  });

  it('is marked on the claimed tile of a chow', () => {
    expect(sourceIndex('chow', 0, 3, 2)).toBe(2);
  });
});

it('a pushed-out pair is two tiles wide, a kong three', () => {
  expect(meldWidth('pushed_pair')).toBe(2);
  expect(meldWidth('concealed_kong')).toBe(3);
});

describe('a flower rack', () => {
  it('collapses equal kinds in the order they came', () => {
    expect(collapse(['6z', '1f', '6z', '6z'])).toEqual([{ tile: '6z', count: 3 }, { tile: '1f', count: 1 }]);
  });

  it('holds eleven kinds in every rack, none covered by more than a quarter where there is room', () => {
    for (const [step, length] of [[34, 264], [27, 220], [30, 510]] as const) {
      const shrunk = flowerStep(step, length, 11);
      expect(10 * shrunk + 26).toBeLessThanOrEqual(length);
      expect(shrunk).toBeGreaterThan(26 * 0.73);
    }
    expect(flowerStep(34, 264, 1)).toBe(34);
  });
});
