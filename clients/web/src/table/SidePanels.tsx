/** The two panels beside the board. They open and close over felt; nothing on the board moves for them. */
import type { ConnectionView, CountsView, LiabilityView, Send, TableView } from '../viewmodel';
import { useText } from '../i18n';
import { ALL_TILES, SUITS, tileName } from '../tiles/kinds';
import { Tile } from '../tiles/Tile';
import { Icon } from '../ui/Icon';
import { ChatInput, ChatLines } from './Chat';
import { LogPanel, type LogTab } from './LogPanel';

export type RightTab = 'log' | 'chat' | 'watch' | 'rules';

const TABS: readonly RightTab[] = ['log', 'chat', 'watch', 'rules'];

/** Closed: a handle on the window's edge. */
export function Handle({ side, text, height, onOpen }: {
  readonly side: 'left' | 'right'; readonly text: string; readonly height: number; readonly onOpen: () => void;
}) {
  const { t, locale } = useText();
  return (
    <button type="button" class={`handle handle-${side} handle-${locale}`} style={{ top: `${height / 2 - 57}px` }}
      aria-label={`${t('panel.open')} ${text}`} aria-expanded={false} onClick={onOpen}>
      <span>{text}</span><Icon name={side === 'left' ? 'right' : 'left'} size={13} />
    </button>
  );
}

function Counts({ counts, flowers }: { readonly counts: CountsView; readonly flowers: boolean }) {
  const { t, locale } = useText();
  return (
    <div class="counts">
      {SUITS.filter((suit) => suit !== 'f' || flowers).map((suit) => (
        <ul key={suit} class="counts-row">
          {ALL_TILES.filter((tile) => tile.endsWith(suit)).map((tile) => {
            const n = counts[tile] ?? 0;
            return (
              <li key={tile} class={n === 0 ? 'count-none' : n === 1 ? 'count-last' : ''} aria-label={t('counts.tile', { tile: tileName(tile, locale), n })}>
                <Tile tile={tile} w={24} silent {...(n === 0 ? { dim: true } : {})} />
                <b class="num" aria-hidden="true">{n}</b>
              </li>
            );
          })}
        </ul>
      ))}
    </div>
  );
}

export function LeftPanel({ view, liability, height, onClose }: {
  readonly view: TableView; readonly liability: LiabilityView | null; readonly height: number; readonly onClose: () => void;
}) {
  const { t, label } = useText();
  const shown = liability ? [liability] : view.liabilities;
  return (
    <aside class="panel panel-left" style={{ height: `${height - 40}px` }} aria-label={t('panel.counts')}>
      <div class="panel-head">
        <b>{t('counts.title')}</b><span class="panel-note ellipsis">{t('counts.note')}</span>
        <button type="button" class="panel-close" aria-label={t('panel.close')} onClick={onClose}><Icon name="left" size={16} /></button>
      </div>
      {view.counts && <Counts counts={view.counts} flowers={view.hasFlowers} />}
      {shown.map((item) => (
        <div key={`${item.payer}${item.payee}${item.clause}`} class="panel-card">
          <p><b>{label(item.label)}</b> <span class="clause">{item.clause}</span></p>
          <p>{label(item.text)}</p>
        </div>
      ))}
    </aside>
  );
}

function Watchers({ view }: { readonly view: TableView }) {
  const { t } = useText();
  const { count, names } = view.watchers;
  const more = count - names.length;
  return (
    <div class="watchers">
      <div class="panel-line"><b>{count > 0 ? t('watch.count', { n: count }) : t('watch.none')}</b><span class="panel-note">{t('watch.public')}</span></div>
      <ul class="watcher-names">
        {names.map((name) => <li key={name} class="ellipsis">{name}</li>)}
        {more > 0 && <li class="watcher-more num">{t('watch.more', { n: more })}</li>}
      </ul>
      {view.watching && view.chat.free && <p class="panel-card"><Icon name="chat" size={15} /> {t('chat.hidden')}</p>}
      {view.watching && <ChatLines chat={view.chat} bottom={view.bottom} />}
    </div>
  );
}

function Rules({ view }: { readonly view: TableView }) {
  const { t, label } = useText();
  if (view.rules.length === 0) return <p class="panel-empty">{t('rules.empty')}</p>;
  return (
    <div class="rules log-scroll" tabIndex={0}>
      {view.rules.map((section, i) => (
        <section key={i}>
          <h3>{label(section.title)}</h3>
          <dl>
            {section.items.map((item, at) => (
              <div key={at} class="rule">
                <dt>{label(item.name)} <span class="clause">{item.clause}</span>{item.value !== undefined && <b class="num">{label(item.value)}</b>}</dt>
                {item.text !== undefined && <dd>{label(item.text)}</dd>}
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

interface RightPanelProps {
  readonly view: TableView;
  readonly connection: ConnectionView;
  readonly tab: RightTab;
  readonly logTab: LogTab;
  readonly height: number;
  readonly onTab: (tab: RightTab) => void;
  readonly onLogTab: (tab: LogTab) => void;
  readonly onClose: () => void;
  readonly send: Send;
}

export function RightPanel({ view, connection, tab, logTab, height, onTab, onLogTab, onClose, send }: RightPanelProps) {
  const { t } = useText();
  const placeholder = view.watching ? { placeholder: t('chat.to_watchers') } : {};
  return (
    <aside class="panel panel-right" style={{ height: `${height - 40}px` }} aria-label={t('panel.side')}>
      <div class="tabs" role="tablist">
        {TABS.map((one) => (
          <button type="button" role="tab" key={one} class="tab" aria-selected={one === tab} onClick={() => onTab(one)}>{t(`panel.${one}`)}</button>
        ))}
        <button type="button" class="panel-close" aria-label={t('panel.close')} onClick={onClose}><Icon name="right" size={16} /></button>
      </div>
      <div class="panel-body" role="tabpanel">
        {tab === 'log' && <LogPanel view={view} connection={connection} tab={logTab} onTab={onLogTab} />}
        {tab === 'chat' && <div class="log-scroll"><ChatLines chat={view.chat} bottom={view.bottom} /></div>}
        {tab === 'watch' && <Watchers view={view} />}
        {tab === 'rules' && <Rules view={view} />}
      </div>
      {(view.chat.free || view.chat.phrases.length > 0) && <ChatInput chat={view.chat} {...placeholder} send={send} />}
    </aside>
  );
}
