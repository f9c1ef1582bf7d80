/**
 * The result of a hand. It takes no input for its first 800 ms, never closes by itself once touched, and shows
 * every winner. What it says comes from the scorer; nothing is added up here.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ResultView, Send, WinnerView } from '../viewmodel';
import { signed, useText } from '../i18n';
import { useDeaf } from '../input/deaf';
import { AutopilotBar } from '../table/Bars';
import { sideOf } from '../table/layout';
import { Meld } from '../table/Melds';
import { tileName } from '../tiles/kinds';
import { Tile } from '../tiles/Tile';
import { Avatar, Button } from '../ui/basics';
import { trapTab, useFocusInside } from '../ui/Dialog';
import { now, useNow } from '../ui/now';
import { resultText } from './resultText';
import { Matrix, ResultLedger, Totals } from './Settlement';
import { Arithmetic, Groups, Items, NearMisses } from './Winner';
import './result.css';

export interface ResultProps {
  readonly result: ResultView;
  readonly send: Send;
}

function Head({ result, winner }: { readonly result: ResultView; readonly winner: WinnerView | null }) {
  const { t, label, locale } = useText();
  if (!winner) {
    return (
      <header class="result-head">
        <div class="result-title"><h1 class="serif">{t(`result.${result.outcome === 'win' ? 'draw' : result.outcome}`)}</h1>
          <p>{[result.ruleset, result.headline].filter((one) => one !== undefined).map((one) => label(one)).join(' · ')}</p></div>
      </header>
    );
  }
  const seat = result.seats.find((one) => one.seat === winner.seat)!;
  const from = winner.from === null ? undefined : result.seats.find((one) => one.seat === winner.from);
  return (
    <header class={`result-head seat-${sideOf(winner.seat, result.bottom)}`}>
      <Avatar name={seat.name} bot={seat.bot ?? false} size={48} />
      <div class="result-title">
        <h1 class="serif">{seat.name} {label(winner.how)} <em>{tileName(winner.tile, locale)}</em>
          {from && <span class="result-from"> {from.name} {t('result.from')}</span>}</h1>
        <p class="ellipsis">{winner.facts.map((fact) => label(fact)).join(' · ')}</p>
      </div>
      <div class="result-gain"><span>{t('result.gain')}</span><b class="num">{signed(winner.gain)}</b></div>
    </header>
  );
}

function WinnerTabs({ result, at, onAt }: { readonly result: ResultView; readonly at: number; readonly onAt: (at: number) => void }) {
  const { t } = useText();
  if (result.winners.length < 2) return null;
  return (
    <div class="winner-tabs" role="tablist" aria-label={t('result.won', { n: result.winners.length })}>
      {result.winners.map((winner, i) => (
        <button type="button" role="tab" key={winner.seat} aria-selected={i === at} class={`winner-tab seat-${sideOf(winner.seat, result.bottom)}`} onClick={() => onAt(i)}>
          <i class="dot" />{result.seats.find((seat) => seat.seat === winner.seat)!.name}<b class="num">{signed(winner.gain)}</b>
        </button>
      ))}
    </div>
  );
}

/** A drawn hand: the four hands in place of the winner's. */
function Hands({ result }: { readonly result: ResultView }) {
  const { t, label } = useText();
  return (
    <div class="drawn-hands">
      {(result.hands ?? []).map((hand) => {
        const seat = result.seats.find((one) => one.seat === hand.seat)!;
        return (
          <div key={hand.seat} class={`drawn-hand seat-${sideOf(hand.seat, result.bottom)}`} role="group" aria-label={t('result.hand_of', { name: seat.name })}>
            <span class="drawn-name"><i class="dot" /><b class="ellipsis">{seat.name}</b></span>
            <span class="drawn-tiles">{hand.tiles.map((tile, i) => <Tile key={i} tile={tile} w={26} />)}</span>
            {hand.melds.map((meld, i) => <Meld key={i} meld={meld} owner={hand.seat} side="self" bottom={result.bottom} w={26} />)}
            {hand.note !== undefined && <span class="tag tag-ready">{label(hand.note)}</span>}
          </div>
        );
      })}
    </div>
  );
}

