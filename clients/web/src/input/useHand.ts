/** The hand machine wired to a component: keeps its state, feeds it time, passes on its effects. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { now } from '../ui/now';
import { IDLE_HAND, stepHand, type HandContext, type HandEffect, type HandEvent, type HandState } from './hand';

export interface Hand {
  readonly state: HandState;
  readonly dispatch: (event: HandEvent) => void;
}

export function useHand(context: HandContext, onEffect: (effect: HandEffect) => void): Hand {
  const latest = useRef({ context, onEffect });
  latest.current = { context, onEffect };
  const held = useRef(IDLE_HAND);
  const [state, show] = useState(IDLE_HAND);

  const dispatch = useCallback((event: HandEvent) => {
    const step = stepHand(held.current, event, latest.current.context);
    if (step.state !== held.current) {
      held.current = step.state;
      show(step.state);
    }
    step.effects.forEach((effect) => latest.current.onEffect(effect));
  }, []);

  const key = `${context.prompt ?? ''}|${context.inert}|${context.tiles.map((tile) => tile.id).join(' ')}`;
  useEffect(() => dispatch({ type: 'sync' }), [key, dispatch]);

  const due = state.pending?.due;
  useEffect(() => {
    if (due === undefined) return undefined;
    // Timers may ring a hair early; what was due then is due.
    const timer = setTimeout(() => dispatch({ type: 'tick', at: Math.max(due, now()) }), Math.max(0, due - now()));
    return () => clearTimeout(timer);
  }, [due, dispatch]);

  useEffect(() => {
    const lost = () => dispatch({ type: 'cancel' });
    window.addEventListener('blur', lost);
    return () => window.removeEventListener('blur', lost);
  }, [dispatch]);

  return { state, dispatch };
}
