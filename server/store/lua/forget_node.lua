#!lua
-- Take back a node's sign of life, if it is this incarnation's.  KEYS: beats.  ARGV: node, incarnation.
local beat = redis.call('HGET', KEYS[1], ARGV[1])
if beat and string.match(beat, '^%d+:(.*)$') == ARGV[2] then
  return redis.call('HDEL', KEYS[1], ARGV[1])
end
return 0
