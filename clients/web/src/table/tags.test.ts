import { describe, expect, it } from 'vitest';
import { tagsThatFit, tagWidth } from './tags';

describe('tags on a plate', () => {
  it('are all shown where they fit', () => {
    expect(tagsThatFit(['听', '锁手'], '', 106, 1)).toBe(2);
    expect(tagsThatFit(['听', '推出', '锁手'], '', 106, 2)).toBe(3);
  });

  it('are counted where they do not, the first ones kept', () => {
    expect(tagsThatFit(['听', '推出', '三口'], '托管', 98, 1)).toBe(1);
  });

  it('give way to the state word, which is always shown', () => {
    expect(tagsThatFit(['一二三四五'], '断线 0:23', 80, 1)).toBe(0);
  });

  it('need a row of their own when one does not hold them', () => {
    expect(tagsThatFit(['Ready', 'self', 'locked'], '', 106, 2)).toBe(3);
    expect(tagsThatFit(['Ready', 'self', 'locked'], '', 106, 1)).toBe(1);
  });

  it('measure Chinese signs wider than Latin ones', () => {
    expect(tagWidth('听')).toBeGreaterThan(tagWidth('a'));
  });
});
