/** Characters and honours: carved signs in the serif of the page; 白 is a frame and needs no font. */
import type { VNode } from 'preact';
import { fill, stroke, type Art, type Ink } from './types';

/** Text centred on (x, y); its baseline is 0.38 of its size below the middle. */
export function glyph(text: string, x: number, y: number, size: number, ink: Ink): VNode {
  return (
    <text x={x} y={y + 0.38 * size} font-size={size} text-anchor="middle" class={`t-glyph ${fill(ink)}`}>
      {text}
    </text>
  );
}

const DIGITS = '一二三四五六七八九';

export function character(rank: number): Art {
  return ({ plain, traditional }) => (
    <g>
      {glyph(DIGITS[rank - 1]!, 30, 20.5, plain ? 36 : 34, 'ink')}
      {glyph(traditional ? '萬' : '万', 30, 53.5, plain ? 35 : 33, 'red')}
    </g>
  );
}

const SIGNS: readonly (readonly [simplified: string, traditional: string, ink: Ink])[] = [
  ['东', '東', 'ink'], ['南', '南', 'ink'], ['西', '西', 'ink'], ['北', '北', 'ink'],
  ['白', '白', 'blue'], ['发', '發', 'green'], ['中', '中', 'red'],
];

export function honour(rank: number): Art {
  if (rank === 5) {
    return ({ plain }) => (
      <g>
        <rect x={10} y={9.5} width={40} height={55} rx={5} class={stroke('blue')} stroke-width={plain ? 5 : 4} />
        {!plain && <rect x={16.5} y={16} width={27} height={42} rx={2.5} class={stroke('blue')} stroke-width={1.4} />}
      </g>
    );
  }
  const [simplified, traditional, ink] = SIGNS[rank - 1]!;
  return (style) => <g>{glyph(style.traditional ? traditional : simplified, 30, 37, style.plain ? 50 : 47, ink)}</g>;
}
