import { describe, expect, it } from 'vitest';
import type { Offer, Prompt, Verb } from '../viewmodel';
import { GUARD } from './hand';
import { IDLE_PROMPT, offersOf, stepPrompt, type PromptEffect, type PromptEvent, type PromptState } from './prompt';

const CHOWS: readonly Offer[] = [
  { id: 'c1', verb: 'chow', tile: '6m', tiles: ['4m', '5m', '6m'] },
  { id: 'c2', verb: 'chow', tile: '6m', tiles: ['5m', '6m', '7m'] },
];
const PASS: Offer = { id: 'x', verb: 'pass' };
const WIN: Offer = { id: 'h', verb: 'win', tile: '6m' };
const PRICE = { short: 'locked', text: 'no win until your next draw' };

const prompt = (offers: readonly Offer[], rest: Partial<Prompt> = {}): Prompt => ({ id: 'w1', kind: 'claim', since: 0, offers, ...rest });

class Asked {
  state: PromptState = IDLE_PROMPT;
  readonly effects: PromptEffect[] = [];

  constructor(public prompt: Prompt | null, public inert = false) { this.send({ type: 'sync' }); }

  send(...events: readonly PromptEvent[]): this {
    for (const event of events) {
      const step = stepPrompt(this.state, event, this.prompt, this.inert);
      this.state = step.state;
      this.effects.push(...step.effects);
    }
    return this;
  }

  press(verb: Verb, at = 1000): this { return this.send({ type: 'press', verb, at }); }

  get answers(): readonly string[] {
    return this.effects.flatMap((effect) => (effect.type === 'act' ? [effect.offer.id] : []));
  }
}

describe('answering', () => {
  it('answers with the one offer of a verb', () => {
    const asked = new Asked(prompt([{ id: 'p', verb: 'pong', tile: '6m' }, PASS])).press('pong');
    expect(asked.effects).toEqual([{ type: 'act', prompt: 'w1', offer: { id: 'p', verb: 'pong', tile: '6m' } }]);
  });

  it('ignores verbs that are not on offer', () => {
    expect(new Asked(prompt([PASS])).press('win').answers).toEqual([]);
  });

  it('is deaf for the first 250 ms', () => {
    expect(new Asked(prompt([PASS], { since: 500 })).press('pass', 500 + GUARD - 1).answers).toEqual([]);
    expect(new Asked(prompt([PASS], { since: 500 })).press('pass', 500 + GUARD).answers).toEqual(['x']);
  });

  it.each([['no prompt', null, false], ['sent', prompt([PASS], { sent: true }), false], ['answered', prompt([PASS], { answered: 'x' }), false], ['inert', prompt([PASS]), true]] as const)('does nothing with %s', (_, one, inert) => {
    expect(new Asked(one, inert).press('pass').answers).toEqual([]);
  });
});

describe('a pass that has a price', () => {
  const costly = () => new Asked(prompt([WIN, PASS], { price: PRICE }));

  it('takes two taps', () => {
    const asked = costly().press('pass');
    expect(asked.answers).toEqual([]);
    expect(asked.press('pass', 1000 + GUARD).answers).toEqual(['x']);
  });

  it('does not take a double click for two taps', () => {
    expect(costly().press('pass').press('pass', 1000 + GUARD - 1).answers).toEqual([]);
  });

  it('is disarmed by Esc', () => {
    const asked = costly().press('pass').send({ type: 'cancel' });
    expect(asked.state.armedAt).toBeNull();
    expect(asked.press('pass', 2000).answers).toEqual([]);
  });

  it('does not stand in the way of the win', () => {
    expect(costly().press('pass').press('win', 1100).answers).toEqual(['h']);
  });

  it('is not carried over to the next prompt', () => {
    const asked = costly().press('pass');
    asked.prompt = prompt([WIN, PASS], { id: 'w2', price: PRICE });
    expect(asked.press('pass', 3000).answers).toEqual([]);
  });
});

describe('several variants', () => {
  it('opens with the first tap and answers with none', () => {
    const asked = new Asked(prompt([...CHOWS, PASS])).press('chow');
    expect(asked.answers).toEqual([]);
    expect(asked.state.open).toBe('chow');
  });

  it('answers with the one chosen', () => {
    expect(new Asked(prompt([...CHOWS, PASS])).press('chow').send({ type: 'variant', index: 1, at: 1100 }).answers).toEqual(['c2']);
  });

  it('closes with a second tap on the slot, and with Esc', () => {
    expect(new Asked(prompt(CHOWS)).press('chow').press('chow').state.open).toBeNull();
    expect(new Asked(prompt(CHOWS)).press('chow').send({ type: 'cancel' }).state.open).toBeNull();
  });

  it('knows no variant that is not there, or while closed', () => {
    expect(new Asked(prompt(CHOWS)).press('chow').send({ type: 'variant', index: 2, at: 1100 }).answers).toEqual([]);
    expect(new Asked(prompt(CHOWS)).send({ type: 'variant', index: 0, at: 1100 }).answers).toEqual([]);
  });
});

describe('a barred offer', () => {
  const barred: Offer = { ...WIN, reason: 'sealed' };

  it('says why and answers nothing', () => {
    const asked = new Asked(prompt([barred, PASS])).press('win');
    expect(asked.effects).toEqual([{ type: 'refuse', reason: 'sealed' }]);
  });

  it('is not counted beside a lawful one', () => {
    expect(offersOf(prompt([barred, WIN]), 'win')).toEqual([WIN]);
  });
});
