/**
 * The functions of the migrations `sign_in_limits` and `address_with_take` for Redis: the same arguments, the same answers.
 * A script runs alone, so nothing needs a lock. TIME is read inside: one clock for all processes.
 * Rows expire by themselves when they no longer matter.
 */

const NOW = `
local function clock(asked)
  if asked ~= '' then return tonumber(asked) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`

/** What is counted in the row `attempts`; `old` has the seconds that count no longer. Zero means none. */
const COUNTED = `
local function counted_in(attempts, window, now)
  local blocked_until, counted, newest, old = 0, 0, 0, {}
  local row = redis.call('HGETALL', attempts)
  for index = 1, #row, 2 do
    local count = tonumber(row[index + 1])
    if row[index] == 'blocked_until' then
      blocked_until = count
    else
      local second = tonumber(row[index])
      if second >= math.floor(now / 1000) - window then
        counted = counted + count
        newest = math.max(newest, second)
      else
        old[#old + 1] = row[index]
      end
    end
  end
  if blocked_until > now then return 0, 0, blocked_until, old end
  return counted, newest, 0, old
end
`

/** KEYS: organization, key and, where it is checked, the attempts of the address. */
export const TAKE = `${NOW}${COUNTED}
local organization, key = KEYS[1], KEYS[2]
local calls, availability_calls = tonumber(ARGV[1]), tonumber(ARGV[2])
local organization_limit, second_limit = tonumber(ARGV[3]), tonumber(ARGV[4])
local minute_limit, availability_limit = tonumber(ARGV[5]), tonumber(ARGV[6])
local now = clock(ARGV[7])
local counted, newest, blocked_until = 0, 0, 0
if KEYS[3] then counted, newest, blocked_until = counted_in(KEYS[3], tonumber(ARGV[8]), now) end
if blocked_until > 0 then return { 0, now, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, blocked_until } end
local this_second, this_minute = math.floor(now / 1000), math.floor(now / 60000)

-- A window that has begun stays when the clock steps back over its start; an older one is empty again.
local function open(number, count, current)
  number, count = tonumber(number or 0), tonumber(count or 0)
  if number >= current and number <= current + 1 then return number, count end
  return current, 0
end

local o = redis.call('HMGET', organization, 'minute', 'minute_count')
local k = redis.call('HMGET', key, 'second', 'second_count', 'minute', 'minute_count',
  'availability_minute', 'availability_count')
local organization_minute, organization_count = open(o[1], o[2], this_minute)
local second, second_count = open(k[1], k[2], this_second)
local minute, minute_count = open(k[3], k[4], this_minute)
local availability_minute, availability_count = open(k[5], k[6], this_minute)

-- A batch that is larger than a window needs the whole of it.
local function has_room(count, asked, limit)
  return asked == 0 or count + math.min(asked, limit) <= limit
end

local is_allowed = has_room(organization_count, calls, organization_limit)
  and has_room(second_count, calls, second_limit) and has_room(minute_count, calls, minute_limit)
  and has_room(availability_count, availability_calls, availability_limit)
if is_allowed then
  organization_count, second_count = organization_count + calls, second_count + calls
  minute_count, availability_count = minute_count + calls, availability_count + availability_calls
  redis.call('HSET', organization, 'minute', organization_minute, 'minute_count', organization_count)
  redis.call('HSET', key, 'second', second, 'second_count', second_count, 'minute', minute,
    'minute_count', minute_count, 'availability_minute', availability_minute,
    'availability_count', availability_count)
  redis.call('EXPIRE', organization, 180)
  redis.call('EXPIRE', key, 180)
end
return { is_allowed and 1 or 0, now, organization_minute, organization_count, second, second_count,
  minute, minute_count, availability_minute, availability_count,
  counted, newest, 0 }
`

const ATTEMPTS = `${NOW}${COUNTED}
local attempts = KEYS[1]
local window = tonumber(ARGV[1])
local now = clock(ARGV[2])
local counted, newest, blocked_until, old = counted_in(attempts, window, now)
if blocked_until > 0 then return { 0, now, 0, 0, blocked_until } end
`

/** KEYS: the attempts. */
export const LOOK_AT_ATTEMPTS = `${ATTEMPTS}
return { 0, now, counted, newest, 0 }
`

/** KEYS: the attempts. */
export const COUNT_ATTEMPTS = `${ATTEMPTS}
local limit, block, times = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local this_second = math.floor(now / 1000)
counted, newest = counted + times, math.max(newest, this_second)
if counted >= limit then
  redis.call('DEL', attempts)
  redis.call('HSET', attempts, 'blocked_until', now + block * 1000)
  redis.call('EXPIRE', attempts, block + 60)
  return { 1, now, counted, newest, now + block * 1000 }
end
redis.call('HDEL', attempts, 'blocked_until', unpack(old))
redis.call('HINCRBY', attempts, this_second, times)
redis.call('EXPIRE', attempts, window + 60)
return { 1, now, counted, newest, 0 }
`

/** KEYS: the attempts. */
export const FORGET_ATTEMPTS = `return { redis.call('DEL', KEYS[1]) }`
