/** Another's hand: backs, or faces where one may see them. The drawn tile stands apart. */
import type { SeatView, Side } from '../viewmodel';
import { useText } from '../i18n';
import { Tile } from '../tiles/Tile';
import type { Layout } from './layout';
import { alongStrip, meldWidth, TURN } from './place';

const APART = 10;
const GAP = 8;

export function HandStrip({ seat, side, layout }: { readonly seat: SeatView; readonly side: Exclude<Side, 'self'>; readonly layout: Layout }) {
  const { t } = useText();
  const { table: w, pitch } = layout.tiles;
  const box = layout.hands[side];
  const { tiles, drawn } = seat.hand;
  const count = tiles.length;
  const melded = seat.melds.reduce((sum, meld) => sum + meldWidth(meld.kind) * w + GAP, 0);
  const length = side === 'across' ? box.w : box.h;
  // A hand beside many melds stands closer, so that it never runs into them.
  const room = length - melded - (drawn ? APART + w : 0);
  const step = count > 1 ? Math.min(pitch, (room - w) / (count - 1)) : pitch;
  // The far side is read from the screen's left like every other row of upright tiles.
  const place = (i: number) => (side === 'across' ? count - 1 - i : i) * step;
  const spots = tiles.map((tile, i) => ({ tile, spot: alongStrip(side, box, place(i), w) }));
  const after = count === 0 ? 0 : (count - 1) * step + w;
  if (drawn) spots.push({ tile: drawn, spot: alongStrip(side, box, after + (count ? APART : 0), w) });
  // Nearest over farther; along the far side, left over right.
  spots.sort((a, b) => a.spot.y - b.spot.y || b.spot.x - a.spot.x);
  return (
    <div class={`hand-strip hand-${side}`} role="img" aria-label={t('hand.of', { name: seat.name, n: spots.length })}>
      {spots.map(({ tile, spot }) => (
        <span key={tile.id} class="spot" style={{ left: `${spot.x}px`, top: `${spot.y}px` }}>
          <Tile tile={tile.tile} w={w} turn={TURN[side]} silent {...(tile.flag ? { flag: tile.flag } : {})} />
        </span>
      ))}
    </div>
  );
}
