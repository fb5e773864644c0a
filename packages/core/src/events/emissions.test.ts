import { EVENT_TYPES } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { proceduresOf } from '../procedure/procedure-list.ts'
import { nameOf } from '../procedure/endpoint.ts'
import { appRouter, EMISSIONS } from '../router.ts'
import { emissionFault, maybe, outcomeOf, several, typesOf } from './emissions.ts'

describe('the table of emissions', () => {
  it('names routes and outcomes that exist, and all that change records', () => {
    const changes = new Map<string, readonly string[]>()
    const open: string[] = []
    for (const { name, endpoint, emits } of proceduresOf(appRouter)) {
      if (endpoint === null && emits !== null) open.push(name)
      if (endpoint?.kind === 'change') {
        changes.set(nameOf(endpoint, name), Object.keys(endpoint.success))
      }
    }
    expect(Object.keys(EMISSIONS).sort()).toEqual([...changes.keys(), ...open].sort())
    for (const [route, outcomes] of changes) {
      expect([route, Object.keys(EMISSIONS[route] ?? {})]).toEqual([route, outcomes])
    }
  })

  it('names types of the catalogue only', () => {
    const types = Object.values(EMISSIONS).flatMap((row) =>
      Object.values(row).flat().flatMap(typesOf),
    )
    expect(types.filter((type) => !Object.hasOwn(EVENT_TYPES, type))).toEqual([])
  })
})

describe('emissionFault', () => {
  const of = (route: string, outcome: string) =>
    outcomeOf({ name: route, emits: EMISSIONS[route] ?? {} }, outcome)
  const booked = of('POST /appointments', 'created')
  const known = of('POST /appointments', 'existing')
  const subscribed = of('POST /webhooks', 'created')

  it('accepts every listed event, optional ones left out, in order', () => {
    expect(emissionFault(booked, ['appointment.created'])).toBeNull()
    expect(
      emissionFault(booked, ['client.created', 'appointment.created', 'client.first_appointment']),
    ).toBeNull()
    expect(emissionFault(known, [])).toBeNull()
    expect(emissionFault(subscribed, [])).toBeNull()
  })

  it('says what is missing, unlisted or out of order', () => {
    expect(emissionFault(booked, ['client.created'])).toBe(
      'POST /appointments (created) did not emit appointment.created',
    )
    expect(emissionFault(known, ['client.updated'])).toMatch(/emitted client.updated/)
    expect(emissionFault(booked, ['appointment.created', 'client.created'])).toMatch(
      /does not declare there/,
    )
    expect(emissionFault(booked, ['appointment.created', 'appointment.created'])).not.toBeNull()
    expect(emissionFault(subscribed, ['ping'])).not.toBeNull()
  })

  it('accepts any number of several events, in any order, at their place', () => {
    const done = {
      name: 'a change',
      emits: [
        'professional.deactivated' as const,
        several('appointment.rescheduled', 'appointment.cancelled', 'deposit.expired'),
        maybe('service.updated'),
      ],
    }
    const left = 'professional.deactivated'
    const cancelled = ['appointment.cancelled', 'deposit.expired'] as const
    expect(emissionFault(done, [left])).toBeNull()
    expect(
      emissionFault(done, [left, ...cancelled, 'appointment.rescheduled', ...cancelled]),
    ).toBeNull()
    expect(emissionFault(done, [left, 'appointment.created'])).toMatch(/does not declare there/)
    expect(emissionFault(done, [...cancelled, left])).toMatch(/does not declare there/)
    expect(emissionFault(done, [left, 'service.updated', ...cancelled])).toMatch(/there/)
    expect(emissionFault(done, [...cancelled])).toMatch(/did not emit/)
  })
})
