/** What the team does with those who wait. */
import { offerFreeTime } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, MONDAY, openClinic } from '../../support/booking.ts'
import { createProfessional, eventsOf, performs, workingHours } from '../../support/clinic.ts'
import { openBrowser, signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  byWish,
  NINE,
  openFullClinic,
  statusOf,
  waiting,
  type FullClinic,
} from '../../support/waitlist.ts'

const api = useSharedApi()
let clinic: FullClinic
let team: Dashboard
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openFullClinic(api, { hours: { weekdays: [1], intervals: [['09:00', '10:00']] } })
  team = await signIn(api, clinic.organization, 'manager')
})

const wishIdOf = async () =>
  (
    await api.db.waitlistWish.findFirstOrThrow({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { id: 'desc' },
    })
  ).id
const add = (body: object = {}) =>
  team.mutate('waitlist.add', {
    service_ids: [clinic.service.id],
    from_date: MONDAY,
    to_date: MONDAY,
    client_id: clinic.client.id,
    ...body,
  })

describe('waitlist.list', () => {
  it('200: who waits, the one who waits longest first; filters and pages', async () => {
    await waiting(api, clinic)
    api.setNow(TEST_NOW + 1000)
    await add({ professional_id: clinic.professional.id })
    const gone = await add()
    await team.mutate('waitlist.remove', { entry_id: gone.body.id })
    const { body } = await team.query('waitlist.list')
    expect(body.data.map(({ source }: any) => source)).toEqual(['public_booking', 'dashboard'])
    expect(body.data[1]).toMatchObject({
      object: 'waitlist_wish',
      status: 'WAITING',
      client_id: clinic.client.id,
      services: [{ id: clinic.service.id, name: 'Consulta' }],
      professional: { id: clinic.professional.id, name: 'Profissional 0' },
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      language: 'pt',
      lapses: 0,
      offer: null,
      ended_at: null,
    })
    const count = async (filter: object) =>
      (await team.query('waitlist.list', filter)).body.data.length
    expect(await count({ client_id: clinic.client.id })).toBe(1)
    expect(await count({ status: ['REMOVED'] })).toBe(1)
    expect(await count({ professional_id: clinic.professional.id })).toBe(2)
    expect(await count({ professional_id: clinic.professional.id + 1 })).toBe(0)
    expect(await count({ service_id: clinic.service.id })).toBe(2)
    expect(await count({ service_id: clinic.service.id + 1 })).toBe(0)
    const page = await team.query('waitlist.list', { limit: 1 })
    expect(page.body).toMatchObject({ has_more: true })
    const next = await team.query('waitlist.list', { limit: 1, cursor: page.body.next_cursor })
    expect(next.body.data[0].id).toBe(body.data[1].id)
  })

  it('401: without a session; and nothing of another organization', async () => {
    await waiting(api, clinic)
    expect((await openBrowser(api).query('waitlist.list')).status).toBe(401)
    const other = await openClinic(api)
    const theirs = await signIn(api, other.organization)
    expect((await theirs.query('waitlist.list')).body.data).toEqual([])
  })
})

describe('waitlist.add', () => {
  it('200: notes what a client waits for', async () => {
    const reply = await add({ language: 'en', from_minute: 540 })
    expect(reply.problem).toBeUndefined()
    expect(reply.body).toMatchObject({
      source: 'dashboard',
      language: 'en',
      from_minute: 540,
      to_minute: 1440,
    })
  })

  it('200: with a new client, whom its event tells', async () => {
    const { body } = await add({
      client_id: undefined,
      client: { first_name: 'Rui', email: 'rui@example.com' },
    })
    expect(body.client.name).toBe('Rui')
    const [last] = (await eventsOf(api.db, clinic.organization.row)).slice(-1)
    expect(last?.type).toBe('client.created')
  })

  it('400: faults of the input', async () => {
    const tries: [object, string][] = [
      [{ client_id: 2_000_000_000 }, 'client_id not_found'],
      [{ client_id: undefined }, 'client_id required'],
      [{ to_date: '2026-11-01' }, 'to_date out_of_range'],
      [{ service_ids: [2_000_000_000] }, 'service_ids[0] not_found'],
    ]
    for (const [body, expected] of tries) {
      const [fault] = (await add(body)).problem.errors
      expect(`${fault.field} ${fault.code}`).toBe(expected)
    }
  })

  it('409 action_not_allowed: the waitlist is full', async () => {
    await api.connection.pool.query(
      `INSERT INTO waitlist_wish (organization_id, client_id, source, language, from_date, to_date, weekdays, from_minute, to_minute, waits_since)
       SELECT $1, $2, 'dashboard', 'pt', '2026-11-23', '2026-11-23', '{1}', 0, 1440, now() FROM generate_series(1, 500)`,
      [clinic.organization.row.id, clinic.client.id],
    )
    expect((await add()).problem.code).toBe('action_not_allowed')
  })

  it('422 client_identifier_required: no one could be told', async () => {
    const { problem } = await add({ client_id: undefined, client: { first_name: 'Rui' } })
    expect(problem.code).toBe('client_identifier_required')
  })
})

