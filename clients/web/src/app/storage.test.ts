import { describe, expect, test } from 'vitest';
import { EMPTY_VIEW } from '../net/fold';
import { DEFAULT_SETTINGS } from '../viewmodel';
import { NO_TILES } from './hand';
import { NO_AUTOS } from './state';
import { Storage, type Store } from './storage';

function memory(): Store & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, value); }, removeItem: (key) => { kept.delete(key); } };
}

const broken: Store = {
  getItem: () => { throw new Error('forbidden'); },
  setItem: () => { throw new Error('full'); },
  removeItem: () => { throw new Error('forbidden'); },
};

describe('kept across visits', () => {
  test('who one is, how one likes it, what one has played', () => {
    const lasting = memory();
    const storage = new Storage(lasting, memory());
    storage.token = 'p1.x';
    storage.keepSettings({ ...DEFAULT_SETTINGS, locale: 'en', grace: 200 });
    storage.keepPresets([{ id: '1', name: 'A', ruleset: 'nanning', values: { 'r:codes': 2 } }]);
    storage.keepMatches([{ match: 'm', at: 1, ruleset: 'nanning', names: ['甲'], scores: [3] }]);
    const again = new Storage(lasting, memory());
    expect(again.token).toBe('p1.x');
    expect(again.settings()).toEqual({ ...DEFAULT_SETTINGS, locale: 'en', grace: 200 });
    expect(again.presets()).toHaveLength(1);
    expect(again.matches()).toHaveLength(1);
    again.token = null;
    expect(new Storage(lasting, memory()).token).toBeNull();
  });

  test('settings of an older page, or of another kind, do no harm', () => {
    const lasting = memory();
    lasting.kept.set('sifang.settings', JSON.stringify({ locale: 'en', grace: 'long', gone: 1 }));
    expect(new Storage(lasting, memory()).settings()).toEqual({ ...DEFAULT_SETTINGS, locale: 'en' });
    lasting.kept.set('sifang.settings', '[]');
    expect(new Storage(lasting, memory()).settings()).toEqual(DEFAULT_SETTINGS);
    lasting.kept.set('sifang.presets', '{"a":1}');
    lasting.kept.set('sifang.matches', '[null, {"names": 3}]');
    expect(new Storage(lasting, memory()).presets()).toEqual([]);
    expect(new Storage(lasting, memory()).matches()).toEqual([]);
  });

  test('a browser that keeps nothing is no reason to fail', () => {
    const storage = new Storage(broken, broken);
    storage.token = 'p1.x';
    storage.keepPlace(null);
    expect(storage.token).toBeNull();
    expect(storage.settings()).toEqual(DEFAULT_SETTINGS);
    expect(storage.place()).toBeNull();
  });
});

test('the place at the table is kept across a reload, for this tab alone, in its present form alone', () => {
  const tab = memory();
  const storage = new Storage(memory(), tab);
  const place = {
    stream: { room: 'r', view: 'seat0', inc: 1, n: 5, state: EMPTY_VIEW }, own: NO_TILES, log: [], chat: [], paidBy: [], autos: NO_AUTOS,
    witness: null, verdicts: [[1, { holds: true, tiles: 5 }]],
  } as const;
  storage.keepPlace(place);
  expect(storage.place()).toMatchObject(place);
  tab.kept.set('sifang.place', JSON.stringify({ ...place, form: 0 }));
  expect(storage.place()).toBeNull();
  storage.keepPlace(place);
  storage.keepPlace(null);
  expect(storage.place()).toBeNull();
});
