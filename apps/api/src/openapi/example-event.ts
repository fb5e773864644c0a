import { sampleEvent, type EventType } from '@scheduling/events'
import type { ExampleDays } from './example-days.ts'
import { EXAMPLE_IDS } from './example-ids.ts'

/** The delivered event of a type, as templates are tried with it. */
export function exampleEvent(type: EventType, { now }: ExampleDays) {
  return {
    ...sampleEvent(type, { organizationId: 1, timezone: 'America/Sao_Paulo', now }),
    id: EXAMPLE_IDS.event,
  }
}
