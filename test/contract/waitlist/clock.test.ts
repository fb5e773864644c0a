/** The waitlist of a test organization, by its own clock: everything at its moment. */
import { endOverdueOffers, offerFreeTime } from '@scheduling/core'
import { beforeAll, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { MONDAY } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import { arrived } from '../../support/test-clock.ts'
import { openFullClinic, statusOf, waiting } from '../../support/waitlist.ts'

const api = useOwnApi()
beforeAll(async () => {
  api.setNow(TEST_NOW)
})

it('offers end after their minutes, the next follow, quiet hours pass, and wishes end with their day', async () => {
  const clinic = await openFullClinic(api, { organization: { livemode: false } })
  const { id } = clinic.organization.row
  const owner = await signIn(api, clinic.organization)
  const advance = async (to: string) => {
    const { problem } = await owner.mutate('testClock.advance', { to })
    expect(problem).toBeUndefined()
    await arrived(api, id)
  }
  const tokens = [
    await waiting(api, clinic, { language: 'en' }),
    await waiting(api, clinic),
    await waiting(api, clinic),
  ]
  await advance('2026-11-20T20:30:00-03:00')
  await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
  await offerFreeTime(api.service, id)
  const offers = async () =>
    (
      await api.db.waitlistOffer.findMany({ where: { organizationId: id }, orderBy: { id: 'asc' } })
    ).map(({ heldUntil, outcome }) => `${heldUntil.toISOString().slice(0, 16)} ${outcome}`)
  // By the clock of the others it is morning, and nothing is due.
  expect(await endOverdueOffers(api.service)).toBe(0)
  expect(await offers()).toEqual(['2026-11-20T23:50 OPEN'])
  await advance('2026-11-21T08:30:00-03:00')
  expect(await offers()).toEqual([
    '2026-11-20T23:50 LAPSED',
    '2026-11-21T00:10 LAPSED',
    // At night no one is offered anything.
    '2026-11-21T11:20 LAPSED',
  ])
  expect(await clinic.starts(MONDAY)).toHaveLength(1)
  expect(
    await api.db.message.count({
      where: { organizationId: id, purpose: 'offer', status: 'SENT', provider: 'outbox' },
    }),
  ).toBe(3)
  const [first] = await api.db.message.findMany({
    where: { organizationId: id, purpose: 'offer' },
    orderBy: { createdAt: 'asc' },
  })
  expect([first?.language, first?.text]).toEqual(['en', expect.stringContaining('A time is free')])
  await advance('2026-11-24T00:00:00-03:00')
  expect(await Promise.all(tokens.map((token) => statusOf(api, token)))).toEqual([
    'EXPIRED',
    'EXPIRED',
    'EXPIRED',
  ])
})
