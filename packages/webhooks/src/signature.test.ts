import { createHmac, webcrypto } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { signatureVectors } from '../test-vectors/vectors.ts'
import {
  deliveryHeaders,
  signatureHeaders,
  standardSignature,
  verifyServiceSignature,
} from './signature.ts'
import { isOwnSecret, newSecret } from './signing-secret.ts'

const NOW = 1_793_620_800
const SECRET = newSecret(Uint8Array.from({ length: 32 }, (_, at) => at * 7))
const OLD_SECRET = newSecret(Uint8Array.from({ length: 32 }, (_, at) => 255 - at))
const OLDER_SECRET = newSecret(Uint8Array.from({ length: 32 }, (_, at) => at * 5 + 1))
const BODY = Buffer.from('{"name":"São João 👋"}\n')
const DELIVERY = {
  eventId: 'evt_1',
  deliveryId: 'dlv_2',
  webhookId: 'whk_3',
  eventType: 'client.created',
  timestampSeconds: NOW,
  body: BODY,
  secret: SECRET,
}

afterEach(() => vi.useRealTimers())

test('the vectors that receivers are given are what this code signs', async () => {
  const json = `${JSON.stringify(signatureVectors(), null, 2)}\n`
  await expect(json).toMatchFileSnapshot('../test-vectors/signatures.json')
})

test('every header of the document, each in its shape', () => {
  expect(signatureHeaders({ ...DELIVERY, previousSecrets: [OLD_SECRET] })).toEqual({
    'X-Service-Event': 'client.created',
    'X-Service-Event-Id': 'evt_1',
    'X-Service-Delivery-Id': 'dlv_2',
    'X-Service-Webhook-Id': 'whk_3',
    'X-Service-Timestamp': String(NOW),
    'X-Service-Signature': expect.stringMatching(
      new RegExp(`^t=${NOW},v1=[0-9a-f]{64},v0=[0-9a-f]{64}$`),
    ),
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(NOW),
    'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/),
  })
  expect(Object.keys(deliveryHeaders(DELIVERY)).filter((name) => /signature/i.test(name))).toEqual(
    [],
  )
})

test('without a previous secret there is one signature of each kind', () => {
  for (const previous of [{}, { previousSecrets: [] }]) {
    const headers = signatureHeaders({ ...DELIVERY, ...previous })
    expect(headers['X-Service-Signature']).not.toContain('v0')
    expect(headers['webhook-signature']).not.toContain(' ')
  }
})

test('of several previous secrets each signs, in their order, after the new one', () => {
  const previousSecrets = [OLD_SECRET, OLDER_SECRET, 'correct-horse-battery']
  const headers = signatureHeaders({ ...DELIVERY, previousSecrets })
  const alone = [SECRET, ...previousSecrets].map((secret) =>
    signatureHeaders({ ...DELIVERY, secret }),
  )
  const [v1, ...v0] = alone.map((one) => one['X-Service-Signature']?.split('v1=')[1])
  expect(headers['X-Service-Signature']).toBe(
    [`t=${NOW}`, `v1=${v1}`, ...v0.map((hex) => `v0=${hex}`)].join(','),
  )
  expect(headers['webhook-signature']).toBe(alone.map((one) => one['webhook-signature']).join(' '))
})

