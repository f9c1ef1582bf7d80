/** One stream: how far it has come, under which incarnation, and the view it has come to. Pure. */
import type { Snapshot, StreamPoint, TableView, View } from '../protocol/types';
import type { FrameRead } from './codec';
import { fold, StreamBroken } from './fold';

export interface Stream {
  readonly room: string;
  readonly view: View;
  readonly inc: number;
  /** The last number seen. */
  readonly n: number;
  readonly state: TableView;
}

export type Fed =
  | { readonly kind: 'applied'; readonly stream: Stream }
  /** Seen before, or of a stream that is not this one: dropped. */
  | { readonly kind: 'dropped' }
  /** Something is missing before it: ask for what comes after `last` of `inc`; both 0 for a snapshot. */
  | { readonly kind: 'gap'; readonly inc: number; readonly last: number };

const BROKEN = { kind: 'gap', inc: 0, last: 0 } as const;

export function fromSnapshot({ room, view, inc, n, state }: Snapshot): Stream {
  return { room, view, inc, n, state };
}

export function pointOf({ room, view, inc, n }: Stream): StreamPoint {
  return { room, view, inc, last: n };
}

export function feed(stream: Stream, frame: FrameRead): Fed {
  if (frame.room !== stream.room || frame.view !== stream.view) return { kind: 'dropped' };
  if (frame.inc !== stream.inc) return frame.inc > stream.inc ? BROKEN : { kind: 'dropped' };
  if (frame.n <= stream.n) return { kind: 'dropped' };
  if (frame.n !== stream.n + 1) return { kind: 'gap', inc: stream.inc, last: stream.n };
  if (frame.event === null) return { kind: 'applied', stream: { ...stream, n: frame.n } };
  try {
    return { kind: 'applied', stream: { ...stream, n: frame.n, state: fold(stream.state, frame.event) } };
  } catch (error) {
    if (error instanceof StreamBroken) return BROKEN;
    throw error;
  }
}
