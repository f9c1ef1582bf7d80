/** Which screen is shown: the one place where state becomes views and views become screens. */
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { CreateRoom } from '../screens/CreateRoom';
import { ErrorPage, LoadingPage } from '../screens/ErrorPage';
import { Home } from '../screens/Home';
import { Lobby } from '../screens/Lobby';
import { MatchResult } from '../screens/MatchResult';
import { Result } from '../screens/Result';
import { SettingsSheet } from '../screens/SettingsSheet';
import { Table } from '../table/Table';
import { textOf } from '../i18n';
import { Root } from '../ui/Root';
import type { Send } from '../viewmodel';
import { DeviceRow, type DeviceLink } from './pages/DeviceRow';
import { NetBar } from './pages/NetBar';
import { ProofSheet } from './pages/ProofSheet';
import { RecordsPage } from './pages/Records';
import { RulesPage } from './pages/Rules';
import type { State } from './state';
import { createView, homeView, lobbyView, playerView } from './views/rooms';
import { rulesetOf } from './views/names';
import { matchResultView, resultView } from './views/result';
import { connectionView, tableView } from './views/table';

export interface AppProps {
  readonly state: State;
  readonly send: Send;
  readonly origin: string;
  readonly onRules: (ruleset: string) => void;
  readonly onSaveRecord: (match: string) => void;
  readonly onDevice: () => Promise<DeviceLink | null>;
}

/** Everything that is computed from the state, each view anew only when what it reads has changed. */
export function viewsOf(state: State, origin: string) {
  return {
    table: computed(() => tableView(state)),
    result: computed(() => resultView(state)),
    match: computed(() => (state.atMatchEnd.value ? matchResultView(state) : null)),
    lobby: computed(() => lobbyView(state, origin)),
    home: computed(() => homeView(state)),
    create: computed(() => createView(state)),
    connection: computed(() => connectionView(state)),
  } as const;
}

type Views = ReturnType<typeof viewsOf>;

/** In a room: its lobby before and, if one wishes, after a match, else the table with what lies over it. */
function Room({ state, views, send }: { readonly state: State; readonly views: Views; readonly send: Send }) {
  const player = playerView(state);
  const table = views.table.value;
  const room = state.room.value;
  const toasts = state.toasts.value;
  const between = room !== null && room.phase !== 'match' && (state.backInRoom.value || table === null);
  if (between) {
    const lobby = views.lobby.value;
    return lobby ? <Lobby view={lobby} toasts={toasts} send={send} /> : <LoadingPage player={player} send={send} />;
  }
  if (!table) return <LoadingPage player={player} send={send} />;
  // Where another window plays, the table's own bar asks about it; no sheet lies over that question.
  const elsewhere = views.connection.value.state === 'superseded';
  const result = elsewhere ? null : views.result.value;
  const match = result || elsewhere ? null : views.match.value;
  const over = !elsewhere && (result !== null || match !== null || state.settingsOpen.value || state.proofOpen.value);
  return (
    <>
      <Table view={table} connection={views.connection.value} toasts={toasts} settings={state.settings.value} modal={over} send={send} />
      {result && <Result result={result} send={send} />}
      {match && <MatchResult view={match} send={send} />}
    </>
  );
}

function Screen({ state, views, send, onRules, onSaveRecord }: AppProps & { readonly views: Views }) {
  const player = state.player.value;
  const toasts = state.toasts.value;
  if (state.error.value) return <ErrorPage view={state.error.value} player={player && playerView(state)} send={send} />;
  const status = state.status.value;
  if (!player) {
    if (status.state !== 'connecting' || status.attempt < 3) return <LoadingPage send={send} />;
    return <ErrorPage view={{ kind: 'server_away', diagnosis: `connecting, attempt ${status.attempt}` }} send={send} />;
  }
  const route = state.route.value;
  switch (route.page) {
    case 'home': return <Home view={views.home.value} toasts={toasts} send={send} />;
    case 'create': return <CreateRoom view={views.create.value} toasts={toasts} send={send} />;
    case 'rules': return <RulesPage player={playerView(state)} rulesets={state.catalogue.value?.rulesets ?? []} sheet={state.rules.value} toasts={toasts} onChoose={onRules} send={send} />;
    case 'replays': return <RecordsPage player={playerView(state)} matches={state.matches.value} toasts={toasts} onSave={onSaveRecord} send={send}
      rulesetName={(key) => textOf(state.settings.value.locale).label(rulesetOf(state, key).name)} />;
    case 'play': return <LoadingPage player={playerView(state)} send={send} />;
    default: return <Room state={state} views={views} send={send} />;
  }
}

export function App(props: AppProps) {
  const { state, send, origin } = props;
  const views = useMemo(() => viewsOf(state, origin), [state, origin]);
  const { page } = state.route.value;
  const atTable = (page === 'room' || page === 'watch') && views.table.value !== null && !state.backInRoom.value;
  const connection = views.connection.value;
  const elsewhere = atTable && connection.state === 'superseded';
  const covered = atTable && !elsewhere && (views.result.value !== null || views.match.value !== null || state.settingsOpen.value || state.proofOpen.value);
  const close = () => { state.settingsOpen.value = false; };
  return (
    <Root settings={state.settings.value}>
      <Screen {...props} views={views} />
      {(!atTable || covered) && state.player.value && <NetBar connection={connection} send={send} />}
      {state.proofOpen.value && !elsewhere && (
        <ProofSheet verdicts={state.verdicts.value} witness={state.witness.value} result={state.shown.value?.result ?? state.stream.value?.state.result ?? null}
          onClose={() => { state.proofOpen.value = false; }} />
      )}
      {state.settingsOpen.value && !elsewhere && (
        <SettingsSheet settings={state.settings.value} send={send} onClose={close}><DeviceRow onAsk={props.onDevice} /></SettingsSheet>
      )}
    </Root>
  );
}
