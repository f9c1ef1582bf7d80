#!lua
-- Let a connection speak for a player, under a counter above the one before.  KEYS: speaker, member.
-- ARGV: counter, node's number, node's owner, seconds to remember it.
-- Returns {counter, who spoke before or '', where he is a member or ''}.
local before = redis.call('GET', KEYS[1])
local counter = tonumber(ARGV[1])
if before then
  counter = math.max(counter, tonumber(string.match(before, '^%d+')) + 1)
end
redis.call('SET', KEYS[1], string.format('%.0f %s %s', counter, ARGV[2], ARGV[3]), 'EX', ARGV[4])
return {counter, before or '', redis.call('GET', KEYS[2]) or ''}
