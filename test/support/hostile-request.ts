/** Requests made from the OpenAPI document by chance: good ones, ones at the boundary, and hostile ones. */
import { seeded } from '@scheduling/availability/seeded'
import type { ApiDocument, Operation, Values } from './document.ts'
import { BODIES, HOSTILE, json, PATH_VALUES, textOf } from './hostile-values.ts'
import { mutated, pick, valid, type Maker, type Random } from './schema-values.ts'

export type HostileRequest = {
  readonly method: string
  /** As it goes over the wire, query included. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer | undefined
}

/** The request of this seed. `values` holds ids and the like that exist. */
export function hostileRequest(
  document: ApiDocument,
  values: Values,
  key: string,
  seed: number,
): HostileRequest {
  const random = seeded(seed)
  const operations = document.operations
  const operation = operations[seed % operations.length]
  if (operation === undefined) throw new Error('The document has no operations.')
  const maker = { document, values, random }
  const path = pathOf(maker, operation)
  const query = queryOf(maker, operation)
  const body = bodyOf(maker, operation)
  return {
    method: methodOf(maker, operation),
    path: query === '' ? path : `${path}?${query}`,
    headers: headersOf(maker, key, body),
    body,
  }
}

function methodOf({ random }: Maker, operation: Operation): string {
  if (random() < 0.95) return operation.method
  if (operation.method === 'GET' && random() < 0.5) return 'HEAD'
  return pick(random, ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'])
}

function pathOf({ values, random }: Maker, operation: Operation): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    random() < 0.7 ? encodeURIComponent(String(values[name])) : pick(random, PATH_VALUES),
  )
  if (random() < 0.97) return path
  return pick(random, [
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    `${path}/x`,
    `${path}%2f`,
    `${path}//`,
    path.replace('/v1', '/v2'),
    `${path};a=b`,
    `/v1/%`,
    '/v1',
    '/v1/',
  ])
}

function queryOf(maker: Maker, operation: Operation): string {
  const { random, values } = maker
  const parts: string[] = []
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== 'query' || (!required && random() < 0.6)) continue
    const isWanted = random() < 0.5
    const value = () =>
      encodeText(
        isWanted && name in values && random() < 0.8
          ? String(values[name])
          : textOf(random() < 0.5 ? valid(maker, schema, 0) : pick(random, HOSTILE)),
        random,
      )
    const form = random()
    if (form < 0.6) parts.push(`${name}=${value()}`)
    else if (form < 0.7) parts.push(`${name}[]=${value()}&${name}[]=${value()}`)
    else if (form < 0.75) parts.push(`${name}=${value()}&${name}=${value()}`)
    else if (form < 0.8)
      parts.push(`${name}[${pick(random, ['0', '99999', '-1', 'a'])}]=${value()}`)
    else if (form < 0.85) parts.push(`${name}[a][b][c]=${value()}`)
    else if (form < 0.9) parts.push(`${name}[__proto__]=${value()}`)
    else if (form < 0.93) parts.push(`${name}[=${value()}`)
    else if (form < 0.96) parts.push(name)
    else parts.push(`${name}%5B%5D=${value()},${value()}`)
  }
  if (random() < 0.1) {
    parts.push(
      pick(random, [
        '__proto__[polluted]=1',
        'constructor[prototype][polluted]=1',
        '&&&===',
        '%',
        '%00=%00',
        '=',
        'a[[[[[[=1',
        `x=${'y'.repeat(6000)}`,
        Array.from({ length: 700 }, (_, index) => `k${index}=1`).join('&'),
        Array.from({ length: 300 }, () => 'service_ids[]=1').join('&'),
        'metadata[7]=x&metadata[__proto__]=y&metadata[a%20b]=z&metadata[]=w',
        'metadata=plain',
        'cursor=AAAA',
        `cursor=${'A'.repeat(100)}`,
        'expand=client,professional,services,deposit,nonsense',
        'limit=9007199254740993',
      ]),
    )
  }
  return parts.join('&')
}

/** Percent-encoded as it should be, or as little as the wire allows. */
function encodeText(text: string, random: Random): string {
  if (random() < 0.85) return encodeURIComponent(text.toWellFormed())
  return text.replaceAll(/[^\u0021-\u007e]|[#]/g, '%20').slice(0, 4000)
}

function bodyOf(maker: Maker, operation: Operation): Buffer | undefined {
  const { random } = maker
  if (operation.body === null) {
    if (random() < 0.9) return undefined
    return Buffer.from(pick(random, BODIES))
  }
  const chance = random()
  if (chance < 0.03) return undefined
  if (chance < 0.12) return Buffer.from(pick(random, BODIES))
  return Buffer.from(json(mutated(maker, operation.body, 0)))
}

function headersOf(
  { random }: Maker,
  key: string,
  body: Buffer | undefined,
): HostileRequest['headers'] {
  const headers: Record<string, string | string[]> = {}
  const chance = random()
  if (chance < 0.95) headers['authorization'] = `Bearer ${key}`
  else if (chance < 0.98) {
    headers['authorization'] = pick(random, [
      'Bearer',
      'Bearer \u00ff\u00fe',
      `Bearer ${'x'.repeat(5000)}`,
      'Basic eHg6eHg=',
      `Bearer ${key}x`,
    ])
  }
  if (body !== undefined) {
    headers['content-type'] =
      random() < 0.93
        ? 'application/json'
        : pick(random, [
            'application/json; charset=utf-8',
            'application/json; charset=latin1',
            'text/plain',
            'application/vnd.api+json',
            'multipart/form-data; boundary=x',
            ';;;',
            '\u00ff',
          ])
    if (random() < 0.02)
      headers['content-encoding'] = pick(random, ['gzip', 'identity', 'br, gzip'])
  }
  if (random() < 0.15) {
    headers['idempotency-key'] = pick(random, [
      '',
      ' ',
      'same',
      'x'.repeat(255),
      'x'.repeat(256),
      '\u00ff',
      String(random()),
      ['a', 'b'],
    ])
  }
  if (random() < 0.05) {
    headers[
      pick(random, [
        'x-long',
        'cookie',
        'accept',
        'x-forwarded-for',
        'range',
        'host',
        'x-http-method-override',
      ])
    ] = pick(random, ['x'.repeat(6000), '\u00ff', 'DELETE', 'bytes=0-1', '*/*;q=abc'])
  }
  return headers
}
