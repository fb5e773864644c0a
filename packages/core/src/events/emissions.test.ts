import { EVENT_TYPES } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { proceduresOf } from '../procedure/procedure-list.ts'
import { nameOf } from '../procedure/endpoint.ts'
import { appRouter, EMISSIONS } from '../router.ts'
import { emissionFault, typeOf, type Emits } from './emissions.ts'

describe('the table of emissions', () => {
  it('names routes and outcomes that exist, and all that change records', () => {
    const changes = new Map<string, readonly string[]>()
    for (const { name, endpoint } of proceduresOf(appRouter)) {
      if (endpoint?.kind === 'change' && !name.startsWith('webhooks.')) {
        changes.set(nameOf(endpoint, name), Object.keys(endpoint.success))
      }
    }
    expect(Object.keys(EMISSIONS).sort()).toEqual([...changes.keys()].sort())
    for (const [route, outcomes] of changes) {
      expect([route, Object.keys(EMISSIONS[route] ?? {})]).toEqual([route, outcomes])
    }
  })

  it('names types of the catalogue only', () => {
    const types = Object.values(EMISSIONS).flatMap((row) => Object.values(row).flat().map(typeOf))
    expect(types.filter((type) => !Object.hasOwn(EVENT_TYPES, type))).toEqual([])
  })
})

describe('emissionFault', () => {
  const booking = of('POST /appointments')
  const subscribing = of('POST /webhooks')

  it('accepts every listed event, optional ones left out, in order', () => {
    expect(emissionFault(booking, 'created', ['appointment.created'])).toBeNull()
    expect(
      emissionFault(booking, 'created', [
        'client.created',
        'appointment.created',
        'client.first_appointment',
      ]),
    ).toBeNull()
    expect(emissionFault(booking, 'existing', [])).toBeNull()
    expect(emissionFault(subscribing, 'created', [])).toBeNull()
  })

  it('says what is missing, unlisted or out of order', () => {
    expect(emissionFault(booking, 'created', ['client.created'])).toMatch(
      /did not emit appointment.created/,
    )
    expect(emissionFault(booking, 'existing', ['client.updated'])).toMatch(/emitted client.updated/)
    expect(emissionFault(booking, 'created', ['appointment.created', 'client.created'])).toMatch(
      /does not declare there/,
    )
    expect(
      emissionFault(booking, 'created', ['appointment.created', 'appointment.created']),
    ).not.toBeNull()
    expect(emissionFault(subscribing, 'created', ['ping'])).not.toBeNull()
  })
})

function of(name: string): { name: string; emits: Emits } {
  return { name, emits: EMISSIONS[name] ?? {} }
}
