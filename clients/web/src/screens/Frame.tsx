/** What every page but the table stands in: the bar with the sign, the way round, the language, the player. */
import type { ComponentChildren } from 'preact';
import type { Locale, PlayerView, Send } from '../viewmodel';
import { useText } from '../i18n';
import { Avatar, Segment, Sign } from '../ui/basics';
import { Toasts } from '../ui/Toasts';
import type { ToastView } from '../viewmodel';
import './pages.css';

interface FrameProps {
  readonly player: PlayerView | null;
  readonly toasts?: readonly ToastView[];
  readonly send: Send;
  readonly children: ComponentChildren;
}

export function Frame({ player, toasts = [], send, children }: FrameProps) {
  const { t, locale } = useText();
  return (
    <div class="page">
      <header class="page-bar">
        <button type="button" class="brand" aria-label={t('nav.home')} onClick={() => send({ type: 'go', page: 'home' })}>
          <Sign size={32} /><b class="serif">{t('app.name')}</b><span>{t('app.latin')}</span>
        </button>
        <nav class="page-nav">
          {(['rules', 'replays', 'settings'] as const).map((page) => (
            <button type="button" key={page} onClick={() => send({ type: 'go', page })}>{t(`nav.${page}`)}</button>
          ))}
        </nav>
        <Segment<Locale> name={t('nav.language')} value={locale} choices={[{ value: 'zh', label: '中文' }, { value: 'en', label: 'EN' }]}
          onChange={(value) => send({ type: 'change_settings', settings: { locale: value } })} />
        {player && (
          <span class="page-player">
            <Avatar name={player.name} /><b class="ellipsis">{player.name}</b>{player.guest && <span>{t('home.guest')}</span>}
          </span>
        )}
      </header>
      {children}
      <div class="page-toasts"><Toasts toasts={toasts} send={send} /></div>
    </div>
  );
}
