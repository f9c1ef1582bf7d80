import { describe, expect, it } from 'vitest';
import { matchResult, result, resultDraw, resultTwo } from '../fixtures/screens';
import { textOf } from '../i18n';
import type { OptionKind, OptionSpec } from '../viewmodel';
import { firstLine, ticks } from './MatchResult';
import { choicesOf, differing, valueLabel, valueOf } from './options';
import { qrModules } from './qr';
import { headline, resultText } from './resultText';

const zh = textOf('zh');

describe('the end of a match', () => {
  it('names whoever comes first, and all who share the place', () => {
    expect(firstLine(matchResult(), zh)).toBe('林晚 第一');
    const shared = matchResult().ranking.map((one, at) => ({ ...one, rank: at < 2 ? 1 : at + 1 }));
    expect(firstLine({ ranking: shared }, zh)).toBe('林晚、青山 并列第一');
    expect(firstLine({ ranking: shared }, textOf('en'))).toBe('林晚, 青山 share first place');
    expect(firstLine({ ranking: [] }, zh)).toBe('');
  });
});

describe('a result as text', () => {
  it('names winner, way and tile, every item with its clause, every payment, all totals', () => {
    const text = resultText(result(), zh);
    expect(text.split('\n')[0]).toBe('林晚 自摸 七条');
    for (const part of ['NN-2.2', 'NN-14.1', '36', '#38', 'NN-3.2', '青山 −21 (−14)', '周舟 −33 (−9)']) expect(text).toContain(part);
  });

  it('hides no second winner', () => {
    const text = resultText(resultTwo(), zh);
    expect(text).toContain('林晚 胡 七条');
    expect(text).toContain('阿哲 胡 七条');
  });

  it('says that nobody won', () => {
    expect(resultText(resultDraw(), zh).split('\n')[0]).toBe('流局');
  });

  it('has an English headline too', () => {
    expect(headline(result().winners[0]!, result(), textOf('en'))).toBe('林晚 self-draws 7 of bamboo');
  });
});

describe('options as data', () => {
  const choice: OptionKind = { type: 'choice', values: [{ value: 0, label: { zh: '关', en: 'off' } }, { value: 2, label: '2' }] };
  const range: OptionKind = { type: 'range', min: 3, max: 30, unit: { zh: '秒', en: 's' } };
  const option = (key: string, kind: OptionKind, value: OptionSpec['default']): OptionSpec => ({ key, group: 'g', label: key, default: value, kind });
  const all = [option('codes', choice, 0), option('claim', range, 5), option('dead', { type: 'bool' }, false)];

  it('list what differs from the default, and only that', () => {
    expect(differing(all, {}).map((one) => one.key)).toEqual([]);
    expect(differing(all, { codes: 2, claim: 5, dead: true }).map((one) => one.key)).toEqual(['codes', 'dead']);
    expect(valueOf(all[1]!, {})).toBe(5);
  });

  it('name their values', () => {
    expect(valueLabel(choice, 0, zh)).toBe('关');
    expect(valueLabel(choice, 7, zh)).toBe('7');
    expect(valueLabel(range, 8, zh)).toBe('8 秒');
    expect(valueLabel({ type: 'range', min: 0, max: 8 }, 8, zh)).toBe('8');
    expect(valueLabel({ type: 'bool' }, true, textOf('en'))).toBe('on');
    expect(valueLabel({ type: 'bool' }, false, zh)).toBe('关');
  });

  it('become a row of choices when they are few', () => {
    expect(choicesOf(choice, zh)).toEqual([{ value: 0, label: '关' }, { value: 2, label: '2' }]);
    expect(choicesOf({ type: 'range', min: 0, max: 2 }, zh)?.map((one) => one.value)).toEqual([0, 1, 2]);
    expect(choicesOf({ type: 'range', min: 0, max: 2000, step: 500 }, zh)?.map((one) => one.value)).toEqual([0, 500, 1000, 1500, 2000]);
    expect(choicesOf(range, zh)).toBeNull();
    expect(choicesOf({ type: 'bool' }, zh)).toBeNull();
  });
});

