/**
 * Bars that say who plays, or that nobody can. Lost connection is the one alarm; taking over, autopilot and a
 * pausing server have the same look without its colour. There is at most one at a time at the table.
 */
import type { ConnectionView, Send } from '../viewmodel';
import { useText } from '../i18n';
import { Button } from '../ui/basics';
import { Icon, Spinner } from '../ui/Icon';
import { now, useNow } from '../ui/now';
import { Box } from './Box';
import type { Rect } from './layout';

type Lost = Extract<ConnectionView, { state: 'lost' }>;

function LostBar({ connection, rect, send }: { readonly connection: Lost; readonly rect: Rect; readonly send: Send }) {
  const { t } = useText();
  useNow(connection.retryAt !== null, 250);
  const seconds = connection.retryAt === null ? 0 : Math.max(0, Math.ceil((connection.retryAt - now()) / 1000));
  return (
    <Box rect={rect} class="bar bar-alarm" role="alert">
      <Spinner />
      <b class="num">{seconds > 0 ? t('net.bar.lost', { n: seconds }) : t('net.bar.lost_now')}</b>
      <span class="bar-text ellipsis">{t(connection.clockRuns ? 'net.bar.clock' : 'net.bar.safe')}</span>
      <span class="bar-text num">{t('net.bar.attempt', { n: connection.attempt })}</span>
      <button type="button" class="bar-retry" onClick={() => send({ type: 'retry' })}>{t('net.bar.retry')}</button>
    </Box>
  );
}

/** Over one's own hand: until it is gone nothing can be played. */
export function ConnectionBar({ connection, rect, send }: {
  readonly connection: ConnectionView; readonly rect: Rect; readonly send: Send;
}) {
  const { t } = useText();
  if (connection.state === 'lost') return <LostBar connection={connection} rect={rect} send={send} />;
  if (connection.state === 'superseded') {
    return (
      <Box rect={rect} class="bar" role="alert">
        <Icon name="swap" />
        <b>{t('net.bar.superseded')}</b>
        <span class="bar-text ellipsis">{t('net.bar.here')}</span>
        <Button dense onClick={() => send({ type: 'stay_away' })}>{t('net.bar.stay')}</Button>
        <Button dense kind="primary" onClick={() => send({ type: 'take_over' })}>{t('net.bar.take')}</Button>
      </Box>
    );
  }
  if (connection.state === 'paused') {
    return (
      <Box rect={rect} class="bar" role="status">
        <Icon name="clock" />
        <b>{t('net.bar.paused')}</b>
        <span class="bar-text ellipsis">{t('net.bar.paused_text')}</span>
      </Box>
    );
  }
  return null;
}

/** One press takes the seat back. It stands where it hides no tile: the table plays on, and one may look. */
export function AutopilotBar({ onBack }: { readonly onBack: () => void }) {
  const { t } = useText();
  return (
    <button type="button" class="bar bar-autopilot" onClick={onBack}>
      <Icon name="robot" />
      <span class="bar-lines"><b>{t('net.bar.autopilot')}</b><span class="bar-text">{t('net.bar.autopilot_text')}</span></span>
    </button>
  );
}
