/**
 * The 42 kinds of tile: their notation, names and index labels. Knows nothing of any ruleset.
 */
import type { Locale, Tile } from '../viewmodel';

export type Suit = 'm' | 'p' | 's' | 'z' | 'f';

export interface Kind {
  readonly rank: number;
  readonly suit: Suit;
}

const SIZES: Readonly<Record<Suit, number>> = { m: 9, p: 9, s: 9, z: 7, f: 8 };

export const SUITS: readonly Suit[] = ['m', 'p', 's', 'z', 'f'];

/** All kinds in the order m p s z f. */
export const ALL_TILES: readonly string[] = SUITS.flatMap((suit) =>
  Array.from({ length: SIZES[suit] }, (_, i) => `${i + 1}${suit}`),
);

/** Null for what is no tile's notation, and for an unknown tile. */
export function parseTile(tile: Tile | undefined): Kind | null {
  if (!tile || tile.length !== 2) return null;
  const rank = tile.charCodeAt(0) - 48;
  const suit = tile[1] as Suit;
  const size = SIZES[suit];
  return size !== undefined && rank >= 1 && rank <= size ? { rank, suit } : null;
}

const DIGITS = '一二三四五六七八九';
const HONOURS_ZH = ['东风', '南风', '西风', '北风', '白板', '发财', '红中'];
const HONOURS_SHORT = ['东', '南', '西', '北', '白', '发', '中'];
const HONOURS_EN = ['east', 'south', 'west', 'north', 'white', 'green', 'red'];
const FLOWERS_ZH = ['春', '夏', '秋', '冬', '梅', '兰', '竹', '菊'];
const FLOWERS_EN = ['spring', 'summer', 'autumn', 'winter', 'plum', 'orchid', 'bamboo flower', 'chrysanthemum'];
const SUITS_ZH: Readonly<Record<string, string>> = { m: '万', p: '筒', s: '条' };
const SUITS_EN: Readonly<Record<string, string>> = { m: 'characters', p: 'dots', s: 'bamboo' };
const SUITS_EN_SHORT: Readonly<Record<string, string>> = { m: 'chars', p: 'dots', s: 'bams' };

/** The full name, for screen readers: 五万, 东风; 5 of characters, east wind. */
export function tileName(tile: Tile, locale: Locale): string {
  const kind = parseTile(tile);
  if (!kind) return locale === 'zh' ? '暗牌' : 'hidden tile';
  const { rank, suit } = kind;
  if (locale === 'zh') {
    if (suit === 'z') return HONOURS_ZH[rank - 1]!;
    if (suit === 'f') return FLOWERS_ZH[rank - 1]!;
    return DIGITS[rank - 1]! + SUITS_ZH[suit]!;
  }
  if (suit === 'z') return `${HONOURS_EN[rank - 1]!} ${rank <= 4 ? 'wind' : 'dragon'}`;
  if (suit === 'f') return FLOWERS_EN[rank - 1]!;
  return `${rank} of ${SUITS_EN[suit]!}`;
}

/** The short name, for slots and lists: 五万, 东; 5 chars, east. */
export function tileShortName(tile: Tile, locale: Locale): string {
  const kind = parseTile(tile);
  if (!kind) return tileName(tile, locale);
  const { rank, suit } = kind;
  if (suit === 'z') return locale === 'zh' ? HONOURS_SHORT[rank - 1]! : HONOURS_EN[rank - 1]!;
  if (suit === 'f') return tileName(tile, locale);
  return locale === 'zh' ? tileName(tile, locale) : `${rank} ${SUITS_EN_SHORT[suit]!}`;
}

const INDEX_LATIN = ['E', 'S', 'W', 'N', 'B', 'F', 'C'];

/** What stands in the corner: digits, and for honours 东南西北白发中 or E S W N B F C. */
export function tileIndex(tile: string, style: 'han' | 'latin'): string {
  const kind = parseTile(tile);
  if (!kind) return '';
  if (kind.suit === 'z') return style === 'han' ? HONOURS_SHORT[kind.rank - 1]! : INDEX_LATIN[kind.rank - 1]!;
  if (kind.suit === 'f') return String(((kind.rank - 1) % 4) + 1);
  return String(kind.rank);
}
