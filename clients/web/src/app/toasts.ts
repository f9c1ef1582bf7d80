/** Short notes: what was refused and why, what has changed meanwhile. */
import type { Rejected } from '../protocol/types';
import type { Label, ToastView } from '../viewmodel';
import type { State } from './state';
import { refusalText } from './words';

let made = 0;

export function toast(state: State, kind: ToastView['kind'], text: Label, more: Pick<ToastView, 'clause' | 'link'> = {}): void {
  made += 1;
  const one: ToastView = { id: `toast${made}`, kind, text, ...more };
  const same = (other: ToastView) => JSON.stringify(other.text) === JSON.stringify(text);
  state.toasts.value = [...state.toasts.value.filter((other) => !same(other)), one].slice(-4);
}

export function dismissToast(state: State, id: string): void {
  state.toasts.value = state.toasts.value.filter((one) => one.id !== id);
}

/** Say why a command was refused, with its clause, and the way to the room one is in where that is the reason. */
export function toastRefusal(state: State, rejected: Rejected, link?: ToastView['link']): void {
  toast(state, 'warn', refusalText(rejected, state.settings.value.locale), {
    ...(rejected.clause ? { clause: rejected.clause } : {}), ...(link ? { link } : {}),
  });
}
