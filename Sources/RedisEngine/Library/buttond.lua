#!lua name=buttond
-- The fleet's functions: daemons change shared state through these, and through nothing else.
--
-- A scope is a few keys with one hash tag:
--   btn:{S}:m       hash    fmt, id, rev, chain; act: the number of the last action; log: REV BYTES FROM SUM and
--                           acts: ACT BYTES FROM, what the streams have from an entry on, and the state's sum
--   btn:{S}:k       hash    key or !BUTTON -> "REV JSON", or "REV " once it is removed (a tombstone)
--   btn:{S}:l       stream  the log. REV-0 -> r LIFE:NUMBER, h CHAIN, c lines "KEY JSON" or "KEY"
--   btn:{S}:a       stream  the actions. ACT-0 -> r LIFE:NUMBER, v ACTION; consumer groups
--   btn:{S}:d:LIFE  hash    n last number, o oldest open number, NUMBER -> OUTCOME
-- Revisions and actions are dense. A chain is the first half of a hash over the chain before it, the
-- request and its lines, in hexadecimal; that of revision 0 is the scope's id.
--
-- A function writes nothing before it has read and checked all that it needs, and the log first: what
-- an engine refuses halfway through leaves a scope as it was. Values are text and never parsed.

local VERSION = '2'            -- of these functions; a change that daemons must know of raises it
local EDITION = 5              -- a program replaces the functions of an earlier edition by its own
local FORMAT = '1'             -- of the keys above
local KEY_BYTES = 255
local KEY_SEGMENTS = 16
local ID_BYTES = 128           -- of a button
local VALUE_BYTES = 65536
local REQUEST_BYTES = 262144   -- of the keys and values that the operations of a request make
local OPERATIONS = 1024
local TRIM_EVERY = 64          -- revisions; so the log has up to this many more than it must
local LOG_BYTES = 8388608      -- of the lines in the log
local ACTION_BYTES = 8388608   -- of the texts of the actions that wait
local FORGET_AT_ONCE = 100     -- outcomes; a life that closes more at a time is forgotten in parts
local LIFE_SECONDS = 90 * 86400
local RENEW_SECONDS = 86400

local function text(number) return string.format('%.0f', number) end

-- ---- arithmetic on texts -------------------------------------------------------------------------

local HALF = 10000000000       -- a 64-bit integer is two halves of ten digits; doubles hold them exactly
local MAX_HIGH, MAX_LOW = 922337203, 6854775807

local function is_integer(value) return value == '0' or value:find('^%-?[1-9]%d*$') ~= nil end

-- Whether the halves, of one sign, are a 64-bit integer.
local function fits(high, low)
  local sign = (high < 0 or low < 0) and -1 or 1
  local most = sign < 0 and MAX_LOW + 1 or MAX_LOW
  return high * sign < MAX_HIGH or (high * sign == MAX_HIGH and low * sign <= most)
end

local function halves(value)
  local minus, digits = value:match('^(%-?)(%d+)$')
  if #digits > 19 then return nil end
  local sign = minus == '-' and -1 or 1
  local high, low = sign * (tonumber(digits:sub(1, -11)) or 0), sign * tonumber(digits:sub(-10))
  if fits(high, low) then return high, low end
end

local function add_integers(a, b)
  local high, low = halves(a)
  local more_high, more_low = halves(b)
  if not (high and more_high) then return nil end
  high, low = high + more_high, low + more_low
  local carry = low >= HALF and 1 or low <= -HALF and -1 or 0
  high, low = high + carry, low - carry * HALF
  if high > 0 and low < 0 then high, low = high - 1, low + HALF end
  if high < 0 and low > 0 then high, low = high + 1, low - HALF end
  if not fits(high, low) then return nil end
  local minus = (high < 0 or low < 0) and '-' or ''
  if high == 0 then return minus .. text(math.abs(low)) end
  return minus .. string.format('%.0f%010.0f', math.abs(high), math.abs(low))
end

local function double(value) return value:find('^%-?%d[%d%.eE+-]*$') and tonumber(value) end

