/** Dots 1–9: discs of colour with a ring and a hole of face colour. */
import type { VNode } from 'preact';
import { fill, stroke, type Art, type Ink } from './types';

type Dot = readonly [x: number, y: number, r: number, ink: Ink];

function row(xs: readonly number[], y: number, r: number, ink: Ink): Dot[] {
  return xs.map((x): Dot => [x, y, r, ink]);
}

const PLACES: Readonly<Record<number, readonly Dot[]>> = {
  2: [[30, 19.5, 12.5, 'green'], [30, 54.5, 12.5, 'blue']],
  3: [[14.5, 15.5, 9.5, 'blue'], [30, 37, 9.5, 'red'], [45.5, 58.5, 9.5, 'green']],
  4: [[17, 19, 10.5, 'blue'], [43, 19, 10.5, 'green'], [17, 55, 10.5, 'green'], [43, 55, 10.5, 'blue']],
  5: [
    [14.5, 16.5, 9.3, 'blue'], [45.5, 16.5, 9.3, 'green'], [30, 37, 9.3, 'red'],
    [14.5, 57.5, 9.3, 'green'], [45.5, 57.5, 9.3, 'blue'],
  ],
  6: [...row([18, 42], 14.5, 8.8, 'green'), ...row([18, 42], 38.5, 8.8, 'red'), ...row([18, 42], 59.5, 8.8, 'red')],
  7: [
    [12, 11.5, 7.4, 'green'], [30, 18.5, 7.4, 'green'], [48, 25.5, 7.4, 'green'],
    ...row([18.5, 41.5], 43.5, 8, 'red'), ...row([18.5, 41.5], 62, 8, 'red'),
  ],
  8: [12, 28.7, 45.3, 62].flatMap((y) => row([18.5, 41.5], y, 7.4, 'blue')),
  9: [
    ...row([11.5, 30, 48.5], 14, 7.8, 'green'), ...row([11.5, 30, 48.5], 37, 7.8, 'red'),
    ...row([11.5, 30, 48.5], 60, 7.8, 'blue'),
  ],
};

function dot([x, y, r, ink]: Dot, plain: boolean): VNode {
  return (
    <g>
      <circle cx={x} cy={y} r={r} class={fill(ink)} />
      {plain
        ? <circle cx={x} cy={y} r={r * 0.36} class={fill('face')} />
        : <>
            <circle cx={x} cy={y} r={r * 0.66} class={stroke('face')} stroke-width={r * 0.16} />
            <circle cx={x} cy={y} r={r * 0.24} class={fill('face')} />
          </>}
    </g>
  );
}

function one(plain: boolean): VNode {
  if (plain) {
    return (
      <g>
        <circle cx={30} cy={37} r={23} class={fill('green')} />
        <circle cx={30} cy={37} r={15.5} class={stroke('face')} stroke-width={3.4} />
        <circle cx={30} cy={37} r={9} class={fill('red')} />
      </g>
    );
  }
  return (
    <g>
      <circle cx={30} cy={37} r={23} class={fill('green')} />
      <circle cx={30} cy={37} r={20} class={stroke('face')} stroke-width={1.5} />
      {Array.from({ length: 12 }, (_, i) => (
        <circle cx={30} cy={37 - 15.2} r={2.1} class={fill('face')} transform={`rotate(${i * 30} 30 37)`} />
      ))}
      <circle cx={30} cy={37} r={11} class={fill('face')} />
      <circle cx={30} cy={37} r={9.2} class={fill('red')} />
      <circle cx={30} cy={37} r={5.4} class={stroke('face')} stroke-width={1.4} />
      <circle cx={30} cy={37} r={1.9} class={fill('face')} />
    </g>
  );
}

export function dots(rank: number): Art {
  if (rank === 1) return ({ plain }) => one(plain);
  return ({ plain }) => <g>{PLACES[rank]!.map((place) => dot(place, plain))}</g>;
}
