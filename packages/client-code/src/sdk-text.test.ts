/** The text of the SDK follows the routes and schemas. */
import { routeTable, type Route } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sdkText } from './sdk-text.ts'

const { routes } = routeTable(appRouter)
const now = sdkText(routes)

function endpointOf(procedure: string): Route['endpoint'] {
  const route = routes.find((one) => one.procedure === procedure)
  if (route === undefined) throw new Error(`There is no ${procedure}.`)
  return route.endpoint
}

describe('the text of the SDK', () => {
  const changed = (procedure: string, endpoint: Partial<Route['endpoint']>) =>
    routes.map((route) =>
      route.procedure === procedure
        ? { ...route, endpoint: { ...route.endpoint, ...endpoint } }
        : route,
    )
  const { output, input, rest } = endpointOf('clients.create')
  if (!(output instanceof z.ZodObject)) throw new Error('A client is a record.')
  const { first_name: _, ...others } = output.shape

  it.each<[string, readonly Route[], 'records' | 'methods']>([
    [
      'a field of a record is renamed',
      changed('clients.create', { output: z.object({ ...others, given_name: z.string() }) }),
      'methods',
    ],
    [
      'a field of an input is renamed',
      changed('clients.create', { input: input.extend({ nick_name: z.string() }) }),
      'records',
    ],
    [
      'an input is no longer optional',
      changed('clients.create', { input: input.required({ last_name: true }) }),
      'records',
    ],
    [
      'words change',
      changed('clients.create', { rest: { ...rest, summary: 'Register a client' } }),
      'methods',
    ],
    [
      'a route takes no idempotency key any more',
      changed('clients.create', { rest: { ...rest, idempotent: undefined as never } }),
      'methods',
    ],
    [
      'a route is gone',
      routes.filter(({ procedure }) => procedure !== 'clients.create'),
      'methods',
    ],
  ])('is not what it was when %s', (_, others, part) => {
    expect(sdkText(others)[part]).not.toBe(now[part])
  })

  it('shows a field that is renamed wherever the record stands', () => {
    const text = sdkText(
      changed('clients.get', {
        output: z.object({ ...others, given_name: z.string() }).meta({ id: 'Client' }),
      }),
    ).records
    expect(text).toContain('givenName: string')
  })

  it('refuses a name that means a map here and a record there, or that camelCase loses', () => {
    const withField = (name: string, field: z.ZodType) =>
      sdkText(changed('clients.create', { input: input.extend({ [name]: field }) }))
    expect(() => withField('metadata', z.object({ crm_id: z.string() }))).toThrow(
      'Maps in one place, and records in another: metadata.',
    )
    expect(() => withField('line_2', z.string())).not.toThrow()
    expect(() => withField('lineTwo', z.string())).toThrow('does not keep: lineTwo.')
  })
})
