/** Payments, put together as one reads them: one line for what was paid for one reason. Pure. */
import type { TableView as WireTable, Transfer } from '../../protocol/types';
import type { Label, LedgerLine, LedgerView, ResultLedgerLine, Seat } from '../../viewmodel';
import { both, reasonText } from '../words';

export interface Together {
  readonly reason: string;
  readonly clause: string;
  readonly tile: Transfer['tile'];
  readonly event: number | null;
  readonly payments: readonly Transfer[];
}

/** Neighbouring payments to the same one for the same reason belong together. */
export function together(transfers: readonly Transfer[], events: readonly (number | null)[] = []): Together[] {
  const lines: { -readonly [K in keyof Together]: K extends 'payments' ? Transfer[] : Together[K] }[] = [];
  transfers.forEach((one, at) => {
    const event = events[at] ?? null;
    const last = lines.at(-1);
    const first = last?.payments[0];
    const fits = last && first && last.event === event && one.reason === last.reason && one.clause === last.clause
      && one.tile === last.tile && one.to === first.to && !last.payments.some((other) => other.from === one.from);
    if (fits) last.payments.push(one);
    else lines.push({ reason: one.reason, clause: one.clause, tile: one.tile, event, payments: [one] });
  });
  return lines;
}

const isSeat = (account: Transfer['from']): account is Seat => account !== 'house';

export function ledgerView(view: WireTable, events: readonly (number | null)[]): LedgerView {
  const transfers = view.result?.transfers ?? view.ledger;
  const sums = [0, 0, 0, 0] as [number, number, number, number];
  for (const { from, to, points } of transfers) {
    if (isSeat(from)) sums[from] -= points;
    if (isSeat(to)) sums[to] += points;
  }
  const lines = together(transfers, view.result ? [] : events).map((line): LedgerLine => ({
    title: reasonText(line.reason), clause: line.clause, event: line.event,
    ...(line.tile === null ? {} : { tile: line.tile }),
    payments: line.payments.flatMap(({ from, to, points }) => (isSeat(from) && isSeat(to) ? [{ from, to, points }] : [])),
  }));
  return { sums, lines };
}

/** `周舟 ← 三家各 1`, `林晚 ← 青山`. */
function whoPaid(payments: readonly Transfer[], names: readonly string[]): Label {
  const [first] = payments as [Transfer, ...Transfer[]];
  const name = (account: Transfer['from']): Label => (isSeat(account) ? names[account]! : both('桌面', 'the table'));
  const text = (label: Label, locale: 'zh' | 'en') => (typeof label === 'string' ? label : label[locale]);
  const alike = payments.every((one) => one.points === first.points);
  if (payments.length === 3 && alike) return both(`${text(name(first.to), 'zh')} ← 三家各 ${first.points}`, `${text(name(first.to), 'en')} ← ${first.points} each`);
  const payers = (locale: 'zh' | 'en') => payments.map((one) => `${text(name(one.from), locale)}${payments.length > 1 ? ` ${one.points}` : ''}`).join(locale === 'zh' ? '、' : ', ');
  return both(`${text(name(first.to), 'zh')} ← ${payers('zh')}`, `${text(name(first.to), 'en')} ← ${payers('en')}`);
}

export function resultLedger(transfers: readonly Transfer[], names: readonly string[]): ResultLedgerLine[] {
  return together(transfers).map((line) => ({
    event: line.event, title: reasonText(line.reason), clause: line.clause,
    ...(line.tile === null ? {} : { tile: line.tile }),
    text: whoPaid(line.payments, names),
    points: line.payments.reduce((sum, one) => sum + one.points, 0),
  }));
}

/** `matrix[from][to]`; what the house took is apart. */
export function payMatrix(transfers: readonly Transfer[]): number[][] {
  const matrix = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
  for (const { from, to, points } of transfers) if (isSeat(from) && isSeat(to)) matrix[from]![to]! += points;
  return matrix;
}