describe('the chart’s scale', () => {
  it.each([[-57, 80], [0, 0], [-3, 4], [-4000, 12_000]])('covers %i to %i in few even steps', (low, high) => {
    const marks = ticks(low, high);
    expect(marks[0]).toBeLessThanOrEqual(low);
    expect(marks.at(-1)).toBeGreaterThanOrEqual(high);
    expect(marks.length).toBeLessThanOrEqual(8);
    expect(new Set(marks.slice(1).map((mark, i) => mark - marks[i]!)).size).toBeLessThanOrEqual(1);
  });
});

describe('a QR code', () => {
  const bits = (text: string) => qrModules(text)!.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

  it('has the size its length needs', () => {
    expect(qrModules('HI')).toHaveLength(21);
    expect(qrModules('https://sifang.example/r/K7M4QX')).toHaveLength(29);
    expect(qrModules('x'.repeat(106))).toHaveLength(41);
    expect(qrModules('x'.repeat(107))).toBeNull();
  });

  it('bears three finders, the timing row and the dark module', () => {
    const rows = bits('https://sifang.example/r/K7M4QX');
    for (const [x, y] of [[0, 0], [22, 0], [0, 22]] as const) {
      expect(rows.slice(y, y + 7).map((row) => row.slice(x, x + 7))).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']);
    }
    expect(rows[6]!.slice(8, 21)).toBe('#.#.#.#.#.#.#');
    expect(rows[21]![8]).toBe('#');
  });

  it('writes its format twice, alike', () => {
    const modules = qrModules('HI')!;
    const size = modules.length;
    const first = [...Array.from({ length: 6 }, (_, i) => modules[i]![8]), modules[7]![8], modules[8]![8], modules[8]![7], ...Array.from({ length: 6 }, (_, i) => modules[8]![5 - i])];
    const second = [...Array.from({ length: 8 }, (_, i) => modules[8]![size - 1 - i]), ...Array.from({ length: 7 }, (_, i) => modules[size - 7 + i]![8])];
    expect(first).toEqual(second);
  });

  /** Read the data back without the encoder's own steps: unmask, walk, drop the correction. */
  it('can be read back', () => {
    const text = 'https://a.cn/r/K7M4QX';
    const modules = qrModules(text)!;
    expect(readVersion2(modules)).toBe(text);
  });
});

const READ_MASKS: readonly ((r: number, c: number) => number)[] = [
  (r, c) => (r + c) % 2, (r) => r % 2, (_, c) => c % 3, (r, c) => (r + c) % 3, (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3), (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2, (r, c) => (((r * c) % 3) + ((r + c) % 2)) % 2,
];

/** A reader for version 2 alone (25 modules, one block of 28 data codewords). */
function readVersion2(modules: readonly (readonly boolean[])[]): string {
  const format = [0, 1, 2].reduce((sum, i) => sum * 2 + (modules[8]![2 + i] ? 1 : 0), 0) ^ 0b101;
  const reserved = (r: number, c: number) => (r < 9 && c < 9) || (r < 9 && c > 16) || (r > 16 && c < 9) || r === 6 || c === 6 || (Math.abs(r - 18) <= 2 && Math.abs(c - 18) <= 2);
  const read: number[] = [];
  let up = true;
  for (const right of [24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1]) {
    const rows = Array.from({ length: 25 }, (_, i) => (up ? 24 - i : i));
    for (const r of rows) for (const c of [right, right - 1]) if (!reserved(r, c)) read.push((modules[r]![c] ? 1 : 0) ^ (READ_MASKS[format]!(r, c) === 0 ? 1 : 0));
    up = !up;
  }
  const value = (from: number, length: number) => Number.parseInt(read.slice(from, from + length).join(''), 2);
  if (value(0, 4) !== 4) return `mode ${value(0, 4)}`;
  return String.fromCharCode(...Array.from({ length: value(4, 8) }, (_, i) => value(12 + i * 8, 8)));
}