describe('X-Service-Signature', () => {
  test('is HMAC-SHA256 of "<t>.<raw body>" keyed with the whole secret (checked with Web Crypto)', async () => {
    const { subtle } = webcrypto
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await subtle.importKey('raw', Buffer.from(SECRET), algorithm, false, ['sign'])
    const signature = await subtle.sign('HMAC', key, Buffer.concat([Buffer.from(`${NOW}.`), BODY]))
    const hex = Buffer.from(signature).toString('hex')
    expect(signatureHeaders(DELIVERY)['X-Service-Signature']).toBe(`t=${NOW},v1=${hex}`)
  })

  test('bytes that are not UTF-8 are signed as they are', () => {
    const body = Uint8Array.of(0xff, 0x00, 0xfe)
    const header = signatureHeaders({ ...DELIVERY, body })['X-Service-Signature'] ?? ''
    const message = Buffer.concat([Buffer.from(`${NOW}.`), body])
    expect(header).toContain(createHmac('sha256', SECRET).update(message).digest('hex'))
    expect(verifyServiceSignature(header, body, [SECRET], NOW).ok).toBe(true)
  })

  const header = (delivery = {}) =>
    signatureHeaders({ ...DELIVERY, ...delivery })['X-Service-Signature'] ?? ''

  test.each([
    ['the new secret', [SECRET]],
    ['the old one, in v0', [OLD_SECRET]],
    ['the one before that', [OLDER_SECRET]],
    ['either of two', ['whsec_other', OLD_SECRET]],
  ])('is accepted with %s', (_name, secrets) => {
    const signed = header({ previousSecrets: [OLD_SECRET, OLDER_SECRET] })
    expect(verifyServiceSignature(signed, BODY, secrets, NOW)).toEqual({
      ok: true,
      timestampSeconds: NOW,
    })
  })

  test.each([
    [NOW + 300, { ok: true, timestampSeconds: NOW }],
    [NOW - 300, { ok: true, timestampSeconds: NOW }],
    [NOW + 301, { ok: false, reason: 'stale' }],
    [NOW - 301, { ok: false, reason: 'stale' }],
  ])('checked at %i', (now, check) => {
    expect(verifyServiceSignature(header(), BODY, [SECRET], now)).toEqual(check)
  })

  test('the tolerance can be another', () => {
    expect(verifyServiceSignature(header(), BODY, [SECRET], NOW + 11, 10).ok).toBe(false)
    expect(verifyServiceSignature(header(), BODY, [SECRET], NOW + 9999, 10_000).ok).toBe(true)
  })

  test.each([
    ['', 'malformed'],
    ['v1=', 'malformed'],
    [`t=${NOW}`, 'malformed'],
    [`t=${NOW},v1=`, 'malformed'],
    [`t=${NOW},v1=zz`, 'malformed'],
    [`t=${NOW},v1=${'0'.repeat(63)}`, 'malformed'],
    [`t=-1,v1=${'0'.repeat(64)}`, 'malformed'],
    [`t=1e9,v1=${'0'.repeat(64)}`, 'malformed'],
    [`t=${NOW},t=${NOW},v1=${'0'.repeat(64)}`, 'malformed'],
    [`t=${NOW},v1=${'0'.repeat(64)}`, 'mismatch'],
    // Not even when the time is wrong too: a stranger learns nothing about our clock.
    [`t=1,v1=${'0'.repeat(64)}`, 'mismatch'],
  ])('%j is %s', (text, reason) => {
    expect(verifyServiceSignature(text, BODY, [SECRET], NOW)).toEqual({ ok: false, reason })
  })

  test('no secret, no acceptance', () => {
    expect(verifyServiceSignature(header(), BODY, [], NOW).ok).toBe(false)
  })

  test('unknown parts, blanks and upper-case hex are no obstacle', () => {
    const [time, v1] = header().split(',')
    const text = `${time}, v9=abc, ${v1?.replace(/=.*/, (hex) => hex.toUpperCase())}`
    expect(verifyServiceSignature(text, BODY, [SECRET], NOW).ok).toBe(true)
  })
})

