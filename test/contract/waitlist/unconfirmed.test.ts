/** Wishes of strangers, until they are confirmed. */
import { endOverdueOffers, LIMITS, offerFreeTime } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { openStranger, signIn, type Browser } from '../../support/dashboard.ts'
import { newClient, tokenOf } from '../../support/public-booking.ts'
import { byWish, confirmationOf, statusOf, waitAs } from '../../support/waitlist.ts'

const HOUR_MS = 60 * 60_000

const api = useSharedApi()
let clinic: BookableClinic
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openClinic(api)
})

const id = () => clinic.organization.row.id
/** The token of a wish that was just left. */
async function left(body: object = {}, browser?: Browser): Promise<string> {
  const reply = await waitAs(api, clinic, body, browser)
  expect(reply.problem).toBeUndefined()
  return tokenOf(reply.body.url)
}
const confirmed = async (token: string) =>
  byWish(api, 'confirmWish', await confirmationOf(api, clinic, token))
const unconfirmed = () =>
  api.db.waitlistWish.findMany({
    where: { organizationId: id(), status: 'UNCONFIRMED' },
    include: { client: true },
    orderBy: { id: 'asc' },
  })

describe('publicBooking.confirmWish', () => {
  it('200: by the link of the message, and then it is offered time; once more changes nothing', async () => {
    const token = await left()
    expect(await offerFreeTime(api.service, id())).toBe(0)
    const [message] = await api.db.message.findMany({ where: { organizationId: id() } })
    expect(message).toMatchObject({ purpose: 'wish', record: 'waitlist_wish', status: 'QUEUED' })
    const byMessage = await confirmationOf(api, clinic, token)
    expect((await byWish(api, 'getWish', byMessage)).body).toMatchObject({ can_confirm: true })
    api.setNow(TEST_NOW + HOUR_MS)
    expect((await confirmed(token)).body).toMatchObject({ status: 'WAITING', can_confirm: false })
    const wish = await api.db.waitlistWish.findFirstOrThrow({ where: { organizationId: id() } })
    // Behind those who waited on the list meanwhile.
    expect(wish.waitsSince).toEqual(new Date(TEST_NOW + HOUR_MS))
    expect(await offerFreeTime(api.service, id())).toBe(1)
    expect((await confirmed(token)).body.status).toBe('OFFERED')
    expect(await statusOf(api, byMessage)).toBe('OFFERED')
  })

  it('404 not_found: by the link of the page', async () => {
    const token = await left()
    const { problem } = await byWish(api, 'confirmWish', token)
    expect(problem.code).toBe('not_found')
    expect((await byWish(api, 'getWish', token)).body).toMatchObject({
      status: 'UNCONFIRMED',
      can_confirm: false,
    })
  })

  it('409 action_not_allowed: the wish has ended', async () => {
    const token = await left()
    await byWish(api, 'leaveWaitlist', token)
    expect((await confirmed(token)).problem.code).toBe('action_not_allowed')
  })

  it('409 action_not_allowed: the list is full', async () => {
    const token = await left()
    await api.connection.pool.query(
      `INSERT INTO waitlist_wish (organization_id, client_id, source, language, from_date, to_date, weekdays, from_minute, to_minute, waits_since)
       SELECT $1, $2, 'dashboard', 'pt', '2026-11-23', '2026-11-23', '{1}', 0, 1440, now() FROM generate_series(1, $3)`,
      [id(), clinic.client.id, LIMITS.wishesPerOrganization],
    )
    expect((await confirmed(token)).problem.code).toBe('action_not_allowed')
    const { problem } = await waitAs(api, clinic)
    expect(problem.detail).toBe('The waitlist is full.')
  })
})

