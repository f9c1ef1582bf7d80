/** Discards, in rows of six outward from the centre. */
import type { RiverTile, SeatView, Side, Tile as TileCode } from '../viewmodel';
import { useText } from '../i18n';
import { Tile, type TileRing } from '../tiles/Tile';
import type { Layout } from './layout';
import { riverSpot, TURN } from './place';

interface RiverProps {
  readonly seat: SeatView;
  readonly side: Side;
  readonly layout: Layout;
  /** The kind being looked at: all its copies in sight are outlined. */
  readonly looked: TileCode;
}

function ringOf(tile: RiverTile, looked: TileCode): TileRing | undefined {
  if (tile.last) return 'last';
  if (tile.declaring) return 'declaring';
  return looked !== null && tile.tile === looked ? 'same' : undefined;
}

export function River({ seat, side, layout, looked }: RiverProps) {
  const { t } = useText();
  const w = layout.tiles.table;
  return (
    <ol class={`river river-${side}`} aria-label={t('river.of', { name: seat.name })}>
      {seat.river.map((tile, i) => {
        const { x, y } = riverSpot(side, i, layout.rivers[side], w);
        const ring = ringOf(tile, looked);
        return (
          <li key={i} class={`spot${tile.last ? ' spot-last' : ''}`} style={{ left: `${x}px`, top: `${y}px` }}>
            <Tile tile={tile.tile} w={w} turn={TURN[side]}
              {...(ring ? { ring } : {})}
              {...(tile.drawn ? { notch: true } : {})}
              {...(tile.flag ? { flag: tile.flag } : {})} />
          </li>
        );
      })}
    </ol>
  );
}
