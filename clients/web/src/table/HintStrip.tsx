/** Waits as the server tells them: for the resting hand, or for the discard that is selected. */
import type { HintView, Tile as TileCode, WaitView } from '../viewmodel';
import { useText } from '../i18n';
import { tileName } from '../tiles/kinds';
import { Tile } from '../tiles/Tile';
import { Tag } from '../ui/basics';
import { useState } from 'preact/hooks';
import { Box } from './Box';
import type { Rect } from './layout';

/** How many fit beside the tag; the rest opens upward. */
const FITTING = 2;

function Wait({ wait }: { readonly wait: WaitView }) {
  const { t, label, locale } = useText();
  const lines = wait.lines.length > 0 ? wait.lines : wait.left === 0 ? [t('hint.none')] : [];
  const text = lines.slice(0, 2).map((line) => (typeof line === 'string' ? line : label(line)));
  const values = wait.why ? text.filter((line) => /\d/.test(line) && !/-/.test(line)) : text;
  const spoken = wait.why ? [...values, label(wait.why)] : text;
  return (
    <li class="wait" aria-label={`${tileName(wait.tile, locale)} ×${wait.left} ${spoken.join(' ')}`} {...(wait.why ? { title: label(wait.why) } : {})}>
      <Tile tile={wait.tile} w={33} silent {...(wait.left === 0 ? { dim: true } : {})} />
      <span class="wait-text" aria-hidden="true">
        <b class="num">×{wait.left}</b>
        {text.map((line, i) => <span key={i} class="wait-line ellipsis">{line}</span>)}
      </span>
    </li>
  );
}

interface HintStripProps {
  readonly hint: HintView | null;
  /** The kind whose discard is selected; a hint for another one is stale and not shown. */
  readonly selected: TileCode;
  readonly onTurn: boolean;
  readonly rect: Rect;
}

export function HintStrip({ hint, selected, onTurn, rect }: HintStripProps) {
  const { t, label } = useText();
  const [open, setOpen] = useState(false);
  const fits = hint !== null && (hint.discard === null || hint.discard === selected);
  if (!hint || !fits) return <Box rect={rect} class="hint hint-empty" aria-hidden="true" />;
  if (hint.waits.length === 0) {
    const note = hint.note ? label(hint.note) : onTurn && selected === null ? t('hint.pick') : '';
    return <Box rect={rect} class={`hint${note ? '' : ' hint-empty'}`} role="status" aria-label={t('hint.label')}><span class="hint-note">{note}</span></Box>;
  }
  const more = hint.waits.length - FITTING;
  return (
    <Box rect={rect} class="hint" role="status" aria-label={t('hint.label')}>
      <Tag kind="ready">{t(hint.discard === null ? 'ready.tag' : 'ready.after')}</Tag>
      <ul class="waits">{hint.waits.slice(0, FITTING).map((wait) => <Wait key={wait.tile} wait={wait} />)}</ul>
      {more > 0 && (
        <button type="button" class="hint-more num" aria-expanded={open} onClick={() => setOpen(!open)}>{t('hint.more', { n: more })}</button>
      )}
      {more > 0 && open && (
        <ul class="waits waits-all">{hint.waits.map((wait) => <Wait key={wait.tile} wait={wait} />)}</ul>
      )}
    </Box>
  );
}
