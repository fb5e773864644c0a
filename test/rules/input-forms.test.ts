/** The forms in which the same input may be written, and what is nearly one of them. */
import { offeredFields, routeTable, type Route } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'

const routes = routeTable(appRouter).routes
const reads = routes.filter(({ method }) => method === 'GET')
const changesWith = (body: Route['endpoint']['rest']['body']) =>
  routes.filter(({ method, endpoint }) => method !== 'GET' && endpoint.rest.body === body)
/** Its path has an id. */
const ofRecord = ({ path }: Route) => path.includes('{')
/** With ids that none has. */
const pathOf = ({ path }: Route) =>
  path.replaceAll('{date}', '2026-11-23').replaceAll(/\{\w+\}/g, '2000000000')

let api: TestApi
let key: string

beforeAll(async () => {
  api = await startTestApi()
  key = (await api.organization()).key
})

afterAll(() => api.close())

const get = (path: string) => api.call('GET', path, { key })
const faults = (body: any): string[] =>
  body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
const times = (count: number, parameter: string): string =>
  Array.from({ length: count }, () => parameter).join('&')

describe('a list in the query', () => {
  it.each([
    'status=PENDING,CONFIRMED',
    'status=PENDING,%20CONFIRMED',
    'status=%20PENDING%20,+CONFIRMED',
    'status[]=PENDING&status[]=CONFIRMED',
    'status%5B%5D=PENDING&status%5B%5D=CONFIRMED',
    'status=PENDING&status=CONFIRMED',
    'status[0]=PENDING&status[1]=CONFIRMED',
    'status[7]=PENDING&status[900]=CONFIRMED',
    'status[]=PENDING,CONFIRMED',
  ])('200: %s', async (query) => {
    expect((await get(`/v1/appointments?${query}`)).status).toBe(200)
  })

  it.each([
    ['status=', 'status invalid_value'],
    ['status[]=', 'status invalid_value'],
    ['status', 'status invalid_value'],
    ['status=,', 'status invalid_value'],
    ['status=PENDING,', 'status invalid_value'],
    ['status[a]=PENDING', 'status invalid_value'],
    ['expand=', 'expand invalid_value'],
    ['expand=client,', 'expand invalid_value'],
  ])('400: %s', async (query, fault) => {
    const { status, body } = await get(`/v1/appointments?${query}`)
    expect([status, faults(body)]).toEqual([400, [fault]])
  })

  it('400: any expansion where nothing can be expanded, an empty one too', async () => {
    const plain = reads.filter(({ endpoint }) => !offeredFields(endpoint).includes('expand'))
    expect(plain.length).toBeGreaterThan(8)
    for (const route of plain) {
      // Those of availability need it.
      const { status, body } = await get(`${pathOf(route)}?service_ids=1&expand=`)
      expect([status, faults(body)], route.path).toEqual([400, ['expand invalid_value']])
    }
  })

  it.each([11, 201, 300, 1500])(
    '400: %i elements are too many, however they are written',
    async (count) => {
      for (const query of [
        times(count, 'service_ids[]='),
        times(count, 'service_ids[]=1'),
        times(count, 'service_ids='),
        times(count, 'service_ids=x').slice(0, 15_000),
        `service_ids=${'1,'.repeat(count - 1)}1`,
      ]) {
        if (query.length > 15_000) continue
        const { status, body } = await get(`/v1/availability/slots?${query}`)
        expect([status, faults(body)], query.slice(0, 60)).toEqual([400, ['service_ids too_many']])
      }
    },
  )

  it('400: an empty one of ids is as if none were sent', async () => {
    for (const query of ['', 'service_ids=', 'service_ids[]=', 'service_ids']) {
      const { status, body } = await get(`/v1/availability/slots?${query}`)
      expect([status, faults(body)], query).toEqual([400, ['service_ids required']])
    }
  })
})

describe('an empty value', () => {
  /** What records are looked for by: no one has an empty one. */
  const BY_VALUE = new Set(['phone', 'email', 'cpf', 'url'])
  const parameters = reads
    // Those of availability need others beside.
    .filter(({ queryNames }) => !queryNames.has('service_ids'))
    .flatMap((route) => [...route.queryNames].map((name) => [pathOf(route), name] as const))
    .filter(([, name]) => !BY_VALUE.has(name))

  it.each(parameters)('400: is never the same as no value: %s?%s=', async (path, name) => {
    const { status, body } = await get(`${path}?${name}=`)
    expect([status, body.errors.map(({ field }: any) => field)]).toEqual([400, [name]])
  })

  it('200: belongs to no one where a record is looked for by its value', async () => {
    await api.call('POST', '/v1/clients', {
      key,
      body: { first_name: 'Ana', phone: '11987650000' },
    })
    for (const name of ['phone', 'email', 'cpf', 'metadata[crm]']) {
      const { status, body } = await get(`/v1/clients?${name}=`)
      expect([status, body.data], name).toEqual([200, []])
    }
    expect((await get('/v1/webhooks?url=')).body.data).toEqual([])
  })
})