/** Who plays says here that the next hand may come; where none waits for it, the button only leads on. */
function OnwardButton({ result, onReady }: { readonly result: ResultView; readonly onReady: () => void }) {
  const { t } = useText();
  useNow(result.readyAt !== null && !result.youReady, 500);
  const left = result.readyAt === null ? null : Math.max(0, Math.ceil((result.readyAt - now()) / 1000));
  if (result.onward === null) return null;
  return (
    <Button kind="primary" class="ready-button" disabled={result.youReady} onClick={onReady}>
      {t(result.youReady ? 'result.is_ready' : `result.${result.onward}`)}{left !== null && !result.youReady && <span class="num">{left}</span>}
    </Button>
  );
}

function Footer({ result, send, onHide }: ResultProps & { readonly onHide: () => void }) {
  const text = useText();
  const { t } = text;
  const deaf = useDeaf(result.since);
  const count = result.ready.filter(Boolean).length;
  const proof = { pending: 'result.verify', ok: 'result.verified', failed: 'result.unverified', none: 'result.verify' } as const;
  return (
    <footer class="result-foot">
      <Button icon="table" onClick={deaf(onHide)}>{t('result.hide')}</Button>
      <Button icon="copy" onClick={deaf(() => send({ type: 'copy_result', text: resultText(result, text) }))}>{t('result.copy')}</Button>
      {result.proof !== 'none' && (
        <Button icon={result.proof === 'failed' ? 'warn' : 'check'} class={`proof-${result.proof}`} onClick={deaf(() => send({ type: 'verify' }))}>{t(proof[result.proof])}</Button>
      )}
      <span class="result-space" />
      {result.onward !== 'table' && result.onward !== 'match' && (
        <span class="ready-count num">{t('result.ready_count')}
          <span class="ready-dots">{result.ready.map((ready, seat) => <i key={seat} class={`dot seat-${sideOf(seat as 0, result.bottom)}${ready ? '' : ' hollow'}`} />)}</span>
          {count}/4</span>
      )}
      {result.canEnd && <Button onClick={deaf(() => send({ type: 'end_match' }))}>{t('result.end')}</Button>}
      <OnwardButton result={result} onReady={deaf(() => send({ type: 'ready_next' }))} />
    </footer>
  );
}

export function Result({ result, send }: ResultProps) {
  const { t } = useText();
  const [hidden, setHidden] = useState(result.hidden ?? false);
  const [at, setAt] = useState(0);
  const narrow = matchMedia('(max-width: 900px)').matches;
  const deaf = useDeaf(result.since);
  const box = useFocusInside<HTMLDivElement>();
  const touched = useRef(false);
  useEffect(() => { touched.current = false; setHidden(result.hidden ?? false); setAt(0); }, [result.since]);
  const touch = () => {
    if (touched.current) return;
    touched.current = true;
    send({ type: 'touch_result' });
  };
  const hide = (next: boolean) => {
    setHidden(next);
    send({ type: 'hide_result', hidden: next });
  };
  if (hidden) {
    return (
      <div class="result-hidden">
        <Button icon="table" onClick={() => hide(false)}>{t('result.show')}</Button>
        <OnwardButton result={result} onReady={() => send({ type: 'ready_next' })} />
      </div>
    );
  }
  const winner = result.winners[at] ?? null;
  return (
    <div class="scrim result-scrim">
      <div class="result" role="dialog" aria-modal="true" aria-label={t('result.label')} tabIndex={-1} ref={box} onPointerDown={touch}
        onKeyDown={(event) => { touch(); trapTab(event, box.current); }}>
        <Head result={result} winner={winner} />
        <WinnerTabs result={result} at={at} onAt={setAt} />
        <div class="result-body">
          {winner ? <Groups winner={winner} bottom={result.bottom} tile={narrow ? 30 : 46} /> : <Hands result={result} />}
          <div class="result-columns">
            {winner && (
              <div class="result-left">
                <div class="section-head"><h3>{t('result.how')}</h3><span>{t('result.tap')}</span></div>
                <Items items={winner.items} />
                <Arithmetic winner={winner} />
                <NearMisses winner={winner} />
              </div>
            )}
            <div class="result-right">
              <Matrix result={result} />
              <Totals result={result} />
              <ResultLedger result={result} />
            </div>
          </div>
        </div>
        {result.autopilot && <div class="result-autopilot"><AutopilotBar onBack={deaf(() => send({ type: 'resume_seat' }))} /></div>}
        <Footer result={result} send={send} onHide={() => hide(true)} />
      </div>
    </div>
  );
}
