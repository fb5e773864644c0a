/** Receiving webhooks with the SDK: what the service signs is accepted, and nothing else. */
import { isSchedulingError, Scheduling, signWebhook, unwrapWebhook } from '@scheduling/sdk'
import type { Appointment, WebhookEvent } from '@scheduling/sdk'
import { signatureHeaders } from '@scheduling/webhooks'
import { readFileSync } from 'node:fs'
import { assert, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'

type Vector = {
  name: string
  secret: string
  now: number
  body_base64: string
  headers: Record<string, string>
  scheme?: 'service' | 'standard'
}

const file = new URL('../../../packages/webhooks/test-vectors/signatures.json', import.meta.url)
const vectors: { accept: Vector[]; refuse: Vector[] } = JSON.parse(readFileSync(file, 'utf8'))

/** Only the headers of one of the two signatures. */
function only(scheme: string | undefined, headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) =>
      scheme === 'service' ? !name.startsWith('webhook-') : name.startsWith('webhook-'),
    ),
  )
}

/** The code of the refusal; null: it was accepted. A body that is no event was accepted too: its signature is right. */
async function refusal(unwrapped: Promise<unknown>): Promise<string | null> {
  try {
    await unwrapped
    return null
  } catch (error) {
    assert(isSchedulingError(error), String(error))
    return error.code === 'body_not_an_event' ? null : error.code
  }
}

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg='
const OTHER = 'whsec_HFsTJcmUp5Qyf0dI6W/x2vGmAqHk1zvYlD0oPbNEL5E='
const NOW = 1_793_620_800

const EVENT = {
  id: 'evt_1',
  type: 'appointment.rescheduled',
  api_version: '2026-11-01',
  data: {
    object: { object: 'appointment', professional_id: 7, metadata: { crm_id: '1' } },
    changes: { professional_id: { from: 6, to: 7 } },
    batch_id: null,
  },
}

function delivery(
  values: { body?: string; secret?: string; previousSecrets?: string[]; at?: number } = {},
) {
  const body = values.body ?? JSON.stringify(EVENT)
  const headers = signatureHeaders({
    eventId: 'evt_1',
    deliveryId: 'dlv_1',
    webhookId: 'whk_1',
    eventType: EVENT.type,
    timestampSeconds: values.at ?? NOW,
    body: Buffer.from(body),
    secret: values.secret ?? SECRET,
    previousSecrets: values.previousSecrets ?? [],
  })
  return { body, headers }
}

const now = () => NOW * 1000

describe('a delivery', () => {
  it.each(
    vectors.accept.flatMap((one) => ['service', 'standard'].map((scheme) => ({ ...one, scheme }))),
  )(
    'is accepted by its $scheme signature: $name',
    async ({ scheme, headers, body_base64, secret, now: seconds }) => {
      const body = Buffer.from(body_base64, 'base64')
      const options = { now: () => seconds * 1000 }
      expect(await refusal(unwrapWebhook(body, only(scheme, headers), secret, options))).toBeNull()
    },
  )

  it.each(vectors.refuse)(
    'is refused by its $scheme signature: $name',
    async ({ scheme, headers, body_base64, secret, now: seconds }) => {
      const body = Buffer.from(body_base64, 'base64')
      const options = { now: () => seconds * 1000 }
      const code = await refusal(unwrapWebhook(body, only(scheme, headers), secret, options))
      expect(code).toMatch(/^(signature_missing|signature_wrong|timestamp_too_old)$/)
    },
  )

  it('becomes an event with the names of code, whose type narrows its record', async () => {
    const { body, headers } = delivery()
    const event = await unwrapWebhook(body, headers, SECRET, { now })
    expectTypeOf(event).toEqualTypeOf<WebhookEvent>()
    assert(event.type === 'appointment.rescheduled')
    expectTypeOf(event.data.object).toEqualTypeOf<Appointment>()
    expect(event).toEqual({
      id: 'evt_1',
      type: 'appointment.rescheduled',
      apiVersion: '2026-11-01',
      data: {
        object: { object: 'appointment', professionalId: 7, metadata: { crm_id: '1' } },
        changes: { professionalId: { from: 6, to: 7 } },
        batchId: null,
      },
    })
    expect(event.data.changes?.professionalId?.from).toBe(6)
  })

  it('may have a type that is newer than the library', async () => {
    const { body, headers } = delivery({ body: '{"id":"evt_1","type":"room.opened","data":{}}' })
    const event = await unwrapWebhook(body, headers, SECRET, { now })
    expect(event).toEqual({ id: 'evt_1', type: 'room.opened', data: {} })
  })

  it('is read from text and bytes, and from headers of every kind', async () => {
    const { body, headers } = delivery()
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const lists = Object.fromEntries(Object.entries(lower).map(([name, value]) => [name, [value]]))
    const foreign = { get: (name: string) => lower[name] ?? null }
    const bytes = Buffer.from(`..${body}`).subarray(2)
    const buffer = new TextEncoder().encode(body).buffer
    for (const one of [body, bytes, buffer]) {
      for (const its of [headers, lower, lists, new Headers(headers), foreign]) {
        expect((await unwrapWebhook(one, its, [OTHER, SECRET], { now })).id).toBe('evt_1')
      }
    }
  })

  it('needs one signature of the two, and one secret of several', async () => {
    const { body, headers } = delivery()
    const damaged = { ...headers, 'X-Service-Signature': `t=${NOW},v1=${'0'.repeat(64)}` }
    expect((await unwrapWebhook(body, damaged, SECRET, { now })).id).toBe('evt_1')
    const rotated = delivery({ secret: OTHER, previousSecrets: [SECRET] })
    for (const secrets of [SECRET, OTHER, [OTHER, SECRET], [`${OTHER}x`, SECRET]]) {
      const event = await unwrapWebhook(rotated.body, rotated.headers, secrets, { now })
      expect(event.id).toBe('evt_1')
    }
  })

  it.each([
    [300, null],
    [-300, null],
    [301, 'timestamp_too_old'],
    [-301, 'timestamp_too_old'],
  ])('that is %i seconds old: %s', async (age, code) => {
    const { body, headers } = delivery({ at: NOW - age })
    expect(await refusal(unwrapWebhook(body, headers, SECRET, { now }))).toBe(code)
    const wide = { now, toleranceSeconds: 400 }
    expect(await refusal(unwrapWebhook(body, headers, SECRET, wide))).toBeNull()
  })

  it('of long ago is refused by the true clock', async () => {
    const { body, headers } = delivery({ at: 1_500_000_000 })
    expect(await refusal(unwrapWebhook(body, headers, SECRET))).toBe('timestamp_too_old')
  })
})

