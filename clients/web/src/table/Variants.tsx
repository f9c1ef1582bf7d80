/** Several ways to do one thing: they open upward from the slot, and only a tap on one of them answers. */
import type { Offer, Verb } from '../viewmodel';
import { useText } from '../i18n';
import { tileName } from '../tiles/kinds';
import { Tile } from '../tiles/Tile';
import { KeyCap } from '../ui/basics';
import type { Rect } from './layout';

const TILE = 28;
const CELL_PAD = 9;
const KEY = 26;
const GAP = 8;
const PAD = 10;

/** The tiles a variant shows: the meld, or the one tile it is about. */
function tilesOf(offer: Offer) {
  if (offer.verb === 'kong' && offer.tile) return [offer.tile];
  if (offer.verb === 'ready' && offer.tile) return [offer.tile, ...(offer.tiles ?? [])];
  return offer.tiles ?? (offer.tile ? [offer.tile] : []);
}

export function Variants({ offers, verb, slot, bounds, onVariant }: {
  readonly offers: readonly Offer[]; readonly verb: Verb; readonly slot: Rect; readonly bounds: Rect;
  readonly onVariant: (index: number) => void;
}) {
  const { t, label, locale } = useText();
  const widths = offers.map((offer) => tilesOf(offer).length * TILE + CELL_PAD * 2 + KEY + (offer.note ? label(offer.note).length * 14 + 8 : 0));
  const width = widths.reduce((sum, one) => sum + one + GAP, -GAP) + PAD * 2;
  const left = Math.max(bounds.x, Math.min(slot.x + slot.w / 2 - width / 2, bounds.x + bounds.w - width));
  return (
    <div class="variants" role="menu" style={{ left: `${left}px`, top: `${slot.y - 10 - 74}px`, width: `${width}px` }}>
      {offers.map((offer, i) => {
        const tiles = tilesOf(offer);
        const claimed = verb === 'chow' && offer.tile ? tiles.indexOf(offer.tile) : -1;
        const names = tiles.map((tile) => tileName(tile, locale)).join(' ');
        return (
          <button type="button" role="menuitem" key={offer.id} class="variant" style={{ width: `${widths[i]}px` }}
            aria-label={t('act.variant', { n: i + 1, tiles: names })} onClick={() => onVariant(i)}>
            {offer.note && <span class="variant-note">{label(offer.note)}</span>}
            <span class="variant-tiles">
              {tiles.map((tile, at) => <Tile key={at} tile={tile} w={TILE} silent {...(at === claimed ? { ring: 'claimed' } : {})} />)}
            </span>
            {i < 3 && <KeyCap>{String(i + 1)}</KeyCap>}
          </button>
        );
      })}
    </div>
  );
}
