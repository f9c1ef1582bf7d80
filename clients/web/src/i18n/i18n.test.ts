import { describe, expect, it } from 'vitest';
import { clockText, fillIn, plain, signed, textOf } from '.';
import { en } from './en';
import { zh, type Key } from './zh';

const KEYS = Object.keys(zh) as Key[];
const params = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
/** In half-widths: a Chinese sign is two. */
const width = (text: string) => [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1.05), 0);

describe('the catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual([...KEYS].sort());
  });

  it('leave no text empty', () => {
    expect(KEYS.filter((key) => zh[key].trim().length === 0 || en[key].trim().length === 0)).toEqual([]);
  });

  it.each(KEYS)('take the same values in both languages: %s', (key) => {
    expect(params(en[key])).toEqual(params(zh[key]));
  });

  it('keep English words within the slots', () => {
    for (const key of ['act.chow', 'act.pong', 'act.kong', 'act.ready', 'act.win', 'act.pass', 'act.confirm_pass'] as const) {
      expect(width(en[key]), key).toBeLessThanOrEqual(8);
    }
  });

  it('keep English toggles within 56 px at 12 px type', () => {
    for (const key of KEYS.filter((one) => /^toggle\.(flowers|auto_win|no_calls|throw_drawn|sort)/.test(one))) {
      expect(width(en[key]) * 6.4, key).toBeLessThanOrEqual(58);
    }
  });
});

describe('numbers', () => {
  it('have their sign written, a minus as U+2212', () => {
    expect(signed(7)).toBe('+7');
    expect(signed(-4)).toBe('\u22124');
    expect(signed(0)).toBe('0');
    expect(plain(7)).toBe('7');
    expect(plain(-4)).toBe('\u22124');
  });

  it('count down as minutes and seconds, rounded up, never below nothing', () => {
    expect(clockText(23_000)).toBe('0:23');
    expect(clockText(400_000)).toBe('6:40');
    expect(clockText(22_001)).toBe('0:23');
    expect(clockText(-5)).toBe('0:00');
  });
});

describe('texts', () => {
  it('fill in what is given and leave the rest to be seen', () => {
    expect(fillIn('第 {n}/{of} 局', { n: 3, of: 8 })).toBe('第 3/8 局');
    expect(fillIn('{a} {b}', { a: 1 })).toBe('1 {b}');
  });

  it('pick their language from data', () => {
    const label = { zh: '碰', en: 'Pong' };
    expect(textOf('zh').label(label)).toBe('碰');
    expect(textOf('en').label(label)).toBe('Pong');
    expect(textOf('en').label('4+20')).toBe('4+20');
    expect(textOf('en').label(undefined)).toBe('');
    expect(textOf('zh').wind('north')).toBe('北');
    expect(textOf('en').t('hand.title', { n: 3, of: 8 })).toBe('Hand 3/8');
  });
});