describe('refusals', () => {
  const code = async (
    body: unknown,
    headers: Parameters<typeof unwrapWebhook>[1],
    secrets: string | string[] = SECRET,
  ) => refusal(unwrapWebhook(body as string, headers, secrets, { now }))

  it('body_not_raw: the body was parsed', async () => {
    const { headers } = delivery()
    expect(await code(EVENT, headers)).toBe('body_not_raw')
    expect(await code(undefined, headers)).toBe('body_not_raw')
  })

  it('signature_wrong: the body was parsed and written again', async () => {
    const { headers } = delivery({ body: JSON.stringify(EVENT, null, 2) })
    expect(await code(JSON.stringify(EVENT), headers)).toBe('signature_wrong')
  })

  it('body_not_an_event: another format', async () => {
    for (const body of ['nome=Ana', '[]', 'null', '"x"', '{"id": 1}', '']) {
      const { headers } = delivery({ body })
      await expect(unwrapWebhook(body, headers, SECRET, { now })).rejects.toMatchObject({
        code: 'body_not_an_event',
      })
    }
  })

  it('body_too_large: before anything is computed', async () => {
    const { headers } = delivery()
    expect(await code('x'.repeat(1024 * 1024 + 1), headers)).toBe('body_too_large')
    expect(await code(new Uint8Array(1024 * 1024 + 1), headers)).toBe('body_too_large')
  })

  it('signature_missing: no header, or none that can be read', async () => {
    const { body, headers } = delivery()
    const long = `${headers['X-Service-Signature']},${'v1=0,'.repeat(1000)}`
    expect(await code(body, {})).toBe('signature_missing')
    expect(await code(body, new Headers())).toBe('signature_missing')
    expect(await code(body, { 'x-service-signature': long })).toBe('signature_missing')
    expect(await code(body, { 'x-service-signature': undefined })).toBe('signature_missing')
    const twice = { 'x-service-signature': [`t=${NOW},v1=0`, headers['X-Service-Signature'] ?? ''] }
    expect(await code(body, twice)).toBe('signature_missing')
  })

  it('signature_wrong: thousands of signatures cost no more than some', async () => {
    const { body } = delivery()
    const many = `t=${NOW},${`v1=${'0'.repeat(64)},`.repeat(60)}`.slice(0, 4000)
    const verify = vi.spyOn(crypto.subtle, 'verify')
    onTestFinished(() => verify.mockRestore())
    expect(await code(body, { 'x-service-signature': many })).toBe('signature_wrong')
    expect(verify.mock.calls.length).toBeLessThanOrEqual(40)
  })

  it('TypeError: a secret that is none', async () => {
    const { body, headers } = delivery()
    const wrong = ['', [], [''], [undefined], undefined, Array.from({ length: 21 }, () => 'x')]
    for (const secrets of wrong) {
      await expect(unwrapWebhook(body, headers, secrets as string, { now })).rejects.toThrow(
        '`secrets` must be a secret, or 1 to 20 of them.',
      )
    }
  })

  it('is a method of a client too', () => {
    const api = new Scheduling({ baseUrl: 'http://localhost', apiKey: 'svc_x' })
    expect(api.webhooks.unwrap).toBe(unwrapWebhook)
  })
})

describe('what a test signs', () => {
  it('has both signatures, as the service makes them', async () => {
    const body = JSON.stringify(EVENT)
    const now = () => NOW * 1000 + 999
    const signed = await signWebhook(body, SECRET, { eventId: 'evt_1', now })
    const service = signatureHeaders({
      eventId: 'evt_1',
      deliveryId: 'dlv_1',
      webhookId: 'whk_1',
      eventType: EVENT.type,
      timestampSeconds: NOW,
      body: Buffer.from(body),
      secret: SECRET,
    })
    expect(signed).toEqual({
      'content-type': 'application/json',
      'x-service-signature': service['X-Service-Signature'],
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(NOW),
      'webhook-signature': service['webhook-signature'],
    })
    const bytes = new TextEncoder().encode(body)
    expect(await signWebhook(bytes, SECRET, { eventId: 'evt_1', now })).toEqual(signed)
  })

  it('is taken by a receiver, now', async () => {
    const body = JSON.stringify(EVENT)
    const event = await unwrapWebhook(body, await signWebhook(body, SECRET), SECRET)
    expect(event.type).toBe('appointment.rescheduled')
  })

  it('needs a secret', async () => {
    await expect(signWebhook('{}', '')).rejects.toThrow('`secret` must be')
  })
})
