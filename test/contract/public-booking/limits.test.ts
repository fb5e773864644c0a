/** What one address can do without an account. */
import { LIMITS, linkToken } from '@scheduling/core'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { openBrowser, openStranger, type DashboardReply } from '../../support/dashboard.ts'
import { bookAs, newClient, submissionId, tokenOf } from '../../support/public-booking.ts'
import { startVisitedApi } from '../../support/visited-api.ts'
import { rounds } from '../../support/sample.ts'

let api: TestApi
beforeAll(async () => {
  api = await startVisitedApi()
})
afterAll(() => api.close())

const codesOf = (replies: DashboardReply[]) => replies.map(({ problem }) => problem?.code ?? 'ok')

it('thousands of bookings from one address: at most what the limit lets through, and little work', async () => {
  const clinic = await openClinic(api, { hours: { intervals: [['00:00', '24:00']] } })
  const browser = openStranger(api)
  const codes = new Map<string, number>()
  const before = process.cpuUsage()
  const started = performance.now()
  const CALLS_PER_BATCH = LIMITS.callsPerBatch
  const count = rounds(10_000 / CALLS_PER_BATCH) * CALLS_PER_BATCH
  for (let sent = 0; sent < count; sent += CALLS_PER_BATCH) {
    const inputs = Array.from({ length: CALLS_PER_BATCH }, (_, index) => ({
      slug: clinic.organization.row.slug,
      submission_id: submissionId(),
      service_ids: [clinic.service.id],
      start: at(`${String((sent + index) % 24).padStart(2, '0')}:00`),
      client: newClient(),
    }))
    const names = inputs.map(() => 'publicBooking.book').join()
    const response = await fetch(`${api.url}/trpc/${names}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.9.9' },
      body: JSON.stringify({ ...inputs }),
    })
    for (const one of (await response.json()) as any[]) {
      const code = one.error?.data.problem.code ?? 'ok'
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  const cpu = process.cpuUsage(before)
  const perCall = (cpu.user + cpu.system) / 1000 / count
  console.info(
    `${count} bookings of one address: ${JSON.stringify([...codes])}, ${perCall.toFixed(2)} ms of CPU each, ${Math.round(performance.now() - started)} ms`,
  )
  const made = await api.db.appointment.count({
    where: { organizationId: clinic.organization.row.id },
  })
  expect(made).toBe(codes.get('ok'))
  expect(made).toBeLessThanOrEqual(LIMITS.publicBookingsPerAddressPerHour)
  expect(codes.get('rate_limited')).toBe(count - LIMITS.publicBookingsPerAddressPerHour)
  expect(perCall).toBeLessThan(5)
  // Someone else is not affected.
  expect((await bookAs(api, clinic, { start: at('22:30') })).body.outcome).toBe('created')
  expect(
    (await browser.query('publicBooking.getOrganization', { slug: clinic.organization.row.slug }))
      .status,
  ).toBe(200)
}, 120_000)

it('pictures of organizations are counted as other reads are', async () => {
  const { row } = await api.organization()
  const path = `${api.url}/${row.slug}/logo?v=${'x'.repeat(16)}`
  const load = async () =>
    (await fetch(path, { headers: { 'x-forwarded-for': '10.9.9.7' } })).status
  const statuses = []
  for (let sent = 0; sent <= LIMITS.publicReadsPerAddressPerMinute; sent += 1) {
    statuses.push(await load())
  }
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([404]))
  expect(statuses.at(-1)).toBe(429)
})

it('an IPv6 address counts with its /64, and no other', async () => {
  const clinic = await openClinic(api, { hours: { intervals: [['00:00', '24:00']] } })
  const of = (address: string) => openBrowser(api, { 'x-forwarded-for': address })
  const replies = []
  for (let index = 0; index < LIMITS.publicBookingsPerAddressPerHour + 3; index += 1) {
    replies.push(await bookAs(api, clinic, {}, of(`2001:db8:1:1::${index.toString(16)}`)))
  }
  expect(codesOf(replies).filter((code) => code === 'rate_limited')).toHaveLength(3)
  const [refused] = replies.slice(-1)
  expect(Number(refused?.headers.get('retry-after'))).toBe(3600)
  expect(codesOf([await bookAs(api, clinic, {}, of('2001:db8:1:2::1'))])).not.toEqual([
    'rate_limited',
  ])
})

it('links that do not work block the address, for links and pages, and no other', async () => {
  const clinic = await openClinic(api)
  const booked = await bookAs(api, clinic)
  const token = tokenOf(booked.body.url)
  const address = '10.9.8.7'
  const browser = openBrowser(api, { 'x-forwarded-for': address })
  const read = (one: string) => browser.mutate('publicBooking.getAppointment', { token: one })
  const page = (one: string) =>
    fetch(`${api.url}/a/${one}`, { headers: { 'x-forwarded-for': address } })
  for (let index = 0; index < LIMITS.linkGuessesPerAddress / 2; index += 1) {
    expect((await read(randomBytes(24).toString('base64url'))).status).toBe(404)
    expect((await page(randomBytes(24).toString('base64url'))).status).toBe(404)
  }
  expect((await read(token)).status).toBe(429)
  const blocked = await page(token)
  expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([
    429,
    String(LIMITS.linkGuessBlockMinutes * 60),
  ])
  expect((await openStranger(api).mutate('publicBooking.getAppointment', { token })).status).toBe(
    200,
  )
})

it('one record is not moved back and forth all day, from however many addresses', async () => {
  const clinic = await openClinic(api)
  const booked = await bookAs(api, clinic)
  const token = tokenOf(booked.body.url)
  const replies = []
  for (let index = 0; index < LIMITS.publicChangesPerRecordPerHour + 2; index += 1) {
    const start = at(index % 2 === 0 ? '10:00' : '09:00')
    const browser = openStranger(api)
    replies.push(await browser.mutate('publicBooking.rescheduleAppointment', { token, start }))
  }
  expect(codesOf(replies).filter((code) => code === 'ok')).toHaveLength(
    LIMITS.publicChangesPerRecordPerHour,
  )
  expect(codesOf(replies).slice(-2)).toEqual(['rate_limited', 'rate_limited'])
  const cancelled = await openStranger(api).mutate('publicBooking.cancelAppointment', { token })
  expect(cancelled.status).toBe(200)
})

it('reads are generous, and end', async () => {
  const clinic = await openClinic(api)
  const browser = openStranger(api)
  const { slug } = clinic.organization.row
  const replies = []
  for (let index = 0; index < LIMITS.publicReadsPerAddressPerMinute + 2; index += 1) {
    replies.push(await browser.query('publicBooking.getOrganization', { slug }))
  }
  expect(codesOf(replies).filter((code) => code === 'rate_limited')).toHaveLength(2)
})

it('the token of a link is counted before anything else of it is looked at', async () => {
  const clinic = await openClinic(api)
  const { body } = await clinic.book()
  const row = await api.db.appointment.findUniqueOrThrow({ where: { id: body.id } })
  const browser = openBrowser(api, { 'x-forwarded-for': '10.9.8.6' })
  const old = linkToken(api.service, 'appointment', { ...row, linkVersion: 9 })
  const names = ['cancelAppointment', 'leaveQueue', 'confirmPresence', 'getDeposit']
  for (let index = 0; index < LIMITS.linkGuessesPerAddress; index += 1) {
    const name = `publicBooking.${names[index % names.length]}`
    expect((await browser.mutate(name, { token: old })).status).toBe(404)
  }
  const reply = await browser.mutate('publicBooking.cancelAppointment', { token: old })
  expect([reply.status, reply.problem.code]).toEqual([429, 'rate_limited'])
})