-- Each operation takes the value before it, false if there is none, and its argument. It returns the
-- value after it, false if there is none, or nil if it cannot be done.
local operations = {
  s = function(_, argument) if argument ~= '' then return argument end end,
  d = function() return false end,
  i = function(was, by)
    was = was or '0'
    if is_integer(was) and is_integer(by) then return add_integers(was, by) end
    local a, b = double(was), double(by)
    if not (a and b) then return nil end
    local sum = a + b
    if sum ~= sum or sum == math.huge or sum == -math.huge then return nil end
    for digits = 15, 17 do
      local short = string.format('%.' .. digits .. 'g', sum)
      if tonumber(short) == sum then return short:find('[.e]') and short or short .. '.0' end
    end
  end,
  t = function(was)
    if was == 'true' then return 'false' end
    if not was or was == 'false' then return 'true' end
  end,
  a = function(was, element)
    if element == '' then return nil end
    if not was or was == '[]' then return '[' .. element .. ']' end
    if was:sub(1, 1) == '[' then return was:sub(1, -2) .. ',' .. element .. ']' end
  end,
}

-- ---- a scope -------------------------------------------------------------------------------------

-- A sum over the fields of the state shows what was written past the functions. Each that has a value adds 52
-- bits of a hash, which doubles hold exactly. Of a long one its length and its ends stand for it: hashing costs
-- more than all else.
local SUM = 4503599627370496
local END_BYTES = 1024

