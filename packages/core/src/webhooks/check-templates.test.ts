import {
  EVENT_TYPES,
  sampleEvent,
  SUBSCRIBABLE_EVENT_TYPES,
  type RecordKind,
} from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppointmentBase } from '../appointments/appointment.ts'
import { Client } from '../clients/client.ts'
import { DepositBase } from '../deposits/deposit-base.ts'
import { Professional } from '../professionals/professional.ts'
import { QueueEntryBase } from '../queue/queue-entry.ts'
import { Service } from '../services/service.ts'
import { knownEvents } from './check-templates.ts'

/** The records that have a schema. The others are described by their sample alone. */
const RECORDS: Partial<Record<RecordKind, z.ZodType>> = {
  appointment: AppointmentBase,
  client: Client,
  queue_entry: QueueEntryBase,
  deposit: DepositBase,
  service: Service,
  professional: Professional,
}
/** Filled by `expand` alone, which events do not know. */
const EXPANDED: ReadonlySet<string> = new Set(['services'])

/** Names of fields at every depth: `professional.name`, `services[].id`; `metadata` is free. */
function namesOfSchema(schema: z.ZodType, path = ''): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => {
      const own = path === '' ? name : `${path}.${name}`
      return [own, ...namesOfSchema(field as z.ZodType, own)]
    })
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const isExpanded = schema instanceof z.ZodNullable && EXPANDED.has(path)
    return isExpanded ? [] : namesOfSchema(schema.unwrap() as z.ZodType, path)
  }
  if (schema instanceof z.ZodArray) return namesOfSchema(schema.element as z.ZodType, `${path}[]`)
  // The full record or the reference: an event has the reference.
  if (schema instanceof z.ZodUnion) return namesOfSchema(schema.options.at(-1) as z.ZodType, path)
  return []
}

function namesOfSample(sample: unknown, path = ''): string[] {
  if (Array.isArray(sample)) return namesOfSample(sample[0], `${path}[]`)
  if (typeof sample !== 'object' || sample === null || path.endsWith('metadata')) return []
  return Object.entries(sample).flatMap(([name, part]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [own, ...namesOfSample(part, own)]
  })
}

const SAMPLE = { organizationId: 1, timezone: 'America/Sao_Paulo', now: 0 }

describe('the names that a template may use', () => {
  it.each(SUBSCRIBABLE_EVENT_TYPES)(
    '%s: its sample has every field of its record, at every depth, and no other',
    (type) => {
      const schema = RECORDS[EVENT_TYPES[type].record]
      const names = namesOfSample(sampleEvent(type, SAMPLE).data.object)
      // An event about a record that is gone carries what is left of it.
      if (names.includes('deleted')) expect(names).not.toContain('object')
      else if (schema === undefined) expect(names).toContain('object')
      else expect(names.toSorted()).toEqual(namesOfSchema(schema).toSorted())
    },
  )

  it.each(
    knownEvents(['*']).flatMap(({ type, changes }) =>
      (changes ?? []).map((field) => [type, field]),
    ),
  )('%s: `changes.%s` is a field of its record', (type, field) => {
    const known = SUBSCRIBABLE_EVENT_TYPES.find((one) => one === type)
    const record = known === undefined ? {} : sampleEvent(known, SAMPLE).data.object
    expect(Object.keys(record)).toContain(field)
  })

  it('are those of every type that is asked for, and of a ping', () => {
    expect(knownEvents(['*']).map(({ type }) => type)).toEqual([
      ...SUBSCRIBABLE_EVENT_TYPES,
      'ping',
    ])
    expect(knownEvents(['service.*', 'client.updated'])).toEqual([
      { type: 'client.updated', changes: EVENT_TYPES['client.updated'].changes },
      { type: 'service.created', changes: null },
      { type: 'service.updated', changes: EVENT_TYPES['service.updated'].changes },
      { type: 'service.deactivated', changes: ['is_active'] },
      { type: 'ping', changes: null },
    ])
  })
})
