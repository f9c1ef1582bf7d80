/** A question that must be answered: focus goes in, Esc and the scrim mean the harmless answer. */
import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Button } from './basics';

/** Give the focus to a sheet when it opens and back when it closes. */
export function useFocusInside<E extends HTMLElement>() {
  const box = useRef<E>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => { if (before instanceof HTMLElement) before.focus(); };
  }, []);
  return box;
}

/** Tab stays inside. */
export function trapTab(event: KeyboardEvent, box: HTMLElement | null): void {
  if (event.key !== 'Tab' || !box) return;
  const all = [...box.querySelectorAll<HTMLElement>('button:not(:disabled), input, [tabindex="0"]')];
  const first = all[0];
  const last = all.at(-1);
  if (!first || !last) return;
  const at = document.activeElement;
  if (event.shiftKey && (at === first || at === box)) { event.preventDefault(); last.focus(); }
  else if (!event.shiftKey && at === last) { event.preventDefault(); first.focus(); }
}

export function Confirm({ title, text, stay, go, onStay, onGo }: {
  readonly title: string; readonly text: string; readonly stay: string; readonly go: string;
  readonly onStay: () => void; readonly onGo: () => void;
}) {
  const box = useFocusInside<HTMLDivElement>();
  return (
    <div class="scrim confirm-scrim" onClick={(event) => { if (event.target === event.currentTarget) onStay(); }}>
      <div class="confirm" role="alertdialog" aria-modal="true" aria-label={title} tabIndex={-1} ref={box}
        onKeyDown={(event) => { if (event.key === 'Escape') onStay(); else trapTab(event, box.current); }}>
        <h2>{title}</h2>
        <p>{text}</p>
        <div class="confirm-buttons">
          <Button onClick={onStay}>{stay}</Button>
          <Button onClick={onGo}>{go}</Button>
        </div>
      </div>
    </div>
  );
}

export function Sheet({ label, class: name = '', onClose, children }: {
  readonly label: string; readonly class?: string; readonly onClose?: () => void; readonly children: ComponentChildren;
}) {
  const box = useFocusInside<HTMLDivElement>();
  return (
    <div class="scrim" onClick={(event) => { if (event.target === event.currentTarget) onClose?.(); }}>
      <div class={`sheet ${name}`} role="dialog" aria-modal="true" aria-label={label} tabIndex={-1} ref={box}
        onKeyDown={(event) => { if (event.key === 'Escape' && onClose) { event.stopPropagation(); onClose(); } else trapTab(event, box.current); }}>
        {children}
      </div>
    </div>
  );
}
