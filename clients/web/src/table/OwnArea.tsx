/** One's own part of the board, in the order of the focus: prompt, hand, then what stands round them. */
import type { ConnectionView, Prompt, Send, Settings, TableView, Tile as TileCode } from '../viewmodel';
import { useText } from '../i18n';
import type { PromptEvent, PromptState } from '../input/prompt';
import type { Hand } from '../input/useHand';
import { tileShortName } from '../tiles/kinds';
import { now } from '../ui/now';
import { ActionBar } from './ActionBar';
import { AutopilotBar, ConnectionBar } from './Bars';
import { activeSide } from './Board';
import { Box } from './Box';
import { TimerBar } from './Clocks';
import { HintStrip } from './HintStrip';
import type { Frame } from './layout';
import { OwnHand } from './OwnHand';
import { OwnPlate } from './Plate';
import { Toggles } from './Toggles';
import { isHealthy } from './useTable';
import { SeatPicker, WatchBar } from './Watching';

export interface OwnAreaProps {
  readonly view: TableView;
  readonly connection: ConnectionView;
  readonly settings: Settings;
  readonly frame: Frame;
  readonly prompt: Prompt | null;
  readonly promptState: PromptState;
  readonly onPrompt: (event: PromptEvent) => void;
  readonly machine: Hand;
  /** The kind of the selected tile. */
  readonly selected: TileCode;
  readonly looked: TileCode;
  readonly onLedger: () => void;
  readonly send: Send;
}

/** The seen copies of the tile one looks at, as the badge says it. */
function useSeen({ view, looked }: OwnAreaProps) {
  const { t } = useText();
  return (tile: TileCode): string | undefined => {
    const unseen = tile === null || tile !== looked ? undefined : view.counts?.[tile];
    return unseen === undefined ? undefined : t('count.seen', { n: 4 - unseen });
  };
}

function HandOf(props: OwnAreaProps) {
  const { view, connection, frame, machine, looked } = props;
  const seen = useSeen(props);
  return (
    <OwnHand hand={view.seats[view.bottom].hand} machine={machine} layout={frame.layout} scale={frame.scale} dimmed={connection.state === 'lost'}
      playable={!view.watching} looked={looked} seen={seen} />
  );
}

function WatchedArea(props: OwnAreaProps) {
  const { view, frame, send } = props;
  return (
    <>
      <SeatPicker view={view} layout={frame.layout} send={send} />
      <HandOf {...props} />
      <WatchBar view={view} seat={view.seats[view.bottom]} layout={frame.layout} send={send} />
    </>
  );
}

/** A tile on its way out that may still be taken back. */
function Grace({ machine, frame, selected }: OwnAreaProps) {
  const { t, locale } = useText();
  if (!machine.state.pending) return null;
  return <Box rect={frame.layout.consequence} class="consequence grace" role="status">{t('hand.grace', { tile: tileShortName(selected, locale) })}</Box>;
}

export function OwnArea(props: OwnAreaProps) {
  const { view, connection, frame, prompt, promptState, onPrompt, selected, onLedger, send } = props;
  const { layout } = frame;
  const healthy = isHealthy(connection);
  if (view.watching) return <WatchedArea {...props} />;
  const clock = view.prompt ? view.clock : null;
  return (
    <>
      <ActionBar prompt={prompt} state={promptState} layout={layout} silent={!healthy}
        onPress={(slot) => onPrompt({ type: 'press', verb: slot, at: now() })}
        onVariant={(index) => onPrompt({ type: 'variant', index, at: now() })} />
      <HandOf {...props} />
      <Toggles toggles={view.toggles} layout={layout} send={send} />
      <TimerBar clock={clock} healthy={healthy} rect={layout.timer} />
      {healthy && !view.autopilot && <HintStrip hint={view.hint} selected={selected} onTurn={view.prompt?.kind === 'turn'} rect={layout.hint} />}
      <OwnPlate seat={view.seats[view.bottom]} layout={layout} active={activeSide(view) === 'self'} clock={clock} healthy={healthy} onLedger={onLedger} />
      <Grace {...props} />
      {/* While another plays one's seat there is no discard to weigh: the hints' place is free. */}
      {healthy && view.autopilot && <Box rect={layout.hint} class="autopilot"><AutopilotBar onBack={() => send({ type: 'resume_seat' })} /></Box>}
      <ConnectionBar connection={connection} rect={layout.connection} send={send} />
    </>
  );
}
