/** The waitlist by key. What becomes of a wish is in the files of the team and of visitors. */
import { LIMITS } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { askedRoutes, type AskedRoutes } from '../../support/asked-routes.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { createProfessional } from '../../support/clinic.ts'
import { NINE, openFullClinic, type FullClinic } from '../../support/waitlist.ts'

const api = useSharedApi()
const ENTRIES = '/waitlist/entries'

beforeEach(() => api.setNow(TEST_NOW))

type Opened = FullClinic & AskedRoutes & { add(body?: object): ReturnType<AskedRoutes['post']> }

/** Open on Monday from nine to ten, with one appointment at nine. */
async function open(): Promise<Opened> {
  const clinic = await openFullClinic(api, {
    hours: { weekdays: [1], intervals: [['09:00', '10:00']] },
  })
  const routes = askedRoutes(api, () => clinic.organization)
  const wanted = {
    service_ids: [clinic.service.id],
    from_date: MONDAY,
    to_date: MONDAY,
    client_id: clinic.client.id,
  }
  return { ...clinic, ...routes, add: (body = {}) => routes.post(ENTRIES, { ...wanted, ...body }) }
}

describe('POST /v1/waitlist/entries', () => {
  it('201: a client waits, and the entry says that the API added it', async () => {
    const { add, get, client } = await open()
    const reply = await add({ from_minute: 540, language: 'en' })
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { status: 'WAITING', source: 'api', client_id: client.id, from_minute: 540, language: 'en' },
    ])
    expect((await get(ENTRIES)).body.data).toEqual([reply.body])
    const whole = (await get(`/clients/${client.id}`)).body
    expect((await get(`${ENTRIES}?expand=client`)).body.data).toEqual([
      { ...reply.body, client: whole },
    ])
    expect((await get(`${ENTRIES}?expand=services`)).problem.errors[0].field).toBe('expand')
    const wrong = await add({ to_date: '2026-11-01', weekdays: [7] })
    expect(wrong.problem.errors.map(({ field }: any) => field)).toEqual(['weekdays[0]', 'to_date'])
  })

  it('409 action_not_allowed: the waitlist is full', async () => {
    const { add, organization, client } = await open()
    const day = new Date(MONDAY)
    await api.db.waitlistWish.createMany({
      data: Array.from({ length: LIMITS.wishesPerOrganization }, () => ({
        organizationId: organization.row.id,
        clientId: client.id,
        source: 'api',
        language: 'pt',
        fromDate: day,
        toDate: day,
        weekdays: [1],
        fromMinute: 0,
        toMinute: 1440,
        waitsSince: day,
      })),
    })
    expect((await add()).problem.code).toBe('action_not_allowed')
  })

  it('422 client_identifier_required: a client without phone, e-mail and CPF', async () => {
    const { post, service } = await open()
    const { problem } = await post(ENTRIES, {
      service_ids: [service.id],
      from_date: MONDAY,
      to_date: MONDAY,
      client: { first_name: 'Ana' },
    })
    expect(problem.code).toBe('client_identifier_required')
  })

  it('403 feature_not_enabled: a service with a deposit, and a plan without', async () => {
    const { add, organization, service } = await open()
    const where = { id: service.id }
    await api.db.service.update({ where, data: { requiresDeposit: true, depositAmount: 20 } })
    const planFeatures = ['api']
    await api.db.organization.update({ where: { id: organization.row.id }, data: { planFeatures } })
    const reply = await add()
    expect([reply.status, reply.problem.code]).toEqual([403, 'feature_not_enabled'])
  })
})

describe('GET /v1/waitlist/entries', () => {
  it('200: who waits longest comes first, page by page', async () => {
    const { add, get } = await open()
    const first = await add()
    api.setNow(TEST_NOW + 1000)
    const second = await add()
    const page = await get(ENTRIES, { limit: 1 })
    expect(page.body.data).toEqual([first.body])
    const next = await get(ENTRIES, { limit: 1, cursor: page.body.next_cursor })
    expect(next.body.data).toEqual([second.body])
  })
})

describe('POST /v1/waitlist/entries/{entry_id}/offer', () => {
  const offerOf = async ({ add }: Opened) => `${ENTRIES}/${(await add()).body.id}/offer`

  it('200: the start is held for the client', async () => {
    const clinic = await open()
    const reply = await clinic.post(await offerOf(clinic), { start: at('09:30') })
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { status: 'OFFERED', offer: { start: at('09:30'), outcome: 'OPEN' } },
    ])
    expect(await clinic.starts()).toEqual([])
  })

  it('409 slot_unavailable and 409 action_not_allowed: the time is taken; something is offered already', async () => {
    const clinic = await open()
    const path = await offerOf(clinic)
    expect((await clinic.post(path, { start: NINE })).problem.code).toBe('slot_unavailable')
    await clinic.post(path, { start: at('09:30') })
    const { problem } = await clinic.post(path, { start: at('09:30') })
    expect(problem.code).toBe('action_not_allowed')
  })

  it('409 professional_cannot_perform_service: of one who does not perform it', async () => {
    const clinic = await open()
    const { id } = await createProfessional(api.db, clinic.organization.row)
    const body = { start: at('09:30'), professional_id: id }
    const { problem } = await clinic.post(await offerOf(clinic), body)
    expect(problem.code).toBe('professional_cannot_perform_service')
  })

  it('409 min_advance_violation: the start is too soon', async () => {
    const clinic = await open()
    const path = await offerOf(clinic)
    api.setNow(Date.parse(at('09:25')))
    const { problem } = await clinic.post(path, { start: at('09:30') })
    expect(problem.code).toBe('min_advance_violation')
  })

  it('404 not_found: an entry of another organization', async () => {
    const [clinic, other] = [await open(), await open()]
    const { problem } = await clinic.post(await offerOf(other), { start: at('09:30') })
    expect(problem.code).toBe('not_found')
  })
})

describe('DELETE /v1/waitlist/entries/{entry_id}', () => {
  it('200 and 404 not_found: takes an entry off, with what was held for it', async () => {
    const [clinic, other] = [await open(), await open()]
    const path = `${ENTRIES}/${(await clinic.add()).body.id}`
    await clinic.post(`${path}/offer`, { start: at('09:30') })
    expect((await other.delete(path)).problem.code).toBe('not_found')
    expect((await clinic.delete(path)).body.status).toBe('REMOVED')
    expect(await clinic.starts()).toEqual([at('09:30')])
  })
})
