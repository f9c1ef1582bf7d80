/** What every page stands in: language, theme, speed, and the tiles' drawings. Render it once. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Settings } from '../viewmodel';
import { LocaleContext } from '../i18n';
import { TileSprite } from '../tiles/sprite';
import '../styles/tokens.css';
import '../styles/base.css';

/** Animations of the pictures last `speed` times as long; none for those who want less motion. */
function applySettings({ theme, locale, speed }: Settings, root: HTMLElement): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  root.lang = locale === 'zh' ? 'zh-CN' : 'en';
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  root.style.setProperty('--speed', String(still ? 0 : speed));
}

export function Root({ settings, children }: { readonly settings: Settings; readonly children: ComponentChildren }) {
  useEffect(() => applySettings(settings, document.documentElement), [settings]);
  return (
    <LocaleContext.Provider value={settings.locale}>
      <TileSprite traditional={settings.face === 'traditional'} />
      {children}
    </LocaleContext.Provider>
  );
}
