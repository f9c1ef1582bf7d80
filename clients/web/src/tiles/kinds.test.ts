import { describe, expect, it } from 'vitest';
import { artOf } from './art';
import { ALL_TILES, parseTile, tileIndex, tileName, tileShortName } from './kinds';

describe('tiles', () => {
  it('are 42 kinds in the order m p s z f', () => {
    expect(ALL_TILES).toHaveLength(42);
    expect(ALL_TILES[0]).toBe('1m');
    expect(ALL_TILES[9]).toBe('1p');
    expect(ALL_TILES[18]).toBe('1s');
    expect(ALL_TILES[27]).toBe('1z');
    expect(ALL_TILES[41]).toBe('8f');
  });

  it.each(['', '0m', '8z', '9f', 'm5', '10m', '5x', null])('knows %j for no tile', (text) => {
    expect(parseTile(text)).toBeNull();
  });

  it('have names of their own in both languages', () => {
    expect(tileName('5m', 'zh')).toBe('五万');
    expect(tileName('5m', 'en')).toBe('5 of characters');
    expect(tileName('9p', 'zh')).toBe('九筒');
    expect(tileName('1s', 'zh')).toBe('一条');
    expect(tileName('1z', 'en')).toBe('east wind');
    expect(tileName('7z', 'zh')).toBe('红中');
    expect(tileName('5z', 'en')).toBe('white dragon');
    expect(tileName('8f', 'zh')).toBe('菊');
    expect(tileName(null, 'zh')).toBe('暗牌');
    expect(tileName(null, 'en')).toBe('hidden tile');
    for (const locale of ['zh', 'en'] as const) expect(new Set(ALL_TILES.map((tile) => tileName(tile, locale))).size).toBe(42);
  });

  it('have short names for slots', () => {
    expect(tileShortName('9p', 'en')).toBe('9 dots');
    expect(tileShortName('6z', 'zh')).toBe('发');
    expect(tileShortName('3f', 'en')).toBe('autumn');
    expect(tileShortName(null, 'en')).toBe('hidden tile');
  });

  it('bear an index: digits, winds and dragons, 1–4 within their four for flowers', () => {
    expect(tileIndex('5m', 'han')).toBe('5');
    expect(tileIndex('4z', 'han')).toBe('北');
    expect(['1z', '2z', '3z', '4z', '5z', '6z', '7z'].map((tile) => tileIndex(tile, 'latin')).join('')).toBe('ESWNBFC');
    expect(tileIndex('7f', 'latin')).toBe('3');
    expect(tileIndex('xx', 'han')).toBe('');
  });
});

describe('faces', () => {
  it.each(ALL_TILES)('draws %s in both arts', (tile) => {
    for (const plain of [true, false]) expect(artOf(tile)({ plain, traditional: false })).toBeTruthy();
  });

  it('refuses what is no tile', () => {
    expect(() => artOf('9z')).toThrow(RangeError);
  });

  it('draws traditional signs where asked', () => {
    const drawn = (tile: string, traditional: boolean) => JSON.stringify(artOf(tile)({ plain: false, traditional }));
    expect(drawn('5m', true)).toContain('萬');
    expect(drawn('5m', false)).toContain('万');
    expect(drawn('1z', true)).toContain('東');
    expect(drawn('6z', true)).toContain('發');
  });

  it('never leaves the white dragon empty, and needs no font for it', () => {
    const drawn = JSON.stringify(artOf('5z')({ plain: true, traditional: false }));
    expect(drawn).toContain('rect');
    expect(drawn).not.toContain('text');
  });
});
