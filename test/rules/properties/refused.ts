/** What every route answers when it is none of the caller's doing. */
import { STATEMENT_BUDGET } from '../../support/statement-budget.ts'
import type { Route } from '@scheduling/api'
import { expect } from 'vitest'
import type { Property } from './property.ts'
import type { World } from './world.ts'

const isMe = ({ name }: Route): boolean => name === 'GET /v1/me'
const readsNothing = (route: Route): boolean =>
  !isMe(route) && STATEMENT_BUDGET[route.name]?.statements === 0

/** Tables of which a key is made: without them nothing is known of the caller. */
const OF_KEYS = ['api_key', 'organization', 'operator_switch', 'messaging_connection']

async function without(tables: readonly string[], { api }: World): Promise<() => Promise<void>> {
  const rename = async (from: string, to: string) => {
    for (const name of tables)
      await api.connection.pool.query(`ALTER TABLE "${name}${from}" RENAME TO "${name}${to}"`)
  }
  await rename('', '_gone')
  return () => rename('_gone', '')
}

async function isInternalError(route: Route, { api, accepted, served }: World): Promise<void> {
  const { status, body, text, headers } = await accepted(route, served.key)
  expect([status, body?.code]).toEqual([500, 'internal_error'])
  expect(text).not.toMatch(/prisma|relation|column|select|table/i)
  const logged = api.logged.filter(
    ({ level, fields }) =>
      level === 'error' && Reflect.get(fields, 'request_id') === headers.get('x-request-id'),
  )
  expect(logged).toHaveLength(1)
}

export const REFUSED: readonly Property<Route>[] = [
  {
    name: '429 rate_limited: once the limit of the key is used up, and says when to come back',
    async check(route, { accepted, limited, spentKey }) {
      const { status, body, headers } = await accepted(route, spentKey, limited)
      expect([status, body?.code]).toEqual([429, 'rate_limited'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    },
  },
  {
    name: '503 api_disabled: while an operator has switched the API off, and says when to come back',
    async during({ api }) {
      const set = async (apiDisabled: boolean) =>
        void (await api.db.operatorSwitch.update({ where: { id: 1 }, data: { apiDisabled } }))
      await set(true)
      return () => set(false)
    },
    async check(route, { accepted, served }) {
      const { status, body, headers } = await accepted(route, served.key)
      expect([status, body?.code, headers.get('retry-after')]).toEqual([503, 'api_disabled', '60'])
    },
  },
  {
    name: '500 internal_error: when the database lacks what it reads, without a word of what',
    appliesTo: (route) => !isMe(route) && !readsNothing(route),
    async during(world) {
      const { rows } = await world.api.connection.pool.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND NOT relispartition AND relname <> ALL($1)`,
        [OF_KEYS],
      )
      return without(
        rows.map(({ name }) => name),
        world,
      )
    },
    check: isInternalError,
  },
  {
    name: '500 internal_error: which shows only what is read with the key',
    appliesTo: isMe,
    during: (world) => without(['messaging_connection'], world),
    check: isInternalError,
  },
  {
    name: '500 internal_error: which reads nothing but the key',
    appliesTo: readsNothing,
    during: (world) => without(['api_key'], world),
    check: isInternalError,
  },
]
