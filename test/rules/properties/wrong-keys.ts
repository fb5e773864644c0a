/** Headers and queries that are no key, or a key in another form than the one that counts. */
import { createApiKey, SCOPES } from '@scheduling/core'
import { TEST_NOW, type TestApi, type TestOrganization } from '../../support/api.ts'

type Headers = Readonly<Record<string, string>>

export type WrongKeys = readonly { readonly headers: Headers; readonly query: string }[]

export async function wrongKeys(api: TestApi, { row, key }: TestOrganization): Promise<WrongKeys> {
  const created = () => createApiKey(api.db, api.service, row, { name: 'Dead', scopes: SCOPES })
  const dead = async (columns: { revokedAt?: Date; expiresAt?: Date }) => {
    const { row: its, value } = await created()
    await api.db.apiKey.update({ where: { id: its.id }, data: columns })
    return bearer(value)
  }
  const deleted = await created()
  await api.db.apiKey.delete({ where: { id: deleted.row.id } })
  const headers: readonly Headers[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: key },
    { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    { authorization: `Bearer ${key} ${key}` },
    { authorization: `Bearer ${key}, Bearer ${key}` },
    bearer('nonsense'),
    bearer(key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')),
    bearer(key.toUpperCase()),
    bearer(deleted.value),
    await dead({ revokedAt: new Date(TEST_NOW) }),
    await dead({ expiresAt: new Date(TEST_NOW) }),
    { cookie: `api_key=${key}; authorization=Bearer ${key}; session=${key}` },
    { 'x-api-key': key, 'proxy-authorization': `Bearer ${key}` },
  ]
  const names = ['api_key', 'key', 'token', 'access_token', 'authorization']
  return [
    ...headers.map((one) => ({ headers: one, query: '' })),
    ...names.map((name) => ({ headers: {}, query: `?${name}=${key}` })),
  ]
}

const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` })
