import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCustomHeaders, isCredentialHeader } from './custom-headers.ts'
import { checkDestinationUrl } from './destination.ts'
import { ATTEMPT_ERROR_CODES } from './send-result.ts'
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
