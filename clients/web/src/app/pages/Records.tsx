/** The matches this browser has seen to their end: who came how far, and the record to keep and to verify. */
import type { PlayerView, Send, ToastView } from '../../viewmodel';
import { signed, useText } from '../../i18n';
import { Frame } from '../../screens/Frame';
import { Button, Sign } from '../../ui/basics';
import type { KeptMatch } from '../state';
import { both, botName } from '../words';
import './pages.css';

interface RecordsProps {
  readonly player: PlayerView;
  readonly matches: readonly KeptMatch[];
  readonly rulesetName: (key: string) => string;
  readonly toasts: readonly ToastView[];
  readonly onSave: (match: string) => void;
  readonly send: Send;
}

const WORDS = {
  title: both('记录', 'Records'),
  note: both('打完的每一场都有记录；用 sifang verify 可以自己验证洗牌和每一分。', 'Every finished match has its record; with sifang verify anyone can check the deals and every point.'),
  empty: both('这台设备上还没有打完的对局', 'No match has been finished on this device yet'),
  save: both('下载记录', 'Save the record'),
  quick: both('快速对局', 'Quick match'),
} as const;

export function RecordsPage({ player, matches, rulesetName, toasts, onSave, send }: RecordsProps) {
  const { label, locale } = useText();
  const date = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Frame player={player} toasts={toasts} send={send}>
      <main class="plain-page">
        <div class="page-title"><h1>{label(WORDS.title)}</h1></div>
        <p class="plain-note">{label(WORDS.note)}</p>
        {matches.length === 0 && (
          <section class="card list-empty plain-empty"><Sign /><b>{label(WORDS.empty)}</b>
            <Button dense onClick={() => send({ type: 'quick_match' })}>{label(WORDS.quick)}</Button></section>
        )}
        <ul class="records">
          {matches.map((one) => (
            <li class="card record" key={one.match}>
              <div class="record-head"><b>{rulesetName(one.ruleset)}</b><span class="num">{date.format(one.at)}</span></div>
              <span class="record-scores num">{one.names.map((name, seat) => <span key={seat}>{one.bots?.[seat] ? label(botName(name, seat)) : name} <b>{signed(one.scores[seat] ?? 0)}</b></span>)}</span>
              <Button dense icon="copy" onClick={() => onSave(one.match)}>{label(WORDS.save)}</Button>
            </li>
          ))}
        </ul>
      </main>
    </Frame>
  );
}
