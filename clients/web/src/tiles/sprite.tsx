/**
 * Every face and body once, as symbols; tiles on the table only refer to them. Put `<TileSprite/>` once near
 * the root. It is kept rendered at no size: gradients in a hidden tree do not paint.
 */
import { memo } from './memo';
import { artOf } from './art';
import { ALL_TILES } from './kinds';

export const faceId = (tile: string, plain: boolean): string => `${plain ? 'p' : 'f'}-${tile}`;

interface SpriteProps {
  readonly traditional: boolean;
}

function Bodies() {
  return (
    <>
      <linearGradient id="g-face" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" class="stop-top" />
        <stop offset="1" class="stop-low" />
      </linearGradient>
      <linearGradient id="g-back" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#fff" stop-opacity="0.26" />
        <stop offset="1" stop-color="#fff" stop-opacity="0" />
      </linearGradient>
      <symbol id="b-up" viewBox="0 0 60 80">
        <rect width="60" height="80" rx="7" class="tb-low" />
        <rect width="60" height="77.2" rx="7" class="tb-side" />
        <rect width="60" height="74" rx="6.6" fill="url(#g-face)" />
        <rect x="0.7" y="0.7" width="58.6" height="72.6" rx="6" class="tb-rim" />
      </symbol>
      <symbol id="b-turn" viewBox="0 0 80 60">
        <rect width="80" height="60" rx="7" class="tb-low" />
        <rect width="80" height="57.2" rx="7" class="tb-side" />
        <rect width="80" height="54" rx="6.6" fill="url(#g-face)" />
        <rect x="0.7" y="0.7" width="78.6" height="52.6" rx="6" class="tb-rim" />
      </symbol>
      <symbol id="k-up" viewBox="0 0 60 80">
        <rect width="60" height="80" rx="7" class="tb-side-dark" />
        <rect width="60" height="77.2" rx="7" class="tb-side" />
        <rect width="60" height="74" rx="6.6" class="tb-back" />
        <rect width="60" height="74" rx="6.6" fill="url(#g-back)" />
        <rect x="5" y="5" width="50" height="64" rx="3.5" class="tb-line" />
        <FourSquares x={30} y={37} />
      </symbol>
      <symbol id="k-turn" viewBox="0 0 80 60">
        <rect width="80" height="60" rx="7" class="tb-side-dark" />
        <rect width="80" height="57.2" rx="7" class="tb-side" />
        <rect width="80" height="54" rx="6.6" class="tb-back" />
        <rect width="80" height="54" rx="6.6" fill="url(#g-back)" />
        <rect x="5" y="5" width="70" height="44" rx="3.5" class="tb-line" />
        <FourSquares x={40} y={27} />
      </symbol>
    </>
  );
}

function FourSquares({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(45)`} class="tb-sign">
      {[[-9.6, -9.6], [1.2, -9.6], [-9.6, 1.2], [1.2, 1.2]].map(([dx, dy]) => (
        <rect x={dx!} y={dy!} width="8.4" height="8.4" rx="1.6" />
      ))}
    </g>
  );
}

export const TileSprite = memo(function TileSprite({ traditional }: SpriteProps) {
  return (
    <svg class="tile-sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <Bodies />
        {ALL_TILES.flatMap((tile) => [false, true].map((plain) => (
          <g id={faceId(tile, plain)} key={faceId(tile, plain)}>{artOf(tile)({ plain, traditional })}</g>
        )))}
      </defs>
    </svg>
  );
});
