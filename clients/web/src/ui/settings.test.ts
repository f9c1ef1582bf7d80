import { expect, it } from 'vitest';
import { initialSettings } from './settings';

it.each([['zh-CN', 'zh'], ['zh', 'zh'], ['', 'zh'], ['en-GB', 'en'], ['de', 'en']] as const)('a browser in %j starts in %s', (language, locale) => {
  expect(initialSettings({ language, coarse: false }).locale).toBe(locale);
});

it('fingers start with two taps, a mouse with one', () => {
  expect(initialSettings({ language: 'zh', coarse: true }).discardMode).toBe('tap_tap');
  expect(initialSettings({ language: 'zh', coarse: false }).discardMode).toBe('one_tap');
});
