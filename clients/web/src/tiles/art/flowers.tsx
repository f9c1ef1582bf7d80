/** Seasons and plants: a mark in the upper half, its character below. */
import type { VNode } from 'preact';
import { glyph } from './glyphs';
import { fill, stroke, type Art } from './types';

const ROUND = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

function turned(count: number, cx: number, cy: number, draw: (turn: string) => VNode, offset = 0): VNode[] {
  return Array.from({ length: count }, (_, i) => draw(`rotate(${(360 / count) * i + offset} ${cx} ${cy})`));
}

function sprout(plain: boolean): VNode {
  return (
    <g>
      <path d="M30 37V20" class={stroke('green')} stroke-width={3} {...ROUND} />
      <path d="M30 25C18 26 11 19 10.5 8C22 8 30 14 30 25Z" class={fill('green')} />
      <path d="M30 29C40 30 48 24 49.5 13C39 12.5 30.5 18 30 29Z" class={fill('green')} />
      {!plain && <path d="M14.5 11.5C20 14 24.5 18 27.5 23M45.8 16.4C40.5 18.6 36 22 32.6 26.6" class={stroke('face')} stroke-width={1.3} {...ROUND} />}
    </g>
  );
}

const PETALS = 'M20.5 10C15 19 18 29 28.4 34C21.5 25 19.5 18 20.5 10ZM9 19C10.5 29 18 34.5 28 35.6C19 31 13 26 9 19Z';

function lotus(): VNode {
  return (
    <g class={fill('red')}>
      <path d="M30 4C23.5 11 22 22 30 33C38 22 36.5 11 30 4Z" />
      <path d={PETALS} />
      <path d={PETALS} transform="matrix(-1 0 0 1 60 0)" />
    </g>
  );
}

function ginkgo(plain: boolean): VNode {
  return (
    <g>
      <path d="M30 24V37" class={stroke('ochre')} stroke-width={3} {...ROUND} />
      <path d="M30 27C25 33 17 29 9 25C9.5 14 16.5 6.5 27.5 5.5L30 15L32.5 5.5C43.5 6.5 50.5 14 51 25C43 29 35 33 30 27Z" class={fill('ochre')} />
      {!plain && <path d="M28.6 25L14.5 20.5M29.2 23.6L21 11.6M30.8 23.6L39 11.6M31.4 25L45.5 20.5" class={stroke('face')} stroke-width={1.3} {...ROUND} />}
    </g>
  );
}

function snow(): VNode {
  return (
    <g class={stroke('blue')} stroke-width={2.9} {...ROUND}>
      {turned(6, 30, 21, (turn) => <path d="M30 21V5.5M25.8 8L30 12.2L34.2 8" transform={turn} />)}
    </g>
  );
}

function plum(): VNode {
  return (
    <g>
      {turned(5, 30, 20.5, (turn) => <ellipse cx={30} cy={10.9} rx={6.9} ry={7.4} class={fill('red')} transform={turn} />)}
      <circle cx={30} cy={20.5} r={5} class={fill('face')} />
      {turned(5, 30, 20.5, (turn) => <path d="M30 20.5V12.5" class={stroke('face')} stroke-width={1.4} {...ROUND} transform={turn} />, 36)}
      <circle cx={30} cy={20.5} r={2.4} class={fill('red')} />
    </g>
  );
}

function orchid(): VNode {
  return (
    <g>
      <path d="M30 37C27 24 20 14 8 11M30.5 37C33 27 40 20.5 52 20" class={stroke('green')} stroke-width={3.2} {...ROUND} />
      <path d="M29 37C25 31.5 19 28.5 10 28.5" class={stroke('green')} stroke-width={2.6} {...ROUND} />
      {turned(5, 33, 13, (turn) => (
        <path d="M33 13C28.4 9.6 29 5 33 2.5C37 5 37.6 9.6 33 13Z" class={fill('blue')} transform={turn} />
      ))}
      <circle cx={33} cy={13} r={2} class={fill('face')} />
    </g>
  );
}

function bambooStalk(): VNode {
  return (
    <g class={fill('green')}>
      <rect x={27.6} y={4} width={4.8} height={9.4} rx={2} />
      <rect x={27.6} y={14.6} width={4.8} height={10.4} rx={2} />
      <rect x={27.6} y={26.2} width={4.8} height={11} rx={2} />
      <path d="M27 14C20 14.4 12.5 12 8.5 6C16 4.8 23 8 27 14Z" />
      <path d="M33 14C36 7.6 42 4.4 50 4C47.5 10.6 40.6 14.4 33 14Z" />
      <path d="M27 27C20.5 30.4 13 30 7.5 25.5C14 22 21.5 22.6 27 27Z" />
      <path d="M33 27C39.4 23.6 46.6 24 52.5 28C46.4 32 39 31.6 33 27Z" />
    </g>
  );
}

function chrysanthemum(): VNode {
  return (
    <g>
      {turned(12, 30, 20.5, (turn) => <ellipse cx={30} cy={10.3} rx={2.9} ry={6.6} class={fill('ochre')} transform={turn} />)}
      {turned(8, 30, 20.5, (turn) => <ellipse cx={30} cy={15.1} rx={2.1} ry={3.8} class={fill('face')} transform={turn} />, 11)}
      <circle cx={30} cy={20.5} r={4.6} class={fill('ochre')} />
    </g>
  );
}

const MARKS: readonly (readonly [text: string, mark: (plain: boolean) => VNode])[] = [
  ['春', sprout], ['夏', lotus], ['秋', ginkgo], ['冬', snow],
  ['梅', plum], ['兰', orchid], ['竹', bambooStalk], ['菊', chrysanthemum],
];

export function flower(rank: number): Art {
  const [text, mark] = MARKS[rank - 1]!;
  return ({ plain, traditional }) => (
    <g>
      {mark(plain)}
      {glyph(traditional && text === '兰' ? '蘭' : text, 30, 55.5, plain ? 31 : 28, rank <= 4 ? 'red' : 'blue')}
    </g>
  );
}
