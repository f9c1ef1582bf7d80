import { describe, expect, test } from 'vitest';
import deals from '../../../../tests/data/fair/deal.json';
import type { Event, Seat, TableView, Tile } from '../protocol/types';
import { check, commitment, seenTiles, shuffledWall } from './fair';
import { EMPTY_VIEW, fold } from './fold';
import { foundHand, witnessed, type Seen, type Witness } from './witness';

const split = (text: string) => text.match(/../g) as Tile[];

describe('the wall', () => {
  test.each(deals)('of hand $hand is the one the engine computes', (deal) => {
    expect(commitment(deal.secret)).toBe(deal.commit);
    expect(shuffledWall(deal.tiles as Tile[], deal.secret, deal.nonces, deal.hand)).toEqual(split(deal.wall));
  });
});

/** A hand told by an honest server: dealt from the wall, three turns, a kong replaced from the tail, then over. */
function play(deal: (typeof deals)[number], dealer: Seat, forge: (event: Event) => Event = (event) => event) {
  const wall = split(deal.wall);
  const hands: Tile[][] = [[], [], [], []];
  let head = 0;
  for (const share of [4, 4, 4, 1]) for (let i = 0; i < 4; i += 1) hands[(dealer + i) % 4]!.push(...wall.slice(head, (head += share)));
  hands[dealer]!.push(wall[head++]!);
  const told: Event[] = [
    { t: 'hand_started', hand: deal.hand, commit: deal.commit, streak: 0, heated: false, nonce_ms: 2000, dealer: null },
    { t: 'nonces_listed', hand: deal.hand, nonces: deal.nonces as unknown as [string, string, string, string] },
    { t: 'dealt', hand: deal.hand, dealer, dice: [], hands: [[...hands[0]!].sort(), null, null, null], counts: [13, 13, 13, 13], wall_left: wall.length - 53 },
    { t: 'marked', mark: { key: 'fishing', seat: dealer, other: null, tiles: [], value: 1, clause: 'NN-14.2', on: true } },
    { t: 'drew', seat: 1, tile: null, end: 'head', cause: 'turn', wall_left: 80 },
    { t: 'discarded', seat: 1, tile: hands[1]![0]!, drawn: false, declares: false },
    { t: 'drew', seat: 0, tile: wall[wall.length - 2]!, end: 'tail', cause: 'kong', wall_left: 79 },
  ];
  const seat = { control: 'player', score: 0, count: 0, tiles: null, drawn: null, melds: [], flowers: [], river: [] } as const;
  let view: TableView = { ...EMPTY_VIEW, seats: [seat, seat, seat, seat] };
  let witness: Witness | null = null;
  for (const event of told.map(forge)) {
    witness = witnessed(witness, event, 0);
    if (event.t !== 'discarded') view = fold(view, event);
  }
  const seen: Seen = {
    tiles: [hands[0]!, hands[1]!, hands[2]!.slice(0, 4), []],
    turned: [{ key: 'fishing', seat: dealer, tiles: [wall.at(-1)!] }, { key: 'codes', seat: 0, tiles: wall.slice(head + 1, head + 3) }],
  };
  return { witness: { ...witness!, nonce: deal.nonces[0] || null, nonceTaken: deal.nonces[0] !== '' }, seen, wall };
}

