/**
 * Where everything is. One table of rectangles per layout, all on the layout's own canvas; the components take
 * theirs from here and know no coordinates. Pure: window size in, layout and scale out.
 */
import type { Seat, Side } from '../viewmodel';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const rect = (x: number, y: number, w: number, h: number): Rect => ({ x, y, w, h });

export interface Layout {
  readonly id: 'desktop';
  /** The board that must be in sight. */
  readonly canvas: { readonly w: number; readonly h: number };
  /** The part of it that is left when both panels lie over the board instead of beside it. */
  readonly core: { readonly x: number; readonly w: number };
  readonly topBar: Rect;
  readonly leftPanel: Rect;
  readonly rightPanel: Rect;
  readonly inlay: Rect;
  readonly centre: Rect;
  readonly plates: Readonly<Record<Side, Rect>>;
  readonly hands: Readonly<Record<Side, Rect>>;
  readonly rivers: Readonly<Record<Side, Rect>>;
  readonly flowers: Readonly<Record<Side, Rect>>;
  readonly floats: Readonly<Record<Side, readonly [x: number, y: number]>>;
  readonly hint: Rect;
  readonly slots: Readonly<Record<SlotName, Rect>>;
  readonly timer: Rect;
  readonly toggles: readonly Rect[];
  readonly consequence: Rect;
  readonly connection: Rect;
  readonly toasts: Rect;
  readonly seatPicker: readonly Rect[];
  readonly watchBar: Rect;
  readonly sheet: Rect;
  readonly tiles: { readonly own: number; readonly ownMeld: number; readonly table: number; readonly pitch: number };
}

export type SlotName = 'chow' | 'pong' | 'kong' | 'ready' | 'win' | 'pass';

/** The order of the slots, the same everywhere. */
export const SLOTS: readonly SlotName[] = ['chow', 'pong', 'kong', 'ready', 'win', 'pass'];

export const DESKTOP: Layout = {
  id: 'desktop',
  canvas: { w: 1600, h: 900 },
  core: { x: 300, w: 1000 },
  topBar: rect(0, 0, 1600, 40),
  leftPanel: rect(0, 40, 300, 860),
  rightPanel: rect(1300, 40, 300, 860),
  inlay: rect(526, 90, 548, 548),
  centre: rect(700, 264, 200, 200),
  plates: {
    self: rect(312, 822, 260, 68),
    next: rect(1166, 274, 126, 180),
    across: rect(330, 46, 220, 48),
    prev: rect(308, 274, 126, 180),
  },
  hands: {
    self: rect(312, 720, 976, 91),
    next: rect(1074, 110, 40, 510),
    across: rect(560, 50, 480, 40),
    prev: rect(486, 110, 40, 510),
  },
  rivers: {
    self: rect(710, 470, 180, 160),
    next: rect(906, 274, 160, 180),
    across: rect(710, 98, 180, 160),
    prev: rect(534, 274, 160, 180),
  },
  flowers: {
    self: rect(580, 822, 280, 68),
    next: rect(1120, 110, 40, 510),
    across: rect(1050, 50, 220, 40),
    prev: rect(440, 110, 40, 510),
  },
  floats: { self: [406, 612], next: [1229, 250], across: [440, 128], prev: [371, 250] },
  hint: rect(312, 640, 288, 60),
  slots: {
    chow: rect(608, 642, 104, 56),
    pong: rect(720, 642, 104, 56),
    kong: rect(832, 642, 104, 56),
    ready: rect(944, 642, 104, 56),
    win: rect(1056, 642, 104, 56),
    pass: rect(1184, 642, 104, 56),
  },
  timer: rect(312, 706, 976, 6),
  toggles: [0, 1, 2, 3, 4].map((i) => rect(868 + i * 85.5, 834, 78, 44)),
  consequence: rect(608, 590, 680, 38),
  connection: rect(312, 744, 976, 44),
  toasts: rect(400, 482, 800, 100),
  seatPicker: [0, 1, 2, 3].map((i) => rect(312 + i * 246, 642, 238, 56)),
  watchBar: rect(312, 822, 976, 68),
  sheet: rect(170, 70, 1260, 796),
  tiles: { own: 68, ownMeld: 51, table: 30, pitch: 26 },
};

const SIDES: readonly Side[] = ['self', 'next', 'across', 'prev'];

/** Where a seat sits on the screen of one who sees `bottom` at the bottom. */
export function sideOf(seat: Seat, bottom: Seat): Side {
  return SIDES[(seat - bottom + 4) % 4]!;
}

export function seatAt(side: Side, bottom: Seat): Seat {
  return ((SIDES.indexOf(side) + bottom) % 4) as Seat;
}

export interface Frame {
  readonly layout: Layout;
  /** CSS px per canvas unit. */
  readonly scale: number;
  /** The window on the canvas: wider or higher than the board where the shapes differ. */
  readonly width: number;
  readonly height: number;
  /** Where the board's own origin lies in it. */
  readonly left: number;
  readonly top: number;
  /** The panels lie over the board. */
  readonly narrow: boolean;
}

/** Fit the board into a window; what is left over is felt. */
export function frameFor(width: number, height: number): Frame {
  const layout = DESKTOP;
  const narrow = width < 1024 || width / height < 1.25;
  const used = narrow ? layout.core : { x: 0, w: layout.canvas.w };
  const scale = Math.max(0.05, Math.min(width / used.w, height / layout.canvas.h));
  const logical = { w: width / scale, h: height / scale };
  return {
    layout,
    scale,
    width: logical.w,
    height: logical.h,
    left: (logical.w - used.w) / 2 - used.x,
    top: Math.max(0, (logical.h - layout.canvas.h) / 2),
    narrow,
  };
}
