/** What a watcher has in place of slots and plate: whose seat is seen, how far behind, and the way to the present. */
import type { SeatView, Send, TableView } from '../viewmodel';
import { clockText, signed, useText } from '../i18n';
import { Avatar, Button, KeyCap } from '../ui/basics';
import { Box, rectStyle } from './Box';
import { sideOf, type Layout } from './layout';

export function SeatPicker({ view, layout, send }: { readonly view: TableView; readonly layout: Layout; readonly send: Send }) {
  const { t, wind } = useText();
  return (
    <div class="seat-picker" role="radiogroup" aria-label={t('watch.switch')}>
      {view.seats.map((seat, i) => (
        <button type="button" role="radio" key={seat.seat} class={`picker box seat-${sideOf(seat.seat, view.bottom)}`}
          style={rectStyle(layout.seatPicker[i]!)} aria-checked={seat.seat === view.bottom}
          aria-label={t('watch.pick', { name: seat.name })} onClick={() => send({ type: 'watch_seat', seat: seat.seat })}>
          <Avatar name={seat.name} bot={seat.bot} />
          <span class="picker-text">
            <b class="ellipsis">{seat.name}</b>
            <span class="num">{wind(seat.wind)} · {signed(seat.score)}</span>
          </span>
          <KeyCap>{String(i + 1)}</KeyCap>
        </button>
      ))}
    </div>
  );
}

export function WatchBar({ view, seat, layout, send }: {
  readonly view: TableView; readonly seat: SeatView; readonly layout: Layout; readonly send: Send;
}) {
  const { t, wind } = useText();
  const { mode, behind } = view.watching!;
  return (
    <Box rect={layout.watchBar} class="watch-bar seat-self">
      <Avatar name={seat.name} bot={seat.bot} size={40} />
      <div class="watch-text">
        <span><b>{seat.name}</b> <span class="serif">{wind(seat.wind)}</span></span>
        <span class="watch-mode">{t(`watch.${mode}_mode`)}</span>
      </div>
      <span class="watch-behind num">{behind > 0 ? <>{t('watch.behind')}<b>{clockText(behind)}</b></> : t('watch.live')}</span>
      <Button dense icon="swap" onClick={() => send({ type: 'watch_seat', seat: ((view.bottom + 1) % 4) as SeatView['seat'] })}>{t('watch.switch')}</Button>
      {behind > 0 && <Button dense kind="primary" icon="fast" onClick={() => send({ type: 'catch_up' })}>{t('watch.catch_up')}</Button>}
    </Box>
  );
}
