/** The first page: a name, the way back to a running match, three ways in, and what others are doing. */
import { useRef, useState } from 'preact/hooks';
import type { HomeView, LiveGame, OpenRoom, Send } from '../viewmodel';
import { useText } from '../i18n';
import { Tile } from '../tiles/Tile';
import { Button, Sign, Skeleton } from '../ui/basics';
import { Icon, Spinner, type IconName } from '../ui/Icon';
import type { ToastView } from '../viewmodel';
import { Frame } from './Frame';
import './home.css';

export interface HomeProps {
  readonly view: HomeView;
  readonly toasts?: readonly ToastView[];
  readonly send: Send;
}

/** Angle and rise of the five tiles of the felt band. */
const FAN: readonly (readonly [tile: string, turn: number, y: number])[] = [
  ['1s', -14, 26], ['5m', -7, 7], ['9p', 0, 0], ['7z', 7, 7], ['3f', 14, 26],
];

function Band({ view, send }: HomeProps) {
  const { t, label, locale } = useText();
  const [name, setName] = useState(view.player.name);
  const commit = () => { if (name.trim() !== '' && name !== view.player.name) send({ type: 'rename', name: name.trim() }); };
  return (
    <section class="band">
      <svg class="band-sign" viewBox="0 0 600 600" aria-hidden="true" focusable="false">
        {[[300, 134], [134, 300], [466, 300], [300, 466]].map(([x, y]) => (
          <rect key={`${x}${y}`} x="-105" y="-105" width="210" height="210" rx="38" transform={`translate(${x} ${y}) rotate(45)`} />
        ))}
      </svg>
      <div class="band-inner">
        <div>
          <h1 class="serif">{t('home.line')}</h1>
          <p class="band-sub">{t('home.regions')} <i aria-hidden="true">|</i> <span lang={locale === 'zh' ? 'en' : 'zh-CN'}>{t('home.gloss')}</span></p>
          <div class="band-name">
            <label class="field"><span>{t('home.name')}</span>
              <input value={name} maxLength={16} autocomplete="nickname" spellcheck={false} aria-invalid={view.nameError !== undefined}
                onInput={(event) => setName(event.currentTarget.value)} onBlur={commit}
                onKeyDown={(event) => { if (event.key === 'Enter') event.currentTarget.blur(); }} />
            </label>
            <span class={view.nameError ? 'band-error' : 'band-note'} role={view.nameError ? 'alert' : undefined}>
              {view.nameError ? label(view.nameError) : t('home.name_note')}
            </span>
          </div>
        </div>
        <div class="band-tiles" aria-hidden="true">
          {FAN.map(([tile, turn, y]) => (
            <span key={tile} style={{ transform: `translateY(${y}px) rotate(${turn}deg)` }}><Tile tile={tile} w={88} silent /></span>
          ))}
        </div>
      </div>
    </section>
  );
}

function Resume({ view, send }: HomeProps) {
  const { t, label } = useText();
  const { resume } = view;
  if (!resume) return null;
  return (
    <section class="card resume">
      <i class="resume-dot" aria-hidden="true" />
      <div class="resume-text">
        <p><b>{t(resume.playing ? 'home.resume' : 'home.seated')}</b> <span>{[resume.room, ...resume.facts.map((fact) => label(fact))].join(' · ')}</span></p>
        {resume.note !== undefined && <p class="num">{label(resume.note)}</p>}
      </div>
      <Button kind="primary" after="arrow" onClick={() => send({ type: 'return_to_table', room: resume.room })}>{t(resume.playing ? 'home.return' : 'home.return_room')}</Button>
    </section>
  );
}

function Way({ icon, title, text, primary, busy, onClick }: {
  readonly icon: IconName; readonly title: string; readonly text: string; readonly primary?: boolean; readonly busy?: boolean; readonly onClick: () => void;
}) {
  return (
    <button type="button" class={`card way${primary ? ' way-primary' : ''}`} disabled={busy ?? false} onClick={onClick}>
      <span class="way-icon">{busy ? <Spinner size={20} /> : <Icon name={icon} size={20} />}</span>
      <b>{title}</b><span>{text}</span>
    </button>
  );
}

const CODE_LENGTH = 6;

