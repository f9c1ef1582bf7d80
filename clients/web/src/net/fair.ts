/**
 * The deal, checked by the page itself (CO-5): it keeps the commitment, its own nonce, the list and where every
 * tile came from, and computes the wall again when the secret is told. Pure. Nothing here is believed because the
 * server says so.
 */
import type { DrawEnd, Drawn, Seen, Verdict, Witness } from './witness';
import type { HandResult, Seat, TableView, Tile } from '../protocol/types';
import { sha256, shake256 } from './hash';
import { fromHex, toHex } from './random';
import { sortTiles } from './fold';

const DOMAIN = 'sifang/deal/1';
const RANGE = 2 ** 16;
/** Tiles dealt in turn from the dealer on, before his last one. */
const SHARES = [4, 4, 4, 1];

/** Numbers below a bound from one labelled stream, without bias (CO-5.2). */
class Stream {
  readonly #input: Uint8Array;
  #bytes: Uint8Array;
  #place = 0;

  constructor(label: string, secret: Uint8Array, nonces: readonly Uint8Array[], hand: number) {
    const text = new TextEncoder();
    const number = new Uint8Array(4);
    new DataView(number.buffer).setUint32(0, hand);
    const parts = [text.encode(DOMAIN), [0], text.encode(label), [0], secret, ...nonces.flatMap((nonce) => [[nonce.length], nonce]), number];
    this.#input = Uint8Array.from(parts.flatMap((part) => [...part]));
    this.#bytes = shake256(this.#input, 512);
  }

