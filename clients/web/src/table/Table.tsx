/**
 * The table: one component tree over a layout's rectangles. It takes a view and sends intents; selection, opened
 * panels and the like are its own and survive any new view.
 *
 * The order in the document is the order of the focus: prompt, hand, toggles, the rest.
 */
import { useState } from 'preact/hooks';
import type { ConnectionView, LiabilityView, Send, Settings, Side, TableView, Tile as TileCode, ToastView } from '../viewmodel';
import { useText } from '../i18n';
import type { KeyIntent } from '../input/keyboard';
import { tileShortName } from '../tiles/kinds';
import { Tile, TileStyleContext } from '../tiles/Tile';
import { Confirm } from '../ui/Dialog';
import { now } from '../ui/now';
import { Toasts } from '../ui/Toasts';
import { ActionBar } from './ActionBar';
import { Announcer } from './Announcer';
import { ConnectionBar } from './Bars';
import { Box } from './Box';
import { Centre } from './Centre';
import { TimerBar } from './Clocks';
import { Floats } from './Floats';
import { FlowerRack } from './FlowerRack';
import { HandStrip } from './HandStrip';
import { HintStrip } from './HintStrip';
import { seatAt, sideOf, type Frame, type Layout } from './layout';
import { Liabilities } from './Liabilities';
import type { LogTab } from './LogPanel';
import { Melds } from './Melds';
import { OwnHand } from './OwnHand';
import { OwnPlate, Plate } from './Plate';
import { River } from './Rivers';
import { Handle, LeftPanel, RightPanel, type RightTab } from './SidePanels';
import { Toggles } from './Toggles';
import { TopBar } from './TopBar';
import { isHealthy, promptFor, useFrame, useKeys, useLooked, useOwnHand, usePrompt } from './useTable';
import { SeatPicker, WatchBar } from './Watching';
import './table.css';
import './play.css';
import './panels.css';

export interface TableProps {
  readonly view: TableView;
  readonly connection: ConnectionView;
  readonly toasts: readonly ToastView[];
  readonly settings: Settings;
  /** A sheet lies over the table: its keys are off. */
  readonly modal?: boolean;
  readonly send: Send;
  /** For tests and pictures: which panels are open at first. */
  readonly panels?: { readonly left?: boolean; readonly right?: boolean; readonly tab?: RightTab; readonly logTab?: LogTab };
}

const SIDES: readonly Side[] = ['prev', 'across', 'next', 'self'];

interface BoardProps {
  readonly view: TableView;
  readonly layout: Layout;
  readonly healthy: boolean;
  readonly looked: TileCode;
}

/** The side that glows: nobody while a window is open. */
function activeSide(view: TableView): Side | null {
  return view.turn === null || view.claiming || view.stage !== 'playing' ? null : sideOf(view.turn, view.bottom);
}

function Inlay({ layout }: { readonly layout: Layout }) {
  return <Box rect={layout.inlay} class="inlay" aria-hidden="true"><i /><i /><i /><i /></Box>;
}

/** Everything that is not one's own to press. */
function Board({ view, layout, healthy, looked }: BoardProps) {
  const active = activeSide(view);
  return (
    <>
      <Centre centre={view.centre} seats={view.seats} bottom={view.bottom} active={active} waiting={view.claiming}
        clock={active ? view.clock : null} healthy={healthy} layout={layout} />
      {SIDES.map((side) => {
        const seat = view.seats[seatAt(side, view.bottom)];
        return (
          <div key={side} class="seat" role="group" aria-label={seat.name}>
            {side !== 'self' && <Plate seat={seat} side={side} layout={layout} active={active === side} />}
            {side !== 'self' && <HandStrip seat={seat} side={side} layout={layout} />}
            <River seat={seat} side={side} layout={layout} looked={looked} />
            <Melds seat={seat} side={side} bottom={view.bottom} layout={layout} looked={looked} />
            {(side !== 'self' || !view.watching) && <FlowerRack seat={seat} side={side} layout={layout} bed={side === 'self' && view.hasFlowers} />}
          </div>
        );
      })}
    </>
  );
}

