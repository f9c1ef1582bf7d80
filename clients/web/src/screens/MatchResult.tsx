/** The end of a match: ranks, totals, how they came to be hand by hand, and where to go from here. */
import type { MatchResultView, Send } from '../viewmodel';
import { signed, useText, type Text } from '../i18n';
import { sideOf } from '../table/layout';
import { Avatar, Button, Sign } from '../ui/basics';
import { Sheet } from '../ui/Dialog';
import './match.css';

const CHART = { w: 560, h: 220, left: 44, right: 16, top: 14, bottom: 26 };

/** Even steps of 1, 2 or 5 times a power of ten, about four of them. */
export function ticks(min: number, max: number): readonly number[] {
  const span = Math.max(1, max - min);
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!);
  const from = Math.floor(min / step) * step;
  return Array.from({ length: Math.ceil((max - from) / step) + 1 }, (_, i) => from + i * step);
}

function Chart({ view }: { readonly view: MatchResultView }) {
  const { t } = useText();
  const rows = [[0, 0, 0, 0], ...view.history];
  const all = rows.flat();
  const marks = ticks(Math.min(...all), Math.max(...all));
  const [low, high] = [marks[0]!, marks.at(-1)!];
  const x = (i: number) => CHART.left + (i * (CHART.w - CHART.left - CHART.right)) / Math.max(1, rows.length - 1);
  const y = (v: number) => CHART.top + ((high - v) * (CHART.h - CHART.top - CHART.bottom)) / Math.max(1, high - low);
  const every = Math.ceil(view.history.length / 8);
  return (
    <figure class="chart">
      <figcaption>{t('match.chart')}</figcaption>
      <svg viewBox={`0 0 ${CHART.w} ${CHART.h}`} role="img" aria-label={t('match.chart')}>
        {marks.map((mark) => (
          <g key={mark}>
            <path d={`M${CHART.left} ${y(mark)}H${CHART.w - CHART.right}`} class={mark === 0 ? 'chart-zero' : 'chart-line'} />
            <text x={CHART.left - 8} y={y(mark) + 4} text-anchor="end">{signed(mark)}</text>
          </g>
        ))}
        {view.history.map((_, i) => ((i + 1) % every === 0 || every === 1) && <text key={i} x={x(i + 1)} y={CHART.h - 6} text-anchor="middle">{i + 1}</text>)}
        {view.ranking.map(({ seat }) => (
          <g key={seat} class={`seat-${sideOf(seat, view.bottom)}`}>
            <path d={rows.map((row, i) => `${i ? 'L' : 'M'}${x(i)} ${y(row[seat] ?? 0)}`).join('')} class="chart-seat" />
            <circle cx={x(rows.length - 1)} cy={y(rows.at(-1)![seat] ?? 0)} r="4" class="chart-end" />
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** Who comes first; all of them, where several share the place. */
export function firstLine({ ranking }: Pick<MatchResultView, 'ranking'>, { t }: Text): string {
  const first = ranking.filter((one) => one.rank === 1).map((one) => one.name);
  return first.length === 0 ? '' : t(first.length > 1 ? 'match.first_shared' : 'match.first', { name: first.join(t('list.comma')) });
}

export function MatchResult({ view, send }: { readonly view: MatchResultView; readonly send: Send }) {
  const text = useText();
  const { t, label } = text;
  const proof = { pending: 'result.verify', ok: 'result.verified', failed: 'result.unverified', none: 'result.verify' } as const;
  return (
    <Sheet label={t('match.title')} class="match">
      <header class="match-head">
        <Sign size={40} />
        <div><h1 class="serif">{t('match.title')}<em> {firstLine(view, text)}</em></h1><p>{[label(view.ruleset), view.room].filter(Boolean).join(' · ')}</p></div>
      </header>
      <div class="match-body">
        <ol class="ranking">
          {view.ranking.map((one) => (
            <li key={one.seat} class={`seat-${sideOf(one.seat, view.bottom)}${one.rank === 1 ? ' first' : ''}`}>
              <b class="rank serif">{one.rank}</b>
              <Avatar name={one.name} bot={one.bot} size={40} />
              <span class="ranking-name"><b class="ellipsis">{one.name}</b><span>{t('match.wins')} {t('match.wins_n', { n: one.wins })}{one.seat === view.own ? ` · ${t('match.you')}` : ''}</span></span>
              <b class="ranking-total num">{signed(one.total)}</b>
            </li>
          ))}
        </ol>
        {view.history.length > 0 && <Chart view={view} />}
      </div>
      <footer class="match-foot">
        <Button icon="book" onClick={() => send({ type: 'go', page: 'replays' })}>{t('nav.replays')}</Button>
        {view.proof !== 'none' && <Button icon={view.proof === 'failed' ? 'warn' : 'check'} class={`proof-${view.proof}`} onClick={() => send({ type: 'verify' })}>{t(proof[view.proof])}</Button>}
        <span class="match-space" />
        <Button onClick={() => send({ type: 'go', page: 'home' })}>{t('match.home')}</Button>
        <Button onClick={() => send({ type: 'back_to_room' })} kind={view.canRematch ? 'secondary' : 'primary'}>{t('match.room')}</Button>
        {view.canRematch && <Button kind="primary" onClick={() => send({ type: 'rematch' })}>{t('match.rematch')}</Button>}
      </footer>
    </Sheet>
  );
}
