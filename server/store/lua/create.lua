#!lua
-- Make a room's head.  KEYS: head.  ARGV: owner, meta.  Returns 1, or 0 if another room has this id.
local head = redis.call('HMGET', KEYS[1], 'epoch', 'owner')
if head[1] then
  return (head[1] == '1' and head[2] == ARGV[1]) and 1 or 0
end
redis.call('HSET', KEYS[1], 'epoch', '1', 'owner', ARGV[1], 'base', '0', 'meta', ARGV[2])
return 1
