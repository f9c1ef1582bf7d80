import { describe, expect, it } from 'vitest';
import { keyIntent, type KeyIntent, type KeyState } from './keyboard';

const TABLE: KeyState = { focus: 'none', modal: false, variants: false, watching: false, letters: true };
const press = (key: string, state: Partial<KeyState> = {}) => keyIntent({ key }, { ...TABLE, ...state });

const MAP: readonly (readonly [key: string, intent: KeyIntent])[] = [
  ['ArrowLeft', { type: 'shift', by: -1 }],
  ['ArrowRight', { type: 'shift', by: 1 }],
  ['d', { type: 'discard_drawn' }],
  ['c', { type: 'action', verb: 'chow' }],
  ['p', { type: 'action', verb: 'pong' }],
  ['k', { type: 'action', verb: 'kong' }],
  ['t', { type: 'action', verb: 'ready' }],
  ['h', { type: 'action', verb: 'win' }],
  ['x', { type: 'action', verb: 'pass' }],
  ['w', { type: 'show', what: 'waits' }],
  ['u', { type: 'show', what: 'counts' }],
  ['l', { type: 'show', what: 'log' }],
  ['i', { type: 'show', what: 'self' }],
  ['o', { type: 'show', what: 'others' }],
  ['/', { type: 'command' }],
  ['?', { type: 'show', what: 'help' }],
  ['m', { type: 'mute' }],
  ['Escape', { type: 'cancel' }],
];

describe('the map', () => {
  it.each(MAP)('reads %s', (key, intent) => {
    expect(press(key)).toEqual(intent);
  });

  it('reads capitals as small letters', () => {
    expect(press('H')).toEqual({ type: 'action', verb: 'win' });
  });

  it('chooses variants with 1–3 while they are open, and only then', () => {
    expect(press('2', { variants: true })).toEqual({ type: 'variant', index: 1 });
    expect(press('4', { variants: true })).toBeNull();
    expect(press('2')).toBeNull();
  });

  it('chooses seats with 1–4 when watching', () => {
    expect(press('4', { watching: true })).toEqual({ type: 'watch', index: 3 });
  });
});

describe('Enter and Space', () => {
  it.each(['Enter', ' '])('discard the selected tile when the hand has the focus: %j', (key) => {
    expect(press(key, { focus: 'hand' })).toEqual({ type: 'discard_selected' });
  });

  it.each(['Enter', ' '])('do nothing with nothing focused: %j', (key) => {
    expect(press(key, { focus: 'none' })).toBeNull();
  });

  it.each(['Enter', ' '])('are left to the control that has the focus: %j', (key) => {
    expect(press(key, { focus: 'control' })).toBeNull();
  });

  it('never pass, whatever has the focus and whatever is open', () => {
    for (const focus of ['none', 'hand', 'control', 'field'] as const) {
      for (const variants of [true, false]) {
        for (const key of ['Enter', ' ']) {
          expect(press(key, { focus, variants })).not.toMatchObject({ type: 'action' });
        }
      }
    }
  });
});

describe('keys are silent', () => {
  it('while one types, but for Esc', () => {
    expect(press('h', { focus: 'field' })).toBeNull();
    expect(press('ArrowLeft', { focus: 'field' })).toBeNull();
    expect(press('Escape', { focus: 'field' })).toEqual({ type: 'cancel' });
  });

  it('under a sheet', () => {
    expect(press('x', { modal: true })).toBeNull();
  });

  it.each(['ctrl', 'alt', 'meta'] as const)('with %s held', (held) => {
    expect(keyIntent({ key: 'c', [held]: true }, TABLE)).toBeNull();
  });

  it('when held down, but for the arrows', () => {
    expect(keyIntent({ key: 'x', repeat: true }, TABLE)).toBeNull();
    expect(keyIntent({ key: 'ArrowRight', repeat: true }, TABLE)).toEqual({ type: 'shift', by: 1 });
  });

  it('as single letters where those are switched off, digits and arrows not', () => {
    expect(press('h', { letters: false })).toBeNull();
    expect(press('ArrowRight', { letters: false })).not.toBeNull();
    expect(press('1', { letters: false, variants: true })).not.toBeNull();
  });

  it('for playing when one only watches', () => {
    for (const key of ['d', 'h', 'x', 'ArrowLeft']) expect(press(key, { watching: true })).toBeNull();
    expect(press('Enter', { watching: true, focus: 'hand' })).toBeNull();
    expect(press('l', { watching: true })).not.toBeNull();
  });

  it('for keys that mean nothing', () => {
    expect(press('z')).toBeNull();
    expect(press('F5')).toBeNull();
    expect(press('5')).toBeNull();
  });
});
