/** Each answer is given to the system at once: its head with its body, and each header once. */
import { OutgoingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { createClientRow } from '../support/clinic.ts'
import { openWire, type Wire } from '../support/wire.ts'

let api: TestApi
let organization: TestOrganization
let wire: Wire

beforeAll(async () => {
  api = await startTestApi({ cachesKeys: true })
  organization = await api.organization()
  wire = openWire(api.url, 1)
  for (let index = 0; index < 50; index += 1) {
    await createClientRow(api.db, organization.row, { first_name: `Ana ${index}` })
  }
})
afterAll(async () => {
  wire.close()
  await api.close()
})

type Way = { path: string; headers?: Record<string, string>; status?: number }

const ways: readonly (readonly [string, Way])[] = [
  ['one record', { path: '/v1/me' }],
  ['a page of 50', { path: '/v1/clients?limit=50' }],
  ['a page in brotli', { path: '/v1/clients?limit=50', headers: { 'accept-encoding': 'br' } }],
  ['a page in gzip', { path: '/v1/clients?limit=50', headers: { 'accept-encoding': 'gzip' } }],
  ['a refusal', { path: '/v1/clients?limit=0', status: 400 }],
  ['an unknown path', { path: '/v1/nothing', status: 404 }],
  ['no key', { path: '/v1/me', headers: { authorization: '' }, status: 401 }],
]

describe.each(ways)('%s', (_name, { path, headers = {}, status = 200 }) => {
  it('is one write to the socket, and no header is set twice', async () => {
    const send = () =>
      wire.send({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${organization.key}`, ...headers },
        body: undefined,
      })
    await send()
    const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')]
    const set = vi.spyOn(OutgoingMessage.prototype, 'setHeader')
    try {
      expect((await send()).status).toBe(status)
      const port = Number(new URL(api.url).port)
      const ours = writes.flatMap(({ mock }) =>
        mock.contexts.filter((socket) => socket instanceof Socket && socket.localPort === port),
      )
      expect(ours).toHaveLength(1)
      const names = set.mock.calls.flatMap(([name], call) =>
        Reflect.get(set.mock.contexts[call] ?? {}, 'statusCode') === undefined ? [] : [name],
      )
      expect(names).toContain('X-Request-Id')
      expect(names).toEqual([...new Set(names)])
    } finally {
      vi.restoreAllMocks()
    }
  })
})
