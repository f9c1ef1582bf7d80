#!lua
-- Delete a room's keys.  KEYS: head, journal.  ARGV: epoch.  Returns {0}, or {2, current epoch}.
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if epoch and epoch ~= ARGV[1] then
  return {2, tonumber(epoch)}
end
redis.call('DEL', KEYS[1], KEYS[2])
return {0}
