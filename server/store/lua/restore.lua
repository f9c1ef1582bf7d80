#!lua
-- Put back what a failover lost of a room: its head, and the entries that are missing at the end.
-- KEYS: head, journal.  ARGV: epoch, position of the first entry given, owner, meta, entry, ...
-- Returns {status, length or current epoch, ms, base}; status 0 done, 2 another owns it, 3 conflict: the journal is
-- longer, or what is there differs. What stands before the first entry given is not needed: that one is a checkpoint.
local head = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'base')
local epoch, ours = tonumber(head[1] or '0'), tonumber(ARGV[1])
if epoch > ours or (epoch == ours and head[2] ~= ARGV[3]) then
  return {2, epoch, 0, 0}
end
local first, count = tonumber(ARGV[2]), #ARGV - 4
local base = tonumber(head[3] or ARGV[2])
local length = base + redis.call('LLEN', KEYS[2])
if length > first + count then
  return {3, length, 0, base}
end
local from = math.max(base, first)
local there = from < length and redis.call('LRANGE', KEYS[2], from - base, -1) or {}
for i = 1, #there do
  local body = string.match(there[i], '^%d+:%d+:()')
  if string.sub(there[i], body) ~= ARGV[4 + from - first + i] then
    return {3, length, 0, base}
  end
end
if length < first then
  redis.call('DEL', KEYS[2])
  base, length = first, first
end
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
local stamp = string.format('%.0f:%s:', ms, ARGV[1])
for i = length - first + 1, count do
  redis.call('RPUSH', KEYS[2], stamp .. ARGV[4 + i])
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'owner', ARGV[3], 'base', string.format('%.0f', base), 'meta', ARGV[4])
redis.call('HDEL', KEYS[1], 'freed')
return {0, first + count, ms, base}
