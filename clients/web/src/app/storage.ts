/**
 * What this browser keeps: who the player is, his settings, and across a reload where he was. Nothing of it is
 * needed; a browser that keeps nothing, or something broken, begins anew.
 */
import type { Stream } from '../net/stream';
import type { Verdict, Witness } from '../net/witness';
import { DEFAULT_SETTINGS, type ChatLine, type LogEntry, type Settings } from '../viewmodel';
import type { OwnTiles } from './hand';
import type { Autos, KeptMatch, Preset } from './state';

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const KEYS = { token: 'sifang.token', settings: 'sifang.settings', presets: 'sifang.presets', matches: 'sifang.matches', place: 'sifang.place' } as const;

/** Raised whenever what is kept of a place changes its shape. */
const PLACE_FORM = 1;

export interface Place {
  readonly form: number;
  readonly stream: Stream;
  readonly own: OwnTiles;
  readonly log: readonly LogEntry[];
  readonly chat: readonly ChatLine[];
  readonly paidBy: readonly (number | null)[];
  readonly autos: Autos;
  readonly witness: Witness | null;
  readonly verdicts: readonly (readonly [number, Verdict])[];
}

function read<T>(store: Store, key: string): T | null {
  try {
    const text = store.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function write(store: Store, key: string, value: unknown): void {
  try {
    if (value === null) store.removeItem(key);
    else store.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works without.
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Storage {
  readonly #lasting: Store;
  readonly #tab: Store;

  constructor(lasting: Store, tab: Store) {
    this.#lasting = lasting;
    this.#tab = tab;
  }

  get token(): string | null {
    const token = read<unknown>(this.#lasting, KEYS.token);
    return typeof token === 'string' ? token : null;
  }

  set token(token: string | null) {
    write(this.#lasting, KEYS.token, token);
  }

  /** Kept settings over the defaults; what is of another type than the default is left out. */
  settings(defaults: Settings = DEFAULT_SETTINGS): Settings {
    const kept = read<unknown>(this.#lasting, KEYS.settings);
    if (!isMap(kept)) return defaults;
    const fitting = Object.entries(kept).filter(([name, value]) => typeof value === typeof defaults[name as keyof Settings]);
    return { ...defaults, ...Object.fromEntries(fitting) };
  }

  keepSettings(settings: Settings): void {
    write(this.#lasting, KEYS.settings, settings);
  }

  presets(): Preset[] {
    const kept = read<unknown>(this.#lasting, KEYS.presets);
    return Array.isArray(kept) ? (kept.filter((one) => isMap(one) && isMap(one['values'])) as unknown as Preset[]) : [];
  }

  keepPresets(presets: readonly Preset[]): void {
    write(this.#lasting, KEYS.presets, presets);
  }

  matches(): KeptMatch[] {
    const kept = read<unknown>(this.#lasting, KEYS.matches);
    return Array.isArray(kept) ? (kept.filter((one) => isMap(one) && Array.isArray(one['names']) && Array.isArray(one['scores'])) as unknown as KeptMatch[]) : [];
  }

  keepMatches(matches: readonly KeptMatch[]): void {
    write(this.#lasting, KEYS.matches, matches);
  }

  place(): Place | null {
    const kept = read<unknown>(this.#tab, KEYS.place);
    return isMap(kept) && kept['form'] === PLACE_FORM && isMap(kept['stream']) ? (kept as unknown as Place) : null;
  }

  keepPlace(place: Omit<Place, 'form'> | null): void {
    write(this.#tab, KEYS.place, place && { form: PLACE_FORM, ...place });
  }
}
