import { expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createProfessional } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { erase, seenVersion } from '../../support/erasure.ts'
import { HOOK } from '../../support/webhooks.ts'

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

it('200: keys, webhooks and invites have names too', async () => {
  const organization = await api.organization()
  const owner = await signIn(api, organization)
  const professional = await createProfessional(api.db, organization.row, { name: 'Bia Reis' })
  const key = await owner.mutate('apiKeys.create', { name: 'Site', scopes: ['read'] })
  const webhook = await owner.mutate('webhooks.create', {
    name: 'ERP',
    url: HOOK,
    events: ['client.*'],
  })
  const invite = { email: 'rita@example.com', access: 'reception', is_professional: false }
  await owner.mutate('account.inviteUser', { ...invite, name: 'Rita Luz' })
  await owner.mutate('account.inviteUser', {
    email: 'bia@example.com',
    access: 'manager',
    professional_id: professional.id,
  })
  const namesOf = async (record: string) =>
    (await owner.query('audit.list', { record })).body.data.map((entry: any) => entry.record_name)
  expect([key.status, webhook.status]).toEqual([200, 200])
  expect(await namesOf('api_key')).toContain('Site')
  expect(await namesOf('webhook')).toContain('ERP')
  expect(await namesOf('invite')).toEqual(['Bia Reis', 'Rita Luz'])
  await owner.mutate('webhooks.delete', { webhook_id: webhook.body.id })
  expect(new Set(await namesOf('webhook'))).toEqual(new Set([null]))
})
