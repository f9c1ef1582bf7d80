#!lua
-- Take a room whose epoch is still the one seen.  KEYS: head.  ARGV: owner, epoch seen.
-- Returns {1, new epoch}, also to a repeat by the same owner; or {0, current epoch}.
-- The epoch rises by the owner's own step: if a failover loses that one has taken the room, and another takes it over
-- the same epoch, theirs are still two.
local head = redis.call('HMGET', KEYS[1], 'epoch', 'owner')
local epoch, over = tonumber(head[1] or '0'), tonumber(ARGV[2])
if epoch == 0 then
  return {0, 0}
end
local new = over + 1 + tonumber(string.sub(redis.sha1hex(ARGV[1]), 1, 5), 16)
if epoch == over then
  redis.call('HSET', KEYS[1], 'epoch', string.format('%.0f', new), 'owner', ARGV[1])
  redis.call('HDEL', KEYS[1], 'freed')
  return {1, new}
end
if epoch == new and head[2] == ARGV[1] then
  return {1, epoch}
end
return {0, epoch}
