/**
 * What is read out: others' events politely, one's own turn and claims at once. A trailing no-break space
 * alternates so that the same words are read again.
 */
import { useRef } from 'preact/hooks';
import type { LogEntry, Prompt, TableView } from '../viewmodel';
import { useText, type Text } from '../i18n';
import { tileName } from '../tiles/kinds';

function logText(entry: LogEntry, view: TableView, { label, locale }: Text): string {
  const who = entry.seat === null ? '' : view.seats[entry.seat].name;
  return [who, label(entry.verb), ...entry.tiles.map((tile) => tileName(tile, locale)), label(entry.text)].filter(Boolean).join(' ');
}

function promptText(prompt: Prompt, { t, label, locale }: Text): string {
  const open = prompt.offers.filter((offer) => offer.reason === undefined);
  const verbs = [...new Set(open.map((offer) => offer.verb))].map((verb) => t(`act.${verb}`));
  const barred = prompt.offers.filter((offer) => offer.reason !== undefined)
    .map((offer) => [t('act.not', { verb: t(`act.${offer.verb}`) }), label(offer.reason), offer.clause].filter(Boolean).join(' '));
  const about = prompt.about ? tileName(prompt.about.tile, locale) : '';
  return [about, verbs.join(' '), ...barred, label(prompt.price?.text)].filter(Boolean).join('，').replaceAll('**', '');
}

function useRepeatable(key: string, text: string): string {
  const last = useRef({ key: '', odd: false });
  if (last.current.key !== key) last.current = { key, odd: !last.current.odd };
  return text + (last.current.odd ? '\u00a0' : '');
}

/** Everything told since the last time, not only the last line: a declaration brings its treasure along. */
function usePolite(view: TableView, text: Text): string {
  const told = useRef<{ readonly last: LogEntry | undefined; readonly text: string }>({ last: view.log.at(-1), text: '' });
  const last = view.log.at(-1);
  if (last !== told.current.last) {
    const from = told.current.last ? view.log.lastIndexOf(told.current.last) : -1;
    const fresh = from < 0 ? view.log.slice(-1) : view.log.slice(from + 1);
    told.current = { last, text: fresh.map((entry) => logText(entry, view, text)).join('；') };
  }
  return useRepeatable(`${last?.n ?? ''}${told.current.text}`, told.current.text);
}

export function Announcer({ view }: { readonly view: TableView }) {
  const text = useText();
  const polite = usePolite(view, text);
  const assertive = useRepeatable(view.prompt?.id ?? '', view.prompt ? promptText(view.prompt, text) : '');
  return (
    <>
      <div class="sr-only" aria-live="polite">{polite}</div>
      <div class="sr-only" aria-live="assertive">{assertive}</div>
    </>
  );
}
