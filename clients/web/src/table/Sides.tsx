/** Top bar and side panels, and which of them is open. They lie beside the board; nothing on it moves for them. */
import { useState } from 'preact/hooks';
import type { ConnectionView, LiabilityView, Send, Settings, TableView } from '../viewmodel';
import { useText } from '../i18n';
import type { Frame } from './layout';
import type { LogTab } from './LogPanel';
import { Handle, LeftPanel, RightPanel, type RightTab } from './SidePanels';
import { TopBar } from './TopBar';

export interface OpenPanels {
  readonly left?: boolean;
  readonly right?: boolean;
  readonly tab?: RightTab;
  readonly logTab?: LogTab;
}

interface PanelState {
  readonly left: boolean;
  readonly right: boolean;
  readonly tab: RightTab;
  readonly logTab: LogTab;
  readonly liability: LiabilityView | null;
}

export interface Panels extends PanelState {
  readonly set: (change: Partial<PanelState>) => void;
}

export function usePanels(open: OpenPanels, watching: boolean, narrow: boolean): Panels {
  const [state, setState] = useState<PanelState>({
    left: open.left ?? false,
    right: open.right ?? !narrow,
    tab: open.tab ?? (watching ? 'watch' : 'log'),
    logTab: open.logTab ?? 'all',
    liability: null,
  });
  return { ...state, set: (change) => setState((before) => ({ ...before, ...change })) };
}

interface SidesProps {
  readonly view: TableView;
  readonly connection: ConnectionView;
  readonly settings: Settings;
  readonly frame: Frame;
  readonly panels: Panels;
  readonly onLeave: () => void;
  readonly send: Send;
}

export function Sides({ view, connection, settings, frame, panels, onLeave, send }: SidesProps) {
  const { t } = useText();
  const { height } = frame;
  const hasLeft = view.counts !== null || view.liabilities.length > 0;
  return (
    <>
      <TopBar view={view} connection={connection} muted={settings.muted} width={frame.width} onLeave={onLeave}
        onRules={() => panels.set({ right: true, tab: 'rules' })} onWatchers={() => panels.set({ right: true, tab: 'watch' })}
        onMute={() => send({ type: 'change_settings', settings: { muted: !settings.muted } })} onSettings={() => send({ type: 'go', page: 'settings' })} />
      {panels.left && <LeftPanel view={view} liability={panels.liability} height={height} onClose={() => panels.set({ left: false, liability: null })} />}
      {!panels.left && hasLeft && <Handle side="left" text={t('panel.counts')} height={height} onOpen={() => panels.set({ left: true })} />}
      {panels.right && (
        <RightPanel view={view} connection={connection} tab={panels.tab} logTab={panels.logTab} height={height} send={send}
          onTab={(tab) => panels.set({ tab })} onLogTab={(logTab) => panels.set({ logTab })} onClose={() => panels.set({ right: false })} />
      )}
      {!panels.right && <Handle side="right" text={t('panel.log')} height={height} onOpen={() => panels.set({ right: true })} />}
    </>
  );
}
