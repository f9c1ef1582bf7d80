/**
 * Words for what comes over the wire as a code or a short English phrase, in both languages. What is unknown here
 * is shown as it came.
 */
import type { Event, MeldKind, RejectCode, Rejected, Verb, Winner } from '../protocol/types';
import type { Label, Locale } from '../viewmodel';

export const both = (zh: string, en: string): Label => ({ zh, en });

/** Put the same things into a label's two languages. */
export function joinLabels(parts: readonly Label[], zh: string, en = zh): Label {
  const pick = (locale: Locale) => parts.map((part) => (typeof part === 'string' ? part : part[locale]));
  return { zh: pick('zh').join(zh), en: pick('en').join(en) };
}

/** What a bot is called: the server names it in Chinese; in English its seat's number tells bots apart. */
export function botName(given: string, seat: number): Label {
  return both(given, `Bot ${seat + 1}`);
}

const REFUSALS: Readonly<Record<RejectCode, Label>> = {
  malformed: both('服务器看不懂这个操作', 'The server could not read this'),
  too_big: both('内容太长', 'This is too long'),
  too_fast: both('操作太快，请稍候', 'Too fast, one moment please'),
  hello_first: both('还没有连好', 'Not connected yet'),
  hello_twice: both('已经连好了', 'Connected already'),
  busy: both('这一桌太忙，请稍候', 'The table is busy, one moment please'),
  store_down: both('服务器暂时存不了记录，牌局原样保留', 'The server cannot save just now; the table stands'),
  draining: both('服务器即将停机，不再开新桌', 'The server is about to stop and opens no new tables'),
  internal: both('服务器出错了', 'Something went wrong on the server'),
  unauthorized: both('身份凭证无效', 'This token or code is not valid'),
  superseded: both('你已在另一个窗口接着打', 'You have gone on in another window'),
  bad_name: both('这个名字不能用', 'This name cannot be used'),
  name_taken: both('房间里已有人叫这个名字', 'Somebody in the room has this name'),
  wrong_code: both('没有这个房间码', 'There is no such code'),
  banned: both('房主已请你离开这间房', 'The host has sent you away from this room'),
  unknown_room: both('没有这间房，或已经散了', 'There is no such room any more'),
  unreadable: both('服务器读不出这间房的记录，请另开一间', 'The server cannot read its record of this room: please open another one'),
  unknown_match: both('没有这场对局的记录', 'There is no record of this match'),
  room_full: both('房间已满', 'The room is full'),
  in_room: both('你已在一间房里', 'You are in a room already'),
  in_match: both('你正在打一场', 'You are playing a match'),
  match_running: both('打牌时不能这样做', 'Not while a match is running'),
  not_now: both('现在不能这样做', 'Not now'),
  not_host: both('只有房主可以', 'Only the host may'),
  not_seated: both('坐下才可以', 'Only who is seated may'),
  seat_taken: both('这个座位有人了', 'Somebody sits there'),
  not_a_bot: both('那里坐的不是机器人', 'No bot sits there'),
  no_such_player: both('房间里没有这个人', 'Nobody here has this name'),
  players_not_ready: both('还有人没准备好', 'Not everybody is ready'),
  options_not_accepted: both('先确认与默认不同的设置', 'The differences have to be confirmed first'),
  bad_option: both('没有这个选项，或值不对', 'There is no such option, or not with this value'),
  forbidden: both('房间的设置不允许', 'The room does not allow it'),
  switched_off: both('房间的设置关掉了它', 'The room has this switched off'),
  unconfirmed: both('离开需要确认', 'Leaving has to be confirmed'),
  left: both('你已离开这一场，不能再回座位', 'You have left this match for good'),
  not_a_win: both('牌型不成胡', 'No winning hand'),
  below_minimum: both('未够起胡', 'Worth too little to win'),
  sealed: both('已被封胡', 'Sealed'),
  barred: both('过水中', 'Passed up, barred'),
  insured: both('这个杠不能抢', 'This kong cannot be robbed'),
  not_ready: both('没有报听', 'Not declared ready'),
  treasure: both('别人打的宝牌不能胡', 'Another’s treasure tile'),
  not_your_turn: both('还没轮到你', 'Not your turn'),
  no_replacement: both('没有牌可补', 'No tile left to replace it'),
  not_offered: both('现在不能选这个', 'Not on offer now'),
  stale: both('已经过去了，没有生效', 'That is over; nothing was done'),
};

export function codeText(code: RejectCode): Label {
  return REFUSALS[code] ?? code;
}

/** Where a clause says more exactly than its code what keeps a hand from winning. */
const CLAUSES: Readonly<Record<string, Label>> = {
  'NJ-3.2': both('硬花不足', 'Too few flowers'),
  'ZJ-3.3': both('台数不足', 'Too few tai'),
  'ZJ-3.1': both('只能自摸', 'Self-draw only'),
  'ZJ-2.3': both('财神不能胡', 'A wild is not won on'),
  'ZJ-3.2': both('这个杠不能抢', 'Not to be robbed'),
  'LJ-2.1': both('缺胡牌条件', 'Conditions unmet'),
};

/** Why a hand may not win, in the words of the clause that refuses it. */
export function whyText(code: RejectCode, clause: string): Label {
  return CLAUSES[clause] ?? codeText(code);
}

