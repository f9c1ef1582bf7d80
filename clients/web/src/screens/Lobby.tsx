/** The room before play: the table seen from above, the code, what differs and must be confirmed, some words. */
import type { Difference, LobbySeat, LobbyView, Send, Side, ToastView } from '../viewmodel';
import { useText } from '../i18n';
import { ChatInput, ChatLines } from '../table/Chat';
import { sideOf } from '../table/layout';
import { Avatar, Button, IconButton, Tag } from '../ui/basics';
import { Icon } from '../ui/Icon';
import { Frame } from './Frame';
import { QrCode } from './QrCode';
import './lobby.css';

export interface LobbyProps {
  readonly view: LobbyView;
  readonly toasts?: readonly ToastView[];
  readonly send: Send;
}

function FreeSeat({ seat, side, view, send }: { readonly seat: Extract<LobbySeat, { kind: 'free' }>; readonly side: Side } & LobbyProps) {
  const { t, wind } = useText();
  return (
    <div class={`lobby-seat lobby-${side} lobby-free`}>
      <span>{seat.wind ? t('lobby.free', { wind: wind(seat.wind) }) : t('lobby.free_bare')}</span>
      <div class="lobby-buttons">
        <Button dense onClick={() => send({ type: 'sit', seat: seat.seat })}>{t('lobby.sit')}</Button>
        {view.isHost && <Button dense kind="ghost" icon="robot" onClick={() => send({ type: 'add_bot', seat: seat.seat })}>{t('lobby.add_bot')}</Button>}
      </div>
    </div>
  );
}

function ReadyMark({ ready }: { readonly ready: boolean }) {
  const { t } = useText();
  return (
    <span class={`ready-mark${ready ? ' is-ready' : ''}`}>
      <i aria-hidden="true">{ready && <Icon name="check" size={13} />}</i>{t(ready ? 'lobby.ready' : 'lobby.not_ready')}
    </span>
  );
}

function TakenSeat({ seat, side, view, send }: { readonly seat: Exclude<LobbySeat, { kind: 'free' }>; readonly side: Side } & LobbyProps) {
  const { t, wind, label } = useText();
  const facts = [seat.wind && t('wind.place', { wind: wind(seat.wind) }), seat.kind === 'bot' && t('bot'), seat.note !== undefined && label(seat.note), !seat.online && t('lobby.offline')];
  const bot = seat.kind === 'bot';
  return (
    <div class={`lobby-seat lobby-${side} seat-${side}`}>
      <div class="lobby-who">
        <Avatar name={seat.name} bot={bot} size={44} />
        <div class="lobby-names">
          <span><b class="ellipsis">{seat.name}</b></span>
          <span class="lobby-facts ellipsis">{facts.filter(Boolean).join(' · ')}</span>
        </div>
      </div>
      <div class="lobby-state">
        <ReadyMark ready={seat.ready} />
        {(seat.host || seat.you) && <span class="lobby-tags">{seat.host && <Tag>{t('lobby.host')}</Tag>}{seat.you && <Tag>{t('lobby.you')}</Tag>}</span>}
        {view.isHost && !seat.you && (
          <IconButton icon="exit" label={t(bot ? 'lobby.remove_bot' : 'lobby.kick', { name: seat.name })} onClick={() => send({ type: 'kick', seat: seat.seat })} />
        )}
      </div>
    </div>
  );
}

function TableFromAbove({ view, send }: LobbyProps) {
  const { t } = useText();
  return (
    <section class="lobby-table">
      {view.seats.map((seat) => {
        const side = sideOf(seat.seat, view.bottom);
        return seat.kind === 'free'
          ? <FreeSeat key={seat.seat} seat={seat} side={side} view={view} send={send} />
          : <TakenSeat key={seat.seat} seat={seat} side={side} view={view} send={send} />;
      })}
      <div class="lobby-inlay">
        <i aria-hidden="true" /><i aria-hidden="true" /><i aria-hidden="true" /><i aria-hidden="true" />
        <span>{t('lobby.code')}</span>
        <b class="lobby-code">{view.room}</b>
        <div class="lobby-buttons">
          <Button dense icon="copy" onClick={() => send({ type: 'copy_link' })}>{t('lobby.copy')}</Button>
          <Button dense icon="share" onClick={() => send({ type: 'share_link' })}>{t('lobby.share')}</Button>
        </div>
      </div>
    </section>
  );
}

