/** All keys of the table, to be looked up with `?`. */
import { useText, type Key } from '../i18n';
import { Button } from '../ui/basics';
import { Sheet } from '../ui/Dialog';

const KEYS: readonly (readonly [keys: readonly string[], what: Key])[] = [
  [['←', '→'], 'keys.select'],
  [['Enter', 'Space'], 'keys.discard'],
  [['D'], 'keys.drawn'],
  [['C'], 'act.chow'],
  [['P'], 'act.pong'],
  [['K'], 'act.kong'],
  [['T'], 'act.ready'],
  [['H'], 'act.win'],
  [['X'], 'act.pass'],
  [['1', '2', '3'], 'keys.variant'],
  [['1', '2', '3', '4'], 'keys.watch'],
  [['Esc'], 'keys.cancel'],
  [['W'], 'keys.waits'],
  [['U'], 'keys.counts'],
  [['L'], 'keys.log'],
  [['I'], 'keys.self'],
  [['O'], 'keys.others'],
  [['/'], 'keys.chat'],
  [['M'], 'keys.mute'],
  [['?'], 'keys.help'],
];

export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Sheet label={t('keys.title')} class="keys" onClose={onClose}>
      <div class="keys-head"><h1>{t('keys.title')}</h1><Button dense onClick={onClose}>{t('settings.done')}</Button></div>
      <dl class="keys-list">
        {KEYS.map(([keys, what]) => (
          <div key={what}><dt>{keys.map((key) => <kbd key={key} class="keycap">{key}</kbd>)}</dt><dd>{t(what)}</dd></div>
        ))}
      </dl>
      <p class="keys-note">{t('keys.note')}</p>
    </Sheet>
  );
}
