/** Bamboo 2–9: sticks of two joints; 1 is a bird standing on its tail. */
import type { VNode } from 'preact';
import { fill, stroke, type Art, type Ink } from './types';

type Stick = readonly [x: number, y: number, half: number, ink: Ink, turn?: number];

function row(xs: readonly number[], y: number, half: number, inks: readonly Ink[]): Stick[] {
  return xs.map((x, i): Stick => [x, y, half, inks[i % inks.length]!]);
}

const PLACES: Readonly<Record<number, readonly Stick[]>> = {
  2: [[30, 20, 14.5, 'green'], [30, 54, 14.5, 'blue']],
  3: [[30, 20, 14.5, 'blue'], [17, 54, 14.5, 'green'], [43, 54, 14.5, 'green']],
  4: [[17, 20, 14.5, 'green'], [43, 20, 14.5, 'blue'], [17, 54, 14.5, 'blue'], [43, 54, 14.5, 'green']],
  5: [
    [13, 20, 14.5, 'green'], [47, 20, 14.5, 'blue'], [30, 37, 14.5, 'red'],
    [13, 54, 14.5, 'blue'], [47, 54, 14.5, 'green'],
  ],
  6: [...row([13, 30, 47], 20, 14.5, ['green']), ...row([13, 30, 47], 54, 14.5, ['blue'])],
  7: [
    [30, 13, 9, 'red'],
    ...row([13, 30, 47], 37, 9.6, ['green', 'blue', 'green']),
    ...row([13, 30, 47], 60.5, 9.6, ['green', 'blue', 'green']),
  ],
  8: [
    [9.5, 20, 14.5, 'green'], [50.5, 20, 14.5, 'green'], [22.6, 20, 14.8, 'green', -26], [37.4, 20, 14.8, 'green', 26],
    [9.5, 54, 14.5, 'blue'], [50.5, 54, 14.5, 'blue'], [22.6, 54, 14.8, 'blue', 26], [37.4, 54, 14.8, 'blue', -26],
  ],
  9: [13.3, 37, 60.7].flatMap((y) => row([13, 30, 47], y, 9.8, ['green', 'red', 'blue'])),
};

function stick([x, y, half, ink, turn]: Stick, width: number, plain: boolean): VNode {
  const at = `translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}`;
  const w = plain ? width + 0.4 : width;
  const gap = plain ? 0.9 : 0.5;
  const capsule = { x: -w, width: 2 * w, height: half - gap, rx: 0.75 * w };
  const glint = { x: -0.2 * width - 0.75, width: 1.5, height: half - 6.8, rx: 0.75, opacity: 0.9, class: fill('face') };
  return (
    <g transform={at}>
      <rect {...capsule} y={-half} class={fill(ink)} />
      <rect {...capsule} y={gap} class={fill(ink)} />
      {!plain && <rect x={-width - 1} y={-1.7} width={2 * width + 2} height={3.4} rx={1.7} class={fill(ink)} />}
      {!plain && <rect {...glint} y={-half + 3.2} />}
      {!plain && <rect {...glint} y={3.6} />}
    </g>
  );
}

const RIBS = ['M10 62.5C16 58 21 51 25 45.5', 'M20.5 66C24 60 27.5 55 30 50', 'M32.5 66C34 60.5 35 56 36 52', 'M29 38.8C32.5 38.2 36 39.2 38.4 41'];

function bird(plain: boolean): VNode {
  return (
    <g>
      <path d="M25 41C14 45 7 54 5.5 67C17 65 26 57 29.5 46Z" class={fill('green')} />
      <path d="M28 46C20 53 17 61 18 70C27 67 33 59 34 49Z" class={fill('red')} />
      <path d="M33 48C28 55 28 63 31.5 70C38.5 65 41 57 39.5 48.5Z" class={fill('blue')} />
      <path d="M21 41C19.5 27 29 19 39 21C49 23 51.5 36 46 44.5C40 53.5 23.5 54 21 41Z" class={fill('green')} />
      <circle cx={41} cy={18.5} r={9.2} class={fill('green')} />
      <path d="M49 14.6L57 18.4L49 22.2Z" class={fill('red')} />
      <circle cx={43.6} cy={17} r={2.2} class={fill('face')} />
      <circle cx={44} cy={17} r={1} class={fill('ink')} />
      <path d="M34 11.8L35.6 5.8M39 10.2V4.8M44 11.8L45.6 6.6" class={stroke('red')} stroke-width={2.6} stroke-linecap="round" />
      <path d="M23.5 35.5C31 30.5 41.5 32.5 43 42C34.5 47.5 25.5 45.5 23.5 35.5Z" class={fill('face')} />
      <path d="M25.6 36.6C31.4 33 39.6 34.4 41.2 41.2C34.6 45 27.6 43.6 25.6 36.6Z" class={fill('blue')} />
      {!plain && <path d={RIBS.join('')} class={stroke('face')} stroke-width={1.4} stroke-linecap="round" />}
    </g>
  );
}

export function bamboo(rank: number): Art {
  if (rank === 1) return ({ plain }) => bird(plain);
  const width = rank >= 8 ? 3.7 : 4;
  return ({ plain }) => <g>{PLACES[rank]!.map((place) => stick(place, width, plain))}</g>;
}
