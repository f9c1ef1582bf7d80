/**
 * QR codes for invite links: byte mode, error correction M, versions 1–6 (up to 106 bytes), after ISO/IEC 18004.
 * Pure: text in, a square of modules out; null where the text is too long.
 */

interface Version {
  readonly size: number;
  readonly blocks: number;
  /** Data and correction codewords in each block. */
  readonly data: number;
  readonly ecc: number;
}

const VERSIONS: readonly Version[] = [
  { size: 21, blocks: 1, data: 16, ecc: 10 },
  { size: 25, blocks: 1, data: 28, ecc: 16 },
  { size: 29, blocks: 1, data: 44, ecc: 26 },
  { size: 33, blocks: 2, data: 32, ecc: 18 },
  { size: 37, blocks: 2, data: 43, ecc: 24 },
  { size: 41, blocks: 4, data: 27, ecc: 16 },
];

export type Modules = readonly (readonly boolean[])[];

// The field GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = x;
  EXP[i + 255] = x;
  LOG[x] = i;
  x = x & 0x80 ? (x << 1) ^ 0x11d : x << 1;
}

const multiply = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : EXP[LOG[a]! + LOG[b]!]!);

function generator(degree: number): number[] {
  let poly = [1];
  for (let i = 0; i < degree; i += 1) {
    const next = [...poly, 0];
    poly.forEach((value, at) => { next[at + 1]! ^= multiply(value, EXP[i]!); });
    poly = next;
  }
  return poly;
}

function correction(data: readonly number[], degree: number): number[] {
  const divisor = generator(degree);
  const rest = [...data, ...new Array<number>(degree).fill(0)];
  data.forEach((_, at) => {
    const factor = rest[at]!;
    divisor.forEach((value, i) => { rest[at + i]! ^= multiply(value, factor); });
  });
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, { blocks, data, ecc }: Version): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => { for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1); };
  push(0b0100, 4);
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, blocks * data * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  for (let pad = 0xec; words.length < blocks * data; pad ^= 0xec ^ 0x11) words.push(pad);
  const parts = Array.from({ length: blocks }, (_, i) => words.slice(i * data, (i + 1) * data));
  const checks = parts.map((part) => correction(part, ecc));
  const woven = (rows: readonly number[][], length: number) => Array.from({ length }, (_, i) => rows.map((row) => row[i]!)).flat();
  return [...woven(parts, data), ...woven(checks, ecc)];
}

type Grid = (boolean | null)[][];

/** Finders with their quiet edge, timing, alignment, and the places of the format bits. */
function frame(size: number): Grid {
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const square = (cx: number, cy: number, reach: number, dark: (ring: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const row = grid[cy + dy];
        if (row && cx + dx >= 0 && cx + dx < size) row[cx + dx] = dark(Math.max(Math.abs(dx), Math.abs(dy)));
      }
    }
  };
  for (let i = 0; i < size; i += 1) { grid[6]![i] = i % 2 === 0; grid[i]![6] = i % 2 === 0; }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  if (size > 21) square(size - 7, size - 7, 2, (ring) => ring !== 1);
  writeFormat(grid, 0);
  return grid;
}

function writeFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  let rest = mask;
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (i: number) => ((bits >> i) & 1) === 1;
  const set = (x: number, y: number, dark: boolean) => { grid[y]![x] = dark; };
  for (let i = 0; i < 15; i += 1) {
    if (i < 6) set(8, i, bit(i));
    else if (i < 8) set(8, i + 1, bit(i));
    else set(i === 8 ? 7 : 14 - i, 8, bit(i));
    if (i < 8) set(size - 1 - i, 8, bit(i));
    else set(8, size - 15 + i, bit(i));
  }
  set(8, size - 8, true);
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The data's way: two columns at a time from the right, up and down by turns, past the timing column. */
function fill(grid: Grid, words: readonly number[], mask: (x: number, y: number) => boolean): void {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let i = 0; i < size; i += 1) {
      const y = upward ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== null) continue;
        const dark = at < words.length * 8 && ((words[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
        grid[y]![x] = dark !== mask(x, y);
        at += 1;
      }
    }
  }
}

/** How hard a square would be to read: long runs, blocks, false finders, imbalance. */
function penalty(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]!));
  let score = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map(Number).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2;
    score += 40 * (text.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const one = modules[y]![x];
      if (one === modules[y - 1]![x] && one === modules[y]![x - 1] && one === modules[y - 1]![x - 1]) score += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length;
  return score + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

export function qrModules(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find(({ blocks, data }) => bytes.length <= blocks * data - 2);
  if (!version) return null;
  const words = codewords(bytes, version);
  const squares = MASKS.map((mask, number) => {
    const grid = frame(version.size);
    fill(grid, words, mask);
    writeFormat(grid, number);
    return grid as boolean[][];
  });
  return squares.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}
