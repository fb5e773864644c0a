import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checkCustomHeaders,
  HEADER_VALUE_MAX_CHARACTERS,
  HEADERS_MAX,
  isCredentialHeader,
} from './custom-headers.ts'
import { checkDestinationUrl } from './destination.ts'
import { CHAT_RETRY_DELAYS_MS, JITTER_RATIO, RETRY_DELAYS_MS } from './retry-schedule.ts'
import { ATTEMPT_ERROR_CODES } from './send-result.ts'
import { BODY_TIMEOUT_MS, CONNECT_TIMEOUT_MS, TOTAL_TIMEOUT_MS } from './send.ts'
import { signatureHeaders } from './signature.ts'

// The page that customers read about deliveries says what the code does.

const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks/delivery.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const rowOf = (first: string) => rows.find((cells) => cells[1] === first)

test('every header is explained', () => {
  const headers = signatureHeaders({
    eventId: '',
    deliveryId: '',
    webhookId: '',
    eventType: '',
    timestampSeconds: 0,
    body: Buffer.alloc(0),
    secret: '',
  })
  for (const name of [...Object.keys(headers), 'Content-Type', 'User-Agent']) {
    expect(rowOf(`\`${name}\``), name).toBeDefined()
  }
})

test('every error code is explained', () => {
  for (const code of ATTEMPT_ERROR_CODES) expect(rowOf(`\`${code}\``), code).toBeDefined()
})

test('the schedule is the real one', () => {
  const unitsMs = { minute: 60_000, hour: 3_600_000 }
  const waits = RETRY_DELAYS_MS.map((_delay, at) => {
    const attempt = at + 2
    const cells = rowOf(String(attempt)) ?? rowOf(`${attempt}, the last`)
    const [, count, unit] = /^(\d+) (minute|hour)s?$/.exec(cells?.[2] ?? '') ?? []
    return Number(count) * (unit === 'hour' ? unitsMs.hour : unitsMs.minute)
  })
  expect(waits).toEqual(RETRY_DELAYS_MS)
  expect(CHAT_RETRY_DELAYS_MS).toEqual([60_000, 300_000])
  expect(page).toContain('the second after 1 minute, the third after 5 more')
  expect(JITTER_RATIO).toBe(0.1)
})

test('the times and limits are the real ones', () => {
  expect([TOTAL_TIMEOUT_MS, CONNECT_TIMEOUT_MS, BODY_TIMEOUT_MS]).toEqual([10_000, 5000, 2000])
  expect(page).toContain('arrive within 10 seconds.')
  expect(page).toContain('established within the first 5 seconds:')
  expect(page).toContain('for at most 2 seconds after the headers')
  expect(page).toContain(
    `up to ${HEADERS_MAX} headers, with values of up to ${HEADER_VALUE_MAX_CHARACTERS} characters`,
  )
})

test('every header name said to be ours is refused, every host ending too', () => {
  const [, names = ''] = /for proxies and for us: (.*?)\. Case/.exec(page) ?? []
  const listed = names.split(', ').map((name) => name.replaceAll('`', '').replace('*', 'x'))
  expect(listed).toHaveLength(20)
  for (const name of listed) expect(checkCustomHeaders({ [name]: 'x' }), name).toHaveLength(1)

  const [, credentials = ''] = /name contains (.*?)\. `Authorization`/.exec(page) ?? []
  const words = credentials.split(/, | or /).map((word) => word.replaceAll('`', ''))
  expect(words).toHaveLength(6)
  for (const word of words) expect(isCredentialHeader(`X-${word}-1`), word).toBe(true)

  const [, hosts = ''] = /none of (.*?), and not this service/.exec(page) ?? []
  const endings = hosts.split(', ').map((ending) => ending.replaceAll('`', ''))
  expect(endings).toHaveLength(10)
  for (const ending of endings) {
    const check = checkDestinationUrl(`https://x.${ending.replace(/^\./, '')}/`)
    expect(check, ending).toMatchObject({ ok: false, reason: 'private_name' })
  }
})
