/** What a browser that has never been here starts with: its own language, two taps where fingers do the pointing. */
import { DEFAULT_SETTINGS, type Settings } from '../viewmodel';

export interface Surroundings {
  /** `navigator.language`. */
  readonly language: string;
  /** The main pointer is a finger. */
  readonly coarse: boolean;
}

export function initialSettings({ language, coarse }: Surroundings): Settings {
  return {
    ...DEFAULT_SETTINGS,
    locale: /^zh\b/i.test(language) || language === '' ? 'zh' : 'en',
    discardMode: coarse ? 'tap_tap' : 'one_tap',
  };
}
