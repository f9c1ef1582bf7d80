import { describe, expect, test } from 'vitest';
import protocol from '../../../../docs/protocol.md?raw';
import { EMPTY_VIEW } from '../net/fold';
import type { Event, HandResult, PromptClosed, Winner } from '../protocol/types';
import type { Label, LogEntry } from '../viewmodel';
import { TAGS } from './words';
import { appended, chosenEntry, closedEntry, entriesOf, withCause, type Scene } from './log';

const scene: Scene = { n: 7, before: EMPTY_VIEW, own: 0, stoodIn: null };
const zh = (label: Label | undefined) => (label === undefined ? undefined : typeof label === 'string' ? label : label.zh);
const lines = (event: Event, more: Partial<Scene> = {}) =>
  entriesOf(event, { ...scene, ...more }).map((one) => [one.seat, zh(one.verb), one.tiles.join(''), zh(one.text), one.auto ?? false]);

const result: HandResult = {
  hand: 1, outcome: 'draw', winners: [], transfers: [], totals: [0, 0, 0, 0], house: 0, scores: [0, 0, 0, 0], next_dealer: 0,
  streak: 0, heated: false, secret: null, shown: [], turned: [], false_winner: null,
};
const winner = (seat: 0 | 2, by: Winner['by']) => ({ seat, by, tile: '5m' }) as Winner;

