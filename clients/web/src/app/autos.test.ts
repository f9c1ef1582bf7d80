import { describe, expect, test } from 'vitest';
import type { Offers, Prompt } from '../protocol/types';
import { autoAnswer } from './autos';
import { NO_AUTOS, type Autos } from './state';

const NOTHING: Offers = { discard: [], chow: [], pong: false, kong: [], win: false, ready: [], pass: false };
const asking = (kind: 'claim' | 'turn', offers: Partial<Offers>, more: Partial<Prompt> = {}): Prompt => ({
  t: 'prompt', room: 'r', prompt: 1, n: 1, kind, offers: { ...NOTHING, ...offers }, turn_ms: 5000, bank_ms: 0, seat: kind === 'claim' ? 2 : null,
  tile: '5m', withheld: [], passing_bars: [], bar_clause: '', win_value: null, running: true, answered: null, ...more,
});
const answer = (prompt: Prompt, autos: Partial<Autos>, replaced = false) => autoAnswer(prompt, { ...NO_AUTOS, ...autos }, replaced)?.choice.action ?? null;
const ALL: Autos = { ...NO_AUTOS, auto_win: true, throw_drawn: true, chow: true, pong: true, kong: true };

describe('auto-win', () => {
  const claim = asking('claim', { win: true, pong: true, pass: true });
  test('takes a win that is offered', () => expect(answer(claim, { auto_win: true })).toEqual({ t: 'win' }));
  test('is never overruled by refusing calls: a win is never passed by itself', () => {
    expect(answer(claim, { pong: true })).toBeNull();
    expect(answer(asking('turn', { win: true, discard: ['5m'] }), { throw_drawn: true })).toBeNull();
  });
  test('takes nothing that is only withheld', () => {
    expect(answer(asking('claim', { pong: true, pass: true }, { withheld: [{ verb: 'win', code: 'barred', tile: '5m', clause: '' }] }), { auto_win: true })).toBeNull();
  });
});

describe('no calls', () => {
  test('passes where all that is offered is refused', () => {
    expect(answer(asking('claim', { pong: true, pass: true }), { pong: true })).toEqual({ t: 'pass' });
    expect(answer(asking('claim', { pong: true, kong: [{ tile: '5m', kind: 'open_kong' }], pass: true }), { pong: true, kong: true })).toEqual({ t: 'pass' });
    expect(answer(asking('claim', { chow: [['3m', '4m']], pass: true }), { chow: true })).toEqual({ t: 'pass' });
  });
  test('asks where one of them is wanted', () => {
    expect(answer(asking('claim', { pong: true, kong: [{ tile: '5m', kind: 'open_kong' }], pass: true }), { pong: true })).toBeNull();
  });
});

describe('throw drawn', () => {
  test('throws the tile just drawn', () => expect(answer(asking('turn', { discard: ['1m', '5m'] }), { throw_drawn: true })).toEqual({ t: 'discard', tile: '5m' }));
  test('throws nothing that may not be thrown, and nothing where nothing was drawn', () => {
    expect(answer(asking('turn', { discard: ['1m'] }), { throw_drawn: true })).toBeNull();
    expect(answer(asking('turn', { discard: ['1m', '5m'] }, { tile: null }), { throw_drawn: true })).toBeNull();
  });
  test('throws nothing after a kong\'s or flower\'s replacement', () => expect(answer(asking('turn', { discard: ['5m'] }), { throw_drawn: true }, true)).toBeNull());
  test('asks where a kong or ready could be declared, unless kongs are refused', () => {
    const kong = asking('turn', { discard: ['5m'], kong: [{ tile: '1z', kind: 'concealed_kong' }] });
    expect(answer(kong, { throw_drawn: true })).toBeNull();
    expect(answer(kong, { throw_drawn: true, kong: true })).toEqual({ t: 'discard', tile: '5m' });
    expect(answer(asking('turn', { discard: ['5m'], ready: [{ tile: '5m', pushed: null }] }), ALL)).toBeNull();
  });
});

test('with everything off nothing is answered, and nothing is answered twice', () => {
  for (const kind of ['claim', 'turn'] as const) expect(answer(asking(kind, { win: true, pong: true, pass: true, discard: ['5m'] }), {})).toBeNull();
  expect(answer(asking('claim', { win: true, pass: true }, { answered: { t: 'pass' } }), ALL)).toBeNull();
});
