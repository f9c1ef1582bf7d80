#!lua flags=no-writes
-- Read a range of a room's journal.  KEYS: head, journal.  ARGV: start, count (-1: all).
-- Returns {base, length, entries}.
local base = tonumber(redis.call('HGET', KEYS[1], 'base') or '0')
local length = base + redis.call('LLEN', KEYS[2])
local first = math.max(tonumber(ARGV[1]) - base, 0)
local count = tonumber(ARGV[2])
if count == 0 then
  return {base, length, {}}
end
return {base, length, redis.call('LRANGE', KEYS[2], first, count < 0 and -1 or first + count - 1)}
