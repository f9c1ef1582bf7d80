/**
 * One's own hand: real buttons, one of them in the tab order. The pointer is followed on the whole row, so that
 * a tile that lifts under the finger stays the tile that was pressed; what it means is the machine's business.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { HandTile, HandView, Tile as TileCode } from '../viewmodel';
import { useText } from '../i18n';
import type { Hand } from '../input/useHand';
import { tileName } from '../tiles/kinds';
import { Tile, type TileMarks } from '../tiles/Tile';
import { now } from '../ui/now';
import { Box } from './Box';
import type { Layout } from './layout';

const DRAWN_GAP = 24;
const LIFT = 16;

interface OwnHandProps {
  readonly hand: HandView;
  readonly machine: Hand;
  readonly layout: Layout;
  readonly scale: number;
  /** The connection is not healthy: the hand is dimmed and takes nothing. */
  readonly dimmed: boolean;
  /** May be played at all; a watcher's hand is only shown. */
  readonly playable: boolean;
  readonly looked: TileCode;
  readonly seen: (tile: TileCode) => string | undefined;
}

interface Placed {
  readonly tile: HandTile;
  readonly x: number;
  readonly drawn: boolean;
}

function place(hand: HandView, w: number): Placed[] {
  const placed: Placed[] = hand.tiles.map((tile, i) => ({ tile, x: i * w, drawn: false }));
  if (hand.drawn) placed.push({ tile: hand.drawn, x: hand.tiles.length * w + (hand.tiles.length ? DRAWN_GAP : 0), drawn: true });
  return placed;
}

/** The order does not change while a pointer is down on it. */
function useSteady(hand: HandView, held: boolean): HandView {
  const steady = useRef(hand);
  if (!held) steady.current = hand;
  return steady.current;
}

function tileIdAt(target: EventTarget | null): string | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tile]')?.dataset['tile'] ?? null : null;
}

/**
 * Follow one pointer from its press to its end, wherever it goes. The listeners are there at once, not after the
 * next render: a quick tap is over before that.
 */
function follow(pointer: number, dispatch: Hand['dispatch']): () => void {
  const mine = (act: (event: PointerEvent) => void) => (event: PointerEvent) => { if (event.pointerId === pointer) act(event); };
  const move = mine((event) => dispatch({ type: 'move', x: event.clientX, y: event.clientY }));
  const up = mine(() => { stop(); dispatch({ type: 'up', at: now() }); });
  const cancel = mine(() => { stop(); dispatch({ type: 'cancel' }); });
  const stop = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', cancel);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', cancel);
  return stop;
}

/** Pointer events of the row, as the machine wants them. */
function usePointer({ dispatch }: Hand) {
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  return {
    onPointerDown: (event: PointerEvent) => {
      const tile = tileIdAt(event.target);
      if (event.button !== 0 || tile === null) return;
      if (!event.isPrimary) { dispatch({ type: 'cancel' }); return; }
      stop.current();
      stop.current = follow(event.pointerId, dispatch);
      dispatch({ type: 'down', tile, x: event.clientX, y: event.clientY, at: now() });
    },
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') dispatch({ type: 'hover', tile: tileIdAt(event.target) });
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') dispatch({ type: 'hover', tile: null });
    },
    /** A click without a pointer comes from a screen reader. */
    onClick: (event: MouseEvent) => {
      const tile = tileIdAt(event.target);
      if (event.detail === 0 && tile !== null) dispatch({ type: 'activate', tile, at: now() });
    },
  };
}

/** Where a tile is drawn: lifted when selected, following the pointer, or hovering on its way out. */
function offset(machine: Hand['state'], id: string, scale: number): string {
  if (machine.press?.tile === id) {
    const { dx, dy } = machine.press;
    if (Math.hypot(dx, dy) > 4) return `translate(${dx / scale}px, ${Math.min(0, dy / scale)}px)`;
  }
  if (machine.pending?.tile === id) return `translateY(${-LIFT * 2}px)`;
  return machine.selected === id ? `translateY(${-LIFT}px)` : '';
}

function marksOf(props: OwnHandProps, { tile }: Placed): TileMarks {
  const selected = props.machine.state.selected === tile.id;
  const same = !selected && props.looked !== null && tile.tile === props.looked;
  const badge = selected && props.machine.state.selected !== null ? props.seen(tile.tile) : undefined;
  return {
    ...(selected ? { ring: 'selected' } : same ? { ring: 'same' } : {}),
    ...(tile.blocked !== undefined ? { dim: true } : {}),
    ...(tile.makesReady ? { pill: true } : {}),
    ...(tile.flag ? { flag: tile.flag } : {}),
    ...(badge ? { badge } : {}),
  };
}

function useTileLabel() {
  const { t, locale, label } = useText();
  return ({ tile, drawn }: Placed, selected: boolean): string => [
    tileName(tile.tile, locale),
    drawn && t('hand.drawn'),
    tile.makesReady && t('hand.makes_ready'),
    tile.blocked !== undefined && t('hand.blocked', { reason: label(tile.blocked) }),
    selected && t('hand.selected'),
  ].filter(Boolean).join('，');
}

export function OwnHand(props: OwnHandProps) {
  const { machine, layout, scale, dimmed, playable } = props;
  const { t } = useText();
  const tileLabel = useTileLabel();
  const hand = useSteady(props.hand, machine.state.press !== null);
  const pointer = usePointer(machine);
  const w = layout.tiles.own;
  const placed = place(hand, w);
  const { selected } = machine.state;
  const tabStop = placed.some(({ tile }) => tile.id === selected) ? selected : placed.at(-1)?.tile.id;
  const handlers = playable ? pointer : {};
  return (
    <Box rect={layout.hands.self} class={`own-hand${dimmed ? ' dimmed' : ''}`} role="group" aria-label={t('hand.own')} {...handlers}>
      {placed.map((one) => {
        const { tile, x, drawn } = one;
        const style = { left: `${x}px`, top: '0', transform: offset(machine.state, tile.id, scale) };
        const picture = <Tile tile={tile.tile} w={w} silent {...marksOf(props, one)} />;
        if (!playable) return <span key={tile.id} class="own-tile" style={style} role="img" aria-label={tileLabel(one, false)}>{picture}</span>;
        return (
          <button type="button" key={tile.id} data-tile={tile.id} style={style}
            class={`own-tile${drawn ? ' own-drawn' : ''}${machine.state.press?.tile === tile.id ? ' held' : ''}`}
            tabIndex={tile.id === tabStop ? 0 : -1} aria-pressed={tile.id === selected}
            aria-disabled={dimmed || tile.blocked !== undefined} aria-label={tileLabel(one, tile.id === selected)}>
            {picture}
          </button>
        );
      })}
    </Box>
  );
}