describe('waitlist.offer', () => {
  it('200: holds a start for who waits, outside of the days that were asked for too', async () => {
    const token = await waiting(api, clinic)
    const reply = await team.mutate('waitlist.offer', {
      entry_id: await wishIdOf(),
      start: at('09:15', '2026-11-30'),
    })
    expect(reply.problem).toBeUndefined()
    expect(reply.body).toMatchObject({
      status: 'OFFERED',
      offer: { start: at('09:15', '2026-11-30'), outcome: 'OPEN' },
    })
    expect((await byWish(api, 'bookOffer', token)).body.appointment.start).toBe(
      at('09:15', '2026-11-30'),
    )
  })

  it('404 not_found: no such wish, or of another organization', async () => {
    await waiting(api, clinic)
    const theirs = await signIn(api, (await openClinic(api)).organization)
    const entry_id = await wishIdOf()
    expect((await theirs.mutate('waitlist.offer', { entry_id, start: NINE })).status).toBe(404)
    const none = { entry_id: 2_000_000_000, start: NINE }
    expect((await team.mutate('waitlist.offer', none)).problem.code).toBe('not_found')
  })

  it('409 action_not_allowed: it does not wait', async () => {
    await waiting(api, clinic)
    const entry_id = await wishIdOf()
    await team.mutate('waitlist.remove', { entry_id })
    const { problem } = await team.mutate('waitlist.offer', { entry_id, start: at('09:30') })
    expect(problem.code).toBe('action_not_allowed')
  })

  it('409 action_not_allowed: its service is no longer offered', async () => {
    await waiting(api, clinic)
    await api.db.service.update({ where: { id: clinic.service.id }, data: { isActive: false } })
    const { problem } = await team.mutate('waitlist.offer', {
      entry_id: await wishIdOf(),
      start: at('09:30'),
    })
    expect(problem.code).toBe('action_not_allowed')
  })

  it('409 professional_cannot_perform_service: someone who does not perform it, or is not whom the client asked for', async () => {
    const other = await createProfessional(api.db, clinic.organization.row)
    const offer = async () =>
      team.mutate('waitlist.offer', {
        entry_id: await wishIdOf(),
        start: at('09:30'),
        professional_id: other.id,
      })
    await waiting(api, clinic)
    expect((await offer()).problem.code).toBe('professional_cannot_perform_service')
    await performs(api.db, clinic.organization.row, other, clinic.service)
    await waiting(api, clinic, { professional_id: clinic.professional.id })
    expect((await offer()).problem.code).toBe('professional_cannot_perform_service')
  })

  it('400 not_found: a professional who is not there', async () => {
    await waiting(api, clinic)
    const { problem } = await team.mutate('waitlist.offer', {
      entry_id: await wishIdOf(),
      start: at('09:30'),
      professional_id: 2_000_000_000,
    })
    expect(problem.errors).toMatchObject([{ field: 'professional_id', code: 'not_found' }])
  })

  it('409 min_advance_violation: it is too soon, or over by the end of the hold', async () => {
    await waiting(api, clinic)
    api.setNow(Date.parse(at('08:50')))
    const { problem } = await team.mutate('waitlist.offer', {
      entry_id: await wishIdOf(),
      start: at('09:00'),
    })
    expect(problem.code).toBe('min_advance_violation')
  })

  it('409 slot_unavailable: the time is taken; at once for two, one has it', async () => {
    await waiting(api, clinic)
    const one = await wishIdOf()
    await waiting(api, clinic)
    const two = await wishIdOf()
    const taken = await team.mutate('waitlist.offer', { entry_id: one, start: NINE })
    expect(taken.problem.code).toBe('slot_unavailable')
    const replies = await Promise.all(
      [one, two].map((entry_id) => team.mutate('waitlist.offer', { entry_id, start: at('09:30') })),
    )
    expect(replies.map(({ problem }) => problem?.code ?? 'ok').toSorted()).toEqual([
      'ok',
      'slot_unavailable',
    ])
  })
})

