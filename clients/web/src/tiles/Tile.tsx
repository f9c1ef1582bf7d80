/**
 * One tile: body, art and marks. Draws what it is told; what a mark means is decided elsewhere.
 *
 * Sizes are px on the layout's canvas. Art is plain below 30 px of width, and where the canvas is scaled so
 * far down that less than 24 px are left on the screen.
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Settings, Tile as TileCode, TileFlag } from '../viewmodel';
import { useText } from '../i18n';
import { memo } from './memo';
import { parseTile, tileIndex, tileName } from './kinds';
import { faceId } from './sprite';
import './tile.css';

/** 0 upright, 90 as the left seat lays it, 270 as the right seat does. */
export type Turn = 0 | 90 | 270;

export type TileRing = 'selected' | 'winning' | 'last' | 'same' | 'claimed' | 'declaring' | 'hit';

export interface TileMarks {
  readonly ring?: TileRing;
  /** May not be played, missed, or none left. */
  readonly dim?: boolean;
  /** Drawn and thrown at once. */
  readonly notch?: boolean;
  readonly flag?: TileFlag;
  /** Its discard leaves one ready. */
  readonly pill?: boolean;
  /** `见 3/4`, `×2`. */
  readonly badge?: string;
}

interface TileProps extends TileMarks {
  readonly tile: TileCode;
  /** Width of the upright tile. */
  readonly w: number;
  readonly turn?: Turn;
  /** Said by what stands around it, so not read out again. */
  readonly silent?: boolean;
  readonly class?: string;
}

export interface TileStyle {
  readonly index: Settings['index'];
  /** By how much the canvas is scaled. */
  readonly scale: number;
}

export const TileStyleContext = createContext<TileStyle>({ index: 'off', scale: 1 });

const PLAIN_BELOW = 30;
const PLAIN_BELOW_ON_SCREEN = 24;

function artTransform(turn: Turn, indexed: boolean): string | undefined {
  const shift = indexed ? ' translate(9.4 12) scale(0.82)' : '';
  if (turn === 0) return indexed ? shift.trim() : undefined;
  return `translate(40 27) rotate(${turn}) scale(0.87) translate(-30 -37)${shift}`;
}

const NOTCH: Readonly<Record<Turn, string>> = {
  0: 'M23 74H37L30 67Z',
  90: 'M0 20V34L7 27Z',
  270: 'M80 20V34L73 27Z',
};

function Index({ tile, style, turn }: { readonly tile: string; readonly style: 'han' | 'latin'; readonly turn: Turn }) {
  const kind = parseTile(tile)!;
  const text = tileIndex(tile, style);
  const han = text > '\u2000';
  const ink = kind.suit === 'p' ? 'blue' : kind.suit === 's' ? 'green' : 'ink';
  const at = turn === 0 ? {} : { transform: `translate(40 27) rotate(${turn}) scale(0.87) translate(-30 -37)` };
  return (
    <text x={4.5} y={han ? 14.5 : 15} font-size={han ? 12.5 : 15.5} class={`t-index tf-${ink}`} {...at}>{text}</text>
  );
}

function Flag({ flag, turned }: { readonly flag: TileFlag; readonly turned: boolean }) {
  return (
    <g transform={turned ? 'translate(20 0)' : ''}>
      <path d="M38 0H53.4A6.6 6.6 0 0 1 60 6.6V22Z" class="t-flag" />
      <text x={52.2} y={11} font-size={12} text-anchor="middle" class="t-flag-text">{flag === 'wild' ? '财' : '宝'}</text>
    </g>
  );
}

export const Tile = memo(function Tile(props: TileProps) {
  const { tile, w, turn = 0, ring, dim, notch, flag, pill, badge, silent } = props;
  const { index, scale } = useContext(TileStyleContext);
  const { locale } = useText();
  const known = parseTile(tile) ? tile! : null;
  const plain = w < PLAIN_BELOW || w * scale < PLAIN_BELOW_ON_SCREEN;
  const indexed = index !== 'off' && w >= PLAIN_BELOW && known !== null;
  const h = (w * 4) / 3;
  const [width, height] = turn === 0 ? [w, h] : [h, w];
  const box = turn === 0 ? '0 0 60 80' : '0 0 80 60';
  const classes = ['tile', ring && `ring-${ring}`, dim && 'tile-dim', props.class].filter(Boolean).join(' ');
  const label = silent ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': tileName(tile, locale) };
  return (
    <span class={classes} data-kind={known ?? undefined} style={{ width: `${width}px`, height: `${height}px`, '--r': `${(w * 7) / 60}px` }} {...label}>
      <svg viewBox={box} width={width} height={height} focusable="false" aria-hidden="true">
        <use href={`#${known ? 'b' : 'k'}-${turn === 0 ? 'up' : 'turn'}`} />
        {known && <use href={`#${faceId(known, plain)}`} transform={artTransform(turn, indexed)} />}
        {known && indexed && <Index tile={known} style={index} turn={turn} />}
        {notch && <path d={NOTCH[turn]} class="t-notch" />}
        {flag && <Flag flag={flag} turned={turn !== 0} />}
      </svg>
      {pill && <span class="tile-pill" />}
      {badge && <span class="tile-badge">{badge}</span>}
    </span>
  );
});
