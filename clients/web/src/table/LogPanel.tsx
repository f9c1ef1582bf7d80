/** What happened, line by line, and who paid whom for what. */
import { useEffect, useRef } from 'preact/hooks';
import type { ConnectionView, LedgerView, LogEntry, Seat, SeatView, TableView } from '../viewmodel';
import { plain, signed, useText } from '../i18n';
import { Tile } from '../tiles/Tile';
import { Segment } from '../ui/basics';
import { now, useNow } from '../ui/now';
import { sideOf } from './layout';

export type LogTab = 'all' | 'ledger';

interface LogPanelProps {
  readonly view: TableView;
  readonly connection: ConnectionView;
  readonly tab: LogTab;
  readonly onTab: (tab: LogTab) => void;
}

/** Who reads must find all of it: what does not fit beside the verb goes below it. */
function Deed({ entry }: { readonly entry: LogEntry }) {
  const { label } = useText();
  return (
    <span class="log-verb">
      <span>{label(entry.verb)}</span>
      {entry.text !== undefined && <span class={entry.auto ? 'log-auto' : 'log-text'}>{label(entry.text)}</span>}
    </span>
  );
}

function Entry({ entry, seats, bottom }: { readonly entry: LogEntry; readonly seats: readonly SeatView[]; readonly bottom: Seat }) {
  const seat = entry.seat === null ? null : seats[entry.seat]!;
  if (!seat) {
    return (
      <li class="log-line log-table">
        <span class="log-bar" />
        <Deed entry={entry} />
        <span class="log-tiles">{entry.tiles.slice(0, 4).map((tile, i) => <Tile key={i} tile={tile} w={18} />)}</span>
        <span class="log-n num">{entry.n}</span>
      </li>
    );
  }
  return (
    <li class={`log-line seat-${sideOf(seat.seat, bottom)}`}>
      <span class="log-bar" />
      <b class="log-name ellipsis">{seat.name}</b>
      <Deed entry={entry} />
      <span class="log-tiles">{entry.tiles.slice(0, 4).map((tile, i) => <Tile key={i} tile={tile} w={18} />)}</span>
      <span class="log-n num">{entry.n}</span>
    </li>
  );
}

function LastHeard({ at }: { readonly at: number }) {
  const { t } = useText();
  useNow(true, 1000);
  return <p class="log-silence num">{t('log.last_heard', { n: Math.max(0, Math.round((now() - at) / 1000)) })}</p>;
}

/** One width for the names of all lines: as wide as the longest, within bounds. */
function nameWidth(seats: readonly SeatView[]): string {
  const widths = seats.map(({ name }) => [...name].reduce((sum, sign) => sum + (sign > '\u2e80' ? 13.5 : 7.6), 0));
  return `${Math.min(96, Math.max(44, ...widths))}px`;
}

/**
 * Newest at the bottom, and in sight unless one has scrolled up to read. Only a scroll upward is such a wish: one
 * that comes late, after more lines have, is not.
 */
function useStickToEnd(last: LogEntry | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const top = useRef(0);
  useEffect(() => {
    const element = box.current;
    if (element && stuck.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 40;
    if (atEnd) stuck.current = true;
    else if (element.scrollTop < top.current) stuck.current = false;
    top.current = element.scrollTop;
  };
  return { box, onScroll };
}

export function LogPanel({ view, connection, tab, onTab }: LogPanelProps) {
  const { t, label } = useText();
  const { box, onScroll } = useStickToEnd(view.log.at(-1));
  const hasLedger = view.ledger.lines.length > 0 || tab === 'ledger';
  return (
    <div class="log">
      {hasLedger && (
        <Segment name={t('panel.log')} value={tab} onChange={onTab}
          choices={[{ value: 'all', label: t('log.all') }, { value: 'ledger', label: t('log.ledger') }]} />
      )}
      {tab === 'ledger' ? <Ledger ledger={view.ledger} seats={view.seats} bottom={view.bottom} /> : (
        <div class="log-scroll" ref={box} onScroll={onScroll} role="log" aria-live="off" tabIndex={0} aria-label={t('panel.log')}>
          {view.log.length === 0 && <p class="panel-empty">{t('log.empty')}</p>}
          <ol style={{ '--name-w': nameWidth(view.seats) }}>{view.log.map((entry) => <Entry key={`${entry.n} ${entry.seat} ${label(entry.verb)}`} entry={entry} seats={view.seats} bottom={view.bottom} />)}</ol>
          {connection.state === 'lost' && <LastHeard at={connection.lastEventAt} />}
        </div>
      )}
    </div>
  );
}

function Ledger({ ledger, seats, bottom }: { readonly ledger: LedgerView; readonly seats: readonly SeatView[]; readonly bottom: Seat }) {
  const { t, label } = useText();
  const order = [0, 1, 2, 3].map((i) => seats[(bottom + i) % 4]!);
  const payments = ledger.lines.reduce((sum, line) => sum + line.payments.length, 0);
  return (
    <div class="ledger">
      <ul class="ledger-sums">
        {order.map((seat) => {
          const sum = ledger.sums[seat.seat];
          return (
            <li key={seat.seat}><span class="ellipsis">{seat.name}</span>
              <b class={`num ${sum < 0 ? 'loss' : sum > 0 ? 'gain' : ''}`}>{signed(sum)}</b></li>
          );
        })}
      </ul>
      <div class="log-scroll" tabIndex={0}>
        {ledger.lines.length === 0 && <p class="panel-empty">{t('ledger.empty')}</p>}
        <ol>
          {ledger.lines.map((line, i) => (
            <li key={i} class="ledger-line">
              <div class="ledger-head">
                <b>{label(line.title)}</b>
                {line.tile !== undefined && <Tile tile={line.tile} w={18} />}
                <span class="clause">{line.clause}</span>
                {line.event !== null && <span class="ledger-event num" title={t('ledger.event', { n: line.event })}>#{line.event}</span>}
              </div>
              {line.payments.map((payment, at) => <Payment key={at} {...payment} seats={seats} bottom={bottom} />)}
            </li>
          ))}
        </ol>
        {ledger.lines.length > 0 && (
          <p class="ledger-note">
            {t('ledger.count.before')}<b class="num">{payments}</b>{t('ledger.count.after')}<br />
            {ledger.note === undefined ? t('ledger.later') : label(ledger.note)}
          </p>
        )}
      </div>
    </div>
  );
}

function Payment({ from, to, points, seats, bottom }: {
  readonly from: Seat; readonly to: Seat; readonly points: number; readonly seats: readonly SeatView[]; readonly bottom: Seat;
}) {
  const { t } = useText();
  const names = { from: seats[from]!.name, to: seats[to]!.name };
  return (
    <div class="payment" aria-label={t('ledger.pay', { ...names, n: points })}>
      <span class={`seat-${sideOf(from, bottom)}`}><i class="dot" /></span><span class="ellipsis">{names.from}</span>
      <span class="payment-arrow">→</span>
      <span class={`seat-${sideOf(to, bottom)}`}><i class="dot" /></span><span class="ellipsis">{names.to}</span>
      <b class="num">{plain(points)}</b>
    </div>
  );
}
