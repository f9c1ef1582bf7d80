/** Something is wrong with the page or the room: what happened, one way out, and the facts to copy. */
import type { ErrorView, PlayerView, Send } from '../viewmodel';
import { useText } from '../i18n';
import { Button, Sign, Skeleton } from '../ui/basics';
import { Frame } from './Frame';
import './match.css';

const WAY_OUT = {
  room_gone: 'home', kicked: 'home', closed: 'home', unreadable: 'home', server_away: 'retry', too_old: 'reload', crash: 'reload',
} as const;

export function ErrorPage({ view, player = null, send }: { readonly view: ErrorView; readonly player?: PlayerView | null; readonly send: Send }) {
  const { t, label } = useText();
  const way = WAY_OUT[view.kind];
  const go = () => {
    if (way === 'reload') location.reload();
    else send(way === 'home' ? { type: 'go', page: 'home' } : { type: 'retry' });
  };
  return (
    <Frame player={player} send={send}>
      <main class="message-page">
        <section class="card message" role="alert">
          <Sign size={44} />
          <h1>{t(`error.${view.kind}`)}</h1>
          <p>{view.text === undefined ? t(`error.${view.kind}_text`) : label(view.text)}{view.code && <span class="clause"> · {view.code}</span>}</p>
          <div class="message-buttons">
            <Button kind="primary" onClick={go}>{t(`error.${way}`)}</Button>
            <Button icon="copy" onClick={() => send({ type: 'copy_diagnosis', text: view.diagnosis })}>{t('error.copy')}</Button>
          </div>
        </section>
      </main>
    </Frame>
  );
}

/** Nothing for 400 ms, then still bars. */
export function LoadingPage({ player = null, send }: { readonly player?: PlayerView | null; readonly send: Send }) {
  return (
    <Frame player={player} send={send}>
      <main class="loading-page"><Skeleton widths={[62, 90, 84, 70]} /></main>
    </Frame>
  );
}