describe('unconfirmed wishes', () => {
  it('end after a day', async () => {
    const token = await left()
    api.setNow(TEST_NOW + LIMITS.unconfirmedWishHours * HOUR_MS - 1)
    expect(await endOverdueOffers(api.service, id())).toBe(0)
    api.setNow(TEST_NOW + LIMITS.unconfirmedWishHours * HOUR_MS)
    expect(await endOverdueOffers(api.service, id())).toBe(1)
    expect(await statusOf(api, token)).toBe('EXPIRED')
  })

  it('of a contact: those of the address that left most of them go first, the oldest of them', async () => {
    const client = newClient()
    const attacker = openStranger(api)
    const owners = await left({ client })
    const mine = [await left({ client }, attacker), await left({ client }, attacker)]
    const newest = await left({ client }, attacker)
    expect(
      await Promise.all([owners, ...mine, newest].map((token) => statusOf(api, token))),
    ).toEqual(['UNCONFIRMED', 'EXPIRED', 'UNCONFIRMED', 'UNCONFIRMED'])
  })

  it('of an address: the oldest goes, and no other address loses one', async () => {
    const others = await left()
    const attacker = openStranger(api)
    const mine: string[] = []
    for (let count = 0; count <= LIMITS.unconfirmedWishesPerAddress; count += 1) {
      mine.push(await left({}, attacker))
    }
    const [first = '', second = ''] = mine
    expect(await Promise.all([others, first, second].map((token) => statusOf(api, token)))).toEqual(
      ['UNCONFIRMED', 'EXPIRED', 'UNCONFIRMED'],
    )
  })

  it('of an organization: many from a few addresses push out themselves, and never a real client', async () => {
    const real = await left()
    // As if four addresses had filled the list.
    await api.connection.pool.query(
      `WITH made AS (
         INSERT INTO waitlist_wish (organization_id, client_id, source, language, from_date, to_date, weekdays, from_minute, to_minute, waits_since, status)
         SELECT $1, $2, 'public_booking', 'pt', '2026-11-23', '2026-11-23', '{1}', 0, 1440, $4, 'UNCONFIRMED'
         FROM generate_series(1, $3) RETURNING id
       )
       INSERT INTO public_submission (organization_id, id_hash, body_hash, visitor, wish_id)
       SELECT $1, sha256(id::text::bytea), '', 'address ' || id % 4, id FROM made`,
      [id(), clinic.client.id, LIMITS.unconfirmedWishesPerOrganization - 1, new Date(TEST_NOW)],
    )
    const newcomer = await left()
    expect(await statusOf(api, real)).toBe('UNCONFIRMED')
    expect(await statusOf(api, newcomer)).toBe('UNCONFIRMED')
    expect(await unconfirmed()).toHaveLength(LIMITS.unconfirmedWishesPerOrganization)
    expect((await confirmed(real)).body.status).toBe('WAITING')
  })

  it('left at once by many with one contact, are no more than three', async () => {
    const client = newClient()
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => waitAs(api, clinic, { client })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await unconfirmed()).toHaveLength(LIMITS.unconfirmedWishesPerContact)
  })

  it('400 out_of_range: no one works at these hours, or on these days', async () => {
    const faults = async (body: object) => {
      const { problem } = await waitAs(api, clinic, body)
      return problem?.errors?.map((one: any) => `${one.field} ${one.code}`) ?? []
    }
    const night = { from_minute: 23 * 60 + 55, to_minute: 23 * 60 + 56 }
    const aYear = { from_date: '2027-11-15', to_date: '2027-11-20' }
    expect(await faults({ ...night, ...aYear })).toEqual(['from_minute out_of_range'])
    expect(await faults({ from_date: '2026-11-21', to_date: '2026-11-22' })).toEqual([
      'from_minute out_of_range',
    ])
    expect(await faults(aYear)).toEqual([])
  })
})

describe('waitlist.confirm', () => {
  it('200: for a client whom no message reaches; a second time nothing happens', async () => {
    const token = await left({ client: { first_name: 'Rui', phone: '11987651234' } })
    const owner = await signIn(api, clinic.organization)
    const listed = async (input: object = {}) =>
      (await owner.query('waitlist.list', input)).body.data
    expect(await listed()).toEqual([])
    const [wish] = await listed({ status: ['UNCONFIRMED'] })
    const input = { entry_id: wish.id }
    const reply = await owner.mutate('waitlist.confirm', input)
    expect(reply.body).toMatchObject({ id: wish.id, status: 'WAITING' })
    expect((await owner.mutate('waitlist.confirm', input)).body).toEqual(reply.body)
    expect(await listed()).toEqual([reply.body])
    expect(await statusOf(api, token)).toBe('WAITING')
  })

  it('404 not_found: of another organization', async () => {
    await left()
    const [wish] = await unconfirmed()
    const owner = await signIn(api, (await openClinic(api)).organization)
    const { problem } = await owner.mutate('waitlist.confirm', { entry_id: wish?.id })
    expect(problem.code).toBe('not_found')
  })

  it('409 action_not_allowed: it has ended', async () => {
    await byWish(api, 'leaveWaitlist', await left())
    const owner = await signIn(api, clinic.organization)
    const [wish] = await api.db.waitlistWish.findMany({ where: { organizationId: id() } })
    const { problem } = await owner.mutate('waitlist.confirm', { entry_id: wish?.id })
    expect(problem.code).toBe('action_not_allowed')
  })
})

describe('waitlist.removeMany', () => {
  it('200: many at once', async () => {
    const tokens = [await left(), await left(), await left()]
    const owner = await signIn(api, clinic.organization)
    const ids = (await unconfirmed()).map((wish) => wish.id)
    const { body } = await owner.mutate('waitlist.removeMany', { entry_ids: ids.toReversed() })
    expect(body.data.map((wish: any) => [wish.id, wish.status])).toEqual(
      ids.map((one) => [one, 'REMOVED']),
    )
    expect(await Promise.all(tokens.map((token) => statusOf(api, token)))).toEqual(
      Array(3).fill('REMOVED'),
    )
  })

  it('404 not_found: with one of another organization, none is removed', async () => {
    await left()
    const other = await openClinic(api)
    await waitAs(api, other)
    const foreign = await api.db.waitlistWish.findFirstOrThrow({
      where: { organizationId: other.organization.row.id },
    })
    const owner = await signIn(api, clinic.organization)
    const entry_ids = [...(await unconfirmed()).map((wish) => wish.id), foreign.id]
    const { problem } = await owner.mutate('waitlist.removeMany', { entry_ids })
    expect(problem.code).toBe('not_found')
    expect(await unconfirmed()).toHaveLength(1)
  })
})
