/** A sheet that comes by itself ignores input at first, so that a tap meant for the table does not answer it. */
import { useCallback } from 'preact/hooks';
import { now } from '../ui/now';

export const SHEET_GUARD = 800;

export function isDeaf(since: number, at: number): boolean {
  return at < since + SHEET_GUARD;
}

/** Wraps what a button does; nothing happens while the sheet is deaf. */
export function useDeaf(since: number): <A extends readonly unknown[]>(act: (...args: A) => void) => (...args: A) => void {
  return useCallback((act) => (...args) => { if (!isDeaf(since, now())) act(...args); }, [since]);
}
