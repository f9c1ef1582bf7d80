#!lua
-- Drop what stands before the entry at a position.  KEYS: head, journal.  ARGV: epoch, upto.
-- Returns {status, length or current epoch, base}; status 0 done, 2 stale, 3 no entry stands there.
local head = redis.call('HMGET', KEYS[1], 'epoch', 'base')
if head[1] ~= ARGV[1] then
  return {2, tonumber(head[1] or '0'), 0}
end
local base, upto = tonumber(head[2]), tonumber(ARGV[2])
local length = base + redis.call('LLEN', KEYS[2])
if upto >= length then
  return {3, length, base}
end
if upto > base then
  redis.call('LTRIM', KEYS[2], upto - base, -1)
  redis.call('HSET', KEYS[1], 'base', ARGV[2])
end
return {0, length, base}
