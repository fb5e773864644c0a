import { EVENT_TYPES } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { appRouter } from '../router.ts'
import { EMISSIONS, emissionFault } from './emissions.ts'

describe('the table of emissions', () => {
  it('names routes and outcomes that exist, and all that change records', () => {
    const mutations = new Map<string, readonly string[]>()
    for (const procedure of Object.values(appRouter._def.procedures)) {
      const endpoint = Reflect.get(procedure, '_def').meta?.endpoint
      if (endpoint?.kind === 'mutation' && !endpoint.path.startsWith('/webhooks')) {
        mutations.set(`${endpoint.method} ${endpoint.path}`, Object.keys(endpoint.success))
      }
    }
    expect(Object.keys(EMISSIONS).sort()).toEqual([...mutations.keys()].sort())
    for (const [route, outcomes] of mutations) {
      expect([route, Object.keys(EMISSIONS[route] ?? {})]).toEqual([route, outcomes])
    }
  })

  it('names types of the catalogue only', () => {
    const types = Object.values(EMISSIONS).flatMap((row) =>
      Object.values(row)
        .flat()
        .map(({ type }) => type),
    )
    expect(types.filter((type) => !Object.hasOwn(EVENT_TYPES, type))).toEqual([])
  })
})

describe('emissionFault', () => {
  const route = 'POST /appointments'

  it('accepts every listed event, optional ones left out, in order', () => {
    expect(emissionFault(route, 'created', ['appointment.created'])).toBeNull()
    expect(
      emissionFault(route, 'created', [
        'client.created',
        'appointment.created',
        'client.first_appointment',
      ]),
    ).toBeNull()
    expect(emissionFault(route, 'existing', [])).toBeNull()
    expect(emissionFault('POST /webhooks', 'created', [])).toBeNull()
  })

  it('says what is missing, unlisted or out of order', () => {
    expect(emissionFault(route, 'created', ['client.created'])).toMatch(
      /did not emit appointment.created/,
    )
    expect(emissionFault(route, 'existing', ['client.updated'])).toMatch(/emitted client.updated/)
    expect(emissionFault(route, 'created', ['appointment.created', 'client.created'])).toMatch(
      /does not list there/,
    )
    expect(
      emissionFault(route, 'created', ['appointment.created', 'appointment.created']),
    ).not.toBeNull()
    expect(emissionFault('POST /webhooks', 'created', ['ping'])).not.toBeNull()
  })
})
