#!lua
-- Replace a room's description.  KEYS: head.  ARGV: epoch, meta.  Returns {0} or {2, current epoch}.
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if epoch ~= ARGV[1] then
  return {2, tonumber(epoch or '0')}
end
redis.call('HSET', KEYS[1], 'meta', ARGV[2])
return {0}
