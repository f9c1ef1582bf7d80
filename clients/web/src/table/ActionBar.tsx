/**
 * The six slots. Their rectangles are the layout's and never change; what stands in them is the prompt's. A slot
 * without an offer is an empty bed: not a button, nothing to press.
 */
import { useEffect, useState } from 'preact/hooks';
import type { Offer, Prompt } from '../viewmodel';
import { useText } from '../i18n';
import { GUARD } from '../input/hand';
import { SLOT_KEYS } from '../input/keyboard';
import { offersOf, type PromptState } from '../input/prompt';
import { tileShortName } from '../tiles/kinds';
import { KeyCap } from '../ui/basics';
import { Icon } from '../ui/Icon';
import { now } from '../ui/now';
import { Box } from './Box';
import { SLOTS, type Layout, type SlotName } from './layout';
import { Variants } from './Variants';

export interface ActionBarProps {
  readonly prompt: Prompt | null;
  readonly state: PromptState;
  readonly layout: Layout;
  /** The connection is not healthy: all slots are empty. */
  readonly silent: boolean;
  readonly onPress: (slot: SlotName) => void;
  readonly onVariant: (index: number) => void;
}

/** True for the first 250 ms of a prompt. */
function useGuard(prompt: Prompt | null): boolean {
  const left = prompt ? prompt.since + GUARD - now() : 0;
  const [, wake] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => wake((n) => n + 1), left);
    return () => clearTimeout(timer);
  }, [prompt?.id]);
  return left > 0;
}

interface SlotLook {
  readonly state: 'ready' | 'guard' | 'answered' | 'barred' | 'armed' | 'inert';
  readonly offer: Offer;
  readonly count: number;
}

function useSecondLine() {
  const { t, label, locale } = useText();
  return ({ state, offer, count }: SlotLook, slot: SlotName, prompt: Prompt): string => {
    if (state === 'answered') return t('act.chosen');
    if (state === 'armed') return t('act.again');
    if (state === 'barred') return label(offer.reason);
    if (slot === 'pass') return prompt.price ? label(prompt.price.short) : '';
    if (count > 1) return t('act.more', { n: count });
    const tile = offer.tile ? tileShortName(offer.tile, locale) : '';
    if (slot === 'ready') return tile ? t('act.discard_tile', { tile }) : '';
    if (slot === 'win') return offer.value ? (tile ? t('act.tile_value', { tile, value: label(offer.value) }) : label(offer.value)) : tile;
    return [label(offer.note), tile].filter(Boolean).join(' ');
  };
}

function lookOf(slot: SlotName, prompt: Prompt, state: PromptState, guard: boolean): SlotLook | null {
  const offers = offersOf(prompt, slot);
  const [offer] = offers;
  if (!offer) return null;
  const answered = prompt.answered !== undefined;
  const mine = offers.find((one) => one.id === prompt.answered);
  const base = { offer: mine ?? offer, count: mine ? 1 : offers.length };
  if (mine) return { ...base, state: 'answered' };
  if (answered || prompt.sent) return { ...base, state: 'inert' };
  if (offer.reason !== undefined) return { ...base, state: 'barred' };
  if (guard) return { ...base, state: 'guard' };
  return { ...base, state: slot === 'pass' && state.armedAt !== null ? 'armed' : 'ready' };
}

function Slot({ slot, look, prompt, layout, open, onPress }: {
  readonly slot: SlotName; readonly look: SlotLook; readonly prompt: Prompt; readonly layout: Layout;
  readonly open: boolean; readonly onPress: () => void;
}) {
  const { t, label, locale } = useText();
  const second = useSecondLine()(look, slot, prompt);
  const costly = slot === 'pass' && prompt.price !== undefined;
  // In English the kind of kong is the word itself, on two lines that fill the slot.
  const kind = locale === 'en' && look.count === 1 && look.state !== 'answered' && look.offer.note !== undefined ? label(look.offer.note) : '';
  const word = look.state === 'armed' ? t('act.confirm_pass') : kind || t(`act.${slot}`);
  const classes = ['slot', `slot-${slot}`, `slot-is-${look.state}`, costly && 'slot-costly', open && 'slot-open', locale === 'en' && 'slot-en'];
  return (
    <Box rect={layout.slots[slot]} class="slot-box">
      <button type="button" class={classes.filter(Boolean).join(' ')} aria-keyshortcuts={SLOT_KEYS[slot]}
        aria-disabled={look.state === 'guard' || look.state === 'barred' || look.state === 'inert'}
        {...(look.count > 1 ? { 'aria-expanded': open } : {})}
        {...(look.state === 'barred' && look.offer.clause ? { title: `${second} ${look.offer.clause}` } : {})}
        aria-label={second ? `${word} ${second}` : word} onClick={onPress}>
        <span class={`slot-word${kind ? ' slot-word-two' : word.length > 2 && locale === 'zh' ? ' slot-word-long' : ''}`}>{word}</span>
        {second && !kind && <span class="slot-second ellipsis">{second}</span>}
        <KeyCap>{SLOT_KEYS[slot]}</KeyCap>
        {look.state === 'guard' && <span class="slot-guard" />}
      </button>
    </Box>
  );
}

export function ActionBar({ prompt, state, layout, silent, onPress, onVariant }: ActionBarProps) {
  const { t } = useText();
  const guard = useGuard(prompt);
  const shown = silent ? null : prompt;
  return (
    <div class="actions" role="group" aria-label={t('act.bar')}>
      {SLOTS.map((slot) => {
        const look = shown && lookOf(slot, shown, state, guard);
        return look && shown
          ? <Slot key={slot} slot={slot} look={look} prompt={shown} layout={layout} open={state.open === slot} onPress={() => onPress(slot)} />
          : <Box key={slot} rect={layout.slots[slot]} class="slot-box slot-empty" aria-hidden="true" />;
      })}
      {shown && state.open && state.open !== 'discard' && (
        <Variants offers={offersOf(shown, state.open)} verb={state.open} slot={layout.slots[state.open]} bounds={layout.timer} onVariant={onVariant} />
      )}
      {shown?.price && <ConsequenceBar prompt={shown} layout={layout} />}
    </div>
  );
}

/** What passing the win costs, spelt out from the window's start. */
function ConsequenceBar({ prompt, layout }: { readonly prompt: Prompt; readonly layout: Layout }) {
  const { label } = useText();
  const { text, clause } = prompt.price!;
  return (
    <Box rect={layout.consequence} class="consequence">
      <span class="consequence-icon"><Icon name="warn" /></span>
      <span class="ellipsis" title={label(text)}>{emphasise(label(text))}</span>
      {clause && <span class="clause">{clause}</span>}
    </Box>
  );
}

/** `**…**` in a text that comes as data is set bold. */
export function emphasise(text: string) {
  return text.split('**').map((part, i) => (i % 2 ? <b key={i}>{part}</b> : part));
}
