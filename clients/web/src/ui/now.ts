/** The one clock the screens read, in milliseconds; fixtures and tests put their own in its place. */
import { useEffect, useState } from 'preact/hooks';

let source = (): number => performance.now();

export function now(): number {
  return source();
}

export function setNow(clock: () => number): void {
  source = clock;
}

/** Render again every `every` ms while `active`; returns the present time. */
export function useNow(active: boolean, every = 200): number {
  const [, set] = useState(0);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => set((n) => n + 1), every);
    return () => clearInterval(timer);
  }, [active, every]);
  return now();
}
