/** The strip above the table: where one is on the left, how it goes on the right. */
import type { ConnectionView, TableView } from '../viewmodel';
import { useText } from '../i18n';
import { IconButton, Tag } from '../ui/basics';
import { Icon } from '../ui/Icon';

interface TopBarProps {
  readonly view: TableView;
  readonly connection: ConnectionView;
  readonly muted: boolean;
  readonly width: number;
  readonly onRules: () => void;
  readonly onWatchers: () => void;
  readonly onMute: () => void;
  readonly onSettings: () => void;
  readonly onLeave: () => void;
}

export function Latency({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useText();
  switch (connection.state) {
    case 'ok': return <span class="latency latency-ok" title={t('net.ok')}><i class="dot" />{connection.rtt === null ? t('net.ok') : t('net.ms', { n: Math.round(connection.rtt) })}</span>;
    case 'slow': return <span class="latency latency-slow"><Icon name="clock" size={16} />{t('net.slow', { n: (connection.rtt / 1000).toFixed(1) })}</span>;
    case 'lost': return <span class="latency latency-lost"><i class="dot hollow" />{t('net.lost')}</span>;
    case 'connecting': return <span class="latency"><i class="dot hollow" />{t('net.connecting')}</span>;
    case 'superseded': return <span class="latency latency-lost"><i class="dot hollow" />{t('net.superseded')}</span>;
    case 'paused': return <span class="latency latency-slow"><Icon name="clock" size={16} />{t('net.paused')}</span>;
  }
}

function toggleFullscreen() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen?.();
}

export function TopBar({ view, connection, muted, width, onRules, onWatchers, onMute, onSettings, onLeave }: TopBarProps) {
  const { t, label } = useText();
  const { number, of } = view.hand;
  return (
    <header class="top-bar" style={{ width: `${width}px` }}>
      <span class="top-sign serif">{t('app.name')}</span>
      <span class="top-rule" />
      <b class="top-code" aria-label={t('top.room', { code: view.room })}>{view.room}</b>
      <button type="button" class="top-chip" onClick={onRules}><Icon name="book" size={15} />{label(view.ruleset.name)}</button>
      <span class="top-hand num">{of > 0 ? t('hand.title', { n: number, of }) : t('hand.title.open', { n: number })}</span>
      {view.watching && <Tag kind="watch" icon="eye">{t('top.watching')}</Tag>}
      {view.watching && <Tag icon="clock">{label(view.watching.delay)}</Tag>}
      <span class="top-space" />
      <span class="num"><Latency connection={connection} /></span>
      <button type="button" class="top-eye num" aria-label={t('top.watchers', { n: view.watchers.count })} onClick={onWatchers}>
        <Icon name="eye" />{view.watchers.count}
      </button>
      <IconButton icon={muted ? 'muted' : 'volume'} label={t(muted ? 'top.sound_off' : 'top.sound')} pressed={muted} onClick={onMute} />
      <IconButton icon="gear" label={t('top.settings')} onClick={onSettings} />
      <IconButton icon="expand" label={t('top.fullscreen')} onClick={toggleFullscreen} />
      <IconButton icon="exit" label={t('top.leave')} onClick={onLeave} />
    </header>
  );
}
