/** The page's entry: put the browser, the session and the screens together. */
import { render } from 'preact';
import { App } from './app/App';
import { browserOf, later, openSocket, socketUrl, storeOf } from './app/browser';
import { Intents } from './app/intents';
import { deviceCode, parsePath, pathOf } from './app/router';
import { Session } from './app/session';
import { Sounds } from './app/sound';
import { createState } from './app/state';
import { Storage } from './app/storage';
import { now } from './ui/now';
import { DEFAULT_SETTINGS } from './viewmodel';

const VERSION = '0.1.0';

const storage = new Storage(storeOf(() => localStorage), storeOf(() => sessionStorage));
const touch = matchMedia('(pointer: coarse)').matches;
const chinese = navigator.languages.some((language) => language.toLowerCase().startsWith('zh')) || navigator.languages.length === 0;
const settings = storage.settings({ ...DEFAULT_SETTINGS, locale: chinese ? 'zh' : 'en', discardMode: touch ? 'tap_tap' : 'one_tap' });
const state = createState(parsePath(location.pathname), { settings, presets: storage.presets(), matches: storage.matches() });
const sounds = new Sounds(() => state.settings.value);

const device = deviceCode(location.hash);
// The code works once and is a key: it does not stay in the address.
if (device !== null) history.replaceState(null, '', location.pathname);

const session = new Session(state, {
  open: (protocols) => openSocket(socketUrl(location), protocols),
  now, later, random: Math.random, storage, version: VERSION,
  play: (sound) => sounds.play(sound),
  address: (route, replace) => history[replace ? 'replaceState' : 'pushState'](null, '', pathOf(route)),
}, device);
const intents = new Intents(state, session, storage, browserOf(location.origin));

addEventListener('popstate', () => intents.popped(location.pathname));
addEventListener('online', () => session.client.wake());
addEventListener('offline', () => session.client.offline());
document.addEventListener('visibilitychange', () => {
  session.client.setHidden(document.hidden);
  if (document.hidden) session.keepPlace();
});
addEventListener('pagehide', () => session.keepPlace());
for (const gesture of ['pointerdown', 'keydown'] as const) addEventListener(gesture, () => sounds.awake(), { once: true });

render(
  <App state={state} send={intents.send} origin={location.origin}
    onRules={(ruleset) => void session.loadRules(ruleset)} onSaveRecord={(match) => void intents.saveRecord(match)}
    onDevice={() => intents.deviceLink()} />,
  document.getElementById('app')!,
);
session.start();