describe('waitlist.listOfferTimes', () => {
  const times = (entry_id: number, more: object = {}) =>
    team.query('waitlist.listOfferTimes', { entry_id, ...more })

  it('200: every time that is listed is accepted, and of the others none', async () => {
    const { organization, service } = clinic
    await api.db.service.update({
      where: { id: service.id },
      data: { minAdvanceMinutes: 30, requiresDeposit: true, depositAmount: '20.00' },
    })
    const other = await createProfessional(api.db, organization.row, { name: 'Outra' })
    await performs(api.db, organization.row, other, service)
    await workingHours(api.db, organization.row, other, {
      weekdays: [1],
      intervals: [['09:00', '12:00']],
    })
    const ask = async (body: object = {}) => {
      await waiting(api, clinic, body)
      return wishIdOf()
    }
    const [anyone, named] = [await ask(), await ask({ professional_id: clinic.professional.id })]
    // A deposit needs 75 minutes, and the offer lasts 20: nothing before 09:36.
    api.setNow(Date.parse(at('08:01')))
    const { body } = await times(anyone)
    const listed: string[] = body.slots.map(({ start }: any) => start)
    expect([body.date, body.dates[0]]).toEqual([MONDAY, { date: MONDAY, slot_count: 8 }])
    expect([listed[0], listed.at(-1)]).toEqual([at('09:45'), at('11:30')])
    expect(body.slots[0]).toEqual({
      start: at('09:45'),
      remaining_capacity: 1,
      professional: { id: other.id, name: 'Outra' },
    })
    // The one whom the client asked for has no time left on this day, and some a week later.
    expect((await times(named)).body).toMatchObject({ date: '2026-11-30' })
    expect((await times(named, { date: MONDAY })).body.slots).toEqual([])
    const offered = async (start: string) => {
      const { status } = await team.mutate('waitlist.offer', { entry_id: anyone, start })
      await api.db.calendarHold.deleteMany({ where: { offerId: { not: null } } })
      await api.db.waitlistOffer.deleteMany({ where: { wishId: anyone } })
      await api.db.waitlistWish.update({ where: { id: anyone }, data: { status: 'WAITING' } })
      return status === 200
    }
    const quarters = Array.from({ length: 16 }, (_, index) => {
      const minute = 8 * 60 + 15 + index * 15
      return at(
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      )
    })
    const accepted: string[] = []
    for (const start of quarters) if (await offered(start)) accepted.push(start)
    expect(accepted).toEqual(listed)
  })

  it('404 not_found, 409 action_not_allowed: of another organization; one that does not wait', async () => {
    await waiting(api, clinic)
    const entry_id = await wishIdOf()
    const theirs = await signIn(api, (await openClinic(api)).organization)
    const { status } = await theirs.query('waitlist.listOfferTimes', { entry_id })
    expect(status).toBe(404)
    await team.mutate('waitlist.remove', { entry_id })
    expect((await times(entry_id)).problem.code).toBe('action_not_allowed')
  })
})

describe('waitlist.remove', () => {
  it('200: with its offer, whose time is free; once more, nothing', async () => {
    const token = await waiting(api, clinic)
    await offerFreeTime(api.service, clinic.organization.row.id)
    expect(await statusOf(api, token)).toBe('OFFERED')
    const entry_id = await wishIdOf()
    const { body } = await team.mutate('waitlist.remove', { entry_id })
    expect(body).toMatchObject({ status: 'REMOVED', offer: { outcome: 'WITHDRAWN' } })
    expect(await clinic.starts(MONDAY)).toEqual([at('09:30')])
    const again = await team.mutate('waitlist.remove', { entry_id })
    expect(again.body).toEqual(body)
  })

  it('404 not_found: no such wish, or of another organization', async () => {
    await waiting(api, clinic)
    const theirs = await signIn(api, (await openClinic(api)).organization)
    const entry_id = await wishIdOf()
    expect((await theirs.mutate('waitlist.remove', { entry_id })).problem.code).toBe('not_found')
    expect((await team.mutate('waitlist.remove', { entry_id: 2_000_000_000 })).status).toBe(404)
  })
})