describe('webhook-signature, as the standardwebhooks library sees it', () => {
  const verify = (webhook: Webhook, headers: Record<string, string>, body = BODY) => {
    vi.useFakeTimers({ now: NOW * 1000 })
    return webhook.verify(body, headers)
  }

  test('generated secret', () => {
    expect(verify(new Webhook(SECRET), signatureHeaders(DELIVERY))).toEqual({ name: 'São João 👋' })
  })

  test('every secret after rotations', () => {
    const headers = signatureHeaders({ ...DELIVERY, previousSecrets: [OLD_SECRET, OLDER_SECRET] })
    for (const secret of [SECRET, OLD_SECRET, OLDER_SECRET])
      expect(verify(new Webhook(secret), headers)).toBeTruthy()
  })

  test('own secret that is base64, with and without the prefix', () => {
    const secret = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    for (const own of [secret, `whsec_${secret}`]) {
      const headers = signatureHeaders({ ...DELIVERY, secret: own })
      expect(verify(new Webhook(own), headers)).toBeTruthy()
      expect(verify(new Webhook(secret), headers)).toBeTruthy()
    }
  })

  test.each(['correct-horse-battery', 'whsec_not*base64', 'abcdefghijklmnopq', 'AAAAAAAAAAAAA==='])(
    'own secret %s, not base64, given to the library as a raw key',
    (own) => {
      const headers = signatureHeaders({ ...DELIVERY, secret: own })
      expect(verify(new Webhook(own, { format: 'raw' }), headers)).toBeTruthy()
    },
  )

  test('own secret beyond ASCII: the key is its UTF-8 bytes', () => {
    const own = 'segredo-da-clínica'
    const headers = signatureHeaders({ ...DELIVERY, secret: own })
    expect(verify(new Webhook(Buffer.from(own), { format: 'raw' }), headers)).toBeTruthy()
  })

  test('another secret, body, id or time is refused', () => {
    const headers = signatureHeaders(DELIVERY)
    expect(() => verify(new Webhook(OLD_SECRET), headers)).toThrow('No matching signature')
    expect(() => verify(new Webhook(SECRET), headers, Buffer.from('{}'))).toThrow()
    expect(() => verify(new Webhook(SECRET), { ...headers, 'webhook-id': 'evt_2' })).toThrow()
    const later = { ...headers, 'webhook-timestamp': String(NOW + 1) }
    expect(() => verify(new Webhook(SECRET), later)).toThrow()
  })

  test('the library’s own signer writes the same', () => {
    const webhook = new Webhook(SECRET)
    expect(standardSignature(DELIVERY)).toBe(webhook.sign('evt_1', new Date(NOW * 1000), BODY))
  })
})

describe('the vectors, checked by this side and by the library', () => {
  const { accept, refuse } = signatureVectors()
  const service = (vector: (typeof accept)[number]) =>
    verifyServiceSignature(
      vector.headers['X-Service-Signature'] ?? '',
      Buffer.from(vector.body_base64, 'base64'),
      [vector.secret],
      vector.now,
    ).ok
  const standard = (vector: (typeof accept)[number]) => {
    vi.useFakeTimers({ now: vector.now * 1000 })
    const isKey = /^(whsec_)?([\w+/]{4})+([\w+/]{2}==|[\w+/]{3}=)?$/.test(vector.secret)
    const webhook = isKey
      ? new Webhook(vector.secret)
      : new Webhook(Buffer.from(vector.secret), { format: 'raw' })
    try {
      const body = Buffer.from(vector.body_base64, 'base64')
      webhook.verify(body, vector.headers, { jsonParse: false })
      return true
    } catch {
      return false
    }
  }

  test.each(accept)('accepts: $name', (vector) => {
    expect([service(vector), standard(vector)]).toEqual([true, true])
  })

  test.each(refuse)('refuses by $scheme: $name', (vector) => {
    expect(vector.scheme === 'service' ? service(vector) : standard(vector)).toBe(false)
  })
})

describe('secrets', () => {
  test('a new one is whsec_ and the base64 of 32 bytes', () => {
    expect(newSecret(new Uint8Array(32))).toBe(`whsec_${'A'.repeat(43)}=`)
    expect(() => newSecret(new Uint8Array(31))).toThrow(RangeError)
    expect(isOwnSecret(SECRET)).toBe(true)
  })

  test.each([
    ['x'.repeat(15), false],
    ['x'.repeat(16), true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['é👋'.repeat(8), true],
    ['👋'.repeat(15), false],
    ['👋'.repeat(128), true],
    [`${'x'.repeat(16)} y`, false],
    [` ${'x'.repeat(16)}`, false],
    [`${'x'.repeat(16)}\n`, false],
    [`${'x'.repeat(16)}\t`, false],
    [`${'x'.repeat(16)}\u00a0`, false],
    [`${'x'.repeat(16)}\u200b`, false],
    [`${'x'.repeat(16)}\u0000`, false],
    [`${'x'.repeat(16)}\ud800`, false],
    ['', false],
  ])('own secret %j: %s', (text, isAllowed) => {
    expect(isOwnSecret(text)).toBe(isAllowed)
  })
})
