#!lua
-- Number a match record after all others.  KEYS: index.  ARGV: record, how many to keep (-1: all).
-- Returns the records that are too many, oldest first; the caller deletes them and takes them off the index.
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
redis.call('ZADD', KEYS[1], 'NX', tonumber(last[2] or '0') + 1, ARGV[1])
local keep = tonumber(ARGV[2])
if keep < 0 then
  return {}
end
return redis.call('ZRANGE', KEYS[1], 0, -keep - 1)
