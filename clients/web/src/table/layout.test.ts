import { describe, expect, it } from 'vitest';
import type { Seat } from '../viewmodel';
import { DESKTOP, frameFor, seatAt, sideOf, SLOTS, type Rect } from './layout';

const SIDES = ['self', 'next', 'across', 'prev'] as const;

/** What is on the table at the same time. */
const BOXES: Readonly<Record<string, Rect>> = {
  topBar: DESKTOP.topBar, leftPanel: DESKTOP.leftPanel, rightPanel: DESKTOP.rightPanel, centre: DESKTOP.centre,
  hint: DESKTOP.hint, timer: DESKTOP.timer,
  ...Object.fromEntries(SIDES.flatMap((side) => [
    [`plate ${side}`, DESKTOP.plates[side]], [`hand ${side}`, DESKTOP.hands[side]], [`river ${side}`, DESKTOP.rivers[side]],
  ])),
  ...Object.fromEntries(SIDES.map((side) => [`flowers ${side}`, DESKTOP.flowers[side]])),
  ...Object.fromEntries(SLOTS.map((slot) => [`slot ${slot}`, DESKTOP.slots[slot]])),
};

const overlap = (a: Rect, b: Rect) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe('the desktop layout', () => {
  it('lets nothing overlap', () => {
    const names = Object.keys(BOXES);
    const pairs = names.flatMap((a, i) => names.slice(i + 1).filter((b) => overlap(BOXES[a]!, BOXES[b]!)).map((b) => `${a} × ${b}`));
    expect(pairs).toEqual([]);
  });

  it('lets nothing leave the canvas', () => {
    const { w, h } = DESKTOP.canvas;
    const out = Object.entries(BOXES).filter(([, box]) => box.x < 0 || box.y < 0 || box.x + box.w > w || box.y + box.h > h);
    expect(out).toEqual([]);
  });

  it('has toggles beside the own plate, not on the flowers’ bed', () => {
    for (const toggle of DESKTOP.toggles) {
      expect(overlap(toggle, DESKTOP.plates.self)).toBe(false);
      expect(overlap(toggle, DESKTOP.flowers.self)).toBe(false);
      expect(overlap(toggle, DESKTOP.hands.self)).toBe(false);
    }
  });

  it('sets the six slots in one order, pass apart', () => {
    const xs = SLOTS.map((slot) => DESKTOP.slots[slot].x);
    expect([...xs].sort((a, b) => a - b)).toEqual(xs);
    const gaps = xs.slice(1).map((x, i) => x - xs[i]! - DESKTOP.slots.chow.w);
    expect(gaps).toEqual([8, 8, 8, 8, 24]);
  });

  it('gives actions and toggles a target of at least 48 by 44', () => {
    for (const slot of SLOTS) expect(Math.min(DESKTOP.slots[slot].w, DESKTOP.slots[slot].h)).toBeGreaterThanOrEqual(44);
    for (const toggle of DESKTOP.toggles) expect(toggle.h).toBeGreaterThanOrEqual(44);
  });

  it('holds fourteen tiles in the own row', () => {
    expect(13 * DESKTOP.tiles.own + 24 + DESKTOP.tiles.own).toBeLessThanOrEqual(DESKTOP.hands.self.w);
  });
});

describe('seats on the screen', () => {
  it('puts the next seat to the right, whoever looks', () => {
    for (const bottom of [0, 1, 2, 3] as const) {
      expect(sideOf(bottom, bottom)).toBe('self');
      expect(sideOf(((bottom + 1) % 4) as Seat, bottom)).toBe('next');
      expect(sideOf(((bottom + 2) % 4) as Seat, bottom)).toBe('across');
      expect(sideOf(((bottom + 3) % 4) as Seat, bottom)).toBe('prev');
      for (const side of SIDES) expect(sideOf(seatAt(side, bottom), bottom)).toBe(side);
    }
  });
});

describe('fitting a window', () => {
  it('shows the whole canvas, 1:1 at its own size', () => {
    expect(frameFor(1600, 900)).toMatchObject({ scale: 1, left: 0, top: 0, narrow: false });
  });

  it('lets the felt take what a wider window has more', () => {
    const frame = frameFor(2000, 900);
    expect(frame.scale).toBe(1);
    expect(frame.width).toBe(2000);
    expect(frame.left).toBe(200);
  });

  it.each([[844, 390], [390, 844], [640, 320], [360, 560], [1280, 720]])('keeps everything that is played with in sight at %i×%i', (w, h) => {
    const { scale, left, top } = frameFor(w, h);
    for (const [name, box] of Object.entries(BOXES)) {
      if (name.endsWith('Panel') || name === 'topBar') continue;
      expect((left + box.x) * scale, name).toBeGreaterThanOrEqual(-0.01);
      expect((left + box.x + box.w) * scale, name).toBeLessThanOrEqual(w + 0.01);
      expect((top + box.y + box.h) * scale, name).toBeLessThanOrEqual(h + 0.01);
    }
  });

  it('lays the panels over the board where there is no room beside it', () => {
    expect(frameFor(390, 844).narrow).toBe(true);
    expect(frameFor(1280, 720).narrow).toBe(false);
  });
});
