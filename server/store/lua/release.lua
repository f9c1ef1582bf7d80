#!lua
-- Delete a key if it has this value.  KEYS: key.  ARGV: value.  Returns 1 or 0.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