describe('a body', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    api.call('POST', path, { key, body, headers })

  it('400: of null is none where one is needed', async () => {
    const needing = changesWith('required')
    expect(needing.length).toBeGreaterThan(6)
    for (const route of needing) {
      const { status, body } = await api.call(route.method, pathOf(route), { key, body: 'null' })
      expect([status, faults(body)], route.path).toEqual([400, ['body invalid_type']])
    }
  })

  it('404: of null says nothing where none is needed', async () => {
    const others = [...changesWith('optional'), ...changesWith('none')].filter(ofRecord)
    expect(others.length).toBeGreaterThan(10)
    for (const route of others) {
      const { status } = await api.call(route.method, pathOf(route), { key, body: 'null' })
      expect(status, route.path).toBe(404)
    }
  })

  it('400: names a field of the wrong type once, and an empty key by its map', async () => {
    const both = {
      service_ids: [1],
      start: '2026-11-23T09:00:00-03:00',
      client_id: 1,
      client: 'Ana',
    }
    const { body } = await post('/v1/appointments', JSON.stringify(both))
    expect(faults(body)).toEqual(['client invalid_type'])
    const keyless = { first_name: 'Ana', phone: '11987650000', metadata: { '': 'x' } }
    expect(faults((await post('/v1/clients', JSON.stringify(keyless))).body)).toEqual([
      'metadata invalid_format',
    ])
  })

  it('201: may begin with a byte order mark; of two keys the last counts', async () => {
    const { status, body } = await post(
      '/v1/clients',
      '\uFEFF{"first_name": "First", "first_name": "Last", "phone": "11987650077"}',
    )
    expect([status, body.first_name]).toEqual([201, 'Last'])
  })
})

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  '])(
    '200: accepts the scheme as %s',
    async (scheme) => {
      const headers = { authorization: `${scheme} ${key}  ` }
      expect((await api.call('GET', '/v1/me', { headers })).status).toBe(200)
    },
  )
})

describe('the Content-Type of a body', () => {
  /** `fetch` names a type for text by itself; bytes go out without one. */
  const send = async (path: string, type: string | undefined, body: string) => {
    const reply = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      body: new TextEncoder().encode(body),
    })
    const answer: any = await reply.json()
    return [reply.status, answer.errors?.map((fault: any) => `${fault.field} ${fault.code}`)]
  }
  let count = 0
  const client = () => `{"first_name":"Ana","email":"type${(count += 1)}@example.com"}`

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ; charset=utf8; profile=x',
  ])('201: %s', async (type) => {
    expect(await send('/v1/clients', type, client())).toEqual([201, undefined])
  })

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'application/problem+json',
    'application/json; charset=latin1',
    'json',
    ';application/json',
    'application/json, application/json',
  ])('400: %s', async (type) => {
    expect(await send('/v1/clients', type, client())).toEqual([400, ['body invalid_type']])
  })

  it('404: is not asked for where there is no body', async () => {
    for (const path of changesWith('optional').filter(ofRecord).map(pathOf)) {
      expect((await send(path, undefined, ''))[0], path).toBe(404)
      expect(await send(path, undefined, '{}'), path).toEqual([400, ['body invalid_type']])
    }
  })
})

