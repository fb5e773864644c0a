import { expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { signIn } from '../../support/dashboard.ts'
import { erase, seenVersion } from '../../support/erasure.ts'

const api = useSharedApi()

it('200: an entry names its record as it is called now, and an erased person no more', async () => {
  const organization = await api.organization()
  const owner = await signIn(api, organization)
  const made = await owner.mutate('clients.create', { first_name: 'Ana', phone: '11987654321' })
  const { id } = made.body
  const names = async () => {
    const { body } = await owner.query('audit.list', { record: 'client', record_id: String(id) })
    return new Set(body.data.map((entry: any) => entry.record_name))
  }
  expect(await names()).toEqual(new Set(['Ana']))
  await owner.mutate('clients.update', { client_id: id, last_name: 'Lima' })
  expect(await names()).toEqual(new Set(['Ana Lima']))
  expect((await erase(owner, id, await seenVersion(owner, id))).status).toBe(200)
  expect(await names()).toEqual(new Set([null]))
})
