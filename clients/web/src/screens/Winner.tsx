/** One winner's part of the result: the hand in its groups, the items, the sum, and what it is not. */
import { useState } from 'preact/hooks';
import type { ResultGroup, ResultItem, Seat, WinnerView } from '../viewmodel';
import { useText } from '../i18n';
import { sideOf } from '../table/layout';
import { SourceMark } from '../table/Melds';
import { Tile } from '../tiles/Tile';

const SHOWN_TILES = 6;

function Group({ group, owner, bottom, w }: { readonly group: ResultGroup; readonly owner: Seat; readonly bottom: Seat; readonly w: number }) {
  const { label } = useText();
  const shown = group.kong ? group.tiles.slice(0, 3) : group.tiles;
  const marked = group.from === undefined ? -1 : group.claimed ?? { 1: 2, 2: 1, 3: 0 }[(group.from - owner + 4) % 4] ?? -1;
  return (
    <figure class="group" {...(group.standsFor === undefined ? {} : { title: label(group.standsFor) })}>
      <span class="group-tiles">
        {shown.map((tile, i) => (
          <span key={i} class="group-tile">
            <Tile tile={tile} w={w} {...(group.flags?.[i] ? { flag: group.flags[i] } : {})} {...(i === group.winning ? { ring: 'winning', class: 'swell' } : {})} />
            {i === marked && <span class="group-mark"><SourceMark from={sideOf(group.from!, bottom)} size={15} /></span>}
            {group.kong && i === 1 && <span class="group-fourth"><Tile tile={group.tiles[3] ?? null} w={w} /></span>}
          </span>
        ))}
      </span>
      <figcaption>{label(group.caption)}{group.standsFor !== undefined && <span class="sr-only"> {label(group.standsFor)}</span>}</figcaption>
    </figure>
  );
}

export function Groups({ winner, bottom, tile }: { readonly winner: WinnerView; readonly bottom: Seat; readonly tile: number }) {
  const { label } = useText();
  const { bonus } = winner;
  return (
    <div class="groups">
      {winner.groups.map((group, i) => <Group key={i} group={group} owner={winner.seat} bottom={bottom} w={tile} />)}
      {bonus && bonus.tiles.length > 0 && (
        <figure class="group group-bonus">
          <span class="group-tiles">
            {bonus.tiles.map((one, i) => <Tile key={i} tile={one.tile} w={tile} {...(one.hit ? { ring: 'hit' } : { dim: true })} />)}
          </span>
          <figcaption>{label(bonus.caption)}</figcaption>
        </figure>
      )}
    </div>
  );
}

function ItemTiles({ item }: { readonly item: ResultItem }) {
  const { t, label } = useText();
  const more = item.tiles.length - SHOWN_TILES;
  const mark = (i: number) => (item.hits === undefined ? {} : item.hits[i] ? { ring: 'hit' as const } : { dim: true });
  return (
    <span class={`item-tiles${item.hits ? ' spaced' : ''}`}>
      {item.tiles.slice(0, SHOWN_TILES).map((tile, i) => <Tile key={i} tile={tile} w={20} {...mark(i)} />)}
      {more > 0 && <span class="item-after num">{t('result.more_tiles', { n: more })}</span>}
      {item.after !== undefined && <span class="item-after">{label(item.after)}</span>}
    </span>
  );
}

/** Several alike are told apart by their place, so that the table's rows can be opened one by one. */
export function Items({ items }: { readonly items: readonly ResultItem[] }) {
  const { t, label } = useText();
  const [open, setOpen] = useState<number | null>(null);
  return (
    <div class={`items${items.some((item) => item.tiles.length > 0 || item.after !== undefined) ? '' : ' no-tiles'}`}>
      <div class="item item-head" aria-hidden="true">
        {(['item', 'text', 'tiles', 'value'] as const).map((key) => <span key={key}>{t(`result.${key}`)}</span>)}
      </div>
      <ol aria-label={t('result.how')}>
        {items.map((item, i) => (
          <li key={i}>
            <button type="button" class={`item${open === i ? ' item-open' : ''}`} aria-expanded={open === i} onClick={() => setOpen(open === i ? null : i)}>
              <b>{label(item.name)}</b>
              <span class="item-text">{label(item.text)} <span class="clause">{item.clause}</span></span>
              <ItemTiles item={item} />
              <b class="item-value num">{label(item.value)}</b>
            </button>
            {open === i && item.rule !== undefined && <p class="item-rule">{label(item.rule)}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** `2^1` in a step is set as a power. */
function step(text: string) {
  const [base, power] = text.split('^');
  return power === undefined ? text : <>{base}<sup>{power}</sup></>;
}

/** A sum, not a name or a word with a number in it. */
const SUM = /^(?:max)?[\d(]/u;
const OPERATORS = /^[×+−=÷–-]$/u;

export function Arithmetic({ winner }: { readonly winner: WinnerView }) {
  const { label } = useText();
  const { steps, result, note } = winner.arithmetic;
  return (
    <p class="arithmetic num">
      {steps.map((one, i) => {
        const text = label(one);
        return <span key={i} class={OPERATORS.test(text) ? 'operator' : SUM.test(text) ? 'number' : 'unit'}>{step(text)}</span>;
      })}
      <b class="sum">{label(result)}</b>
      {note !== undefined && <span class="arithmetic-note">{label(note)}</span>}
    </p>
  );
}

export function NearMisses({ winner }: { readonly winner: WinnerView }) {
  const { t, label } = useText();
  if (winner.near.length === 0) return null;
  return (
    <section class="near">
      <h3>{t('result.near')}</h3>
      <dl>{winner.near.map((one, i) => <div key={i}><dt>{label(one.name)}</dt><dd>{label(one.missing)}</dd></div>)}</dl>
    </section>
  );
}
