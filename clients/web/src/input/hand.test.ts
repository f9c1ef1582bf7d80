import { describe, expect, it } from 'vitest';
import { DRAG_OUT, GUARD, IDLE_HAND, stepHand, TAP_SLACK, type HandContext, type HandEffect, type HandEvent, type HandState } from './hand';

const BASE: HandContext = {
  mode: 'tap_tap', grace: 400, prompt: 'p1', since: 0, inert: false,
  tiles: [{ id: 'a' }, { id: 'b' }, { id: 'c', blocked: 'locked' }, { id: 'd' }], drawn: 'd',
};
const LATER = 1000;

class Play {
  state: HandState = IDLE_HAND;
  readonly effects: HandEffect[] = [];

  constructor(public context: HandContext) { this.send({ type: 'sync' }); }

  send(...events: readonly HandEvent[]): this {
    for (const event of events) {
      const step = stepHand(this.state, event, this.context);
      this.state = step.state;
      this.effects.push(...step.effects);
    }
    return this;
  }

  tap(tile: string, at = LATER): this {
    return this.send({ type: 'down', tile, x: 0, y: 0, at }, { type: 'up', at });
  }

  drag(tile: string, dx: number, dy: number, at = LATER): this {
    return this.send({ type: 'down', tile, x: 5, y: 5, at }, { type: 'move', x: 5 + dx, y: 5 + dy }, { type: 'up', at });
  }

  become(change: Partial<HandContext>): this {
    this.context = { ...this.context, ...change };
    return this.send({ type: 'sync' });
  }

  get discards(): readonly string[] {
    return this.effects.flatMap((effect) => (effect.type === 'discard' ? [effect.tile] : []));
  }
}

const tapTap = (change: Partial<HandContext> = {}) => new Play({ ...BASE, ...change });
const oneTap = (change: Partial<HandContext> = {}) => new Play({ ...BASE, mode: 'one_tap', ...change });

describe('tap then tap', () => {
  it('selects with the first tap and discards with the second on the same tile', () => {
    const play = tapTap().tap('a');
    expect(play.discards).toEqual([]);
    expect(play.state.selected).toBe('a');
    expect(play.tap('a').discards).toEqual(['a']);
  });

  it('moves the selection when another tile is tapped', () => {
    expect(tapTap().tap('a').tap('b').discards).toEqual([]);
    expect(tapTap().tap('a').tap('b').state.selected).toBe('b');
  });

  it('tells of every change of the selection', () => {
    const play = tapTap().tap('a').tap('b').send({ type: 'cancel' });
    expect(play.effects).toEqual([{ type: 'select', tile: 'a' }, { type: 'select', tile: 'b' }, { type: 'select', tile: null }]);
  });

  it('has no grace: the second tap was the question', () => {
    expect(tapTap().tap('a').tap('a').state.pending).toBeNull();
  });

  it('does not select a tile the pointer rests on', () => {
    expect(tapTap().send({ type: 'hover', tile: 'a' }).state.selected).toBeNull();
  });
});

describe('one tap', () => {
  it('sends the tile when its grace is over', () => {
    const play = oneTap().tap('a');
    expect(play.discards).toEqual([]);
    expect(play.send({ type: 'tick', at: LATER + 399 }).discards).toEqual([]);
    expect(play.send({ type: 'tick', at: LATER + 400 }).discards).toEqual(['a']);
  });

  it('is taken back by Esc within its grace', () => {
    const play = oneTap().tap('a').send({ type: 'cancel' }, { type: 'tick', at: LATER + 5000 });
    expect(play.discards).toEqual([]);
    expect(play.state.pending).toBeNull();
  });

  it.each(['a', 'b'])('is taken back by a tap on %s within its grace, which discards nothing itself', (tile) => {
    const play = oneTap().tap('a').tap(tile, LATER + 100).send({ type: 'tick', at: LATER + 5000 });
    expect(play.discards).toEqual([]);
  });

  it('is taken back by a lost focus', () => {
    expect(oneTap().tap('a').send({ type: 'cancel' }, { type: 'tick', at: LATER + 400 }).discards).toEqual([]);
  });

  it('sends at once where the grace is set to nothing', () => {
    expect(oneTap({ grace: 0 }).tap('a').discards).toEqual(['a']);
  });

  it('selects the tile the mouse rests on and lets go when it leaves', () => {
    const play = oneTap().send({ type: 'hover', tile: 'b' });
    expect(play.state.selected).toBe('b');
    expect(play.send({ type: 'hover', tile: null }).state.selected).toBeNull();
  });

  it('keeps a tapped selection when the mouse leaves', () => {
    const play = oneTap({ prompt: null }).tap('b').send({ type: 'hover', tile: null });
    expect(play.state.selected).toBe('b');
  });

  it('ignores the resting mouse while a tile is on its way', () => {
    expect(oneTap().tap('a').send({ type: 'hover', tile: 'b' }).state.selected).toBe('a');
  });
});

