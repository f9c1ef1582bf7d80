/** Small sounds made on the spot; silent until the player has touched the page, and whenever he wants it silent. */
import type { Settings } from '../viewmodel';

export type SoundName = 'discard' | 'own_discard' | 'call' | 'turn' | 'claim' | 'win' | 'draw';

interface Note {
  readonly hz: number;
  /** Seconds after the start, and how long. */
  readonly at: number;
  readonly s: number;
  readonly wave: OscillatorType;
  readonly loud: number;
}

const note = (hz: number, at: number, s: number, wave: OscillatorType = 'sine', loud = 0.5): Note => ({ hz, at, s, wave, loud });

const SOUNDS: Readonly<Record<SoundName, { readonly volume: keyof Settings['sound']; readonly notes: readonly Note[] }>> = {
  discard: { volume: 'tiles', notes: [note(1500, 0, 0.03, 'triangle'), note(640, 0.012, 0.05, 'triangle', 0.4)] },
  own_discard: { volume: 'tiles', notes: [note(1750, 0, 0.03, 'triangle'), note(760, 0.012, 0.05, 'triangle', 0.5)] },
  call: { volume: 'calls', notes: [note(520, 0, 0.09, 'triangle'), note(780, 0.09, 0.14, 'triangle')] },
  turn: { volume: 'alerts', notes: [note(660, 0, 0.1)] },
  claim: { volume: 'alerts', notes: [note(880, 0, 0.08), note(1100, 0.1, 0.12)] },
  win: { volume: 'calls', notes: [note(523, 0, 0.14), note(659, 0.13, 0.14), note(784, 0.26, 0.3)] },
  draw: { volume: 'calls', notes: [note(440, 0, 0.16), note(370, 0.16, 0.26)] },
};

export class Sounds {
  readonly #settings: () => Settings;
  #context: AudioContext | null = null;

  constructor(settings: () => Settings) {
    this.#settings = settings;
  }

  /** Browsers let a page sound only after the first touch: call it from one. */
  awake(): void {
    if (this.#context || typeof AudioContext === 'undefined') return;
    this.#context = new AudioContext();
  }

  play(name: SoundName): void {
    const context = this.#context;
    const { muted, sound } = this.#settings();
    if (!context || muted || context.state !== 'running') return;
    const { volume, notes } = SOUNDS[name];
    for (const { hz, at, s, wave, loud } of notes) {
      const start = context.currentTime + at;
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.type = wave;
      tone.frequency.value = hz;
      gain.gain.setValueAtTime(Math.max(0.0001, loud * sound[volume] * 0.3), start);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + s);
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + s);
    }
  }
}
