/** How many statements and round trips the writes of appointments take. BEGIN and COMMIT count. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi } from '../../support/api.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { cacheKey, startCountedApi } from '../../support/counted-api.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../../support/database-proxy.ts'

let beside: TestApi
/** On the same database, by way of the proxy. */
let api: TestApi
let proxy: DatabaseProxy
let clinic: BookableClinic

beforeAll(async () => {
  beside = await startTestApi()
  proxy = await openDatabaseProxy(beside.databaseUrl)
  api = await startCountedApi(proxy)
  clinic = await openClinic(api)
  const { key, row } = clinic.organization
  await cacheKey(api, { key, organizationId: row.id })
})
afterAll(async () => {
  await api.close()
  await proxy.close()
  await beside.close()
})

type Cost = { readonly statements: number; readonly roundTrips: number }

/** What a call takes, which is one transaction. */
async function costOf(status: number, send: () => Promise<Reply>): Promise<Cost> {
  const { statements, roundTrips } = await proxy.tallyOf(async () => {
    const reply = await send()
    expect(reply.status, reply.text).toBe(status)
  })
  expect(statements[0]).toMatch(/^BEGIN /)
  expect(statements.filter((text) => /^(COMMIT|ROLLBACK)$/.test(text))).toEqual([statements.at(-1)])
  return { statements: statements.length, roundTrips }
}

const withKey = () => ({ headers: { 'Idempotency-Key': randomUUID() } })
const known = { client_id: null, client: { first_name: 'Ana', phone: '11987654321' } }
const unknown = (phone: string) => ({ client_id: null, client: { first_name: 'Rui', phone } })
const anyone = { professional_id: null }

/** Each at a time of its own. The same with an Idempotency-Key, a day later. */
describe.each([
  ['without a key', MONDAY, '1', () => ({})],
  ['with an Idempotency-Key', '2026-11-24', '2', withKey],
] as const)('a booking %s', (_, date, digit, call) => {
  it.each([
    ['for a client by id', '09:00', {}, 10, 6],
    ['for a client by id, with any professional', '09:30', anyone, 11, 7],
    ['for a client that is found', '10:00', known, 12, 8],
    ['for a client that is found, with any professional', '10:30', { ...known, ...anyone }, 13, 9],
    ['for a new client', '11:00', unknown(`1195555444${digit}`), 11, 8],
    [
      'for a new client, with any professional',
      '11:30',
      { ...unknown(`1195555333${digit}`), ...anyone },
      12,
      9,
    ],
  ])('%s', async (__, clock, body, statements, roundTrips) => {
    const book = () => clinic.book({ start: at(clock, date), ...body }, call())
    expect(await costOf(201, book)).toEqual({ statements, roundTrips })
  })
})

it('a booking that is refused ends without its last statements', async () => {
  await clinic.book({ start: at('13:00') })
  const cost = await costOf(409, () =>
    clinic.book({ start: at('13:00'), ...unknown('11955552222') }),
  )
  expect(cost).toEqual({ statements: 9, roundTrips: 6 })
})

describe('a change of an appointment', () => {
  it.each([
    ['confirm', {}, { statements: 7, roundTrips: 5 }],
    ['confirm', withKey(), { statements: 7, roundTrips: 5 }],
    ['complete', {}, { statements: 7, roundTrips: 5 }],
    ['complete', withKey(), { statements: 7, roundTrips: 5 }],
    ['cancel', {}, { statements: 8, roundTrips: 5 }],
    ['cancel', withKey(), { statements: 8, roundTrips: 5 }],
    ['no-show', {}, { statements: 8, roundTrips: 5 }],
    ['no-show', withKey(), { statements: 8, roundTrips: 5 }],
    ['reschedule', {}, { statements: 15, roundTrips: 9 }],
    ['reschedule', withKey(), { statements: 15, roundTrips: 9 }],
  ])('%s', async (action, call, cost) => {
    const booked = await clinic.book({ start: at('14:00') })
    const { id } = booked.body
    const path = `/v1/appointments/${id}`
    if (action === 'complete') await clinic.call('POST', `${path}/confirm`)
    const body = action === 'reschedule' ? { start: at('16:00') } : undefined
    const taken = await costOf(200, () =>
      clinic.call('POST', `${path}/${action}`, {
        ...call,
        ...(body === undefined ? {} : { body }),
      }),
    )
    expect(taken).toEqual(cost)
    await api.db.appointment.deleteMany({ where: { id } })
    await api.db.calendarHold.deleteMany({
      where: {
        organizationId: clinic.organization.row.id,
        startsAt: { in: [new Date(at('14:00')), new Date(at('16:00'))] },
      },
    })
  })
})
