import { describe, expect, test } from 'vitest';
import type { Rejected } from '../protocol/types';
import { Outbox, type Answer, type Command } from './commands';
import { FakeTime } from './fakes';

function outbox() {
  const time = new FakeTime();
  const sent: Command[] = [];
  const world = { open: true };
  let ids = 0;
  const box = new Outbox({
    transmit: (command) => { if (world.open) sent.push(command); return world.open; },
    later: time.later,
    newId: () => String((ids += 1)),
  });
  return { time, sent, world, box };
}

const rejected = (id: string | null, code: Rejected['code'], retry_ms: number | null = null): Rejected =>
  ({ t: 'rejected', id, code, message: '', field: '', clause: '', room: null, retry_ms });

describe('one answer for each command', () => {
  test('accepted and rejected reach who asked, by id and in any order', async () => {
    const { box, sent } = outbox();
    const lobby = box.submit({ t: 'get_lobby' });
    const leave = box.submit({ t: 'leave', room: 'r' });
    expect(sent.map(({ id }) => id)).toEqual(['1', '2']);
    box.take(rejected('2', 'unconfirmed'));
    box.take({ t: 'accepted', id: '1', result: null });
    expect(await lobby).toEqual({ ok: true, result: null });
    expect(await leave).toMatchObject({ ok: false, rejected: { code: 'unconfirmed' } });
    expect(box.size).toBe(0);
  });

  test('a second answer, or one to nothing, is dropped', async () => {
    const { box } = outbox();
    const answers: Answer[] = [];
    const asked = box.submit({ t: 'get_lobby' }).then((answer) => answers.push(answer));
    box.take({ t: 'accepted', id: '1', result: null });
    box.take(rejected('1', 'stale'));
    box.take(rejected('9', 'stale'));
    box.take(rejected(null, 'malformed'));
    await asked;
    expect(answers).toEqual([{ ok: true, result: null }]);
  });
});

describe('sending again', () => {
  test('what had no answer when the connection broke is sent again unchanged, in its order', async () => {
    const { box, sent, world } = outbox();
    const act = box.submit({ t: 'act', room: 'r', prompt: 4, action: { t: 'pong' } });
    void box.submit({ t: 'get_lobby' });
    const first = [...sent];
    world.open = false;
    void box.submit({ t: 'ready_next', room: 'r', hand: 1 });
    sent.length = 0;
    world.open = true;
    box.resend();
    expect(sent.slice(0, 2)).toEqual(first);
    expect(sent[2]).toMatchObject({ t: 'ready_next', id: '3' });
    box.take({ t: 'accepted', id: '1', result: null });
    sent.length = 0;
    box.resend();
    expect(sent.map(({ id }) => id)).toEqual(['2', '3']);
    expect(await act).toEqual({ ok: true, result: null });
  });

  test('busy means the same id again after the time named', async () => {
    const { box, sent, time } = outbox();
    const asked = box.submit({ t: 'get_lobby' });
    box.take(rejected('1', 'busy', 700));
    time.pass(699);
    expect(sent).toHaveLength(1);
    time.pass(1);
    expect(sent).toEqual([sent[0], sent[0]]);
    box.take({ t: 'accepted', id: '1', result: null });
    expect(await asked).toEqual({ ok: true, result: null });
  });

  test('a server that stays busy is given up, and says so', async () => {
    const { box, time } = outbox();
    const asked = box.submit({ t: 'get_lobby' });
    for (let i = 0; i <= 20; i += 1) { box.take(rejected('1', 'busy')); time.pass(1000); }
    expect(await asked).toMatchObject({ ok: false, rejected: { code: 'busy' } });
  });

  test('while the store is away a command waits for as long as it takes', () => {
    const { box, sent, time } = outbox();
    void box.submit({ t: 'get_lobby' });
    for (let i = 0; i < 200; i += 1) { box.take(rejected('1', 'store_down', 1000)); time.pass(1000); }
    expect(sent).toHaveLength(201);
    expect(box.size).toBe(1);
  });

  test('a reconnect takes the place of a pause, so that nothing is sent twice over', () => {
    const { box, sent, time } = outbox();
    void box.submit({ t: 'get_lobby' });
    box.take(rejected('1', 'busy', 5000));
    box.resend();
    time.pass(10_000);
    expect(sent).toHaveLength(2);
  });

  test('what can no longer be answered is given back with the reason', async () => {
    const { box, sent, time } = outbox();
    const asked = box.submit({ t: 'get_lobby' });
    box.take(rejected('1', 'busy', 100));
    box.abandon('superseded');
    time.pass(1000);
    expect(await asked).toMatchObject({ ok: false, rejected: { code: 'superseded' } });
    expect(sent).toHaveLength(1);
  });
});
