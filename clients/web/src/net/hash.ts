/**
 * SHA-256 and SHAKE-256, for checking the deal (CO-5). Written out because the browser's own are missing on plain
 * http, where friends on one net play, and because it has no SHAKE at all. A few hundred bytes a hand: plain code,
 * no speed.
 */

// ---------------------------------------------------------------- SHA-256 (FIPS 180-4)

/** The first 32 bits of the fractional part of a number. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const rotr = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function padded(data: Uint8Array): DataView {
  const blocks = Math.ceil((data.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (data.length << 3) >>> 0);
  return view;
}

function schedule(block: DataView, at: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = block.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const a = words[i - 15]!;
    const b = words[i - 2]!;
    const s0 = rotr(a, 7) ^ rotr(a, 18) ^ (a >>> 3);
    const s1 = rotr(b, 17) ^ rotr(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
  }
  return words;
}

export function sha256(data: Uint8Array): Uint8Array {
  const block = padded(data);
  const state = Uint32Array.from(START);
  for (let at = 0; at < block.byteLength; at += 64) {
    const words = schedule(block, at);
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const t1 = (h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
      const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = state[i]! + word; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

// ---------------------------------------------------------------- SHAKE-256 (FIPS 202)

const RATE = 136;
const LANE = (1n << 64n) - 1n;

const rotl = (lane: bigint, by: number) => (by === 0 ? lane : ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & LANE);

/** Offsets of ρ and the way of π: lane t+1 goes where `[x, y]` leads. */
const WALK: readonly (readonly [to: number, by: number])[] = (() => {
  const steps: [number, number][] = [];
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    steps.push([x + 5 * y, (((t + 1) * (t + 2)) / 2) % 64]);
  }
  return steps;
})();

/** Round constants, from the linear feedback register of the standard. */
const CONSTANTS: readonly bigint[] = (() => {
  let register = 1;
  const bit = () => {
    const out = register & 1;
    register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    return out;
  };
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let j = 0; j <= 6; j += 1) if (bit()) constant |= 1n << BigInt(2 ** j - 1);
    return constant;
  });
})();

function permute(lanes: bigint[]): void {
  for (const constant of CONSTANTS) {
    const column = [0, 1, 2, 3, 4].map((x) => lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!);
    for (let i = 0; i < 25; i += 1) lanes[i] = lanes[i]! ^ column[(i + 4) % 5]! ^ rotl(column[(i + 1) % 5]!, 1);
    let moving = lanes[1]!;
    for (const [to, by] of WALK) {
      const next = lanes[to]!;
      lanes[to] = rotl(moving, by);
      moving = next;
    }
    for (let y = 0; y < 25; y += 5) {
      const row = lanes.slice(y, y + 5);
      for (let x = 0; x < 5; x += 1) lanes[y + x] = row[x]! ^ (~row[(x + 1) % 5]! & LANE & row[(x + 2) % 5]!);
    }
    lanes[0] = lanes[0]! ^ constant;
  }
}

/** The first `length` bytes of SHAKE-256 over the data. */
export function shake256(data: Uint8Array, length: number): Uint8Array {
  const blocks = Math.floor(data.length / RATE) + 1;
  const input = new Uint8Array(blocks * RATE);
  input.set(data);
  input[data.length]! ^= 0x1f;
  input[input.length - 1]! ^= 0x80;
  const lanes = new Array<bigint>(25).fill(0n);
  const view = new DataView(input.buffer);
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < RATE / 8; i += 1) lanes[i] = lanes[i]! ^ view.getBigUint64(block * RATE + 8 * i, true);
    permute(lanes);
  }
  const out = new Uint8Array(Math.ceil(length / RATE) * RATE);
  const target = new DataView(out.buffer);
  for (let at = 0; at < out.length; at += RATE) {
    if (at > 0) permute(lanes);
    for (let i = 0; i < RATE / 8; i += 1) target.setBigUint64(at + 8 * i, lanes[i]!, true);
  }
  return out.slice(0, length);
}