describe('a line for what happened', () => {
  test('discards say whether the tile was drawn, and what declares ready', () => {
    expect(lines({ t: 'discarded', seat: 1, tile: '5m', drawn: false, declares: false })).toEqual([[1, '打出', '5m', undefined, false]]);
    expect(lines({ t: 'discarded', seat: 1, tile: '5m', drawn: true, declares: false })).toEqual([[1, '摸切', '5m', undefined, false]]);
    expect(lines({ t: 'discarded', seat: 1, tile: '5m', drawn: false, declares: true })).toEqual([[1, '报听打出', '5m', undefined, false]]);
  });

  test('one’s own draws are told, others’ only where they replace a kong or flower', () => {
    const drew = (seat: 0 | 1, cause: 'turn' | 'kong', tile: '3p' | null): Event => ({ t: 'drew', seat, tile, end: 'head', cause, wall_left: 9 });
    expect(lines(drew(0, 'turn', '3p'))).toEqual([[0, '摸牌', '3p', undefined, false]]);
    expect(lines(drew(1, 'turn', null))).toEqual([]);
    expect(lines(drew(1, 'kong', null))).toEqual([[1, '补牌', '', undefined, false]]);
  });

  test('melds show what was claimed, a chow its three, a hidden kong nothing', () => {
    expect(lines({ t: 'melded', seat: 2, meld: { kind: 'pong', tiles: ['5m', '5m', '5m'], from: 1, claimed: '5m' } })).toEqual([[2, '碰', '5m', undefined, false]]);
    expect(lines({ t: 'melded', seat: 2, meld: { kind: 'chow', tiles: ['4m', '5m', '6m'], from: 1, claimed: '5m' } })).toEqual([[2, '吃', '4m5m6m', undefined, false]]);
    expect(lines({ t: 'melded', seat: 2, meld: { kind: 'concealed_kong', tiles: [], from: null, claimed: null } })).toEqual([[2, '暗杠', '', undefined, false]]);
  });

  test('a kong that could be robbed is told once, when it is declared', () => {
    expect(lines({ t: 'kong_declared', seat: 2, kind: 'added_kong', tile: '5m' })).toEqual([[2, '加杠', '5m', undefined, false]]);
    const before = { ...EMPTY_VIEW, window: { kind: 'kong', seat: 2, tile: '5m', kong: 'added_kong' } } as const;
    expect(lines({ t: 'melded', seat: 2, meld: { kind: 'added_kong', tiles: ['5m', '5m', '5m', '5m'], from: 1, claimed: '5m' } }, { before })).toEqual([]);
  });

  test('flowers, marks with their clause, and payments with points and clause', () => {
    expect(lines({ t: 'flowers_laid', seat: 3, tiles: ['1f'] })).toEqual([[3, '补花', '1f', undefined, false]]);
    const mark = { key: 'sealed', seat: 1, other: 0, tiles: [], value: null, clause: 'NN-10.1', on: true } as const;
    expect(lines({ t: 'marked', mark })).toEqual([[1, '封', '', 'NN-10.1', false]]);
    expect(lines({ t: 'marked', mark: { ...mark, on: false } })).toEqual([]);
    expect(lines({ t: 'marked', mark: { ...mark, key: 'rainy', clause: '' } })).toEqual([[1, 'rainy', '', undefined, false]]);
    const treasure = { ...mark, key: 'treasure', seat: null, other: null, tiles: ['9m', '9m', '1m'], clause: 'LJ-4.1' } as const;
    expect(lines({ t: 'marked', mark: treasure })).toEqual([[null, '宝牌', '9m9m1m', 'LJ-4.1', false]]);
    const before = { ...EMPTY_VIEW, marks: [treasure] };
    expect(lines({ t: 'marked', mark: { ...treasure, tiles: ['2p', '2p', '3p'] } }, { before })).toEqual([[null, '换宝', '2p2p3p', 'LJ-4.4', false]]);
    expect(lines({ t: 'marked', mark: { ...treasure, tiles: [], on: false } }, { before })).toEqual([[null, '没有宝牌了', '', 'LJ-4.4', false]]);
    const paid = (to: 2 | 'house', from: 1 | 'house' = 1): Event => ({ t: 'paid', scores: [0, 0, 0, 0], transfers: [{ from, to, points: 3, clause: 'NN-3.1', reason: 'open kong', tile: '5m' }] });
    expect(lines(paid(2))).toEqual([[2, '明杠', '5m', '得 3 NN-3.1', false]]);
    expect(lines(paid('house'))).toEqual([[1, '明杠', '5m', '付 3 NN-3.1', false]]);
    expect(lines(paid('house', 'house'))).toEqual([[null, '明杠', '5m', '付 3 NN-3.1', false]]);
  });

  test('beginnings and ends', () => {
    const info = { match: 'm', ruleset: 'nanning', rules: 1, options: {}, room_options: {}, hands: 8, seats: [] as never };
    expect(lines({ t: 'match_started', info, scores: [0, 0, 0, 0] })).toEqual([[null, '对局', '', '开始', false]]);
    expect(lines({ t: 'hand_started', hand: 3, commit: '', streak: 0, heated: false, nonce_ms: 0, dealer: null })[0]![1]).toBe('第 3 局');
    expect(lines({ t: 'nonces_listed', hand: 3, nonces: ['', '', '', ''] })).toEqual([]);
    expect(lines({ t: 'dealt', hand: 3, dealer: 2, dice: [], hands: [null, null, null, null], counts: [13, 13, 14, 13], wall_left: 83 })).toEqual([[2, '坐庄', '', undefined, false]]);
    expect(lines({ t: 'hand_ended', result })[0]![1]).toBe('流局');
    expect(lines({ t: 'hand_ended', result: { ...result, outcome: 'void' } })[0]![1]).toBe('作废');
    expect(lines({ t: 'hand_ended', result: { ...result, outcome: 'false_win', false_winner: 3 } })).toEqual([[3, '诈胡', '', undefined, false]]);
    expect(lines({ t: 'match_ended', result: {} as never })).toEqual([[null, '对局', '', '结束', false]]);
  });

  test('every winner has his line', () => {
    expect(lines({ t: 'hand_ended', result: { ...result, outcome: 'win', winners: [winner(0, 'discard'), winner(2, 'discard')] } })).toEqual([[0, '胡', '5m', undefined, false], [2, '胡', '5m', undefined, false]]);
    expect(lines({ t: 'hand_ended', result: { ...result, outcome: 'win', winners: [winner(0, 'self_draw')] } })[0]![1]).toBe('自摸');
    expect(lines({ t: 'hand_ended', result: { ...result, outcome: 'win', winners: [winner(0, 'rob_kong')] } })[0]![1]).toBe('抢杠胡');
  });
});

