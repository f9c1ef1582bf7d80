/** Flowers laid out, equal ones collapsed; the step shrinks so that twenty fit. */
import type { SeatView, Side } from '../viewmodel';
import { useText } from '../i18n';
import { tileName } from '../tiles/kinds';
import { Tile } from '../tiles/Tile';
import { Box } from './Box';
import type { Layout } from './layout';
import { alongStrip, collapse, flowerStep, TURN } from './place';

const WIDTH = 26;
const HEIGHT = 35;
/** The racks beside the hands are 40 thick, a flower 35. */
const INSET = 2;
const STEPS: Readonly<Record<Side, number>> = { self: 34, next: 30, across: 27, prev: 30 };

export function FlowerRack({ seat, side, layout, bed }: {
  readonly seat: SeatView; readonly side: Side; readonly layout: Layout; readonly bed: boolean;
}) {
  const { t, locale } = useText();
  const full = layout.flowers[side];
  const flat = side === 'across' ? { x: 0, y: INSET } : { x: INSET, y: 0 };
  const box = side === 'self' ? { x: 8, y: 16, w: full.w - 16, h: HEIGHT } : { ...flat, w: full.w, h: full.h };
  const kinds = collapse(seat.flowers);
  if (!bed && kinds.length === 0) return null;
  const length = side === 'self' || side === 'across' ? box.w : box.h;
  const step = flowerStep(STEPS[side], length, kinds.length);
  return (
    <Box rect={full} class={`flowers flowers-${side}${bed && side === 'self' ? ' flowers-bed' : ''}`} role="list"
      aria-label={t('flowers.of', { name: seat.name })}>
      {kinds.map(({ tile, count }, i) => {
        const spot = alongStrip(side === 'across' ? 'self' : side, box, i * step, WIDTH);
        const label = `${tileName(tile, locale)}${count > 1 ? ` ×${count}` : ''}`;
        return (
          <span key={tile} class="spot" role="listitem" aria-label={label} style={{ left: `${spot.x}px`, top: `${spot.y}px` }}>
            <Tile tile={tile} w={WIDTH} turn={TURN[side]} silent />
            {count > 1 && <span class="flower-count num">×{count}</span>}
          </span>
        );
      })}
    </Box>
  );
}
