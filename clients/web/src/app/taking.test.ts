/** Somebody takes over the seat of a bot: what those at the table see of it, and what he himself sees. */
import { expect, test } from 'vitest';
import type { Event, ToClient } from '../protocol/types';
import { Stage, STORY, told } from './fakes';
import { resultView } from './views/result';
import { tableView } from './views/table';

const lobby = told('room_state');
const running = { room: lobby.room, seat: 0, match: true, view: 'seat0' } as const;
const taken: Event = { t: 'control_changed', seat: 1, control: 'player', cause: 'taken' };
const friend = { ...lobby.seats[1], kind: 'player', player: 'p9', name: '乙', level: '' } as const;
const withFriend = { ...lobby, rev: 90, phase: 'match', seats: [lobby.seats[0], friend, lobby.seats[2], lobby.seats[3]] } as const;

function playing(): { stage: Stage; frame: (event: Event) => object } {
  const upTo = STORY.slice(0, STORY.findIndex((message) => message.t === 'prompt') + 1);
  const stage = new Stage().open(`/r/${lobby.code}`).welcome({ running });
  stage.say(...upTo.filter(({ t }) => t === 'room_state' || t === 'snapshot' || t === 'frame'));
  const { n, inc, view } = stage.state.stream.value!;
  return { stage, frame: (event) => ({ t: 'frame', room: lobby.room, view, inc, n: n + 1, event }) };
}

const plate = (stage: Stage) => { const { name, bot } = tableView(stage.state)!.seats[1]; return { name, bot }; };

test('a bot’s plate becomes the player’s who has taken its seat, and the bot’s again when he leaves', () => {
  const { stage, frame } = playing();
  expect(plate(stage)).toEqual({ name: lobby.seats[1].name, bot: true });
  stage.say(frame(taken), withFriend);
  expect(plate(stage)).toEqual({ name: '乙', bot: false });
  expect(stage.state.log.value.at(-1)).toMatchObject({ seat: 1 });
  const { n } = stage.state.stream.value!;
  stage.say({ ...frame({ t: 'control_changed', seat: 1, control: 'bot', cause: 'left' }), n: n + 1 }, { ...lobby, rev: 91 });
  expect(plate(stage)).toEqual({ name: lobby.seats[1].name, bot: true });
});

test('he is waited for between hands like any player', () => {
  const { stage, frame } = playing();
  stage.say(frame(taken), withFriend);
  const { n, inc, view } = stage.state.stream.value!;
  const ended = STORY.find((message): message is Extract<ToClient, { t: 'frame' }> => message.t === 'frame' && message.event.t === 'hand_ended')!;
  stage.say({ t: 'frame', room: lobby.room, view, inc, n: n + 1, event: ended.event });
  expect(resultView(stage.state)!.ready).toEqual([false, false, true, true]);
});

test('who stands at a running table and is given a bot’s seat sees the table from there', () => {
  const { stage } = playing();
  const seat0 = stage.state.stream.value!;
  stage.say({ t: 'snapshot', room: lobby.room, view: 'public', inc: seat0.inc, n: 7, state: { ...seat0.state, seats: seat0.state.seats.map((seat) => ({ ...seat, tiles: null })) } });
  expect(tableView(stage.state)!.own).toBeNull();
  const seats = seat0.state.seats.map((seat, at) => ({ ...seat, control: at === 1 ? 'player' : seat.control, tiles: at === 1 ? seat0.state.seats[0]!.tiles : null }));
  stage.say({ t: 'snapshot', room: lobby.room, view: 'seat1', inc: seat0.inc, n: 9, state: { ...seat0.state, seats } }, withFriend);
  expect(tableView(stage.state)!.own).toBe(1);
  expect(plate(stage)).toEqual({ name: '乙', bot: false });
});

test('who comes by a link into a running match is told that he plays on in a bot’s place, and into a lobby nothing', async () => {
  for (const [phase, notes] of [['match', 1], ['lobby', 0]] as const) {
    for (const late of [false, true]) {
      const stage = new Stage().open(`/r/${lobby.code}`).welcome();
      const state = { ...withFriend, phase };
      stage.answer('join_room', { t: 'entered', room: lobby.room, view: 'seat1', seat: 1, code: lobby.code });
      if (late) await stage.settle();
      stage.say(state);
      await stage.settle();
      stage.say({ ...state, rev: 91 });
      expect(stage.state.toasts.value).toHaveLength(notes);
    }
  }
});
