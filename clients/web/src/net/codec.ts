/**
 * Bytes to messages and back. Reads tolerantly: fields unknown here are kept and ignored, fields an older server
 * does not write get their neutral value, a message unknown here is left aside. An event unknown here is null,
 * for its number still counts.
 */
import { decode, encode } from '@msgpack/msgpack';
import type { Event, Frame, Result, ToClient, ToServer } from '../protocol/types';

export type Codec = 'msgpack' | 'json';

/** A frame whose event may be of a kind this page does not know. */
export type FrameRead = Omit<Frame, 'event'> & { readonly event: Event | null };

export type Incoming = Exclude<ToClient, Frame> | FrameRead;

type Fields = Readonly<Record<string, unknown>>;

/** What an absent field means, by message; every message there is stands here, which the compiler checks. */
const MESSAGES: Readonly<Record<ToClient['t'], Fields>> = {
  welcome: { running: null },
  accepted: { result: null },
  rejected: { message: '', field: '', clause: '', room: null, retry_ms: null },
  frame: {},
  snapshot: {},
  prompt: {
    seat: null, tile: null, withheld: [], passing_bars: [], bar_clause: '', win_value: null, running: true, answered: null,
  },
  prompt_closed: { action: null },
  clock: { running: true },
  room_state: {},
  presence: { next_ms: null },
  matched: {},
  phrase_said: {},
  notice: { room: null, clocks_stand: false },
  room_closed: { reason: '' },
  record_ready: {},
  echo: {},
};

const EVENTS: Readonly<Record<Event['t'], Fields>> = {
  match_started: {},
  hand_started: { dealer: null },
  nonces_listed: {},
  dealt: {},
  drew: {},
  flowers_laid: {},
  discarded: { declares: false },
  kong_declared: {},
  melded: {},
  marked: {},
  paid: {},
  hand_ended: {},
  match_ended: {},
  control_changed: {},
};

const RESULTS: Readonly<Record<Result['t'], Fields>> = {
  entered: { seat: null, code: '' },
  renamed: {},
  device_code_made: {},
  lobby: {},
  catalogue: {},
  rules_sheet: {},
  waits: { discards: [] },
  hand_result_found: {},
  record_found: {},
};

/** For the tests: what is known here, to be held against the schema. */
export const KNOWN = { messages: MESSAGES, events: EVENTS, results: RESULTS } as const;

export function encodeMessage(message: ToServer, codec: Codec): Uint8Array<ArrayBuffer> | string {
  return codec === 'json' ? JSON.stringify(message) : encode(message, { ignoreUndefined: true });
}

/** The tree a frame holds; null for bytes that are none. */
export function decodeFrame(data: ArrayBuffer | Uint8Array | string): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : decode(data);
  } catch {
    return null;
  }
}

function isMap(tree: unknown): tree is Record<string, unknown> {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

function tagged(tree: unknown, known: Readonly<Record<string, Fields>>): Record<string, unknown> | null {
  if (!isMap(tree) || typeof tree['t'] !== 'string') return null;
  const fields = Object.hasOwn(known, tree['t']) ? known[tree['t']] : undefined;
  return fields ? { ...fields, ...tree } : null;
}

/** The message in a tree, or null for one that is unknown here. */
export function readMessage(tree: unknown): Incoming | null {
  const message = tagged(tree, MESSAGES);
  if (!message) return null;
  if (message['t'] === 'frame') return { ...message, event: tagged(message['event'], EVENTS) } as unknown as FrameRead;
  if (message['t'] === 'accepted') return { ...message, result: tagged(message['result'], RESULTS) } as unknown as Incoming;
  return message as unknown as Incoming;
}
