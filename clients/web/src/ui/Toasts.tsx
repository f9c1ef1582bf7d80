/** At most two short notes, newest below, gone after four seconds unless the pointer rests on them. */
import { useEffect } from 'preact/hooks';
import type { Send, ToastView } from '../viewmodel';
import { useText } from '../i18n';
import { Icon } from './Icon';

const STAY = 4000;
const ICONS = { info: 'info', done: 'check', warn: 'warn' } as const;

export function Toast({ toast, send }: { readonly toast: ToastView; readonly send: Send }) {
  const { label } = useText();
  useEffect(() => {
    const timer = setTimeout(() => send({ type: 'dismiss_toast', id: toast.id }), STAY);
    return () => clearTimeout(timer);
  }, [toast.id]);
  return (
    <div class={`toast toast-${toast.kind}`} role={toast.kind === 'warn' ? 'alert' : 'status'}>
      <Icon name={ICONS[toast.kind]} />
      <span class="ellipsis">{label(toast.text)}</span>
      {toast.clause && <span class="clause">{toast.clause}</span>}
      {toast.link && <button type="button" class="toast-link" onClick={() => send(toast.link!.intent)}>{label(toast.link.label)}</button>}
    </div>
  );
}

export function Toasts({ toasts, send }: { readonly toasts: readonly ToastView[]; readonly send: Send }) {
  return <div class="toasts">{toasts.slice(-2).map((toast) => <Toast key={toast.id} toast={toast} send={send} />)}</div>;
}
