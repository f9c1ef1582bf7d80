/** The browser as the application needs it: sockets, clock, clipboard, the address bar, what is kept. */
import type { Socket } from '../net/connection';
import { randomHex } from '../net/random';
import type { Browser } from './intents';
import type { Store } from './storage';

export function openSocket(url: string, protocols: readonly string[]): Socket {
  const inner = new WebSocket(url, [...protocols]);
  inner.binaryType = 'arraybuffer';
  const socket: Socket = {
    get protocol() { return inner.protocol; },
    send: (data) => { if (inner.readyState === WebSocket.OPEN) inner.send(data); },
    close: () => inner.close(),
    onopen: null, onmessage: null, onclose: null,
  };
  inner.onopen = () => socket.onopen?.();
  inner.onmessage = (event: MessageEvent<ArrayBuffer | string>) => socket.onmessage?.(event.data);
  inner.onclose = (event) => socket.onclose?.(event.code);
  return socket;
}

export function socketUrl({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`;
}

export function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** A browser may forbid even to ask: then nothing is kept. */
export function storeOf(find: () => Store): Store {
  try {
    return find();
  } catch {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, value); }, removeItem: (key) => { kept.delete(key); } };
  }
}

/** Plain http has no clipboard of its own: the old way works there. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'sr-only';
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

async function share(title: string, url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // Closing the sheet is an answer too.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function browserOf(origin: string): Browser {
  return { copy, share, save, origin, newId: () => randomHex(8) };
}
