/** Call words and payments that rise from a plate for a moment; the log and the ledger keep them. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FloatView, Seat } from '../viewmodel';
import { signed, useText } from '../i18n';
import { sideOf, type Layout } from './layout';

const STAY = 1480;

/** Each id is shown once, for its time, however long the view keeps listing it. */
function useFresh(floats: readonly FloatView[]): readonly FloatView[] {
  const seen = useRef(new Set<string>());
  const [shown, show] = useState<readonly FloatView[]>([]);
  useEffect(() => {
    const fresh = floats.filter((float) => !seen.current.has(float.id));
    if (fresh.length === 0) return;
    fresh.forEach((float) => seen.current.add(float.id));
    show((now) => [...now, ...fresh]);
    setTimeout(() => show((now) => now.filter((float) => !fresh.includes(float))), STAY);
  }, [floats]);
  return shown;
}

export function Float({ float }: { readonly float: FloatView }) {
  const { label } = useText();
  if (float.kind === 'call') return <span class="float float-call serif">{label(float.text)}</span>;
  const points = float.points ?? 0;
  return <span class={`float num ${points < 0 ? 'float-loss' : 'float-gain'}`}>{signed(points)}</span>;
}

export function Floats({ floats, bottom, layout }: { readonly floats: readonly FloatView[]; readonly bottom: Seat; readonly layout: Layout }) {
  const shown = useFresh(floats);
  const rank = new Map<Seat, number>();
  return (
    <div class="floats" aria-hidden="true">
      {shown.map((float) => {
        const n = rank.get(float.seat) ?? 0;
        rank.set(float.seat, n + 1);
        const [x, y] = layout.floats[sideOf(float.seat, bottom)];
        return <span key={float.id} class="float-at" style={{ left: `${x}px`, top: `${y - n * 42}px` }}><Float float={float} /></span>;
      })}
    </div>
  );
}