/** Codes whose own words from the server say more than the code. */
const TELLING: ReadonlySet<RejectCode> = new Set(['bad_name', 'bad_option', 'malformed']);

/** A refusal in both languages; the server's line is in the one that the session speaks. */
export function refusalText({ code, message, clause }: Rejected, spoken: Locale): Label {
  const own = whyText(code, clause);
  if (message === '' || (!TELLING.has(code) && typeof own !== 'string')) return own;
  return typeof own === 'string' ? message : { ...own, [spoken]: message };
}

const REASONS: Readonly<Record<string, Label>> = {
  discard: both('放炮', 'Discard'),
  'self-draw': both('自摸', 'Self-draw'),
  'self-draw after a kong': both('杠上花', 'Kong bloom'),
  'konged player pays all': both('杠上花 · 被杠者包', 'Kong bloom, konged pays all'),
  'robbed kong': both('抢杠胡', 'Robbed kong'),
  'sealed player gave the tile': both('被封者放炮', 'Sealed player’s discard'),
  'sealed player pays too': both('封胡 · 双飞', 'Sealed player pays too'),
  'sealed player pays all': both('封胡 · 包付', 'Sealed player pays all'),
  'open kong': both('明杠', 'Open kong'),
  'added kong': both('加杠', 'Added kong'),
  'concealed kong': both('暗杠', 'Concealed kong'),
  'kong of the chain': both('连杠分', 'Kong of the chain'),
  fishing: both('钓鱼', 'Fishing'),
  'false win': both('诈胡', 'False win'),
  'won from another': both('点炮', 'Won from another'),
  'the robbed player pays': both('抢杠 · 被抢者付', 'Robbed player pays'),
  'robbed player pays all': both('抢杠 · 被抢者包', 'Robbed player pays all'),
  'flower kong': both('花杠', 'Flower kong'),
  'four players discard the same': both('罚 · 四家同打', 'Fine: all four threw it'),
  'fourth discard of the same': both('罚 · 连打四张', 'Fine: threw four of it'),
  escape: both('逃跑', 'Left the match'),
  dealer: both('庄家', 'Dealer'),
  'undeclared discarder': both('放炮未听', 'Undeclared discarder'),
  'fourth mouth': both('第四口', 'Fourth set'),
  'win after a given kong': both('杠开 · 放杠者包', 'Bloom on a given kong'),
  'three mouths': both('三口包牌', 'Three sets taken'),
};

/** A payment's reason; several in one stand in a row. */
export function reasonText(reason: string): Label {
  if (REASONS[reason]) return REASONS[reason];
  const parts = reason.split(', ');
  return parts.every((part) => REASONS[part]) ? joinLabels(parts.map((part) => REASONS[part]!), ' · ') : reason;
}

export const MELD_WORDS: Readonly<Record<MeldKind, Label>> = {
  chow: both('吃', 'chow'),
  pong: both('碰', 'pong'),
  open_kong: both('明杠', 'open kong'),
  added_kong: both('加杠', 'added kong'),
  concealed_kong: both('暗杠', 'concealed kong'),
};

export const VERB_WORDS: Readonly<Record<Verb, Label>> = {
  discard: both('打出', 'discards'),
  chow: both('吃', 'chow'),
  pong: both('碰', 'pong'),
  kong: both('杠', 'kong'),
  win: both('胡', 'win'),
  pass: both('过', 'pass'),
  ready: both('报听', 'ready'),
};

export const WON_BY: Readonly<Record<Winner['by'], Label>> = {
  self_draw: both('自摸', 'self-draws'),
  discard: both('胡', 'wins on'),
  rob_kong: both('抢杠胡', 'robs the kong of'),
  fourth_mouth: both('四口胡', 'wins by the fourth set on'),
};

export const CONTROL_CAUSES: Readonly<Record<Extract<Event, { t: 'control_changed' }>['cause'], Label>> = {
  timeouts: both('连续超时', 'timed out twice'),
  dropped: both('断线太久', 'away too long'),
  back: both('回来了', 'is back'),
  left: both('离开了', 'has left'),
  kicked: both('被请离', 'was sent away'),
  taken: both('接替电脑入座', 'has taken the bot\'s seat'),
};

/** Units of option values and score items. */
const UNITS: Readonly<Record<string, Label>> = {
  s: both('秒', 's'),
  ms: 'ms',
  tiles: both('张', 'tiles'),
  points: both('分', 'points'),
  events: both('事件', 'events'),
  hands: both('局', 'hands'),
  flowers: both('花', 'flowers'),
  tai: both('台', 'tai'),
};

export function unitText(unit: string): Label {
  return UNITS[unit] ?? unit;
}

export const TAGS = {
  sealed: both('封', 'sealed'),
  barred: both('过水', 'barred'),
  barred_pong: both('过碰', 'no pong'),
  dealt_ready: both('天听', 'as dealt'),
  ready: both('听', 'Ready'),
  locked: both('锁手', 'locked'),
  pushed: both('推出', 'pushed'),
  fishing: both('钓鱼', 'fishing'),
  wild: both('财神', 'Wild'),
  treasure: both('宝牌', 'Treasure'),
  treasure_changed: both('换宝', 'Treasure changed'),
  treasure_gone: both('没有宝牌了', 'No treasure any more'),
  mouths: both('三口', 'Three mouths'),
} as const;
