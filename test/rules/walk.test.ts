/**
 * One walk over all routes of REST and all procedures of tRPC, with what holds of each: a route or procedure that is new
 * is asked everything without a line here.
 */
import { routeTable, type Route } from '@scheduling/api'
import { appRouter, proceduresOf, type Procedure } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOREIGN_IDS } from './properties/foreign-ids.ts'
import { KEYS, SCOPE_IS_ENOUGH } from './properties/keys.ts'
import { ABOUT_RECORDS, BEFORE_ITS_INPUT, isOfOwner, roomOf } from './properties/procedures.ts'
import { OF_ACCESSES } from './properties/own.ts'
import type { Property } from './properties/property.ts'
import { REFUSED } from './properties/refused.ts'
import { STRICT } from './properties/strict.ts'
import { openWorld, type World } from './properties/world.ts'

const routes = routeTable(appRouter).routes
const procedures = proceduresOf(appRouter)

let world: World
let before: unknown

beforeAll(async () => {
  world = await openWorld()
  before = await world.whole()
})
afterAll(() => world.close())

/** One test for each of those that the property applies to. */
function walk<Of extends Route | Procedure>(
  all: readonly Of[],
  properties: readonly Property<Of>[],
): void {
  for (const { name, appliesTo = () => true, check, during } of properties) {
    const those = all.filter(appliesTo).map((one) => [one.name, one] as const)
    describe(name, () => {
      let end: (() => Promise<void>) | undefined
      beforeAll(async () => {
        end = await during?.(world)
      })
      afterAll(() => end?.())
      it.each(those)('%s', (_, one) => check(one, world))
    })
  }
}

describe('the walk', () => {
  it('is over every route of the document that needs a key', () => {
    const described = world.document.operations.filter(({ scope }) => scope !== undefined)
    expect(routes.map(({ name }) => name).toSorted()).toEqual(
      described.map(({ name }) => name).toSorted(),
    )
    expect(routes.length).toBeGreaterThan(35)
  })

  it('knows which routers are the owner’s: of the others everybody has some', () => {
    const guarded = procedures.filter(isOfOwner)
    const rooms = [
      'apiKeys',
      'organization',
      'overview',
      'payments',
      'requests',
      'testClock',
      'webhooks',
    ]
    expect([...new Set(guarded.map(roomOf))].toSorted()).toEqual(
      [...rooms, 'account', 'clients', 'messaging'].toSorted(),
    )
    const open = procedures.filter(
      (one) => !one.isOpen && rooms.includes(roomOf(one)) && !isOfOwner(one),
    )
    expect(open.map(({ name }) => name)).toEqual([])
  })
})

walk(routes, FOREIGN_IDS)
walk(procedures, [...ABOUT_RECORDS, ...BEFORE_ITS_INPUT, ...OF_ACCESSES])

it('nothing of either organization has changed', async () => {
  expect(await world.whole()).toEqual(before)
})

walk(routes, [...KEYS, ...STRICT, ...REFUSED, SCOPE_IS_ENOUGH])

it('200: what is not switched off works as before', async () => {
  expect((await world.ownerOfLess.query('clients.list', {})).status).toBe(200)
})

it('400: a cursor of another organization is refused', async () => {
  const { api, own, served } = world
  await api.db.client.createMany({
    data: [served, own].flatMap(({ row }) =>
      ['A', 'B'].map((firstName) => ({
        organizationId: row.id,
        firstName,
        searchText: firstName.toLowerCase(),
      })),
    ),
  })
  const page = await api.call('GET', '/v1/clients?limit=1', { key: served.key })
  const cursor: string = page.body.next_cursor
  const reply = await api.call('GET', `/v1/clients?limit=1&cursor=${cursor}`, { key: own.key })
  expect([reply.status, reply.body.errors[0]]).toMatchObject([
    400,
    { field: 'cursor', code: 'invalid_value' },
  ])
})
