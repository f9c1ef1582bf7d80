#!lua flags=no-writes
-- Read a room's head.  KEYS: head, journal.  Returns {epoch, owner, base, meta, when freed, entries kept}, or {}.
local head = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'base', 'meta', 'freed')
if not head[1] then
  return {}
end
return {head[1], head[2], head[3], head[4], head[5] or '0', redis.call('LLEN', KEYS[2])}
