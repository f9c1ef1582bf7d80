import { expect, test } from 'vitest';
import { deviceCode, parsePath, pathOf, sameRoute, type Route } from './router';

const ROUTES: readonly (readonly [string, Route])[] = [
  ['/', { page: 'home' }],
  ['/create', { page: 'create' }],
  ['/rules', { page: 'rules' }],
  ['/replays', { page: 'replays' }],
  ['/play', { page: 'play' }],
  ['/r/K7M4QX', { page: 'room', code: 'K7M4QX' }],
  ['/watch/r7Qk2', { page: 'watch', room: 'r7Qk2' }],
];

test.each(ROUTES)('%s is a page and its address', (path, route) => {
  expect(parsePath(path)).toEqual(route);
  expect(pathOf(route)).toBe(path);
});

test('a code may be typed small; what is no page is home', () => {
  expect(parsePath('/r/k7m4qx/')).toEqual({ page: 'room', code: 'K7M4QX' });
  expect(parsePath('/r/')).toEqual({ page: 'home' });
  expect(parsePath('/nowhere/at/all')).toEqual({ page: 'home' });
  expect(parsePath('/watch/%E0%A4%A')).toEqual({ page: 'watch', room: '%E0%A4%A' });
});

test('a device code stands in the fragment', () => {
  expect(deviceCode('#device=7HK3-9QPM')).toBe('7HK3-9QPM');
  expect(deviceCode('')).toBeNull();
  expect(deviceCode('#other')).toBeNull();
});

test('routes are the same by their address', () => {
  expect(sameRoute({ page: 'room', code: 'A' }, { page: 'room', code: 'A' })).toBe(true);
  expect(sameRoute({ page: 'room', code: 'A' }, { page: 'room', code: 'B' })).toBe(false);
});
