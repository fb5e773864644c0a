/** The generated part of the SDK is what the routes and schemas say. */
import { routeTable, type Route } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sdkText } from '../../support/sdk-text.ts'

const { routes } = routeTable(appRouter)
const SDK = path.join(import.meta.dirname, '../../../packages/sdk/src')

function endpointOf(procedure: string): Route['endpoint'] {
  const route = routes.find((one) => one.procedure === procedure)
  if (route === undefined) throw new Error(`There is no ${procedure}.`)
  return route.endpoint
}

function formatted(name: string, text: string): string {
  const binary = path.join(import.meta.dirname, '../../../node_modules/.bin/oxfmt')
  return execFileSync(binary, [`--stdin-filepath=packages/sdk/src/${name}`], {
    input: text,
    encoding: 'utf8',
  })
}

describe('the generated part of the SDK', () => {
  it.each([
    ['api-records.ts', 'records'],
    ['api-methods.ts', 'methods'],
    ['api-maps.ts', 'maps'],
  ] as const)('%s is as the routes and schemas say', async (name, part) => {
    const text = sdkText(routes)[part]
    await expect(formatted(name, text)).toMatchFileSnapshot(path.join(SDK, name))
  })

  const changed = (procedure: string, endpoint: Partial<Route['endpoint']>) =>
    routes.map((route) =>
      route.procedure === procedure
        ? { ...route, endpoint: { ...route.endpoint, ...endpoint } }
        : route,
    )
  const { output, input, rest } = endpointOf('clients.create')
  if (!(output instanceof z.ZodObject)) throw new Error('A client is a record.')
  const { first_name: _, ...others } = output.shape

  it.each<[string, readonly Route[], 'api-records.ts' | 'api-methods.ts']>([
    [
      'a field of a record is renamed',
      changed('clients.create', { output: z.object({ ...others, given_name: z.string() }) }),
      'api-methods.ts',
    ],
    [
      'a field of an input is renamed',
      changed('clients.create', { input: input.extend({ nick_name: z.string() }) }),
      'api-records.ts',
    ],
    [
      'an input is no longer optional',
      changed('clients.create', { input: input.required({ last_name: true }) }),
      'api-records.ts',
    ],
    [
      'words change',
      changed('clients.create', { rest: { ...rest, summary: 'Register a client' } }),
      'api-methods.ts',
    ],
    [
      'a route takes no idempotency key any more',
      changed('clients.create', { rest: { ...rest, idempotent: undefined as never } }),
      'api-methods.ts',
    ],
    [
      'a route is gone',
      routes.filter(({ procedure }) => procedure !== 'clients.create'),
      'api-methods.ts',
    ],
  ])('is not what it was when %s', (_, others, name) => {
    const part = name === 'api-records.ts' ? 'records' : 'methods'
    const kept = readFileSync(path.join(SDK, name), 'utf8')
    expect(formatted(name, sdkText(routes)[part])).toBe(kept)
    expect(formatted(name, sdkText(others)[part])).not.toBe(kept)
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
