/** Phone numbers without a country code belong to the country of the organization, through whatever door they come. */
import { afterEach, expect, it } from 'vitest'
import { closeAgents, openAgent } from '../../support/agents.ts'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import { download, rowsIn } from '../../support/downloads.ts'
import { sendFile } from '../../support/imports.ts'
import { bookAs, newClient } from '../../support/public-booking.ts'
import { waitAs } from '../../support/waitlist.ts'

const api = useSharedApi()
afterEach(closeAgents)

const WRITTEN = '912 345 678'
const STORED = '+351912345678'

async function place(country: string) {
  const clinic = await openClinic(api, { organization: { country } })
  const { organization } = clinic
  const owner = await signIn(api, organization)
  const phones = async () => {
    const where = { organizationId: organization.row.id }
    const clients = await api.db.client.findMany({ where, orderBy: { id: 'asc' } })
    return clients.map(({ phone }) => phone).filter((phone) => phone !== null)
  }
  return { clinic, organization, owner, phones }
}

it('are read alike by keys, the dashboard, visitors and imports', async () => {
  const { clinic, organization, owner, phones } = await place('PT')
  const before = await phones()
  const sent = await Promise.all([
    api.call('POST', '/v1/clients', {
      key: organization.key,
      body: { first_name: 'Ana', phone: WRITTEN },
    }),
    owner.mutate('clients.create', { first_name: 'Bia', phone: WRITTEN }),
  ])
  expect(sent.map(({ body }) => body.phone)).toEqual([STORED, STORED])
  const { status } = await bookAs(api, clinic, { client: newClient({ phone: WRITTEN }) })
  expect(status).toBe(200)
  expect(
    (await waitAs(api, clinic, { client: newClient({ first_name: 'Rui', phone: WRITTEN }) }))
      .status,
  ).toBe(200)
  const file = `external_id,first_name,phone\nA1,Eva,913 345 678\nA2,Zoe,(11) 98765-4321`
  const { rows } = await sendFile(api, owner, 'clients', file)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'refused'])
  expect(new Set(await phones())).toEqual(new Set([...before, STORED, '+351913345678']))
})

it('are sought alike in lists, files and by agents', async () => {
  const { organization, owner } = await place('PT')
  const body = { first_name: 'Ana', phone: STORED }
  const { body: made } = await api.call('POST', '/v1/clients', { key: organization.key, body })
  const listed = await api.call('GET', `/v1/clients?phone=${encodeURIComponent(WRITTEN)}`, {
    key: organization.key,
  })
  expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([made.id])
  const csv = await download(api, owner, 'clients', { phone: WRITTEN })
  expect(rowsIn(await csv.text()).map(({ id }) => id)).toEqual([String(made.id)])
  const agent = await openAgent(api, organization)
  const found = await agent.done('find_clients', { phone: WRITTEN })
  expect(JSON.stringify(found)).toContain(String(made.id))
})

it('are Brazilian where the organization is; and calls at the same time do not mix', async () => {
  const places = await Promise.all(['BR', 'PT', 'BR', 'PT'].map(place))
  const written = { BR: ['(11) 98765-4321', '+5511987654321'], PT: [WRITTEN, STORED] } as const
  const replies = await Promise.all(
    places.flatMap(({ organization }) =>
      (['BR', 'PT'] as const).map((country) =>
        api.call('POST', '/v1/clients', {
          key: organization.key,
          body: { first_name: 'Ana', phone: written[country][0] },
        }),
      ),
    ),
  )
  const { BR, PT } = written
  expect(replies.map(({ status, body }) => (status < 300 ? body.phone : status))).toEqual([
    BR[1],
    400,
    400,
    PT[1],
    BR[1],
    400,
    400,
    PT[1],
  ])
})