  below(bound: number): number {
    const limit = RANGE - (RANGE % bound);
    for (;;) {
      if (this.#place + 2 > this.#bytes.length) this.#bytes = shake256(this.#input, 2 * this.#bytes.length);
      const number = this.#bytes[this.#place]! * 256 + this.#bytes[this.#place + 1]!;
      this.#place += 2;
      if (number < limit) return number % bound;
    }
  }
}

/** Every tile of a set: four of a kind together in the order m p s z f, flowers once. */
export function tileSet(kinds: readonly Tile[]): Tile[] {
  return sortTiles(kinds).flatMap((kind) => Array.from({ length: kind.endsWith('f') ? 1 : 4 }, () => kind));
}

/** The wall of a hand, as anybody can compute it from what was told. */
export function shuffledWall(kinds: readonly Tile[], secret: string, nonces: readonly string[], hand: number): Tile[] {
  const stream = new Stream('wall', fromHex(secret), nonces.map(fromHex), hand);
  const wall = tileSet(kinds);
  for (let last = wall.length - 1; last > 0; last -= 1) {
    const other = stream.below(last + 1);
    [wall[last], wall[other]] = [wall[other]!, wall[last]!];
  }
  return wall;
}

export function commitment(secret: string): string {
  return toHex(sha256(fromHex(secret)));
}

// ---------------------------------------------------------------- where every tile came from

interface Received {
  /** By seat: every tile the wall gave it, those set aside not counted. */
  readonly tiles: readonly Tile[][];
  readonly aside: readonly Tile[][];
  /** Draws told with a tile that is not the wall's. */
  readonly wrong: number;
  /** What is left between head and tail. */
  readonly rest: readonly Tile[];
}

function deal(wall: readonly Tile[], dealer: Seat): { readonly hands: Tile[][]; readonly head: number } {
  const hands: Tile[][] = [[], [], [], []];
  let head = 0;
  for (const share of SHARES) {
    for (let i = 0; i < 4; i += 1) {
      hands[(dealer + i) % 4]!.push(...wall.slice(head, head + share));
      head += share;
    }
  }
  hands[dealer]!.push(wall[head]!);
  return { hands, head: head + 1 };
}

function receive(wall: readonly Tile[], witness: Witness, dealer: Seat): Received {
  const { hands, head: start } = deal(wall, dealer);
  const aside: Tile[][] = [[], [], [], []];
  let [head, tail, wrong] = [start, wall.length, 0];
  const take = (end: DrawEnd) => (end === 'head' ? wall[head++] : wall[--tail]);
  hands.forEach((hand, seat) => {
    const told = witness.dealt?.[seat];
    if (told && !sameTiles(told, hand)) wrong += 1;
  });
  for (const drawn of witness.draws) {
    const tile = take(drawn.end);
    if (tile === undefined || (drawn.tile !== null && drawn.tile !== tile)) wrong += 1;
    if (tile !== undefined) (drawn.aside ? aside : hands)[drawn.seat]!.push(tile);
  }
  return { tiles: hands, aside, wrong, rest: wall.slice(head, tail) };
}

function sameTiles(a: readonly Tile[], b: readonly Tile[]): boolean {
  return sortTiles(a).join() === sortTiles(b).join();
}

/** Whether every tile of the one is in the other, as often. */
function contains(whole: readonly Tile[], part: readonly Tile[]): boolean {
  const left = [...whole];
  return part.every((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** What was seen of each seat's tiles when the hand was over: in hand, in melds, thrown, laid out. */
export function seenTiles(view: TableView): Seen {
  const seen: Tile[][] = view.seats.map((seat) => [...seat.river.map((one) => one.tile), ...seat.flowers, ...(seat.tiles ?? []), ...(seat.drawn ? [seat.drawn] : [])]);
  view.seats.forEach((seat, owner) => {
    for (const meld of seat.melds) {
      const own = [...meld.tiles];
      if (meld.from !== null && meld.claimed !== null) {
        own.splice(own.indexOf(meld.claimed), 1);
        seen[meld.from]!.push(meld.claimed);
      }
      seen[owner]!.push(...own);
    }
  });
  return { tiles: seen, turned: (view.result?.turned ?? []).map(({ key, seat, tiles }) => ({ key, seat, tiles })) };
}

function turnedFits({ key, seat, tiles }: Seen['turned'][number], received: Received): boolean {
  if (key === 'fishing' && seat !== null) return sameTiles(tiles, received.aside[seat]!);
  if (key !== 'codes') return true;
  const { rest } = received;
  return sameTiles(tiles, rest.slice(0, tiles.length)) || sameTiles(tiles, rest.slice(rest.length - tiles.length));
}

// ---------------------------------------------------------------- the check

/** Say whether a hand's deal was the one committed to. `kinds`: every kind the ruleset plays with. */
export function check(witness: Witness, result: Pick<HandResult, 'secret'>, seen: Seen, kinds: readonly Tile[]): Verdict {
  const { secret } = result;
  if (secret === null) return { holds: null, why: 'hidden' };
  if (witness.commit === null) return { holds: null, why: 'unseen' };
  if (commitment(secret) !== witness.commit) return { holds: false, fault: 'commitment' };
  if (witness.nonces === null) return { holds: null, why: 'unseen' };
  if (!nonceHolds(witness)) return { holds: false, fault: 'nonce' };
  if (!witness.whole || witness.dealer === null) return { holds: null, why: 'unseen' };
  const wall = shuffledWall(kinds, secret, witness.nonces, witness.hand);
  const received = receive(wall, witness, witness.dealer);
  const holds = received.wrong === 0
    && seen.tiles.every((tiles, seat) => contains(received.tiles[seat]!, tiles))
    && seen.turned.every((turned) => turnedFits(turned, received));
  return holds ? { holds: true, tiles: seen.tiles.flat().length } : { holds: false, fault: 'wall' };
}

/** One's own nonce is in the list if it was taken; in its place there is none but what another page of one's own gave. */
function nonceHolds({ seat, nonce, nonceTaken, alone, nonces }: Witness): boolean {
  if (seat === null || nonces === null) return true;
  const listed = nonces[seat] ?? '';
  return listed === (nonce ?? '') || (!nonceTaken && (listed === '' || !alone));
}

export type { DrawEnd, Drawn, Seen, Verdict, Witness };
