/** What this browser keeps for its player: looks, input, help. All of it takes effect at once. */
import type { ComponentChildren } from 'preact';
import type { DiscardMode, Locale, Send, Settings } from '../viewmodel';
import { useText } from '../i18n';
import { Button, Segment, Switch } from '../ui/basics';
import { Sheet } from '../ui/Dialog';
import './match.css';

function Row({ name, help, children }: { readonly name: string; readonly help?: string; readonly children: ComponentChildren }) {
  return <div class="setting"><span><b>{name}</b>{help && <small>{help}</small>}</span>{children}</div>;
}

const SPEEDS = [0, 0.5, 1, 1.5] as const;
const GRACES = [0, 200, 400, 800] as const;

function Sound({ settings, change }: { readonly settings: Settings; readonly change: (part: Partial<Settings>) => void }) {
  const { t } = useText();
  return (
    <>
      <Row name={t('top.sound')}><Switch name={t('top.sound')} on={!settings.muted} onChange={(on) => change({ muted: !on })} /></Row>
      {(['tiles', 'calls', 'alerts'] as const).map((kind) => (
        <Row key={kind} name={t(`settings.sound.${kind}`)}>
          <input type="range" min="0" max="1" step="0.1" value={settings.sound[kind]} disabled={settings.muted} aria-label={t(`settings.sound.${kind}`)}
            onInput={(event) => change({ sound: { ...settings.sound, [kind]: Number(event.currentTarget.value) } })} />
        </Row>
      ))}
    </>
  );
}

export function SettingsSheet({ settings, send, onClose, children }: {
  readonly settings: Settings; readonly send: Send; readonly onClose: () => void; readonly children?: ComponentChildren;
}) {
  const { t } = useText();
  const change = (part: Partial<Settings>) => send({ type: 'change_settings', settings: part });
  const choices = <V extends string>(key: 'theme' | 'index' | 'face' | 'discard', values: readonly V[]) =>
    values.map((value) => ({ value, label: t(`settings.${key}.${value}` as 'settings.theme.dark') }));
  return (
    <Sheet label={t('settings.title')} class="settings" onClose={onClose}>
      <div class="settings-head"><h1>{t('settings.title')}</h1><Button dense onClick={onClose}>{t('settings.done')}</Button></div>
      <div class="settings-rows">
        <Row name={t('settings.language')}>
          <Segment<Locale> name={t('settings.language')} value={settings.locale} choices={[{ value: 'zh', label: '中文' }, { value: 'en', label: 'English' }]} onChange={(locale) => change({ locale })} />
        </Row>
        <Row name={t('settings.theme')}>
          <Segment<Settings['theme']> name={t('settings.theme')} value={settings.theme} choices={choices<Settings['theme']>('theme', ['system', 'dark', 'light'])} onChange={(theme) => change({ theme })} />
        </Row>
        <Row name={t('settings.discard')} help={t('settings.discard_help')}>
          <Segment<DiscardMode> name={t('settings.discard')} value={settings.discardMode} choices={choices('discard', ['tap_tap', 'one_tap'])} onChange={(discardMode) => change({ discardMode })} />
        </Row>
        {settings.discardMode === 'one_tap' && (
          <Row name={t('settings.grace')} help={t('settings.grace_help')}>
            <Segment<number> name={t('settings.grace')} value={settings.grace} choices={GRACES.map((value) => ({ value, label: String(value) }))} onChange={(grace) => change({ grace })} />
          </Row>
        )}
        <Row name={t('settings.index')}>
          <Segment<Settings['index']> name={t('settings.index')} value={settings.index} choices={choices<Settings['index']>('index', ['off', 'han', 'latin'])} onChange={(index) => change({ index })} />
        </Row>
        <Row name={t('settings.face')}>
          <Segment<Settings['face']> name={t('settings.face')} value={settings.face} choices={choices<Settings['face']>('face', ['simplified', 'traditional'])} onChange={(face) => change({ face })} />
        </Row>
        <Row name={t('settings.speed')}>
          <Segment<number> name={t('settings.speed')} value={settings.speed} choices={SPEEDS.map((value) => ({ value, label: value === 0 ? t('settings.speed.0') : `${value}×` }))} onChange={(speed) => change({ speed })} />
        </Row>
        <Row name={t('settings.keys')} help={t('settings.keys_help')}>
          <Switch name={t('settings.keys')} on={settings.letterKeys} onChange={(letterKeys) => change({ letterKeys })} />
        </Row>
        <Sound settings={settings} change={change} />
        {children}
      </div>
    </Sheet>
  );
}