describe('what was decided for the player', () => {
  const closed = (by: PromptClosed['by'], action: PromptClosed['action']): PromptClosed => ({ t: 'prompt_closed', room: 'r', prompt: 1, by, action });
  const told = (entry: LogEntry | null) => entry && [entry.seat, zh(entry.verb), entry.tiles.join(''), zh(entry.text), entry.auto];

  test('a timeout, a rule, autopilot and another’s claim are written down with their cause', () => {
    expect(told(closedEntry(closed('timeout', { t: 'discard', tile: '5m' }), 0, 9))).toEqual([0, '打出', '5m', '超时', true]);
    expect(told(closedEntry(closed('timeout', { t: 'pass' }), 0, 9))).toEqual([0, '过', '', '超时', true]);
    expect(told(closedEntry(closed('rule', { t: 'pass' }), 0, 9))).toEqual([0, '过', '', '没有可应答的', true]);
    expect(told(closedEntry(closed('autopilot', null), 0, 9))).toEqual([0, '未应答', '', '托管', true]);
    expect(told(closedEntry(closed('others', null), 0, 9))).toEqual([0, '未应答', '', '被别家抢先', true]);
    expect(told(closedEntry(closed('void', null), 0, 9))).toEqual([0, '未应答', '', '本局作废', true]);
  });

  test('where the deed has its line already, the cause is put to that one', () => {
    const deed: LogEntry = { n: 8, seat: 0, verb: '摸切', tiles: ['5m'] };
    const other: LogEntry = { n: 9, seat: 1, verb: '摸牌', tiles: [] };
    const timeout = closed('timeout', { t: 'discard', tile: '5m' });
    expect(withCause([other, deed, other], timeout, 0)?.[1]).toEqual({ ...deed, text: { zh: '超时', en: 'time ran out' }, auto: true });
    expect(withCause([deed, other, other, other, other], timeout, 0)).toBeNull();
    expect(withCause([other], timeout, 0)).toBeNull();
    expect(withCause([deed], closed('timeout', { t: 'pass' }), 0)).toBeNull();
    expect(withCause([deed], closed('player', { t: 'discard', tile: '5m' }), 0)).toBeNull();
  });

  test('what he answered himself is not', () => {
    expect(closedEntry(closed('player', { t: 'pass' }), 0, 9)).toBeNull();
  });

  test('what another played for him bears its cause, what others play does not', () => {
    const threw: Event = { t: 'discarded', seat: 0, tile: '5m', drawn: true, declares: false };
    expect(lines(threw, { stoodIn: { zh: '托管', en: 'autopilot' } })).toEqual([[0, '摸切', '5m', '托管', true]]);
    expect(lines({ ...threw, seat: 1 }, { stoodIn: { zh: '托管', en: 'autopilot' } })).toEqual([[1, '摸切', '5m', undefined, false]]);
  });

  test('autopilot taking over and giving back is told, and is marked in one’s own log', () => {
    const change = (seat: 0 | 1, control: 'autopilot' | 'bot' | 'player', cause: 'timeouts' | 'left' | 'back'): Event => ({ t: 'control_changed', seat, control, cause });
    expect(lines(change(0, 'autopilot', 'timeouts'))).toEqual([[0, '托管', '', '连续超时', true]]);
    expect(lines(change(1, 'bot', 'left'))).toEqual([[1, '机器人接手', '', '离开了', false]]);
    expect(lines(change(1, 'player', 'back'))).toEqual([[1, '自己打', '', '回来了', false]]);
  });

  test('what this page answered at his wish is marked too', () => {
    expect(told(chosenEntry('胡', ['5m'], '已开自动胡', 0, 9))).toEqual([0, '胡', '5m', '已开自动胡', true]);
  });
});

test('the log keeps what one reads back and no more', () => {
  const line: LogEntry = { n: 1, seat: null, verb: 'x', tiles: [] };
  const full = appended([], Array.from({ length: 450 }, (_, n) => ({ ...line, n })));
  expect(full).toHaveLength(400);
  expect(full[0]!.n).toBe(50);
  expect(appended(full, [])).toBe(full);
});

test('every mark the server may show has its words in the log', () => {
  const documented = protocol
    .split('\n').filter((line) => /^\| `[a-z_]+` \|.*\((NN|NJ|ZJ|LJ)-/.test(line)).map((line) => line.split('`')[1]!);
  expect(documented).toContain('wild');
  expect(documented.filter((key) => !(key in TAGS))).toEqual([]);
});
