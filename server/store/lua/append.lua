#!lua
-- Append entries to a room's journal at an explicit position, under an epoch, and publish.
-- KEYS: head, journal.  ARGV: epoch, position, count, entry × count, then channel, payload, ...
-- Returns "status length-or-current-epoch ms base"; status 0 written, 1 already there, 2 stale, 3 conflict. (One line
-- and no list: it is read for every step of every table.)
-- Every check comes before the first write, so what is refused has written nothing.
local function answer(status, length, ms, base)
  return redis.status_reply(string.format('%d %.0f %.0f %.0f', status, length, ms, base))
end
local head = redis.call('HMGET', KEYS[1], 'epoch', 'base')
if head[1] ~= ARGV[1] then
  return answer(2, tonumber(head[1] or '0'), 0, 0)
end
local base = tonumber(head[2])
local length = base + redis.call('LLEN', KEYS[2])
local position, count = tonumber(ARGV[2]), tonumber(ARGV[3])
if position < base or position > length then
  return answer(3, length, 0, base)
end
local there = math.min(count, length - position)
local at = '0'
if there > 0 then
  local old = redis.call('LRANGE', KEYS[2], position - base, position - base + there - 1)
  for i = 1, there do
    local ms, body = string.match(old[i], '^(%d+):%d+:()')
    if string.sub(old[i], body) ~= ARGV[3 + i] then
      return answer(3, length, 0, base)
    end
    at = ms
  end
end
if there == count then
  return answer(1, length, tonumber(at), base)
end
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
local stamp = string.format('%.0f:%s:', ms, ARGV[1])
for i = there + 1, count do
  redis.call('RPUSH', KEYS[2], stamp .. ARGV[3 + i])
end
for i = 4 + count, #ARGV, 2 do
  redis.call('SPUBLISH', ARGV[i], ARGV[i + 1])
end
return answer(0, position + count, ms, base)
