/** `Prefer: handling=strict`: what a route does not know is refused in place of being ignored, and how it is written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi, type TestOrganization } from '../support/api.ts'
import { createRecords, type Records } from '../support/records.ts'

const STRICT = { Prefer: 'handling=strict' }

let api: TestApi
let organization: TestOrganization
let records: Records

beforeAll(async () => {
  api = await startTestApi()
  organization = await api.organization()
  records = await createRecords(api, organization)
})
afterAll(() => api.close())

const faults = ({ body }: Reply): string[] =>
  (body.errors ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
const applied = ({ headers }: Reply) => headers.get('preference-applied')

describe('POST /v1/appointments', () => {
  const client = { first_name: 'Ana', phone: '11987650001', nickname: 'Nana' }
  const booking = () => ({
    service_ids: records.service_ids,
    start: records.start,
    client: { ...client, metadata: { free: 'x' } },
    client_name: 'Ana',
  })
  const book = (headers: Record<string, string>, body: object = booking()) =>
    api.call('POST', '/v1/appointments?notify=1', { key: organization.key, body, headers })

  it('400: every unknown field of every depth is named beside the other faults', async () => {
    const reply = await book(STRICT, { ...booking(), start: '2026-11-23T09:00:00' })
    expect([reply.status, faults(reply)]).toEqual([
      400,
      [
        'notify unknown_field',
        'client_name unknown_field',
        'client.nickname unknown_field',
        'start offset_required',
      ],
    ])
    expect(reply.body.errors[0].message).toContain('Prefer: handling=strict')
  })

  it.each([
    'handling=strict',
    'Handling = Strict',
    'handling="strict"',
    'respond-async, handling=strict; wait=10',
    'return=minimal,handling=strict,handling=lenient',
  ])('400: Prefer: %s', async (prefer) => {
    expect((await book({ prefer })).status).toBe(400)
  })

  it.each([
    ['handling=lenient', '10:00'],
    ['handling=lenient, handling=strict', '11:00'],
    ['strict', '12:00'],
    ['x-handling=strict', '13:00'],
  ])('201: Prefer: %s changes nothing', async (prefer, time) => {
    const start = `2026-11-24T${time}:00-03:00`
    const reply = await book({ prefer }, { ...booking(), start })
    expect([reply.status, applied(reply)]).toEqual([201, null])
  })

  it('201: a kept answer is not asked whether it was strict', async () => {
    const headers = { 'Idempotency-Key': 'strictly' }
    const body = { first_name: 'Rui', phone: '11987650002' }
    const first = await api.call('POST', '/v1/clients', { key: organization.key, body, headers })
    const again = await api.call('POST', '/v1/clients', {
      key: organization.key,
      body,
      headers: { ...headers, ...STRICT },
    })
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect([again.headers.get('idempotent-replayed'), applied(again)]).toEqual([
      'true',
      'handling=strict',
    ])
  })
})

it('401: says nothing of a preference that no one looked at', async () => {
  const reply = await api.call('GET', '/v1/clients?x=1', { headers: STRICT })
  expect([reply.status, applied(reply)]).toEqual([401, null])
})