/** Six boxes over one field: what is typed or pasted fills them, and the sixth sign sends it. */
function Join({ view, send }: HomeProps) {
  const { t, label } = useText();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const enter = (text: string) => {
    const next = text.toUpperCase().replace(/[^0-9A-Z]/g, '').slice(0, CODE_LENGTH);
    setCode(next);
    if (next.length === CODE_LENGTH && next !== code) send({ type: 'join', code: next });
  };
  return (
    <div class="card way way-join" onClick={() => field.current?.focus()}>
      <span class="way-top">
        <span class="way-icon">{view.busy === 'join' ? <Spinner size={20} /> : <Icon name="table" size={20} />}</span>
        <label class="code">
          <input ref={field} class="code-field" value={code} inputMode="text" autocapitalize="characters" autocomplete="off" spellcheck={false}
            maxLength={24} aria-label={t('home.join_text')} aria-invalid={view.joinError !== undefined}
            onInput={(event) => enter(event.currentTarget.value)}
            onKeyDown={(event) => { if (event.key === 'Enter' && code.length === CODE_LENGTH) send({ type: 'join', code }); }} />
          {Array.from({ length: CODE_LENGTH }, (_, i) => <i key={i} class={`code-box${i === code.length ? ' next' : ''}`} aria-hidden="true">{code[i] ?? ''}</i>)}
        </label>
      </span>
      <b>{t('home.join')}</b>
      {view.joinError ? <span class="way-error" role="alert">{label(view.joinError)}</span> : <span>{t('home.join_text')}</span>}
    </div>
  );
}

function RoomRow({ room, send }: { readonly room: OpenRoom; readonly send: Send }) {
  const { t, label } = useText();
  const free = room.seats.filter((seat) => seat === 'free').length;
  return (
    <li class="room-row">
      <b class="room-code num">{room.code}</b>
      <b class="ellipsis">{label(room.ruleset.name)}</b>
      <span class="num ellipsis">{label(room.summary)}</span>
      <span class="room-tags">{room.tags.map((tag, i) => <span key={i} class="tag">{label(tag)}</span>)}</span>
      <span class="ellipsis">{room.host}</span>
      <span class="room-seats" role="img" aria-label={t('home.seats', { taken: 4 - free, free })}>{room.seats.map((seat, i) => <i key={i} class={`seat-${seat}`} />)}</span>
      <Button dense onClick={() => send({ type: 'join', code: room.code })}>{t('home.sit')}</Button>
    </li>
  );
}

function Rooms({ view, send }: HomeProps) {
  const { t, label } = useText();
  const [only, setOnly] = useState('');
  const { rooms } = view;
  const rulesets = new Map((rooms ?? []).map((room) => [room.ruleset.id, label(room.ruleset.name)]));
  const shown = (rooms ?? []).filter((room) => only === '' || room.ruleset.id === only);
  return (
    <section class="card list">
      <div class="list-head">
        <h2>{t('home.rooms')}</h2>
        {rulesets.size > 1 && (
          <select class="list-filter" value={only} aria-label={t('home.all_rules')} onChange={(event) => setOnly(event.currentTarget.value)}>
            <option value="">{t('home.all_rules')}</option>
            {[...rulesets].map(([id, name]) => <option key={id} value={id}>{name}</option>)}
          </select>
        )}
      </div>
      {rooms === null && <Skeleton widths={[90, 60, 75]} />}
      {rooms !== null && shown.length === 0 && (
        <div class="list-empty">
          <Sign /><b>{t('home.no_rooms')}</b><span>{t('home.no_rooms_text')}</span>
          <Button dense onClick={() => send({ type: 'go', page: 'create' })}>{t('home.create')}</Button>
        </div>
      )}
      <ul>{shown.map((room) => <RoomRow key={room.code} room={room} send={send} />)}</ul>
    </section>
  );
}

function LiveRow({ game, send }: { readonly game: LiveGame; readonly send: Send }) {
  const { t, label } = useText();
  return (
    <li class="live-row">
      <div><b class="ellipsis">{game.players.join(' · ')}</b><span class="num">{label(game.progress)}</span></div>
      <span class="live-eye num" aria-label={t('top.watchers', { n: game.watchers })}><Icon name="eye" size={16} />{game.watchers}</span>
      <Button dense onClick={() => send({ type: 'watch', room: game.room })}>{t('home.watch')}</Button>
    </li>
  );
}

function Live({ view, send }: HomeProps) {
  const { t } = useText();
  return (
    <section class="card list">
      <div class="list-head"><h2>{t('home.live')}</h2></div>
      {view.live === null && <Skeleton widths={[80, 60]} />}
      {view.live?.length === 0 && <div class="list-empty"><span>{t('home.no_live')}</span></div>}
      <ul>{(view.live ?? []).map((game) => <LiveRow key={game.room} game={game} send={send} />)}</ul>
    </section>
  );
}

export function Home({ view, toasts, send }: HomeProps) {
  const { t } = useText();
  return (
    <Frame player={view.player} send={send} {...(toasts ? { toasts } : {})}>
      <main>
        <Band view={view} send={send} />
        <div class="home">
          <Resume view={view} send={send} />
          <div class="ways">
            <Way icon="play" title={t('home.quick')} text={t('home.quick_text')} primary={!view.resume} busy={view.busy === 'quick'} onClick={() => send({ type: 'quick_match' })} />
            <Way icon="plus" title={t('home.create')} text={t('home.create_text')} onClick={() => send({ type: 'go', page: 'create' })} />
            <Join view={view} send={send} />
          </div>
          <div class="lists">
            <Rooms view={view} send={send} />
            <Live view={view} send={send} />
          </div>
        </div>
      </main>
    </Frame>
  );
}
