/** The connection's state on pages that have no table: a bar at the bottom, there only while something is wrong. */
import type { ConnectionView, Send } from '../../viewmodel';
import { useText } from '../../i18n';
import { Button } from '../../ui/basics';
import { Icon, Spinner } from '../../ui/Icon';
import './pages.css';

export function NetBar({ connection, send }: { readonly connection: ConnectionView; readonly send: Send }) {
  const { t } = useText();
  if (connection.state === 'lost') {
    return (
      <div class="net-bar net-bar-alarm" role="alert">
        <Spinner /><b>{t('net.bar.lost_now')}</b>
        <button type="button" class="bar-retry" onClick={() => send({ type: 'retry' })}>{t('net.bar.retry')}</button>
      </div>
    );
  }
  if (connection.state === 'superseded') {
    return (
      <div class="net-bar" role="alert">
        <Icon name="swap" /><b>{t('net.bar.superseded')}</b>
        <Button dense kind="primary" onClick={() => send({ type: 'take_over' })}>{t('net.bar.take')}</Button>
      </div>
    );
  }
  if (connection.state === 'paused') {
    return <div class="net-bar" role="status"><Icon name="clock" /><b>{t('net.bar.paused')}</b></div>;
  }
  return null;
}