describe('one refusal names every fault', () => {
  const post = (query: string, body: string, headers: Record<string, string> = {}) =>
    api.call('POST', `/v1/appointments${query}`, { key, body, headers })

  it('400: of the header, the query and the body', async () => {
    const { status, body } = await post(
      '?expand=everything',
      JSON.stringify({ service_ids: ['a'], start: 'soon', client: { first_name: 'A\0' } }),
      { 'Idempotency-Key': 'x'.repeat(300) },
    )
    expect([status, faults(body)]).toEqual([
      400,
      [
        'Idempotency-Key too_long',
        'service_ids[0] invalid_type',
        'start invalid_format',
        'client.first_name invalid_format',
        'expand invalid_value',
      ],
    ])
  })

  it('400: of a body that cannot be read, nothing but that, beside the query', async () => {
    for (const text of ['{"service_ids": [', '[]', `{"a":"${'x'.repeat(300_000)}"}`]) {
      const { status, body } = await post('?expand=everything', text)
      expect([status, faults(body).length, faults(body)[1]]).toEqual([
        400,
        2,
        'expand invalid_value',
      ])
      expect(faults(body)[0]).toMatch(/^body /)
    }
  })

  it.each([
    [
      '/v1/availability/slots?date=2026-11-23&from=2026-11-24&timezone=Nowhere',
      ['timezone invalid_value', 'service_ids required', 'date mutually_exclusive'],
    ],
    [
      '/v1/availability/slots?service_ids=0&to=2026-11-24',
      ['service_ids out_of_range', 'from required'],
    ],
    [
      '/v1/availability/slots?from=2026-11-24&to=2026-11-23',
      ['service_ids required', 'to out_of_range'],
    ],
    [
      '/v1/availability/slots?from=x&to=2026-11-23',
      ['service_ids required', 'from invalid_format'],
    ],
    [
      '/v1/appointments?from=2026-12-01&to=2026-11-01&limit=0',
      ['limit out_of_range', 'from out_of_range'],
    ],
    [
      '/v1/deposits?from=2026-12-01T00:00:00Z&to=2026-11-01T00:00:00Z&appointment_id=x',
      ['appointment_id invalid_type', 'from out_of_range'],
    ],
    ['/v1/deposits?from=2026-12-02&to=2026-12-01T00:00:00Z', ['from out_of_range']],
  ])('400: of fields that contradict each other too: %s', async (path, expected) => {
    const { status, body } = await get(path)
    expect([status, faults(body).sort()]).toEqual([400, expected.toSorted()])
  })

  it('400: all texts that cannot be stored', async () => {
    const client = { first_name: 'A\0', last_name: '\ud800', metadata: { a: '\0', b: '\0' } }
    const { status, body } = await api.call('POST', '/v1/clients', { key, body: client })
    expect([status, faults(body)]).toEqual([
      400,
      [
        'last_name invalid_value',
        'metadata.a invalid_value',
        'metadata.b invalid_value',
        'first_name invalid_format',
      ],
    ])
  })

  it('400: a hundred of them, and that there are more', async () => {
    const events = Array.from({ length: 50 }, () => 'x')
    const filters = { service_ids: Array.from({ length: 150 }, () => 'x') }
    const { status, body } = await api.call('POST', '/v1/webhooks', {
      key,
      body: { url: 'https://example.com/', events, filters },
    })
    expect([status, body.errors.length]).toEqual([400, 100])
    expect(body.detail).toMatch(/and 95 more\. Only the first 100 faults are listed\.$/)
  })
})

describe('an Idempotency-Key', () => {
  /** As bytes on the wire, which is what a header is. */
  const send = (name: string, bytes: Buffer) =>
    api.call('POST', '/v1/clients', {
      key,
      body: { first_name: name, email: `${name}@example.com` },
      headers: { 'Idempotency-Key': bytes.toString('latin1') },
    })

  it('201: may have 255 characters of any alphabet, and is known again', async () => {
    const long = Buffer.from('é✓🙂'.repeat(85))
    expect((await send('ana', long)).status).toBe(201)
    expect((await send('ana', long)).headers.get('idempotent-replayed')).toBe('true')
    expect((await send('bia', long)).body.code).toBe('duplicate_request')
    expect((await send('bia', Buffer.from('é✓🙂'.repeat(84)))).status).toBe(201)
  })

  it('400: has no 256th character', async () => {
    const { status, body } = await send('caio', Buffer.from('é✓🙂'.repeat(85) + 'é'))
    expect([status, faults(body)]).toEqual([400, ['Idempotency-Key too_long']])
  })

  it('201: that is no UTF-8 is a key all the same', async () => {
    const odd = Buffer.from([0xe9, 0xff, 0x41])
    expect((await send('davi', odd)).status).toBe(201)
    expect((await send('davi', odd)).headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('a path', () => {
  it('404: with a text id that none can be; 400: with a number that none can be', async () => {
    const long = 'x'.repeat(5000)
    for (const id of ['%00', 'evt_%00', '%C3%A9', '%F0%9F%99%82', '%20', long]) {
      for (const path of [`/v1/events/${id}`, `/v1/webhooks/${id}`]) {
        const { status, body } = await get(path)
        expect([status, body.code], path.slice(0, 40)).toEqual([404, 'not_found'])
      }
    }
    for (const id of ['%00', 'x', '1.5', '1e3', '%20', '0', '-1', '2147483648', '9'.repeat(40)]) {
      expect((await get(`/v1/clients/${id}`)).status, id).toBe(400)
    }
  })

  it('404: with a slash at its end says so', async () => {
    const { status, body } = await get('/v1/clients/')
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(body.detail).toBe('This path does not exist. Paths do not end with a slash.')
    expect((await get('/v1/nothing/')).body.detail).toBe('This path does not exist.')
  })
})
