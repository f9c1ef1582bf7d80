#!lua
-- Let a player wait in a queue, or go on waiting; take the first four out when they are there.
-- KEYS: queue.  ARGV: player, data, ms for which a word is good, how many make a match, 1 if he may be new.
-- A field's value is "order ms data"; the field "" counts the orders.
-- Returns {1 if he waits or is among the four, player, data, ...}; whoever has not been heard of for long goes.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local mine = redis.call('HGET', KEYS[1], ARGV[1])
if not mine and ARGV[5] ~= '1' then
  return {0}
end
local order = mine and string.match(mine, '^%d+') or string.format('%.0f', redis.call('HINCRBY', KEYS[1], '', 1))
redis.call('HSET', KEYS[1], ARGV[1], string.format('%s %.0f %s', order, now, ARGV[2]))
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[3]) * 2)
local all = redis.call('HGETALL', KEYS[1])
local waiting = {}
for i = 1, #all, 2 do
  if all[i] ~= '' then
    local first, ms, data = string.match(all[i + 1], '^(%d+) (%d+) (.*)$')
    if now - tonumber(ms) > tonumber(ARGV[3]) then
      redis.call('HDEL', KEYS[1], all[i])
    else
      table.insert(waiting, {tonumber(first), all[i], data})
    end
  end
end
local answer = {1}
if #waiting >= tonumber(ARGV[4]) then
  table.sort(waiting, function(one, other) return one[1] < other[1] end)
  for i = 1, tonumber(ARGV[4]) do
    redis.call('HDEL', KEYS[1], waiting[i][2])
    table.insert(answer, waiting[i][2])
    table.insert(answer, waiting[i][3])
  end
end
return answer