describe.each([['tap_tap', tapTap], ['one_tap', oneTap]] as const)('dragging, %s', (_, start) => {
  it('throws a tile dragged up far enough', () => {
    expect(start().drag('b', 3, -DRAG_OUT).discards).toEqual(['b']);
  });

  it('throws nothing short of that', () => {
    expect(start().drag('b', 0, -DRAG_OUT + 1).discards).toEqual([]);
  });

  it.each([[60, 0], [0, 60], [-60, -30]])('throws nothing when dragged off by (%i, %i)', (dx, dy) => {
    const play = start().drag('b', dx, dy).send({ type: 'tick', at: LATER + 5000 });
    expect(play.discards).toEqual([]);
    expect(play.state.press).toBeNull();
  });

  it('throws nothing when the system takes the pointer away', () => {
    const play = start().send({ type: 'down', tile: 'b', x: 0, y: 0, at: LATER }, { type: 'move', x: 0, y: -80 }, { type: 'cancel' }, { type: 'up', at: LATER });
    expect(play.discards).toEqual([]);
  });

  it('counts a small slip as a tap', () => {
    expect(start().drag('b', TAP_SLACK - 1, 0).state.selected).toBe('b');
  });

  it('ignores a second finger', () => {
    const play = start().send({ type: 'down', tile: 'a', x: 0, y: 0, at: LATER }, { type: 'down', tile: 'b', x: 0, y: 0, at: LATER });
    expect(play.state.press?.tile).toBe('a');
  });
});

describe.each([['tap_tap', tapTap], ['one_tap', oneTap]] as const)('always, %s', (_, start) => {
  it('ignores input for the first 250 ms of a prompt', () => {
    expect(start({ since: LATER }).tap('a', LATER + GUARD - 1).state.selected).toBeNull();
    expect(start({ since: LATER }).tap('a', LATER + GUARD).state.selected).toBe('a');
    expect(start({ since: LATER }).send({ type: 'discard_drawn', at: LATER + GUARD - 1 }).state.selected).toBeNull();
    expect(start({ since: LATER }).send({ type: 'activate', tile: 'a', at: LATER + 1 }).state.selected).toBeNull();
  });

  it('forgets a press that began before the prompt came', () => {
    const play = start({ prompt: null }).send({ type: 'down', tile: 'a', x: 0, y: 0, at: LATER }).become({ prompt: 'p2', since: LATER });
    expect(play.send({ type: 'move', x: 0, y: -90 }, { type: 'up', at: LATER + 900 }).discards).toEqual([]);
  });

  it('forgets a pending tile when the prompt is another one', () => {
    const play = start().tap('a').become({ prompt: 'p2' }).send({ type: 'tick', at: LATER + 5000 });
    expect(play.discards).toEqual([]);
  });

  it('is inert while a command is on its way, and keeps the tile lifted', () => {
    const play = start().tap('a').become({ inert: true }).tap('b').drag('b', 0, -80).send({ type: 'discard_selected', at: LATER }, { type: 'tick', at: LATER + 5000 });
    expect(play.discards).toEqual([]);
    expect(play.state.selected).toBe('a');
  });

  it('keeps the selection by instance when the hand is sorted anew', () => {
    const play = start().tap('b').become({ tiles: [...BASE.tiles].reverse() });
    expect(play.state.selected).toBe('b');
  });

  it('drops the selection of a tile that has left the hand', () => {
    expect(start().tap('b').become({ tiles: [{ id: 'a' }] }).state.selected).toBeNull();
  });

  it('says why a barred tile may not go, and keeps it', () => {
    const play = start().tap('c');
    expect(play.effects).toContainEqual({ type: 'refuse', reason: 'locked' });
    expect(start().drag('c', 0, -80).discards).toEqual([]);
    expect(start().drag('c', 0, -80).effects).toContainEqual({ type: 'refuse', reason: 'locked' });
    expect(play.discards).toEqual([]);
  });

  it('only selects when it is not one’s turn to discard', () => {
    const play = start({ prompt: null }).tap('a');
    expect(play.state.selected).toBe('a');
    expect(play.tap('a').state.selected).toBeNull();
    expect(play.drag('a', 0, -80).send({ type: 'discard_selected', at: LATER }, { type: 'tick', at: 9e9 }).discards).toEqual([]);
  });

  it('discards under the prompt it was asked by', () => {
    expect(start().drag('a', 0, -80).effects).toContainEqual({ type: 'discard', tile: 'a', prompt: 'p1' });
  });
});

