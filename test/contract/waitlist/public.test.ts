/** What visitors do to wait for time, and with the link of what they wait for. */
import { offerFreeTime } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALL_FEATURES, TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, holdsOf, MONDAY, openClinic } from '../../support/booking.ts'
import { createService, eventsOf } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { bookAs, newClient, submissionId, tokenOf } from '../../support/public-booking.ts'
import {
  byWish,
  free,
  NINE,
  openFullClinic,
  statusOf,
  waitAs,
  waiting,
  type FullClinic,
} from '../../support/waitlist.ts'

const api = useSharedApi()
let clinic: FullClinic
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openFullClinic(api)
})

const faultsOf = (reply: { problem: any }) =>
  (reply.problem?.errors ?? []).map((one: any) => `${one.field} ${one.code}`)
const wishes = () =>
  api.db.waitlistWish.findMany({ where: { organizationId: clinic.organization.row.id } })
const notesOf = async () =>
  (
    await api.db.auditEntry.findMany({
      where: {
        organizationId: clinic.organization.row.id,
        action: { startsWith: 'waitlist_wish.' },
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  ).map(({ action, actorType, source }) => `${action} ${actorType} ${source}`)

describe('publicBooking.joinWaitlist', () => {
  it('200: asks to wait, with a link, the client and a note, and no event but the client’s', async () => {
    const reply = await waitAs(api, clinic, {
      weekdays: [1, 3, 1],
      from_minute: 480,
      to_minute: 720,
      professional_id: clinic.professional.id,
      client: { first_name: 'Maria', last_name: 'Lima', phone: '(11) 98888-7777' },
    })
    expect(reply.problem).toBeUndefined()
    expect(reply.body).toMatchObject({
      url: expect.stringMatching(/^http:\/\/api\.test\/w\/[\w-]{32}$/),
      wish: {
        status: 'UNCONFIRMED',
        services: ['Consulta'],
        professional: 'Profissional 0',
        from_date: MONDAY,
        to_date: MONDAY,
        weekdays: [1, 3],
        from_minute: 480,
        to_minute: 720,
        offer: null,
        appointment_url: null,
        can_confirm: false,
        can_leave: true,
        organization: { slug: clinic.organization.row.slug },
      },
    })
    expect(JSON.stringify(reply.body)).not.toContain('Maria')
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type).slice(-1)).toEqual(['client.created'])
    expect(await notesOf()).toEqual(['waitlist_wish.added client public_booking'])
  })

  it('200: the same submission waits once, at the same time too', async () => {
    const body = { submission_id: submissionId(), client: newClient() }
    const replies = await Promise.all([1, 2, 3].map(() => waitAs(api, clinic, body)))
    expect(new Set(replies.map((one) => one.body.url)).size).toBe(1)
    expect(await wishes()).toHaveLength(1)
  })

  it('409 duplicate_request: the same id with something else', async () => {
    const submission_id = submissionId()
    await waitAs(api, clinic, { submission_id })
    expect((await waitAs(api, clinic, { submission_id })).problem.code).toBe('duplicate_request')
  })

  it('400: names each field, and no one waits', async () => {
    const tries: [object, string[]][] = [
      [{ to_date: '2026-11-22' }, ['to_date out_of_range']],
      [{ from_date: '2026-11-19', to_date: '2026-11-19' }, ['to_date out_of_range']],
      [{ to_date: '2027-11-22' }, ['to_date out_of_range']],
      [{ weekdays: [2] }, ['weekdays out_of_range']],
      [{ weekdays: [] }, ['weekdays required']],
      [{ weekdays: null }, ['weekdays invalid_type']],
      [{ from_minute: 600, to_minute: 600 }, ['to_minute out_of_range']],
      [{ from_minute: -1 }, ['from_minute out_of_range']],
      [{ from_date: 'Monday' }, ['from_date invalid_format']],
      [{ service_ids: [2_000_000_000] }, ['service_ids[0] not_found']],
      [{ professional_id: 2_000_000_000 }, ['professional_id not_found']],
      [{ language: 'fr' }, ['language invalid_value']],
      [
        { client: { first_name: 'Maria www.example.com', email: 'a@example.com' } },
        ['client.first_name invalid_format'],
      ],
    ]
    for (const [body, expected] of tries) {
      expect([body, faultsOf(await waitAs(api, clinic, body))]).toEqual([body, expected])
    }
    expect(await wishes()).toEqual([])
    expect(
      await api.db.client.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(1)
  })

  it('400 not_found: a hidden service cannot be waited for, nor one of another organization', async () => {
    const other = await openClinic(api)
    const hidden = await createService(api.db, clinic.organization.row, {
      hiddenFromPublicBooking: true,
      performedBy: [clinic.professional],
    })
    for (const id of [hidden.id, other.service.id]) {
      expect(faultsOf(await waitAs(api, clinic, { service_ids: [id] }))).toEqual([
        'service_ids[0] not_found',
      ])
    }
  })

  it('404 not_found: no such organization', async () => {
    expect((await waitAs(api, clinic, { slug: 'no-one-here' })).problem.code).toBe('not_found')
  })

  it('409 action_not_allowed: a fourth by one visitor with the same name and contact', async () => {
    const email = 'maria@example.com'
    const browser = openStranger(api)
    const codes = []
    for (const first_name of ['Maria', 'maria', 'Maria', 'Maria']) {
      const client = { first_name, email }
      const { problem } = await waitAs(api, clinic, { client }, browser)
      codes.push(problem?.code ?? 'ok')
    }
    expect(codes).toEqual(['ok', 'ok', 'ok', 'action_not_allowed'])
    expect(await wishes()).toHaveLength(3)
    const client = { first_name: 'Maria', email }
    expect((await waitAs(api, clinic, { client })).status).toBe(200)
  })

  it('200: of eight by one visitor with the same contact at the same time, three are kept', async () => {
    const email = 'ana@example.com'
    const browser = openStranger(api)
    const replies = await Promise.all(
      ['Maria', 'Ana', 'Rui', 'Eva', 'Lia', 'Bia', 'Caio', 'Davi'].map((first_name) =>
        waitAs(api, clinic, { client: { first_name, email } }, browser),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(8)
    expect((await wishes()).filter(({ status }) => status === 'UNCONFIRMED')).toHaveLength(3)
  })

  it('422 client_identifier_required: the link needs somewhere to go', async () => {
    const { problem } = await waitAs(api, clinic, { client: { first_name: 'Maria' } })
    expect(problem.code).toBe('client_identifier_required')
  })

  it('403 feature_not_enabled: what cannot be booked cannot be waited for', async () => {
    const without = ALL_FEATURES.filter((feature) => feature !== 'deposits')
    const poor = await openFullClinic(api, {
      organization: { planFeatures: without },
      service: { requiresDeposit: true, depositAmount: 20 },
    })
    expect((await waitAs(api, poor)).problem.code).toBe('feature_not_enabled')
  })

  it('200: is offered at once what is free already', async () => {
    const open = await openClinic(api)
    const token = await waiting(api, open)
    await offerFreeTime(api.service, open.organization.row.id)
    expect((await byWish(api, 'getWish', token)).body.offer.start).toBe(NINE)
  })
})

describe('publicBooking.getWish', () => {
  it('200: how it stands', async () => {
    const token = await waiting(api, clinic)
    expect(await statusOf(api, token)).toBe('WAITING')
  })

  it('404 not_found: no link, a link of something else, one that was taken back, one that is too old', async () => {
    const token = await waiting(api, clinic)
    const booked = await bookAs(api, await openClinic(api))
    const dead = async (of: string) => (await byWish(api, 'getWish', of)).problem?.code
    expect(await dead('nothing')).toBe('not_found')
    expect(await dead(tokenOf(booked.body.url))).toBe('not_found')
    const read = await openStranger(api).mutate('publicBooking.getAppointment', { token })
    expect(read.problem.code).toBe('not_found')
    api.setNow(Date.parse(at('00:00', '2026-11-24')) + 7 * 86_400_000 - 1)
    expect(await dead(token)).toBeUndefined()
    api.setNow(Date.parse(at('00:00', '2026-11-24')) + 7 * 86_400_000)
    expect(await dead(token)).toBe('not_found')
    api.setNow(TEST_NOW)
    const [wish] = await wishes()
    await api.db.waitlistWish.update({ where: { id: wish?.id ?? 0 }, data: { linkVersion: 2 } })
    expect(await dead(token)).toBe('not_found')
  })
})

describe('publicBooking.leaveWaitlist', () => {
  it('200: waits no more, twice too, and is offered nothing', async () => {
    const token = await waiting(api, clinic)
    expect((await byWish(api, 'leaveWaitlist', token)).body).toMatchObject({
      status: 'REMOVED',
      can_leave: false,
    })
    expect((await byWish(api, 'leaveWaitlist', token)).body.status).toBe('REMOVED')
    await free(api, clinic)
    expect(await statusOf(api, token)).toBe('REMOVED')
    expect(await clinic.starts(MONDAY)).toEqual([NINE])
    expect(await notesOf()).toEqual([
      'waitlist_wish.added client public_booking',
      'waitlist_wish.confirmed client public_booking',
      'waitlist_wish.removed client public_booking',
    ])
  })

  it('200: gives back what was held', async () => {
    const token = await waiting(api, clinic)
    await free(api, clinic)
    expect(await clinic.starts(MONDAY)).toEqual([])
    await byWish(api, 'leaveWaitlist', token)
    expect(await clinic.starts(MONDAY)).toEqual([NINE])
    expect(await holdsOf(api, clinic)).toEqual([])
  })
})

describe('publicBooking.declineOffer', () => {
  it('200: the next is offered the time, and the one who declined is not offered that day again', async () => {
    const first = await waiting(api, clinic)
    api.setNow(TEST_NOW + 1000)
    const second = await waiting(api, clinic)
    await free(api, clinic)
    const { body } = await byWish(api, 'declineOffer', first)
    expect(body).toMatchObject({ status: 'WAITING', offer: null })
    expect((await byWish(api, 'declineOffer', first)).status).toBe(200)
    await offerFreeTime(api.service, clinic.organization.row.id)
    expect(await statusOf(api, second)).toBe('OFFERED')
    await byWish(api, 'leaveWaitlist', second)
    await offerFreeTime(api.service, clinic.organization.row.id)
    expect(await statusOf(api, first)).toBe('WAITING')
    expect(await clinic.starts(MONDAY)).toEqual([NINE])
  })

  it('409 action_not_allowed: nothing is offered', async () => {
    const token = await waiting(api, clinic)
    expect((await byWish(api, 'declineOffer', token)).problem.code).toBe('action_not_allowed')
  })
})

describe('publicBooking.bookOffer', () => {
  it('200: asks for a deposit, as a booking does', async () => {
    const paid = await openFullClinic(api, {
      service: { requiresDeposit: true, depositAmount: 20 },
    })
    const token = await waiting(api, paid)
    await free(api, paid)
    const { body } = await byWish(api, 'getWish', token)
    expect(body.offer.deposit_amount).toBe('20.00')
    const booked = await byWish(api, 'bookOffer', token)
    expect(booked.body.appointment).toMatchObject({
      status: 'PENDING',
      deposit: { status: 'PENDING', amount: '20.00', payment_code: expect.any(String) },
    })
  })

  it('200: what is offered can be booked to the last moment of the hold, with the notice of then', async () => {
    const near = await openFullClinic(api, {
      organization: { minAdvanceMinutes: 60 },
      hours: { weekdays: [1], intervals: [['14:00', '14:30']] },
    })
    const held = Date.parse(at('12:40'))
    const token = await waiting(api, near)
    api.setNow(held + 1)
    await offerFreeTime(api.service, near.organization.row.id)
    expect([await statusOf(api, token), await near.starts(MONDAY)]).toEqual([
      'WAITING',
      [at('14:00')],
    ])
    api.setNow(held)
    await offerFreeTime(api.service, near.organization.row.id)
    expect(await statusOf(api, token)).toBe('OFFERED')
    api.setNow(held + 20 * 60_000 - 1)
    expect((await byWish(api, 'bookOffer', token)).body.appointment.start).toBe(at('14:00'))
  })

  it('409 slot_unavailable: the team overbooked the time, and nothing that was booked is lost', async () => {
    const token = await waiting(api, clinic)
    await free(api, clinic)
    const over = await clinic.book({ allow_overbook: true })
    expect(over.body).toMatchObject({ is_overbook: true })
    expect((await byWish(api, 'bookOffer', token)).problem.code).toBe('slot_unavailable')
    expect(await statusOf(api, token)).toBe('WAITING')
    expect((await holdsOf(api, clinic)).map(({ isOverbook }) => isOverbook)).toEqual([true])
  })

  it('409 slot_unavailable: the time was blocked, or the service is no longer offered', async () => {
    const token = await waiting(api, clinic)
    await free(api, clinic)
    await api.db.service.update({ where: { id: clinic.service.id }, data: { isActive: false } })
    expect((await byWish(api, 'bookOffer', token)).problem.code).toBe('slot_unavailable')
    await api.db.service.update({ where: { id: clinic.service.id }, data: { isActive: true } })
    await offerFreeTime(api.service, clinic.organization.row.id)
    expect(await statusOf(api, token)).toBe('OFFERED')
    const owner = await signIn(api, clinic.organization)
    const blocked = await owner.mutate('schedule.createBlockedTime', {
      professional_id: clinic.professional.id,
      start: NINE,
      end: at('10:00'),
    })
    expect(blocked.problem).toBeUndefined()
    expect((await byWish(api, 'bookOffer', token)).problem.code).toBe('slot_unavailable')
  })

  it('409 action_not_allowed: nothing is offered', async () => {
    const token = await waiting(api, clinic)
    expect((await byWish(api, 'bookOffer', token)).problem.code).toBe('action_not_allowed')
  })

  it('409 action_not_allowed: the visitor made three bookings that are ahead', async () => {
    const client = newClient()
    const token = await waiting(api, clinic, { client })
    await free(api, clinic)
    const browser = openStranger(api)
    for (const day of ['2026-11-30', '2026-12-07', '2026-12-14']) {
      const { status } = await bookAs(api, clinic, { client, start: at('09:00', day) }, browser)
      expect(status).toBe(200)
    }
    expect((await byWish(api, 'bookOffer', token, browser)).problem.code).toBe('action_not_allowed')
    expect(await statusOf(api, token)).toBe('OFFERED')
  })
})
