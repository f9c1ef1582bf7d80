#!lua
-- Take back a node's signs of life, if this is its latest start.  KEYS: beats.  ARGV: node, incarnation.
local beat = redis.call('HGET', KEYS[1], ARGV[1])
if beat and string.match(beat, '^%d+ (%S+)') == ARGV[2] then
  return redis.call('HDEL', KEYS[1], ARGV[1])
end
return 0
