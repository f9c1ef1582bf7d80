/** A result as plain text, for the clipboard: the same facts as on the sheet, in the same order. */
import type { ResultView, WinnerView } from '../viewmodel';
import { plain, signed, type Text } from '../i18n';
import { tileName } from '../tiles/kinds';

export function headline(winner: WinnerView, result: ResultView, { locale, label }: Text): string {
  const name = result.seats.find((seat) => seat.seat === winner.seat)?.name ?? '';
  return `${name} ${label(winner.how)} ${tileName(winner.tile, locale)}`;
}

function winnerLines(winner: WinnerView, result: ResultView, text: Text): string[] {
  const { label } = text;
  const steps = [...winner.arithmetic.steps, winner.arithmetic.result].map((one) => label(one)).join(' ');
  return [
    headline(winner, result, text),
    winner.facts.map((fact) => label(fact)).join(' · '),
    ...winner.items.map((item) => `${label(item.name)}  ${label(item.text)}  ${item.clause}  ${label(item.value)}`),
    steps,
    '',
  ];
}

export function resultText(result: ResultView, text: Text): string {
  const { t, label } = text;
  const name = (seat: number) => result.seats.find((one) => one.seat === seat)?.name ?? '';
  const won = result.winners.flatMap((winner) => winnerLines(winner, result, text));
  const drawn = result.winners.length > 0 || result.outcome === 'win' ? [] : [t(`result.${result.outcome}`), label(result.headline), ''];
  const ledger = result.ledger.map((line) => [line.event === null ? '' : `#${line.event}`, label(line.title), label(line.text), line.clause, plain(line.points)].filter(Boolean).join('  '));
  const totals = result.seats.map((seat) => `${name(seat.seat)} ${signed(seat.total)} (${signed(seat.change)})`).join('  ');
  return [...drawn, ...won, ...ledger, totals].join('\n').trim();
}