/** Who only looks on reads the difference; whoever sits confirms it. */
function DifferenceRow({ one, seated, send }: { readonly one: Difference; readonly seated: boolean; readonly send: Send }) {
  const { label } = useText();
  const text = (
    <span class="difference-text">
      <span><b>{label(one.label)}</b>{one.clause && <span class="clause"> {one.clause}</span>}</span>
      <span><s>{label(one.from)}</s><i aria-hidden="true">→</i><b>{label(one.to)}</b></span>
    </span>
  );
  if (!seated) return <li class="difference">{text}</li>;
  return (
    <li>
      <button type="button" role="checkbox" class="difference" aria-checked={one.confirmed}
        onClick={() => send({ type: 'confirm_difference', key: one.key, on: !one.confirmed })}>
        {text}
        <span class="tick" aria-hidden="true">{one.confirmed && <Icon name="check" size={17} />}</span>
      </button>
    </li>
  );
}

function Differences({ view, send }: LobbyProps) {
  const { t } = useText();
  const done = view.differences.filter((one) => one.confirmed).length;
  const all = view.differences.length;
  return (
    <section class="card">
      <div class="lobby-head"><h2>{t(all === 0 ? 'lobby.all_default' : view.seated ? 'lobby.confirm' : 'lobby.differs')}</h2>{all > 0 && view.seated && <span class="lobby-count num">{done} / {all}</span>}</div>
      <ul>{view.differences.map((one) => <DifferenceRow key={one.key} one={one} seated={view.seated} send={send} />)}</ul>
    </section>
  );
}

function Footer({ view, send }: LobbyProps) {
  const { t } = useText();
  const free = view.seats.filter((seat) => seat.kind === 'free').length;
  const allReady = free === 0 && view.seats.every((seat) => seat.kind !== 'free' && seat.ready);
  const open = view.differences.some((one) => !one.confirmed);
  const title = free > 0 ? t('lobby.missing', { n: free }) : t(allReady ? 'lobby.all_ready' : 'lobby.waiting');
  const note = open && view.seated ? t('lobby.tick_first') : t(free > 0 ? 'lobby.missing_text' : 'lobby.waiting_text');
  return (
    <section class="card lobby-foot">
      <div><b>{title}</b><span>{note}</span></div>
      {view.isHost && free > 0 && <Button icon="robot" disabled={view.busy === true} onClick={() => send({ type: 'start_with_bots' })}>{t('lobby.fill')}</Button>}
      {view.seated && (
        <Button kind={view.youReady ? 'secondary' : 'primary'} class="lobby-ready" disabled={view.busy === true || (open && !view.youReady)}
          onClick={() => send({ type: 'ready', on: !view.youReady })}>{t(view.youReady ? 'lobby.unready' : 'lobby.get_ready')}</Button>
      )}
    </section>
  );
}

export function Lobby({ view, toasts, send }: LobbyProps) {
  const { t, label } = useText();
  const { names } = view.watchers;
  return (
    <Frame player={view.player} send={send} {...(toasts ? { toasts } : {})}>
      <main class="lobby">
        <div class="lobby-main">
          <div class="lobby-title">
            <div class="page-title"><h1>{label(view.ruleset.name)}</h1><span>{view.summary.map((one) => label(one)).join(' · ')}</span></div>
            {view.isHost && <Button dense onClick={() => send({ type: 'go', page: 'create' })}>{t('lobby.change')}</Button>}
            <Button dense icon="exit" onClick={() => send({ type: 'leave' })}>{t('lobby.leave')}</Button>
          </div>
          <TableFromAbove view={view} send={send} />
          <Footer view={view} send={send} />
        </div>
        <div class="lobby-side">
          <section class="card invite">
            <QrCode text={view.link} />
            <div><b>{t('lobby.invite')}</b><span class="invite-link">{view.link.replace(/^https?:\/\//, '')}</span><span>{t('lobby.no_account')}<br />{t('lobby.no_account2')}</span></div>
          </section>
          <Differences view={view} send={send} />
          <section class="card lobby-chat">
            <div class="lobby-head"><h2>{t('panel.chat')}</h2>
              {view.watchers.count > 0 && <span class="lobby-watch"><Icon name="eye" size={16} />{names.length > 0 ? t('lobby.watching', { names: names.slice(0, 3).join(t('list.comma')) }) : t('watch.count', { n: view.watchers.count })}</span>}
            </div>
            <div class="lobby-lines"><ChatLines chat={view.chat} bottom={view.bottom} /></div>
            {(view.chat.free || view.chat.phrases.length > 0) && <ChatInput chat={view.chat} placeholder={t('lobby.say')} send={send} />}
          </section>
        </div>
      </main>
    </Frame>
  );
}
