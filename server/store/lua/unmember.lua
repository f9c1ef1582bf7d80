#!lua
-- Forget where a player is a member, if it is this room.  KEYS: member.  ARGV: room.  Returns 1 or 0.
local value = redis.call('GET', KEYS[1])
if value and string.sub(value, 1, #ARGV[1] + 1) == ARGV[1] .. ' ' then
  return redis.call('DEL', KEYS[1])
end
return 0
