import type { EventEnvelope } from '@scheduling/events'
import { toLocalDateTime } from './format-date.ts'
import { copyJson, emptyMap, type Value, type ValueMap } from './value.ts'

/** The variables of the API document, copied from the event: no template can reach the original. */
export function templateVariables(
  event: EventEnvelope,
  organization: { name: string; timezone: string },
  now: number,
): ValueMap {
  return mapOf({
    id: copyJson(event.id),
    type: copyJson(event.type),
    created_at: copyJson(event.created_at),
    api_version: copyJson(event.api_version),
    data: mapOf({ object: copyJson(event.data.object), changes: copyJson(event.data.changes) }),
    context: mapOf({
      actor: copyJson(event.context.actor),
      source: copyJson(event.context.source),
    }),
    organization: mapOf({ name: organization.name, timezone: organization.timezone }),
    now: toLocalDateTime(now, organization.timezone),
  })
}

function mapOf(parts: Record<string, Value>): ValueMap {
  return Object.assign(emptyMap(), parts)
}
