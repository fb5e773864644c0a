/**
 * What the functions of the migration `rate_limits` do, for Redis: the same arguments, the same answers.
 * A script runs alone, so nothing needs a lock. TIME is read inside: one clock for all processes.
 * Rows expire by themselves when they no longer say anything.
 */

const NOW = `
local function clock(asked)
  if asked ~= '' then return tonumber(asked) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`

/** KEYS: organization, key; of one hash slot. */
export const TAKE = `${NOW}
local organization, key = KEYS[1], KEYS[2]
local is_availability = ARGV[1] == '1'
local organization_limit, second_limit = tonumber(ARGV[2]), tonumber(ARGV[3])
local minute_limit, availability_limit = tonumber(ARGV[4]), tonumber(ARGV[5])
local now = clock(ARGV[6])
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

local is_allowed = organization_count < organization_limit and second_count < second_limit
  and minute_count < minute_limit
  and not (is_availability and availability_count >= availability_limit)
if is_allowed then
  organization_count, second_count, minute_count = organization_count + 1, second_count + 1, minute_count + 1
  if is_availability then availability_count = availability_count + 1 end
  redis.call('HSET', organization, 'minute', organization_minute, 'minute_count', organization_count)
  redis.call('HSET', key, 'second', second, 'second_count', second_count, 'minute', minute,
    'minute_count', minute_count, 'availability_minute', availability_minute,
    'availability_count', availability_count)
  redis.call('EXPIRE', organization, 180)
  redis.call('EXPIRE', key, 180)
end
return { is_allowed and 1 or 0, now, organization_minute, organization_count, second, second_count,
  minute, minute_count, availability_minute, availability_count }
`

const ADDRESS = `${NOW}
local address = KEYS[1]
local window = tonumber(ARGV[1])
local now = clock(ARGV[2])
local blocked_until, counted, newest = 0, 0, 0
local old = {}
local row = redis.call('HGETALL', address)
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
if blocked_until > now then return { 0, now, 0, 0, blocked_until } end
`

/** KEYS: address. Zero stands for nothing. */
export const LOOK_AT_ADDRESS = `${ADDRESS}
return { 0, now, counted, newest, 0 }
`

/** KEYS: address. */
export const COUNT_INVALID_KEY = `${ADDRESS}
local limit, block = tonumber(ARGV[3]), tonumber(ARGV[4])
local this_second = math.floor(now / 1000)
counted, newest = counted + 1, math.max(newest, this_second)
if counted >= limit then
  redis.call('DEL', address)
  redis.call('HSET', address, 'blocked_until', now + block * 1000)
  redis.call('EXPIRE', address, block + 60)
  return { 1, now, counted, newest, now + block * 1000 }
end
redis.call('HDEL', address, 'blocked_until', unpack(old))
redis.call('HINCRBY', address, this_second, 1)
redis.call('EXPIRE', address, window + 60)
return { 1, now, counted, newest, 0 }
`
