/**
 * Who pays for whom: a dotted line between two plates, outside the inlay and clear of tiles, with an arrow to
 * the one who profits. Pure drawing; the clause opens in the left panel.
 */
import type { LiabilityView, Seat, Side } from '../viewmodel';
import { useText } from '../i18n';
import { sideOf } from './layout';

interface Route {
  /** From the first side of the key to the second. */
  readonly path: string;
  readonly label: readonly [x: number, y: number];
}

const ROUTES: Readonly<Record<string, Route>> = {
  'prev-across': { path: 'M371 268C371 200 385 150 422 102', label: [377, 188] },
  'next-across': { path: 'M1229 268C1229 150 1170 96 1040 96H560', label: [1218, 180] },
  'self-prev': { path: 'M350 634C350 570 360 520 371 462', label: [350, 548] },
  'self-next': { path: 'M1250 634C1250 570 1240 520 1229 462', label: [1250, 548] },
  'prev-next': { path: 'M371 268C371 150 430 96 560 96H1040C1170 96 1229 150 1229 268', label: [371, 188] },
  'self-across': { path: 'M437 634V102', label: [404, 548] },
};


function routeOf(payer: Side, payee: Side): Route & { readonly backwards: boolean } {
  const forward = ROUTES[`${payer}-${payee}`];
  if (forward) return { ...forward, backwards: false };
  return { ...ROUTES[`${payee}-${payer}`]!, backwards: true };
}

export function Liabilities({ items, bottom, onOpen }: {
  readonly items: readonly LiabilityView[]; readonly bottom: Seat; readonly onOpen: (item: LiabilityView) => void;
}) {
  const { label } = useText();
  if (items.length === 0) return null;
  const routes = items.map((item) => ({ item, route: routeOf(sideOf(item.payer, bottom), sideOf(item.payee, bottom)) }));
  return (
    <>
      <svg class="liability-lines" width="1600" height="900" viewBox="0 0 1600 900" aria-hidden="true" focusable="false">
        <defs>
          <marker id="m-arrow" viewBox="0 0 12 12" refX="9" refY="6" markerWidth="12" markerHeight="12" orient="auto-start-reverse" markerUnits="userSpaceOnUse">
            <path d="M2 1.5L10 6L2 10.5" class="liability-head" />
          </marker>
        </defs>
        {routes.map(({ item, route }) => (
          <path key={`${item.payer}${item.payee}`} d={route.path} class="liability-line"
            {...(route.backwards ? { 'marker-start': 'url(#m-arrow)' } : { 'marker-end': 'url(#m-arrow)' })} />
        ))}
      </svg>
      {routes.map(({ item, route }) => (
        <button type="button" key={`${item.payer}${item.payee}`} class="liability-label" title={item.clause} aria-label={`${label(item.text)} ${item.clause}`}
          style={{ left: `${route.label[0] - 31}px`, top: `${route.label[1] - 12}px` }} onClick={() => onOpen(item)}>
          {label(item.label)}
        </button>
      ))}
    </>
  );
}