local function add_field(sum, key, raw, sign)
  if raw:byte(-1) == 32 and raw:find(' ', 1, true) == #raw then return sum end
  if #raw > 2 * END_BYTES then
    raw = raw:sub(1, END_BYTES) .. text(#raw) .. raw:sub(-END_BYTES)
  end
  return (sum + sign * tonumber(redis.sha1hex(key .. ' ' .. raw):sub(1, 13), 16)) % SUM
end

local function whole_sum(state)
  local sum, fields = 0, redis.call('HGETALL', state)
  for i = 1, #fields, 2 do sum = add_field(sum, fields[i], fields[i + 1], 1) end
  return sum
end

-- How many bytes a stream has from which of its dense entries on, and the sum of the state. Where older functions
-- have made its last entry, nothing is counted yet, and the sum is not known.
local function read_book(value, last)
  local at, bytes, from, sum = (value or ''):match('^(%d+) (%d+) (%d+) ?(%d*)$')
  if tonumber(at or -1) ~= last then return {bytes = 0, from = last + 1} end
  return {bytes = tonumber(bytes), from = tonumber(from), sum = tonumber(sum)}
end

local function book_text(book, last)
  local sum = book.sum and string.format(' %.0f', book.sum) or ''
  return string.format('%.0f %.0f %.0f', last, book.bytes, book.from) .. sum
end

-- Drops the entries below `floor`, and more until the others have at most so many bytes. `next_one` is the
-- number behind the last entry.
local function shorten(stream, book, floor, most, next_one)
  local first, lowest, count = book.from, floor, 1
  while first < floor or book.bytes > most do
    local page = redis.call('XRANGE', stream, text(first) .. '-0', '+', 'COUNT', count)
    count = math.min(64, 2 * count)
    for _, entry in ipairs(page) do
      if first >= floor and book.bytes <= most then break end
      if entry[1] ~= text(first) .. '-0' then page = {} break end
      book.bytes, first = book.bytes - #entry[2][#entry[2]], first + 1
      lowest = first
    end
    if #page == 0 then
      -- An administrator has taken entries out: they are counted from here on.
      book.bytes, first, lowest = 0, next_one, floor
      break
    end
  end
  book.from = first
  if lowest > 0 then redis.call('XTRIM', stream, 'MINID', '=', text(lowest) .. '-0') end
end

local function read_meta(key)
  local found = redis.call('HMGET', key, 'fmt', 'id', 'rev', 'chain', 'act', 'log', 'acts')
  if not found[1] then return nil, redis.error_reply('NOSCOPE there is no such scope') end
  if found[1] ~= FORMAT then
    return nil, redis.error_reply('FORMAT the scope has format ' .. found[1] .. ', not ' .. FORMAT)
  end
  local rev, act = tonumber(found[3] or ''), tonumber(found[5] or '')
  if not (found[2] and rev and found[4] and act) then
    return nil, redis.error_reply('ALTERED the scope lacks what says how far it is')
  end
  return {
    id = found[2], rev = rev, chain = found[4], act = act, log = found[6], acts = found[7],
  }
end

-- The revision of the log's oldest entry; one beyond the head when the log is empty.
local function oldest(log, meta)
  local first = redis.call('XRANGE', log, '-', '+', 'COUNT', 1)[1]
  return first and tonumber(first[1]:match('^%d+')) or meta.rev + 1
end

local function chain_of(entry)
  for i = 1, #entry[2], 2 do if entry[2][i] == 'h' then return entry[2][i + 1] end end
end

-- Whether the log ends where the scope says that it does; one that was emptied does.
local function ends_well(log, meta, first)
  local head = text(meta.rev) .. '-0'
  local found = redis.call('XRANGE', log, head, '+', 'COUNT', 2)
  if #found == 0 then return first > meta.rev end
  return #found == 1 and found[1][1] == head and chain_of(found[1]) == meta.chain
end

-- Whether a place is in this history: tail, trimmed (older than the log) or fork.
local function place(log, meta, rev, chain)
  local known
  if rev == meta.rev then known = meta.chain
  elseif rev > meta.rev then return 'fork'
  elseif rev == 0 then known = oldest(log, meta) == 1 and meta.id
  else
    local entry = redis.call('XRANGE', log, text(rev) .. '-0', text(rev) .. '-0')[1]
    known = entry and chain_of(entry)
  end
  if not known then return 'trimmed' end
  return known == chain and 'tail' or 'fork'
end

-- The state's value of a key and its revision, false and 0 if it never had one; and what the state has.
local function read_key(state, key)
  local raw = redis.call('HGET', state, key)
  if not raw then return false, 0 end
  local rev, value = raw:match('^(%d+) (.*)$')
  if not rev then return raw, 0, raw end  -- somebody wrote past the functions
  return value ~= '' and value, tonumber(rev), raw
end

-- Whether daemons take a name: segments with dots between them, or ! and the id of a button.
local function is_key(name)
  if name:byte(1) == 33 then return #name <= ID_BYTES + 1 and name:find('^![%w._-]+$') ~= nil end
  if #name > KEY_BYTES or not name:find('^[%w._-]+$') then return false end
  if ('.' .. name .. '.'):find('..', 1, true) then return false end
  local _, dots = name:gsub('%.', '')
  return dots < KEY_SEGMENTS
end

-- What the operations come to: an outcome if they cannot be done; else the lines for the log and the
-- fields for the state, both empty when nothing changes, and what the state has of the keys.
local function compute(state, args, first, since)
  local was, now, order, size, raws = {}, {}, {}, 0, {}
  for i = first, #args, 3 do
    local bad = 'bad ' .. text((i - first) / 3)
    local operation, key, argument = operations[args[i]], args[i + 1], args[i + 2]
    if not operation or not is_key(key) then return bad end
    if #argument > VALUE_BYTES or argument:find('\n', 1, true) then return bad end
    if was[key] == nil then
      local value, rev, raw = read_key(state, key)
      raws[key] = raw
      if since and rev > since then return 'conflict ' .. key .. ' ' .. text(rev) end
      was[key], now[key], order[#order + 1] = value, value, key
    end
    local value = operation(now[key], argument)
    if value == nil or (value and #value > VALUE_BYTES) then return bad end
    now[key] = value
    size = size + #key + (value and #value or 0)
    if size > REQUEST_BYTES then return bad end
  end
  local lines, fields = {}, {}
  for _, key in ipairs(order) do
    local value = now[key]
    if value ~= was[key] then
      lines[#lines + 1] = value and key .. ' ' .. value or key
      fields[#fields + 1] = key
      fields[#fields + 1] = value or ''
    end
  end
  return nil, lines, fields, raws
end

local function add_entry(keys, meta, request, maxlen, lines, fields, raws)
  local rev, changes = text(meta.rev + 1), table.concat(lines, '\n')
  local chain = redis.sha1hex(meta.chain .. request .. '\n' .. changes):sub(1, 16)
  redis.call('XADD', keys[2], rev .. '-0', 'r', request, 'h', chain, 'c', changes)
  local book = read_book(meta.log, meta.rev)
  local sum = book.sum
  for i = 1, #fields, 2 do
    local key, raw = fields[i], rev .. ' ' .. fields[i + 1]
    if sum and raws[key] then sum = add_field(sum, key, raws[key], -1) end
    sum = sum and add_field(sum, key, raw, 1)
    fields[i + 1] = raw
  end
  book.sum = sum
  redis.call('HSET', keys[3], unpack(fields))
  book.bytes = book.bytes + #changes
  local trims = (meta.rev + 1) % TRIM_EVERY == 0
  if trims or book.bytes > LOG_BYTES then
    shorten(keys[2], book, trims and meta.rev + 2 - maxlen or 0, LOG_BYTES, meta.rev + 2)
  end
  redis.call('HSET', keys[1], 'rev', rev, 'chain', chain, 'log', book_text(book, meta.rev + 1))
end

-- Keeps the outcome until the daemon says that it has it: below `open` it has all.
local function remember(life, number, open, o, outcome)
  local closed, last = {}, math.max(o, math.min(open, number, o + FORGET_AT_ONCE))
  for i = o, last - 1 do closed[#closed + 1] = text(i) end
  local seconds = redis.call('TTL', life)
  redis.call('HSET', life, 'n', text(number), 'o', text(last), text(number), outcome)
  if #closed > 0 then redis.call('HDEL', life, unpack(closed)) end
  if seconds < LIFE_SECONDS - RENEW_SECONDS then redis.call('EXPIRE', life, LIFE_SECONDS) end
end

-- One numbered request. KEYS m l k d ... · ARGV life number oldestOpen condition maxlen ..., and from
-- `first` on the operations, each as op key argument. `check` may give an outcome that ends it;
-- `finish` is what else is done when the operations are.
local function submit(keys, args, first, check, finish)
  local meta, failure = read_meta(keys[1])
  if failure then return failure end
  local number, open, maxlen = tonumber(args[2]), tonumber(args[3]), tonumber(args[5])
  local count = (#args - first + 1) / 3
  if not (number and open and maxlen and maxlen >= 0) or count % 1 ~= 0 or count < 0 or count > OPERATIONS then
    return redis.error_reply('ARGUMENTS these are not those of a request')
  end
  local seen = redis.call('HMGET', keys[4], 'n', 'o')
  local n, o = tonumber(seen[1] or 0), tonumber(seen[2] or 1)
  if number <= n then
    -- Engines later than Redis 7.0 have a connection wait for replicas, and for the disk, only as far as its own
    -- last write: this is one.
    redis.call('HSET', keys[4], 'n', text(n))
    return 'dup ' .. (redis.call('HGET', keys[4], text(number)) or 'gone')
  end
  if number > n + 1 then return 'gap ' .. text(n) end

  local outcome, since = check and check(meta), nil
  if not outcome and args[4] ~= '' then
    local rev, chain = args[4]:match('^(%d+) (%x+)$')
    if not rev then return redis.error_reply('ARGUMENTS a condition is REVISION CHAIN') end
    since = tonumber(rev)
    local found = place(keys[2], meta, since, chain)
    outcome = found == 'trimmed' and 'unknown' or found == 'fork' and 'fork'
  end
  local request, lines, fields, raws = args[1] .. ':' .. text(number), nil, nil, nil
  if not outcome then outcome, lines, fields, raws = compute(keys[3], args, first, since) end
  if not outcome then
    outcome = #lines > 0 and 'ok ' .. text(meta.rev + 1) or 'same ' .. text(meta.rev)
    if #lines > 0 then add_entry(keys, meta, request, maxlen, lines, fields, raws) end
    if finish then finish(meta, request) end
  end
  remember(keys[4], number, open, o, outcome)
  return outcome
end

-- ---- the functions -------------------------------------------------------------------------------

local function is_name(id) return #id == 16 and id:find('^[0-9a-f]+$') ~= nil end

-- KEYS m k · ARGV id (16 hexadecimal digits) → made or exists, and the scope's id
-- Of one that is there the sum is made if older functions have changed it last.
local function init(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 then
    local meta, failure = read_meta(keys[1])
    if failure then return failure end
    local book = read_book(meta.log, meta.rev)
    if keys[2] and not book.sum then
      book.sum = whole_sum(keys[2])
      redis.call('HSET', keys[1], 'log', book_text(book, meta.rev))
    end
    return {'exists', meta.id}
  end
  if not is_name(args[1] or '') then
    return redis.error_reply('ARGUMENTS an id has 16 hexadecimal digits')
  end
  redis.call(
    'HSET', keys[1], 'fmt', FORMAT, 'id', args[1], 'rev', '0', 'chain', args[1], 'act', '0', 'log',
    '0 0 1 0', 'acts', '0 0 1')
  return {'made', args[1]}
end

-- KEYS m l k d · ARGV life number oldestOpen condition maxlen (op key argument)*
-- → ok REV, same REV, conflict KEY REV, unknown, fork, bad INDEX; dup OUTCOME, dup gone, gap LAST
local function apply(keys, args) return submit(keys, args, 6) end

-- The members of a reply of names and values.
local function members(reply)
  local found = {}
  for i = 1, #reply, 2 do found[reply[i]] = reply[i + 1] end
  return found
end

-- The last number of a stream, also when its entries are gone; 0 if it is none, or if the user may not look, as
-- those that earlier programs made.
local function last_number(stream)
  local info = redis.pcall('XINFO', 'STREAM', stream)
  return info.err and 0 or tonumber(members(info)['last-generated-id']:match('^%d+'))
end

-- Drops the actions that every consumer group has done.
local function trim_actions(key, actions, meta)
  local floor
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', actions)) do
    local info = members(group)
    local pending = redis.call('XPENDING', actions, info.name)
    local next_one = tonumber(info['last-delivered-id']:match('^%d+')) + 1
    if pending[1] > 0 then next_one = tonumber(pending[2]:match('^%d+')) end
    floor = math.min(floor or next_one, next_one)
  end
  if not floor then return end
  local book = read_book(meta.acts, meta.act)
  shorten(actions, book, floor, math.huge, meta.act + 1)
  meta.acts = book_text(book, meta.act)
  redis.call('HSET', key, 'acts', meta.acts)
end

-- KEYS m l k d a · ARGV as btn_apply, with limit and action before the operations
-- → the same; full when a consumer group has left `limit` actions undone, or more than their bytes; bad 0 of a
-- text that is too long
local function act(keys, args)
  local actions, limit = keys[5], tonumber(args[6])
  if not limit or limit < 1 or not args[7] then
    return redis.error_reply('ARGUMENTS an action has a limit and a text')
  end
  local is_long = false
  local function lacks_room(meta)
    return redis.call('XLEN', actions) >= limit
      or read_book(meta.acts, meta.act).bytes + #args[7] > ACTION_BYTES
  end
  return submit(keys, args, 8, function(meta)
    if #args[7] > VALUE_BYTES then return 'bad 0' end
    -- A scope that was made anew, or a hand, may have left a stream that refuses the next number.
    meta.act = math.max(meta.act, last_number(actions))
    if not lacks_room(meta) then return nil end
    -- A group that did not come for them may be gone by now.
    trim_actions(keys[1], actions, meta)
    is_long = lacks_room(meta)
    return is_long and #redis.call('XINFO', 'GROUPS', actions) > 0 and 'full'
  end, function(meta, request)
    local number, book = meta.act + 1, read_book(meta.acts, meta.act)
    redis.call('XADD', actions, text(number) .. '-0', 'r', request, 'v', args[7])
    book.bytes = book.bytes + #args[7]
    if is_long then shorten(actions, book, number + 1 - limit, ACTION_BYTES, number + 1) end
    redis.call('HSET', keys[1], 'act', text(number), 'acts', book_text(book, number))
  end)
end

-- KEYS m l k d a · ARGV as btn_apply, with group, consumer, delivery and the request that performed the
-- action before the operations
-- → the same, and ends the delivery with ok and same; lost when it is no longer this consumer's, or of
-- another action that has got the number of a lost one
local function done(keys, args)
  local actions, group, consumer, delivery = keys[5], args[6], args[7], args[8]
  if not delivery or not delivery:find('^%d+%-0$') then
    return redis.error_reply('ARGUMENTS a delivery is the id of an action')
  end
  return submit(keys, args, 10, function()
    local action = redis.call('XRANGE', actions, delivery, delivery)[1]
    if not action or action[2][2] ~= args[9] then return 'lost' end
    local own = redis.pcall('XPENDING', actions, group, delivery, delivery, 1, consumer)
    if own.err and not own.err:find('NOGROUP', 1, true) then error(own.err) end
    return (own.err or #own == 0) and 'lost'
  end, function(meta)
    redis.call('XACK', actions, group, delivery)
    trim_actions(keys[1], actions, meta)
  end)
end

-- KEYS m l k d... · ARGV revision chain (both empty without a cursor)
-- → tail, trimmed, fork or fresh; id; revision; chain; oldest entry; count of fields; n of each life. With a
-- third argument, also up to which revision of the history it was restored, empty if it was not
local function join(keys, args)
  local meta, failure = read_meta(keys[1])
  if failure then return failure end
  local verdict = args[1] == '' and 'fresh' or place(keys[2], meta, tonumber(args[1]), args[2])
  local first, count = oldest(keys[2], meta), redis.call('HLEN', keys[3])
  if not ends_well(keys[2], meta, first) then
    return redis.error_reply('ALTERED the log does not end at revision ' .. text(meta.rev))
  end
  local reply = {verdict, meta.id, text(meta.rev), meta.chain, text(first), text(count)}
  for i = 4, #keys do reply[#reply + 1] = redis.call('HGET', keys[i], 'n') or '0' end
  if args[3] then reply[#reply + 1] = redis.call('HGET', keys[1], 'restored') or '' end
  return reply
end

-- Drops consumers that have no delivery and have asked for none in `idle` milliseconds. A daemon is another
-- one after each start, and who comes back is made again.
local function drop_consumers(actions, idle)
  local groups = redis.pcall('XINFO', 'GROUPS', actions)
  if groups.err then return end
  for _, group in ipairs(groups) do
    local name = members(group).name
    for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', actions, name)) do
      local info = members(consumer)
      if info.pending == 0 and info.idle >= idle then
        redis.call('XGROUP', 'DELCONSUMER', actions, name, info.name)
      end
    end
  end
end

-- KEYS m l k a · ARGV cursor count idle → the next cursor, 0 at the end; how many tombstones went
-- Those older than the log go: who could need one gets `trimmed` or `unknown`. The first step drops
-- consumers, too.
local function sweep(keys, args)
  local meta, failure = read_meta(keys[1])
  if failure then return failure end
  if args[1] == '0' then drop_consumers(keys[4], tonumber(args[3])) end
  local first, gone = oldest(keys[2], meta), {}
  local page = redis.call('HSCAN', keys[3], args[1], 'COUNT', args[2])
  for i = 1, #page[2], 2 do
    local rev = page[2][i + 1]:match('^(%d+) $')
    if rev and tonumber(rev) < first then gone[#gone + 1] = page[2][i] end
  end
  for _, key in ipairs(gone) do redis.call('HDEL', keys[3], key) end
  return {page[1], text(#gone)}
end

-- ---- an administrator's ---------------------------------------------------------------------------

-- Begins the log after a revision, with a chain that no daemon has: all of them take the state as a whole.
local function begin_log(keys, id, rev, chain, act, more)
  redis.call('DEL', keys[2])
  local book = {bytes = 0, from = rev + 1, sum = whole_sum(keys[3])}
  redis.call(
    'HSET', keys[1], 'fmt', FORMAT, 'id', id, 'rev', text(rev), 'chain', chain, 'act', text(act), 'log',
    book_text(book, rev), unpack(more or {}))
end

-- KEYS m l k a · ARGV id chain (key sum)* → id, revision, and how many fields went
-- Makes a scope whole again that was altered past these functions. Of the state all stays that they could have
-- written, but for the fields that are named with what they add to the sum. The id is that of a scope that has
-- none.
local function repair(keys, args)
  if not (is_name(args[1] or '') and is_name(args[2] or '')) or #args % 2 == 1 then
    return redis.error_reply('ARGUMENTS these are not those of a repair')
  end
  local found = redis.call('HMGET', keys[1], 'id', 'rev', 'act')
  local rev, unwanted, gone = tonumber(found[2] or 0) or 0, {}, 0
  for i = 3, #args, 2 do unwanted[args[i]] = args[i + 1] end
  if redis.call('TYPE', keys[3]).ok ~= 'hash' then redis.call('DEL', keys[3]) end
  local fields = redis.call('HGETALL', keys[3])
  for i = 1, #fields, 2 do
    local key, raw = fields[i], fields[i + 1]
    local at, value = raw:match('^([1-9]%d*) (.*)$')
    if not at or #at > 15 or not is_key(key) or #value > VALUE_BYTES or value:find('\n', 1, true)
      or unwanted[key] == text(add_field(0, key, raw, 1)) then
      redis.call('HDEL', keys[3], key)
      gone = gone + 1
    else
      rev = math.max(rev, tonumber(at))
    end
  end
  rev = math.max(rev, last_number(keys[2])) + 1
  local id = found[1] and is_name(found[1]) and found[1] or args[1]
  local act = math.max(tonumber(found[3] or 0) or 0, last_number(keys[4]))
  begin_log(keys, id, rev, args[2], act)
  return {id, text(rev), text(gone)}
end

-- KEYS m l k a r d... · ARGV id revision chain → how many fields there are
-- Fills an empty scope with the fields of r, which the history of that id had up to a revision. The lives
-- go: what they have is not of these fields.
local function restore(keys, args)
  local rev = tonumber(args[2] or '')
  if not (is_name(args[1] or '') and rev and is_name(args[3] or '')) then
    return redis.error_reply('ARGUMENTS these are not those of a restoration')
  end
  local has = redis.call('HGET', keys[1], 'rev')
  if (has and has ~= '0') or redis.call('EXISTS', keys[3]) == 1 then
    return redis.error_reply('NOTEMPTY the scope is at revision ' .. (has or '?'))
  end
  if redis.call('EXISTS', keys[5]) == 1 then redis.call('RENAME', keys[5], keys[3]) end
  for i = 6, #keys do redis.call('DEL', keys[i]) end
  local act = math.max(tonumber(redis.call('HGET', keys[1], 'act') or 0), last_number(keys[4]))
  begin_log(keys, args[1], rev + 1, args[3], act, {'restored', text(rev)})
  return text(redis.call('HLEN', keys[3]))
end

redis.register_function('btn_init', init)
redis.register_function('btn_apply', apply)
redis.register_function('btn_act', act)
redis.register_function('btn_done', done)
redis.register_function('btn_sweep', sweep)
redis.register_function('btn_repair', repair)
redis.register_function('btn_restore', restore)
redis.register_function{function_name = 'btn_join', callback = join, flags = {'no-writes'}}
redis.register_function{
  function_name = 'btn_version', callback = function() return VERSION end, flags = {'no-writes'},
}
