#!lua flags=no-writes
-- Read everybody's signs of life.  KEYS: beats.  Returns {ms, node, value, ...}, as beat does.
local time = redis.call('TIME')
local answer = {time[1] * 1000 + math.floor(time[2] / 1000)}
for _, each in ipairs(redis.call('HGETALL', KEYS[1])) do
  table.insert(answer, each)
end
return answer