/** Before the deal: four backs, and who is awaited by name. */
function Stage({ view, layout }: { readonly view: TableView; readonly layout: Layout }) {
  const { t } = useText();
  const { inlay } = layout;
  const names = (view.awaited ?? []).join(t('list.comma'));
  return (
    <Box rect={{ x: inlay.x + inlay.w / 2 - 160, y: inlay.y + 110, w: 320, h: 150 }} class="stage" role="status">
      <span class="stage-tiles">{[0, 1, 2, 3].map((i) => <Tile key={i} tile={null} w={30} silent />)}</span>
      <b>{t(view.stage === 'dealing' ? 'stage.dealing' : 'stage.waiting')}</b>
      {names && <span>{t('stage.awaiting', { names })}</span>}
    </Box>
  );
}

function usePanels(props: TableProps, frame: Frame) {
  const [left, setLeft] = useState(props.panels?.left ?? false);
  const [right, setRight] = useState(props.panels?.right ?? !frame.narrow);
  const [tab, setTab] = useState<RightTab>(props.panels?.tab ?? (props.view.watching ? 'watch' : 'log'));
  const [logTab, setLogTab] = useState<LogTab>(props.panels?.logTab ?? 'all');
  const [liability, setLiability] = useState<LiabilityView | null>(null);
  const show = (which: RightTab) => { setRight(true); setTab(which); };
  return { left, setLeft, right, setRight, tab, setTab, logTab, setLogTab, liability, setLiability, show };
}

function focusSelected() {
  document.querySelector<HTMLElement>('.own-tile[aria-pressed="true"]')?.focus();
}

