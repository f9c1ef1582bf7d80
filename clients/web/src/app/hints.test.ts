import { expect, test } from 'vitest';
import type { Wait } from '../protocol/types';
import { waitView } from './hints';

const wait = (more: Partial<Wait>): Wait => ({
  tile: '5m', left: 2, discard_value: null, discard_code: null, draw_value: null, draw_code: null,
  discard_clause: '', draw_clause: '', ...more,
});
const zh = (more: Partial<Wait>) => {
  const { lines, why } = waitView(wait(more));
  const pick = (label: (typeof lines)[number]) => (typeof label === 'string' ? label : label.zh);
  return { lines: lines.map(pick), why: why === undefined ? undefined : pick(why) };
};

test('a wait that wins both ways shows what each is worth, and no reason', () => {
  expect(zh({ discard_value: 2, draw_value: 4 })).toEqual({ lines: ['炮 2', '摸 3×4'], why: undefined });
});

test('one reason for both ways stands with its clause', () => {
  const few = { discard_code: 'below_minimum', draw_code: 'below_minimum', discard_clause: 'NJ-3.2', draw_clause: 'NJ-3.2' } as const;
  expect(zh(few)).toEqual({ lines: ['硬花不足', 'NJ-3.2'], why: '硬花不足 NJ-3.2' });
});

test('a hand that may only be drawn says what it is worth so, and why', () => {
  const only = { discard_code: 'not_offered', discard_clause: 'ZJ-3.1' } as const;
  expect(zh({ ...only, draw_value: 2 })).toEqual({ lines: ['只能自摸', '摸 3×2'], why: '只能自摸 ZJ-3.1' });
  expect(zh({ ...only, draw_code: 'below_minimum', draw_clause: 'ZJ-3.3' }))
    .toEqual({ lines: ['只能自摸', '台数不足'], why: '只能自摸 ZJ-3.1；台数不足 ZJ-3.3' });
});

test('before declaring it says what the wait would be worth after', () => {
  const not = { discard_code: 'not_ready', draw_code: 'not_ready', discard_clause: 'LJ-3.1', draw_clause: 'LJ-3.1' } as const;
  expect(zh({ ...not, discard_value: 2, draw_value: 4 })).toEqual({ lines: ['听后炮 2', '听后摸 3×4'], why: '没有报听 LJ-3.1' });
  expect(zh(not)).toEqual({ lines: ['没有报听', 'LJ-3.1'], why: '没有报听 LJ-3.1' });
});
