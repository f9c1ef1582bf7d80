/**
 * The table's own doings between view and intents: fitting the window, feeding the two input machines, listening
 * to the keyboard, looking closely at a tile. No drawing here.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConnectionView, Offer, Prompt, Send, Settings, TableView, Tile as TileCode } from '../viewmodel';
import type { HandContext, HandEffect } from '../input/hand';
import { keyIntent, type KeyIntent, type KeyState } from '../input/keyboard';
import { IDLE_PROMPT, stepPrompt, type PromptEvent } from '../input/prompt';
import { useHand } from '../input/useHand';
import { now } from '../ui/now';
import { frameFor, type Frame } from './layout';

export function useFrame(): Frame {
  const [size, setSize] = useState({ w: window.innerWidth, h: window.innerHeight });
  useEffect(() => {
    const fit = () => setSize({ w: window.innerWidth, h: window.innerHeight });
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);
  return useMemo(() => frameFor(size.w, size.h), [size]);
}

export function isHealthy(connection: ConnectionView): boolean {
  return connection.state === 'ok' || connection.state === 'slow';
}

export function ownTiles(view: TableView) {
  const { tiles, drawn } = view.seats[view.bottom].hand;
  return drawn ? [...tiles, drawn] : tiles;
}

/** Ready says which discard it means: with one of them selected, that one alone is offered in the slot. */
export function promptFor(prompt: Prompt | null, selected: TileCode): Prompt | null {
  if (!prompt || selected === null) return prompt;
  const fits = (offer: Offer) => offer.verb !== 'ready' || offer.tile === selected;
  const any = prompt.offers.some((offer) => offer.verb === 'ready' && offer.tile === selected);
  return any ? { ...prompt, offers: prompt.offers.filter(fits) } : prompt;
}

export function useOwnHand(view: TableView, settings: Settings, healthy: boolean, send: Send) {
  const tiles = ownTiles(view);
  const { prompt } = view;
  const mayDiscard = prompt?.kind === 'turn' && prompt.offers.some((offer) => offer.verb === 'discard');
  const context: HandContext = {
    mode: settings.discardMode,
    grace: settings.grace,
    prompt: mayDiscard ? prompt.id : null,
    since: prompt?.since ?? 0,
    inert: !healthy || prompt?.sent === true || view.watching !== undefined,
    tiles: tiles.map(({ id, blocked }) => (blocked === undefined ? { id } : { id, blocked })),
    drawn: view.seats[view.bottom].hand.drawn?.id ?? null,
  };
  const kindOf = (id: string | null) => tiles.find((tile) => tile.id === id)?.tile ?? null;
  const machine = useHand(context, (effect: HandEffect) => {
    if (effect.type === 'select') send({ type: 'select', tileId: effect.tile, tile: kindOf(effect.tile) });
    else if (effect.type === 'refuse') send({ type: 'refused', reason: effect.reason });
    else send({ type: 'discard', prompt: effect.prompt, tileId: effect.tile, tile: kindOf(effect.tile) });
  });
  return { machine, selected: kindOf(machine.state.selected) };
}

export function usePrompt(prompt: Prompt | null, inert: boolean, send: Send) {
  const [state, setState] = useState(IDLE_PROMPT);
  const latest = useRef({ state, prompt, inert });
  latest.current = { ...latest.current, prompt, inert };
  const dispatch = useCallback((event: PromptEvent) => {
    const { prompt: asked, inert: deaf, state: before } = latest.current;
    const step = stepPrompt(before, event, asked, deaf);
    latest.current.state = step.state;
    setState(step.state);
    step.effects.forEach((effect) => send(effect.type === 'act'
      ? { type: 'act', prompt: effect.prompt, offer: effect.offer }
      : { type: 'refused', reason: effect.reason, ...(effect.clause ? { clause: effect.clause } : {}) }));
  }, [send]);
  useEffect(() => dispatch({ type: 'sync' }), [prompt?.id, dispatch]);
  return { state: state.prompt === (prompt?.id ?? null) ? state : IDLE_PROMPT, dispatch };
}

function focusOf(): KeyState['focus'] {
  const at = document.activeElement;
  if (!at || at === document.body) return 'none';
  if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return 'field';
  if (at instanceof HTMLElement && at.dataset['tile'] !== undefined) return 'hand';
  return 'control';
}

/** Listen to the keyboard while the table is up. */
export function useKeys(state: Omit<KeyState, 'focus'>, act: (intent: KeyIntent, at: number) => void): void {
  const latest = useRef({ state, act });
  latest.current = { state, act };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const press = { key: event.key, ctrl: event.ctrlKey, alt: event.altKey, meta: event.metaKey, repeat: event.repeat };
      const intent = keyIntent(press, { ...latest.current.state, focus: focusOf() });
      if (!intent) return;
      if (intent.type !== 'cancel') event.preventDefault();
      latest.current.act(intent, now());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const LOOK_AFTER = 450;

/** The kind of tile a pointer has rested on for a moment, anywhere on the table. */
export function useLooked() {
  const [looked, setLooked] = useState<TileCode>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const look = (target: EventTarget | null) => {
    const kind = target instanceof Element ? target.closest<HTMLElement>('[data-kind]')?.dataset['kind'] ?? null : null;
    clearTimeout(timer.current);
    if (kind === null) setLooked(null);
    else timer.current = setTimeout(() => setLooked(kind), LOOK_AFTER);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    looked,
    onPointerOver: (event: PointerEvent) => { if (event.pointerType === 'mouse') look(event.target); },
    onPointerDown: (event: PointerEvent) => { if (event.pointerType !== 'mouse') look(event.target); },
    onPointerUp: (event: PointerEvent) => { if (event.pointerType !== 'mouse') look(null); },
    onPointerLeave: () => look(null),
  };
}
