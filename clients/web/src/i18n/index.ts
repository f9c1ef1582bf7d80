/**
 * Words in two languages. Keys are typed by the Chinese catalogue; the English one must have every key, which
 * the compiler checks. Text that comes as data (`Label`) is picked here too.
 */
import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { Label, Locale, Wind } from '../viewmodel';
import { en } from './en';
import { zh, type Key } from './zh';

export type { Key } from './zh';

export type Params = Readonly<Record<string, string | number>>;

const CATALOGUES: Readonly<Record<Locale, Readonly<Record<Key, string>>>> = { zh, en };

export const LocaleContext = createContext<Locale>('zh');

export interface Text {
  readonly locale: Locale;
  readonly t: (key: Key, params?: Params) => string;
  readonly label: (label: Label | undefined) => string;
  readonly wind: (wind: Wind) => string;
}

/** Put `{name}` of a pattern in place; a name that is not given stays as it is, to be seen. */
export function fillIn(pattern: string, params: Params = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

export function textOf(locale: Locale): Text {
  const words = CATALOGUES[locale];
  return {
    locale,
    t: (key, params) => fillIn(words[key], params),
    label: (label) => (label === undefined ? '' : typeof label === 'string' ? label : label[locale]),
    wind: (wind) => words[`wind.${wind}`],
  };
}

export function useText(): Text {
  const locale = useContext(LocaleContext);
  return useMemo(() => textOf(locale), [locale]);
}

/** `+7`, `−4`, `0`: a plus is written, a minus is U+2212. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : '0';
}

/** As `signed`, without the plus. */
export function plain(points: number): string {
  return points < 0 ? `\u2212${-points}` : String(points);
}

/** `0:23` from milliseconds, never below zero. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
