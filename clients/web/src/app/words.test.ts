import { describe, expect, test } from 'vitest';
import { REJECTS, type RejectCode, type Rejected } from '../protocol/types';
import { codeText, joinLabels, reasonText, refusalText, unitText } from './words';

const rejected = (code: RejectCode, message = ''): Rejected => ({ t: 'rejected', id: '1', code, message, field: '', clause: '', room: null, retry_ms: null });

test.each(Object.keys(REJECTS) as RejectCode[])('%s has words in both languages', (code) => {
  const text = codeText(code);
  expect(typeof text).toBe('object');
  if (typeof text === 'object') {
    expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(text.en).toMatch(/^[A-Z]/);
  }
});

describe('a refusal', () => {
  test('is told in our own words, in both languages', () => {
    expect(refusalText(rejected('stale', '这一问已经答过'), 'zh')).toEqual(codeText('stale'));
  });

  test('where the server says what exactly is wrong, its line stands in the language it speaks', () => {
    expect(refusalText(rejected('bad_name', '名字太长'), 'zh')).toEqual({ zh: '名字太长', en: 'This name cannot be used' });
  });

  test('a code that is unknown here shows the server’s line, or itself', () => {
    expect(refusalText(rejected('newer' as RejectCode, 'Not on Sundays'), 'en')).toBe('Not on Sundays');
    expect(refusalText(rejected('newer' as RejectCode), 'en')).toBe('newer');
  });
});

test('a reason or unit that is unknown here is shown as it came', () => {
  expect(reasonText('self-draw')).toEqual({ zh: '自摸', en: 'Self-draw' });
  expect(reasonText('rain tax')).toBe('rain tax');
  expect(reasonText('rain tax, dealer')).toBe('rain tax, dealer');
  expect(reasonText('discard, dealer, undeclared discarder')).toEqual({ zh: '放炮 · 庄家 · 放炮未听', en: 'Discard · Dealer · Undeclared discarder' });
  expect(unitText('s')).toEqual({ zh: '秒', en: 's' });
  expect(unitText('leagues')).toBe('leagues');
});

test('labels are joined language by language', () => {
  expect(joinLabels(['A', { zh: '乙', en: 'B' }], '、', ', ')).toEqual({ zh: 'A、乙', en: 'A, B' });
});
