/** The whole conformance kit (tests/data/wire), read as this page reads the wire. */
import { describe, expect, test } from 'vitest';
import schema from '../../../../protocol/schema/to_client.json';
import session from '../../../../tests/data/wire/session.json';
import streams from '../../../../tests/data/wire/streams.json';
import tolerant from '../../../../tests/data/wire/tolerant.json';
import toClient from '../../../../tests/data/wire/to_client.json';
import toServer from '../../../../tests/data/wire/to_server.json';
import type { Snapshot, ToServer } from '../protocol/types';
import { decodeFrame, encodeMessage, KNOWN, readMessage, type FrameRead, type Incoming } from './codec';
import { feed, fromSnapshot, type Stream } from './stream';
import { fromHex } from './random';

interface Sample { readonly json: string; readonly msgpack: string }

function read(sample: Sample): Incoming | null {
  const text = decodeFrame(sample.json);
  const binary = decodeFrame(fromHex(sample.msgpack));
  expect(binary).toEqual(text);
  return readMessage(binary);
}

describe('what servers say', () => {
  test.each(toClient)('$meaning', (sample) => {
    const message = read(sample);
    expect(message).toEqual(JSON.parse(sample.json));
  });

  test('every message, event and result of the schema is known here, with its defaults', () => {
    const defs = schema.$defs as Record<string, { properties?: Record<string, { const?: unknown; default?: unknown; enum?: unknown[] }> }>;
    const found: Record<string, Record<string, unknown>> = {};
    for (const { properties = {} } of Object.values(defs)) {
      const tag = properties['t']?.const ?? properties['t']?.enum?.[0];
      if (typeof tag !== 'string') continue;
      found[tag] = Object.fromEntries(Object.entries(properties).filter(([, field]) => 'default' in field).map(([name, field]) => [name, field.default]));
    }
    // The actions are listed here too, for a prompt shows the one that was answered with.
    for (const action of ['discard', 'chow', 'pong', 'kong', 'win', 'pass', 'ready']) delete found[action];
    expect({ ...KNOWN.messages, ...KNOWN.events, ...KNOWN.results }).toEqual(found);
  });
});

describe('what a newer server might say', () => {
  test.each(tolerant)('$meaning', (sample) => {
    const message = read(sample);
    if (sample.reads) expect(message).toMatchObject(JSON.parse(sample.json) as object);
    else if (message?.t === 'frame') expect(message.event).toBeNull();
    else expect(message).toBeNull();
  });

  test('a field that is not there has its neutral value', () => {
    expect(readMessage({ t: 'accepted', id: '1' })).toEqual({ t: 'accepted', id: '1', result: null });
  });

  test.each([null, 5, 'x', [], {}, { t: 5 }, { t: 'toString' }])('what is no message is left aside: %j', (tree) => {
    expect(readMessage(tree)).toBeNull();
  });

  test('bytes that are no message do not throw', () => {
    expect(decodeFrame('{')).toBeNull();
    expect(decodeFrame(new Uint8Array([0xc1]))).toBeNull();
  });
});

describe('what this page says', () => {
  test.each(toServer)('$meaning', (sample) => {
    const message = JSON.parse(sample.json) as ToServer;
    expect(decodeFrame(fromHex(sample.msgpack))).toEqual(message);
    expect(decodeFrame(encodeMessage(message, 'msgpack'))).toEqual(message);
    expect(decodeFrame(encodeMessage(message, 'json'))).toEqual(message);
  });

  test('an absent field is left out of the frame, not sent as nothing', () => {
    const wish = { t: 'watch', id: '0', room: 'r', code: undefined } as unknown as ToServer;
    expect(decodeFrame(encodeMessage(wish, 'msgpack'))).toEqual({ t: 'watch', id: '0', room: 'r' });
  });
});

function foldAll(start: Stream, frames: readonly FrameRead[]): Stream {
  return frames.reduce((stream, frame) => {
    const fed = feed(stream, frame);
    if (fed.kind !== 'applied') throw new Error(`${fed.kind} at ${frame.n}`);
    return fed.stream;
  }, start);
}

describe('streams', () => {
  test.each(streams)('$meaning', (sample) => {
    const start = fromSnapshot(read(sample.start) as Snapshot);
    const frames = sample.frames.map((frame) => read(frame) as FrameRead);
    const end = fromSnapshot(read(sample.end) as Snapshot);
    expect(foldAll(start, frames)).toEqual(end);
  });

  test('the annotated session folds without a hole, the second connection going on with the first', () => {
    let stream: Stream | null = null;
    let applied = 0;
    for (const { from, json } of session) {
      if (from !== 'server') continue;
      const message = readMessage(decodeFrame(json));
      expect(message, json).not.toBeNull();
      if (message?.t === 'snapshot') stream = fromSnapshot(message);
      if (message?.t !== 'frame' || !stream) continue;
      const fed = feed(stream, message);
      expect(fed.kind).toBe('applied');
      if (fed.kind === 'applied') { stream = fed.stream; applied += 1; }
    }
    expect(applied).toBe(18);
    expect(stream?.state.result?.totals).toEqual([2, 0, 0, -2]);
  });
});
