#!lua
-- Give a node's sign of life in the store's time; drop the signs of nodes not heard of for a week.
-- A node's value is "ms incarnation" of its latest start, then the same of the start before, if any.
-- KEYS: beats.  ARGV: node, incarnation.  Returns {ms, node, value, ...}.
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
local old = redis.call('HGET', KEYS[1], ARGV[1])
local value = string.format('%.0f %s', ms, ARGV[2])
if old then
  local latest, incarnation, before = string.match(old, '^(%d+ (%S+))(.*)$')
  value = value .. (incarnation == ARGV[2] and before or ' ' .. latest)
end
redis.call('HSET', KEYS[1], ARGV[1], value)
local answer = {ms}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if ms - tonumber(string.match(all[i + 1], '^%d+')) > 604800000 then
    redis.call('HDEL', KEYS[1], all[i])
  else
    table.insert(answer, all[i])
    table.insert(answer, all[i + 1])
  end
end
return answer
