#!lua
-- Let a room go so that whoever is first may take it: nobody owns it, under the next epoch, from now (ms) on.
-- KEYS: head.  ARGV: epoch.  Returns {0}, also to a repeat; or {2, current epoch}.
local head = redis.call('HMGET', KEYS[1], 'epoch', 'owner')
local epoch, over = tonumber(head[1] or '0'), tonumber(ARGV[1])
if epoch == over + 1 and head[2] == '' then
  return {0}
end
if epoch ~= over or over == 0 then
  return {2, epoch}
end
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'epoch', string.format('%.0f', over + 1), 'owner', '', 'freed', string.format('%.0f', ms))
return {0}
