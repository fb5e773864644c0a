import { sampleEvent, type EventType } from '@scheduling/events'
import { eitherOf, mapOf, OPEN, PLAIN, shapeOfSample, type Shape } from './shape.ts'
import { VARIABLES } from './syntax-tree.ts'

/** A type that a webhook subscribes to, and the fields that its `changes` may name; null: it has no `changes`. */
export type KnownEvent = { readonly type: EventType; readonly changes: readonly string[] | null }

/** The variables of a template: what any of the events has. Null: their records may hold anything. */
export function variablesOf(events: readonly KnownEvent[] | null): Shape {
  const known: Readonly<Record<string, Shape>> =
    events === null
      ? {}
      : {
          'data.object': eitherOf(events.map(({ type }) => recordOf(type))),
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
function changesOf({ type, changes }: KnownEvent): Shape {
  if (changes === null) return PLAIN
  const { fields } = recordOf(type)
  return mapOf(
    changes.map((field) => {
      const value = fields?.get(field) ?? PLAIN
      return [field, mapOf(['from', 'to'].map((moment) => [moment, value]))]
    }),
  )
}

const records = new Map<EventType, Shape>()

/** Of the sample, which has every field of the record; made once for each type. */
function recordOf(type: EventType): Shape {
  const record = records.get(type) ?? shapeOfSample(sampleOf(type).data.object)
  records.set(type, record)
  return record
}

function sampleOf(type: EventType) {
  return sampleEvent(type, { organizationId: 1, timezone: 'UTC', now: 0 })
}
