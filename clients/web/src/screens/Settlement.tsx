/** Who pays whom, what everybody has now, and every payment of the hand with its clause. */
import type { ResultView, Seat } from '../viewmodel';
import { plain, signed, useText } from '../i18n';
import { sideOf } from '../table/layout';
import { Tile } from '../tiles/Tile';

/** Own seat first, then in turn order, as round the table. */
function inOrder<T extends { readonly seat: Seat }>(seats: readonly T[], bottom: Seat): readonly T[] {
  return [...seats].sort((a, b) => ((a.seat - bottom + 4) % 4) - ((b.seat - bottom + 4) % 4));
}

export function Matrix({ result }: { readonly result: ResultView }) {
  const { t, label } = useText();
  const seats = inOrder(result.seats, result.bottom);
  const head = (seat: ResultView['seats'][number]) => (
    <span class={`matrix-name seat-${sideOf(seat.seat, result.bottom)}`}><i class="dot" /><span class="ellipsis">{seat.name}</span></span>
  );
  return (
    <section>
      <div class="section-head"><h3>{t('result.who_pays')}</h3><span>{t('result.unit', { unit: label(result.unit) })}</span></div>
      <div class="matrix-scroll">
        <table class="matrix num">
          <thead><tr><th scope="col">{t('result.pay_receive')}</th>{seats.map((seat) => <th scope="col" key={seat.seat}>{head(seat)}</th>)}</tr></thead>
          <tbody>
            {seats.map((from) => (
              <tr key={from.seat}>
                <th scope="row">{head(from)}</th>
                {seats.map((to) => {
                  const points = result.matrix[from.seat]?.[to.seat] ?? 0;
                  if (from.seat === to.seat) return <td key={to.seat} class="own" />;
                  return <td key={to.seat}>{points === 0 ? <span class="none" aria-label="0">•</span> : plain(points)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {result.house !== undefined && result.house !== 0 && <p class="house num">{t('result.house', { n: plain(result.house) })}</p>}
    </section>
  );
}

export function Totals({ result }: { readonly result: ResultView }) {
  const { t, wind } = useText();
  const winners = new Set(result.winners.map((winner) => winner.seat));
  return (
    <ul class="totals" aria-label={t('result.totals')}>
      {inOrder(result.seats, result.bottom).map((seat) => (
        <li key={seat.seat} class={winners.has(seat.seat) ? 'won' : ''}>
          <span class="ellipsis">{seat.name} <span class="serif">{wind(seat.wind)}</span></span>
          <b class="num">{signed(seat.total)}</b>
          <Change points={seat.change} />
        </li>
      ))}
    </ul>
  );
}

function Change({ points }: { readonly points: number }) {
  if (points === 0) return <span class="change num">±0</span>;
  return (
    <span class={`change num ${points > 0 ? 'gain' : 'loss'}`} aria-label={signed(points)}>
      <i class={points > 0 ? 'rise' : 'fall'} aria-hidden="true" />{Math.abs(points)}
    </span>
  );
}

export function ResultLedger({ result }: { readonly result: ResultView }) {
  const { t, label } = useText();
  return (
    <section>
      <div class="section-head"><h3>{t('result.ledger')}</h3>{result.ledgerNote !== undefined && <span>{label(result.ledgerNote)}</span>}</div>
      {result.ledger.length === 0 && <p class="ledger-none">{t('result.no_ledger')}</p>}
      <ol class="result-ledger">
        {result.ledger.map((line, i) => (
          <li key={i}>
            {line.event === null ? <span /> : (
              <span class="event num" title={t('ledger.event', { n: line.event })}>#{line.event}</span>
            )}
            {line.tile === undefined ? <span /> : <Tile tile={line.tile} w={18} />}
            <b>{label(line.title)}</b>
            <span class="ellipsis">{label(line.text)}</span>
            <span class="clause">{line.clause}</span>
            <b class="num">{plain(line.points)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