export function Table(props: TableProps) {
  const { view, connection, toasts, settings, send, modal = false } = props;
  const { t, locale } = useText();
  const frame = useFrame();
  const { layout, scale } = frame;
  const healthy = isHealthy(connection);
  const panels = usePanels(props, frame);
  const [leaving, setLeaving] = useState(false);
  const { looked, ...looking } = useLooked();
  const own = useOwnHand(view, settings, healthy, send);
  const prompt = promptFor(view.prompt, own.selected);
  const action = usePrompt(prompt, !healthy || modal, send);
  const watching = view.watching !== undefined;
  const seat = view.seats[view.bottom];

  const act = (intent: KeyIntent, at: number) => {
    switch (intent.type) {
      case 'cancel': action.dispatch({ type: 'cancel' }); own.machine.dispatch({ type: 'cancel' }); return;
      case 'shift': own.machine.dispatch(intent); requestAnimationFrame(focusSelected); return;
      case 'discard_selected': own.machine.dispatch({ ...intent, at }); return;
      case 'discard_drawn': own.machine.dispatch({ ...intent, at }); return;
      case 'action': action.dispatch({ type: 'press', verb: intent.verb, at }); return;
      case 'variant': action.dispatch({ ...intent, at }); return;
      case 'watch': { const chosen = view.seats[intent.index]; if (chosen) send({ type: 'watch_seat', seat: chosen.seat }); return; }
      case 'mute': send({ type: 'change_settings', settings: { muted: !settings.muted } }); return;
      case 'show': if (intent.what === 'counts') panels.setLeft(!panels.left); else if (intent.what === 'log') panels.show('log'); else if (intent.what === 'help') panels.show('rules'); return;
      case 'command': return;
    }
  };
  useKeys({ modal: modal || leaving, variants: action.state.open !== null, watching, letters: settings.letterKeys }, act);

  const seen = (tile: TileCode) => {
    const unseen = tile === null || tile !== looked ? undefined : view.counts?.[tile];
    return unseen === undefined ? undefined : t('count.seen', { n: 4 - unseen });
  };
  const pending = own.machine.state.pending;
  return (
    <TileStyleContext.Provider value={{ index: settings.index, scale }}>
      <main class={`table theme-felt${frame.narrow ? ' narrow' : ''}`} aria-label={t('table.label')}>
        <div class="canvas" style={{ width: `${frame.width}px`, height: `${frame.height}px`, transform: `scale(${scale})` }}
          {...looking}>
          <div class="board" style={{ left: `${frame.left}px`, top: `${frame.top}px` }}>
            <Inlay layout={layout} />
            {!watching && (
              <ActionBar prompt={prompt} state={action.state} layout={layout} silent={!healthy}
                onPress={(slot) => action.dispatch({ type: 'press', verb: slot, at: now() })}
                onVariant={(index) => action.dispatch({ type: 'variant', index, at: now() })} />
            )}
            {watching && <SeatPicker view={view} layout={layout} send={send} />}
            <OwnHand hand={seat.hand} machine={own.machine} layout={layout} scale={scale} dimmed={connection.state === 'lost'}
              playable={!watching} looked={looked} seen={seen} />
            {!watching && <TimerBar clock={view.prompt ? view.clock : null} healthy={healthy} rect={layout.timer} />}
            {!watching && healthy && <HintStrip hint={view.hint} selected={own.selected} onTurn={view.prompt?.kind === 'turn'} rect={layout.hint} />}
            {!watching && <OwnPlate seat={seat} layout={layout} active={activeSide(view) === 'self'} clock={view.prompt ? view.clock : null}
              healthy={healthy} onLedger={() => { panels.show('log'); panels.setLogTab('ledger'); }} />}
            {watching && <WatchBar view={view} seat={seat} layout={layout} send={send} />}
            {!watching && <Toggles toggles={view.toggles} layout={layout} send={send} />}
            <Board view={view} layout={layout} healthy={healthy} looked={looked} />
            <Liabilities items={view.liabilities} bottom={view.bottom} onOpen={(item) => { panels.setLiability(item); panels.setLeft(true); }} />
            {(view.stage === 'waiting' || view.stage === 'dealing') && <Stage view={view} layout={layout} />}
            {pending && <Box rect={layout.consequence} class="consequence grace" role="status">{t('hand.grace', { tile: tileShortName(own.selected, locale) })}</Box>}
            <ConnectionBar connection={connection} autopilot={view.autopilot} rect={layout.connection} send={send} />
            <Floats floats={view.floats} bottom={view.bottom} layout={layout} />
            <Box rect={layout.toasts} class="toasts-box"><Toasts toasts={toasts} send={send} /></Box>
          </div>
          <TopBar view={view} connection={connection} muted={settings.muted} width={frame.width} onRules={() => panels.show('rules')}
            onWatchers={() => panels.show('watch')} onMute={() => send({ type: 'change_settings', settings: { muted: !settings.muted } })}
            onSettings={() => send({ type: 'go', page: 'settings' })} onLeave={() => setLeaving(true)} />
          {panels.left
            ? <LeftPanel view={view} liability={panels.liability} height={frame.height} onClose={() => { panels.setLeft(false); panels.setLiability(null); }} />
            : (view.counts || view.liabilities.length > 0) && <Handle side="left" text={t('panel.counts')} height={frame.height} onOpen={() => panels.setLeft(true)} />}
          {panels.right
            ? <RightPanel view={view} connection={connection} tab={panels.tab} logTab={panels.logTab} height={frame.height} onTab={panels.setTab}
                onLogTab={panels.setLogTab} onClose={() => panels.setRight(false)} send={send} />
            : <Handle side="right" text={t('panel.log')} height={frame.height} onOpen={() => panels.setRight(true)} />}
        </div>
        <Announcer view={view} />
        {leaving && <Confirm title={t(watching ? 'leave.watch' : 'leave.title')} text={t(watching ? 'leave.watch_text' : 'leave.text')}
          stay={t('leave.stay')} go={t('leave.go')} onStay={() => setLeaving(false)} onGo={() => { setLeaving(false); send({ type: 'leave' }); }} />}
      </main>
    </TileStyleContext.Provider>
  );
}
