import { sampleEvent, type EventType } from '@scheduling/events'
import { eitherOf, mapOf, OPEN, PLAIN, shapeOfSample, type Shape } from './shape.ts'
import { VARIABLES } from './syntax-tree.ts'

/** A type that a webhook subscribes to, and the fields that its `changes` may name; null: it has no `changes`. */
export type KnownEvent = {
  readonly type: EventType
  readonly changes: readonly string[] | null
  /** Stands for the record of the type, where templates get another one. */
  readonly sample?: object
}

/** The variables of a template: what any of the events has. Null: their records may hold anything. */
export function variablesOf(events: readonly KnownEvent[] | null): Shape {
  const known: Readonly<Record<string, Shape>> =
    events === null
      ? {}
      : {
          'data.object': eitherOf(events.map(recordOf)),
          'data.changes': eitherOf(events.map(changesOf)),
          'context.actor': shapeOfSample(sampleOf('appointment.created').context.actor),
        }
  const partOf = (path: string): Shape => known[path] ?? (events === null ? OPEN : PLAIN)
  return mapOf(
    Object.entries(VARIABLES).map(([name, parts]) => [
      name,
      parts === true ? PLAIN : mapOf(parts.map((part) => [part, partOf(`${name}.${part}`)])),
    ]),
  )
}

/** A change holds the field's value before and after. */
function changesOf(event: KnownEvent): Shape {
  const { changes } = event
  if (changes === null) return PLAIN
  const { fields } = recordOf(event)
  return mapOf(
    changes.map((field) => {
      const value = fields?.get(field) ?? PLAIN
      return [field, mapOf(['from', 'to'].map((moment) => [moment, value]))]
    }),
  )
}

const records = new Map<EventType, Shape>()

/** Of the sample, which has every field of the record; made once for each type. */
function recordOf({ type, sample }: KnownEvent): Shape {
  if (sample !== undefined) return shapeOfSample(sample)
  const record = records.get(type) ?? shapeOfSample(sampleOf(type).data.object)
  records.set(type, record)
  return record
}

function sampleOf(type: EventType) {
  return sampleEvent(type, { organizationId: 1, timezone: 'UTC', now: 0 })
}
