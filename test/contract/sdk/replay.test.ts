/** The replay of recorded exchanges passes a good SDK, and notices each fault of a bad one. */
import { Scheduling, type SchedulingOptions } from '@scheduling/sdk'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../support/exchanges.ts'
import { replay } from '../../support/sdk-replay.ts'

const REQUEST_ID = 'req_00000000000000000000000001'

function exchange(
  method: string,
  path: string,
  body: object | null,
  status: number,
  answer: object,
  headers: Readonly<Record<string, string>> = {},
): Exchange {
  return {
    file: 'a test',
    method,
    path,
    headers,
    key: 'sk_test',
    body: body === null ? null : JSON.stringify(body),
    answer: {
      status,
      headers: { 'content-type': 'application/json', 'x-request-id': REQUEST_ID },
      text: JSON.stringify(answer),
    },
  }
}

const client = { object: 'client', id: 4, first_name: 'Ana', metadata: { crm_id: '1' } }
const created = exchange(
  'POST',
  '/v1/clients',
  { first_name: 'Ana', metadata: { crm_id: '1' } },
  201,
  client,
)
const listed = exchange('GET', '/v1/clients?limit=2&metadata[crm_id]=1', null, 200, {
  data: [client],
  has_more: false,
  next_cursor: null,
  next: null,
})
const got = exchange('GET', '/v1/appointments/7?expand=client', null, 200, {
  object: 'appointment',
  id: 7,
  client,
})
const refused = exchange('PATCH', '/v1/clients/4', { last_name: 'x' }, 404, {
  code: 'not_found',
  title: 'Not found',
  detail: 'There is none.',
  errors: [],
  request_id: REQUEST_ID,
})

type Fetch = NonNullable<SchedulingOptions['fetch']>
type Sent = { url: string; method: string; headers: Headers; body: string | null }

/** An SDK that sends something else, or reads something else. */
function changed(
  change: (sent: Sent) => void,
  answer: (response: Response) => Response | Promise<Response> = (response) => response,
) {
  return ({ fetch, ...options }: SchedulingOptions) =>
    new Scheduling({
      ...options,
      async fetch(url, init) {
        const { method = '', body } = init
        const sent = {
          url,
          method,
          headers: new Headers(init.headers),
          body: body as string | null,
        }
        change(sent)
        return answer(await (fetch as Fetch)(sent.url, { ...init, ...sent }))
      },
    })
}

async function withText(response: Response, change: (text: string) => string, status?: number) {
  const text = change(await response.text())
  return new Response(text, { status: status ?? response.status, headers: response.headers })
}

describe('the replay', () => {
  it.each([
    ['a creation', created],
    ['a list', listed],
    ['a record with others in it', got],
    ['a refusal', refused],
    ['strict reading', { ...listed, headers: { Prefer: 'handling=strict' } }],
    ['a key of the caller', { ...created, headers: { 'Idempotency-Key': 'k-1' } }],
  ])('passes %s', async (_, given) => {
    expect(await replay(given)).toBeNull()
  })

  it.each<[string, Exchange, ReturnType<typeof changed>, string]>([
    [
      'a parameter is dropped',
      listed,
      changed((sent) => (sent.url = sent.url.replace('limit=2&', ''))),
      'the request is',
    ],
    [
      '`expand` is lost',
      got,
      changed((sent) => (sent.url = sent.url.replace('?expand=client', ''))),
      'the request is',
    ],
    [
      'the path is another',
      got,
      changed((sent) => (sent.url = sent.url.replace('appointments', 'clients'))),
      'the request is',
    ],
    ['the method is another', refused, changed((sent) => (sent.method = 'POST')), 'the method is'],
    [
      'a field is renamed',
      created,
      changed((sent) => (sent.body = sent.body?.replace('first_name', 'firstName') ?? null)),
      'the request is',
    ],
    [
      'the keys of a map are renamed',
      created,
      changed((sent) => (sent.body = sent.body?.replace('crm_id', 'crmId') ?? null)),
      'the request is',
    ],
    [
      'no idempotency key is sent',
      created,
      changed(({ headers }) => headers.delete('idempotency-key')),
      'Idempotency-Key is false',
    ],
    [
      'the caller’s key is not used',
      { ...created, headers: { 'idempotency-key': 'k-1' } },
      changed(({ headers }) => headers.set('idempotency-key', 'k-2')),
      'Idempotency-Key is "k-2"',
    ],
    [
      'the API key is not sent',
      listed,
      changed(({ headers }) => headers.delete('authorization')),
      'the key is null',
    ],
    [
      'reading is not strict',
      { ...listed, headers: { prefer: 'handling=strict' } },
      changed(({ headers }) => headers.delete('prefer')),
      'Prefer is null',
    ],
    [
      'the type of the body is missing',
      created,
      changed(({ headers }) => headers.delete('content-type')),
      'Content-Type is null',
    ],
    [
      'a field of the answer is lost',
      got,
      changed(
        () => undefined,
        (response) => withText(response, (text) => text.replace('"id":7,', '')),
      ),
      'what it returned is',
    ],
    [
      'the code of a refusal is another',
      refused,
      changed(
        () => undefined,
        (response) => withText(response, (text) => text.replace('not_found', 'forbidden')),
      ),
      'the error is',
    ],
    [
      'a refusal becomes a value',
      refused,
      changed(
        () => undefined,
        (response) => withText(response, (text) => text, 200),
      ),
      '404 became a value',
    ],
  ])('notices that %s', async (_, given, make, fault) => {
    await expect(replay(given, make)).rejects.toThrow(fault)
  })

  it.each<[string, Partial<Exchange>]>([
    ['another header', { headers: { accept: 'text/plain' } }],
    ['a body as text', { body: '[' }],
    ['unknown field', { body: '{"nickname":"x"}' }],
    ['wrong type', { body: '{"first_name":7}' }],
  ])('leaves out what the types cannot express: %s', async (reason, part) => {
    expect(await replay({ ...created, ...part })).toBe(reason)
  })
})