describe('the check', () => {
  const deal = deals[1]!;
  const kinds = deal.tiles as Tile[];
  const judge = (change: Partial<Witness> = {}, seen?: Partial<Seen>, secret: string | null = deal.secret) => {
    const honest = play(deal, 2);
    return check({ ...honest.witness, ...change }, { secret }, { ...honest.seen, ...seen }, kinds);
  };

  test.each([0, 1, 2, 3] as const)('an honest deal holds, whoever deals (%i)', (dealer) => {
    const { witness, seen } = play(deal, dealer);
    expect(check(witness, { secret: deal.secret }, seen, kinds)).toMatchObject({ holds: true });
  });

  test('another secret than the one committed to is noticed', () => {
    expect(judge({}, {}, deals[2]!.secret)).toEqual({ holds: false, fault: 'commitment' });
  });

  test('a nonce left out although it was taken is noticed, and one put in its place', () => {
    const nonces = ['', ...deal.nonces.slice(1)];
    expect(judge({ nonces })).toEqual({ holds: false, fault: 'nonce' });
    expect(judge({ nonces: ['aa'.repeat(32), ...deal.nonces.slice(1)], nonceTaken: false })).toEqual({ holds: false, fault: 'nonce' });
    expect(judge({ nonce: null, nonceTaken: false })).toEqual({ holds: false, fault: 'nonce' });
  });

  test('a nonce that another page of one\'s own gave before this one came is no fault, one that was taken and left out is', () => {
    expect(judge({ nonce: null, nonceTaken: false, alone: false })).toMatchObject({ holds: true });
    expect(judge({ nonce: 'bb'.repeat(32), nonceTaken: false, alone: false })).toMatchObject({ holds: true });
    expect(judge({ nonce: 'bb'.repeat(32), nonceTaken: true, alone: false })).toEqual({ holds: false, fault: 'nonce' });
  });

  test('a nonce that came too late may be missing', () => {
    const late = deals[0]!;
    expect(late.nonces[0]).toBe('');
    const { witness, seen } = play(late, 1);
    expect(check({ ...witness, nonce: 'bb'.repeat(32), nonceTaken: false }, { secret: late.secret }, seen, late.tiles as Tile[])).toMatchObject({ holds: true });
  });

  test('a list other than the one the wall was made from is noticed by one\'s own tiles', () => {
    expect(judge({ nonces: [deal.nonces[0]!, '', '', ''] })).toEqual({ holds: false, fault: 'wall' });
  });

  test('a tile of one\'s own hand that is not the wall\'s is noticed', () => {
    const { witness } = play(deal, 2);
    const dealt = [['9f', ...witness.dealt![0]!.slice(1)] as Tile[], null, null, null];
    expect(judge({ dealt })).toEqual({ holds: false, fault: 'wall' });
  });

  test('a drawn tile that is not the wall\'s is noticed, and a draw from an empty wall', () => {
    const { witness, wall } = play(deal, 2);
    const other = wall.find((tile) => tile !== witness.draws.at(-1)!.tile)!;
    expect(judge({ draws: [...witness.draws.slice(0, -1), { seat: 0, end: 'tail', tile: other }] })).toEqual({ holds: false, fault: 'wall' });
    const endless = Array.from({ length: 200 }, () => ({ seat: 1 as const, end: 'head' as const, tile: null }));
    expect(judge({ draws: endless })).toEqual({ holds: false, fault: 'wall' });
  });

  test('a tile another threw or showed without having got it from the wall is noticed', () => {
    const { seen, wall } = play(deal, 2);
    const never = [...new Set(wall)].find((tile) => !seen.tiles[2]!.includes(tile))!;
    expect(judge({}, { tiles: [seen.tiles[0]!, seen.tiles[1]!, [never, never, never, never], []] })).toEqual({ holds: false, fault: 'wall' });
  });

  test('tiles turned at the end are the wall\'s: codes from an end of it, fish those set aside', () => {
    const { seen, wall } = play(deal, 2);
    const [fish, codes] = seen.turned;
    expect(judge({}, { turned: [{ ...fish!, tiles: [wall[0]!] }] })).toEqual({ holds: false, fault: 'wall' });
    expect(judge({}, { turned: [{ ...codes!, tiles: [wall[0]!, wall[1]!] }] })).toEqual({ holds: false, fault: 'wall' });
    expect(judge({}, { turned: [{ ...codes!, tiles: wall.slice(-4, -2) }] })).toMatchObject({ holds: true });
    expect(judge({}, { turned: [{ key: 'something new', seat: null, tiles: [wall[0]!] }] })).toMatchObject({ holds: true });
  });

  test('nothing is claimed while the secret is kept, or where the deal was not seen', () => {
    expect(judge({}, {}, null)).toEqual({ holds: null, why: 'hidden' });
    expect(judge({ whole: false })).toEqual({ holds: null, why: 'unseen' });
    expect(judge({ commit: null })).toEqual({ holds: null, why: 'unseen' });
    expect(judge({ nonces: null })).toEqual({ holds: null, why: 'unseen' });
  });

  test('a commitment that does not hold is noticed even by who came later', () => {
    const late = foundHand({ ...EMPTY_VIEW, hand: deal.hand, commit: deal.commit }, null);
    expect(check(late, { secret: deals[0]!.secret }, { tiles: [], turned: [] }, kinds)).toEqual({ holds: false, fault: 'commitment' });
  });
});

test('what was seen of a seat: hand, melds from its own tiles, and what others claimed from it', () => {
  const seat = { control: 'player', score: 0, count: 0, tiles: null, drawn: null, melds: [], flowers: [], river: [] } as const;
  const view: TableView = {
    ...EMPTY_VIEW,
    seats: [
      { ...seat, tiles: ['1m'], drawn: '2m', melds: [{ kind: 'pong', tiles: ['5p', '5p', '5p'], from: 2, claimed: '5p' }] },
      { ...seat, melds: [{ kind: 'concealed_kong', tiles: ['9s', '9s', '9s', '9s'], from: null, claimed: null }] },
      { ...seat, river: [{ tile: '1z', drawn: true, declares: false }], flowers: ['3f'] },
      seat,
    ],
  };
  expect(seenTiles(view).tiles).toEqual([['1m', '2m', '5p', '5p'], ['9s', '9s', '9s', '9s'], ['1z', '3f', '5p'], []]);
});
