/**
 * The table: one component tree over a layout's rectangles. It takes a view and sends intents; selection, opened
 * panels and the like are its own and survive any new view.
 */
import { useMemo, useState } from 'preact/hooks';
import type { ConnectionView, Send, Settings, TableView, ToastView } from '../viewmodel';
import { useText } from '../i18n';
import type { KeyIntent } from '../input/keyboard';
import type { PromptEvent } from '../input/prompt';
import type { Hand } from '../input/useHand';
import { TileStyleContext } from '../tiles/Tile';
import { Confirm } from '../ui/Dialog';
import { Toasts } from '../ui/Toasts';
import { Announcer } from './Announcer';
import { Board, Inlay, Stage } from './Board';
import { Box } from './Box';
import { Floats } from './Floats';
import { KeysSheet } from './KeysSheet';
import { Liabilities } from './Liabilities';
import { OwnArea } from './OwnArea';
import { Sides, usePanels, type OpenPanels, type Panels } from './Sides';
import { isHealthy, promptFor, useFrame, useKeys, useLooked, useOwnHand, usePrompt } from './useTable';
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
  /** Which panels are open at first. */
  readonly panels?: OpenPanels;
}

interface KeyTargets {
  readonly view: TableView;
  readonly settings: Settings;
  readonly hand: Hand;
  readonly onPrompt: (event: PromptEvent) => void;
  readonly panels: Panels;
  readonly onKeys: () => void;
  readonly send: Send;
}

function focusSelected() {
  document.querySelector<HTMLElement>('.own-tile[aria-pressed="true"]')?.focus();
}

/** The tile that has the focus: discarded if it is the selected one, else pressed like any other. */
function discardFocused(hand: Hand, at: number) {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['tile'] : undefined;
  if (focused !== undefined && focused !== hand.state.selected) hand.dispatch({ type: 'activate', tile: focused, at });
  else hand.dispatch({ type: 'discard_selected', at });
}

function show(what: Extract<KeyIntent, { type: 'show' }>['what'], { panels, onKeys }: KeyTargets) {
  if (what === 'counts') panels.set({ left: !panels.left });
  else if (what === 'log') panels.set({ right: true, tab: 'log' });
  else if (what === 'help') onKeys();
  else document.querySelector<HTMLElement>({ waits: '.hint', self: '.plate-own button', others: '.plate-top' }[what])?.focus();
}

function actOn(intent: KeyIntent, at: number, targets: KeyTargets): void {
  const { view, settings, hand, onPrompt, panels, send } = targets;
  switch (intent.type) {
    case 'cancel': onPrompt({ type: 'cancel' }); hand.dispatch({ type: 'cancel' }); break;
    case 'shift': hand.dispatch(intent); requestAnimationFrame(focusSelected); break;
    case 'discard_selected': discardFocused(hand, at); break;
    case 'discard_drawn': hand.dispatch({ type: 'discard_drawn', at }); break;
    case 'action': onPrompt({ type: 'press', verb: intent.verb, at }); break;
    case 'variant': onPrompt({ type: 'variant', index: intent.index, at }); break;
    case 'watch': if (view.seats[intent.index]) send({ type: 'watch_seat', seat: view.seats[intent.index]!.seat }); break;
    case 'mute': send({ type: 'change_settings', settings: { muted: !settings.muted } }); break;
    case 'show': show(intent.what, targets); break;
    case 'command': panels.set({ right: true, tab: 'chat' }); requestAnimationFrame(() => document.querySelector<HTMLElement>('.chat-field')?.focus()); break;
  }
}

function LeaveQuestion({ watching, onStay, onGo }: { readonly watching: boolean; readonly onStay: () => void; readonly onGo: () => void }) {
  const { t } = useText();
  return (
    <Confirm title={t(watching ? 'leave.watch' : 'leave.title')} text={t(watching ? 'leave.watch_text' : 'leave.text')}
      stay={t('leave.stay')} go={t('leave.go')} onStay={onStay} onGo={onGo} />
  );
}

/** Selection, prompt and panels: what the table itself remembers. */
function useDoings({ view, connection, settings, modal = false, send, panels: open = {} }: TableProps, asking: boolean, narrow: boolean, onKeys: () => void) {
  const healthy = isHealthy(connection);
  const watching = view.watching !== undefined;
  const panels = usePanels(open, watching, narrow);
  const own = useOwnHand(view, settings, healthy, send);
  const prompt = promptFor(view.prompt, own.selected);
  const action = usePrompt(prompt, !healthy || modal, send);
  const targets = { view, settings, hand: own.machine, onPrompt: action.dispatch, panels, onKeys, send };
  useKeys({ modal: modal || asking, variants: action.state.open !== null, watching, letters: settings.letterKeys },
    (intent, at) => actOn(intent, at, targets));
  return { panels, own, prompt, action, watching };
}

export function Table(props: TableProps) {
  const { view, connection, toasts, settings, send } = props;
  const { t } = useText();
  const frame = useFrame();
  const [leaving, setLeaving] = useState(false);
  const [keys, setKeys] = useState(false);
  const { panels, own, prompt, action, watching } = useDoings(props, leaving || keys, frame.narrow, () => setKeys(true));
  const { looked, ...looking } = useLooked();
  const style = useMemo(() => ({ index: settings.index, scale: frame.scale }), [settings.index, frame.scale]);
  const { layout } = frame;
  return (
    <TileStyleContext.Provider value={style}>
      <main class={`table${frame.narrow ? ' narrow' : ''}`} aria-label={t('table.label')}>
        <div class="canvas" style={{ width: `${frame.width}px`, height: `${frame.height}px`, transform: `scale(${frame.scale})` }} {...looking}>
          <div class="board" style={{ left: `${frame.left}px`, top: `${frame.top}px` }}>
            <Inlay layout={layout} />
            <OwnArea view={view} connection={connection} settings={settings} frame={frame} prompt={prompt} promptState={action.state} onPrompt={action.dispatch}
              machine={own.machine} selected={own.selected} looked={looked} send={send} onLedger={() => panels.set({ right: true, tab: 'log', logTab: 'ledger' })} />
            <Board view={view} layout={layout} healthy={isHealthy(connection)} lost={connection.state === 'lost'} looked={looked} />
            <Liabilities items={view.liabilities} bottom={view.bottom} onOpen={(liability) => panels.set({ left: true, liability })} />
            <Stage view={view} layout={layout} />
            <Floats floats={view.floats} bottom={view.bottom} layout={layout} />
            <Box rect={layout.toasts} class="toasts-box"><Toasts toasts={toasts} send={send} /></Box>
          </div>
          <Sides view={view} connection={connection} settings={settings} frame={frame} panels={panels} onLeave={() => setLeaving(true)} send={send} />
        </div>
        <Announcer view={view} />
        {keys && <KeysSheet onClose={() => setKeys(false)} />}
        {leaving && <LeaveQuestion watching={watching} onStay={() => setLeaving(false)} onGo={() => { setLeaving(false); send({ type: 'leave' }); }} />}
      </main>
    </TileStyleContext.Provider>
  );
}
