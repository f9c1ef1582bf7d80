/** How many tags fit a plate: measured by their signs, so that what is shown never depends on a layout pass. */

const PADDING = 14;
const GAP = 4;
const MORE = 26;

/** Estimated width of a tag in px at 12 px type: a Chinese sign is as wide as it is high. */
export function tagWidth(text: string): number {
  return PADDING + [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 12 : 7), 0);
}

/** Rows of a given width, filled in order; true if all of them fit. */
function fit(widths: readonly number[], width: number, rows: number): boolean {
  let row = 1;
  let used = 0;
  for (const one of widths) {
    const next = used === 0 ? one : used + GAP + one;
    if (next <= width) used = next;
    else if (row < rows) { row += 1; used = one; }
    else return false;
  }
  return true;
}

/**
 * How many of `tags` can be shown beside the state word (always shown, may be empty) with the rest as `+n`.
 */
export function tagsThatFit(tags: readonly string[], state: string, width: number, rows: number): number {
  const last = state === '' ? [] : [tagWidth(state)];
  const all = tags.map(tagWidth);
  if (fit([...all, ...last], width, rows)) return tags.length;
  for (let n = tags.length - 1; n > 0; n -= 1) {
    if (fit([...all.slice(0, n), MORE, ...last], width, rows)) return n;
  }
  return 0;
}