describe('keyboard', () => {
  it('goes along the hand, drawn tile last, and stops at its ends', () => {
    const play = tapTap().send({ type: 'shift', by: 1 });
    expect(play.state.selected).toBe('a');
    expect(play.send({ type: 'shift', by: -1 }).state.selected).toBe('a');
    play.send({ type: 'shift', by: 1 }, { type: 'shift', by: 1 }, { type: 'shift', by: 1 }, { type: 'shift', by: 1 });
    expect(play.state.selected).toBe('d');
  });

  it('begins at the drawn tile when going left', () => {
    expect(tapTap().send({ type: 'shift', by: -1 }).state.selected).toBe('d');
  });

  it('does nothing in an empty hand', () => {
    expect(tapTap({ tiles: [], drawn: null }).send({ type: 'shift', by: 1 }, { type: 'discard_drawn', at: LATER }).state.selected).toBeNull();
  });

  it('discards the selected tile at once in either mode', () => {
    expect(tapTap().send({ type: 'shift', by: 1 }, { type: 'discard_selected', at: LATER }).discards).toEqual(['a']);
    expect(oneTap().send({ type: 'shift', by: 1 }, { type: 'discard_selected', at: LATER }).discards).toEqual(['a']);
  });

  it('discards nothing where nothing is selected', () => {
    expect(tapTap().send({ type: 'discard_selected', at: LATER }).discards).toEqual([]);
  });

  it('takes back a tile on its way rather than sending a second', () => {
    expect(oneTap().tap('a').send({ type: 'discard_selected', at: LATER + 50 }, { type: 'tick', at: 9e9 }).discards).toEqual([]);
  });

  it('treats D as a tap on the drawn tile', () => {
    expect(tapTap().send({ type: 'discard_drawn', at: LATER }).state.selected).toBe('d');
    expect(oneTap().send({ type: 'discard_drawn', at: LATER }, { type: 'tick', at: LATER + 400 }).discards).toEqual(['d']);
  });

  it('holds the selection still while a tile is on its way', () => {
    expect(oneTap().tap('a').send({ type: 'shift', by: 1 }).state.selected).toBe('a');
  });
});

describe('any sequence of clicks elsewhere, moves and cancels', () => {
  it('never discards', () => {
    const noise: readonly HandEvent[] = [
      { type: 'move', x: 3, y: -200 }, { type: 'up', at: LATER }, { type: 'hover', tile: 'a' }, { type: 'hover', tile: null },
      { type: 'cancel' }, { type: 'sync' }, { type: 'tick', at: LATER },
    ];
    for (const start of [tapTap, oneTap]) {
      const play = start();
      for (let i = 0; i < 200; i += 1) play.send(noise[(i * 5 + (i % 3)) % noise.length]!);
      expect(play.discards).toEqual([]);
    }
  });
});
