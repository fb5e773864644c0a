import { EVENT_TYPES, sampleEvent, SUBSCRIBABLE_EVENT_TYPES } from '@scheduling/events'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { NoExpand } from '../ground/fields.ts'
import { pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'

const EventTypeRecord = z
  .object({
    object: z.literal('event_type'),
    type: z.enum(SUBSCRIBABLE_EVENT_TYPES),
    description: z.string().meta({ description: 'When the event happens.' }),
    changed_fields: z.array(z.string()).nullable().meta({
      description:
        'The fields that `changes` of the event can name. Null if `changes` is always null.',
    }),
    sample: z.record(z.string(), z.unknown()).meta({
      description: 'A made-up event with every field of its record, as a webhook gets it.',
    }),
  })
  .meta({ id: 'EventType' })

/** `GET /v1/event-types` */
export const listEventTypes = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/event-types',
    tag: 'Events',
    summary: 'List event types',
    description:
      'Lists every event type with a sample, in the order of the catalogue and on one page, so that you can build a receiver before the first event. The key needs the scope `read` or `webhooks:manage`.',
  },
  scope: null,
  access: 'managers',
  input: z.object({ expand: NoExpand }),
  output: pageOf(EventTypeRecord).meta({ id: 'EventTypeList' }),
  problems: ['forbidden_scope'],
  async run(context) {
    requireReader(context)
    const { organization } = context
    const surroundings = {
      organizationId: organization.id,
      timezone: organization.timeZone,
      now: context.now(),
    }
    return {
      has_more: false,
      next_cursor: null,
      next: null,
      data: SUBSCRIBABLE_EVENT_TYPES.map((type) => {
        const { when, changes } = EVENT_TYPES[type]
        return {
          object: 'event_type' as const,
          type,
          description: when,
          changed_fields: changes === null ? null : [...changes],
          sample: { ...sampleEvent(type, surroundings) },
        }
      }),
    }
  },
})

/** @throws `403 forbidden_scope` */
function requireReader({ caller }: Pick<Context, 'caller'>): void {
  if (caller.kind === 'user') return
  if (caller.scopes.includes('read') || caller.scopes.includes('webhooks:manage')) return
  throw new Problem('forbidden_scope', 'The key needs the scope `read` or `webhooks:manage`.')
}
