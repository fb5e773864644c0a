import {
  DELIVERY_FILTERS,
  DeliveryList,
  deliveryPage,
  STATUS_FILTER,
  wantedOf,
} from './delivery-page.ts'
import { Prisma } from '@scheduling/database'
import { EVENT_TYPE_NAMES } from '@scheduling/events'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { instantRange, refuseBackwards } from '../ground/date-range.ts'
import { anyOf, BESIDE_OTHERS, NoExpand, valueText } from '../ground/fields.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import { PageInput } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'

/** An id that no record has finds nothing, whatever it contains. */
const FilterId = valueText().min(1)

/** `GET /v1/deliveries`: as `listDeliveries`, of all webhooks, by what a person looks for. */
export const searchDeliveries = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/deliveries',
    tag: 'Webhooks',
    summary: 'Search deliveries',
    description: `Lists the attempts of the last ${LIMITS.deliveryRetentionDays} days of all webhooks, newest first. A delivery is listed if it matches all filters.`,
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z
    .object({
      webhook_id: FilterId.optional().meta({ description: 'Only those of this webhook.' }),
      status: anyOf(z.enum(DELIVERY_FILTERS)).optional().meta({ description: STATUS_FILTER }),
      event_type: z.enum(EVENT_TYPE_NAMES).optional(),
      event_id: FilterId.optional().meta({ description: 'Only attempts at this event.' }),
      from: DateOrInstantInput.optional().meta({
        description: 'Only attempts that were listed at or after this local date or date-time.',
      }),
      to: DateOrInstantInput.optional().meta({
        description:
          'Only attempts that were listed on or before this local date, or before this date-time.',
      }),
      ...PageInput,
      expand: NoExpand,
    })
    .superRefine(refuseBackwards, BESIDE_OTHERS),
  output: DeliveryList,
  problems: [],
  run(context, input) {
    const { webhook_id: webhook, event_type: type, event_id: event } = input
    const { from, before } = instantRange(input, context.organization.timeZone)
    const { status, limit, cursor } = input
    return deliveryPage(
      context,
      { status, limit, cursor },
      {
        only: webhook,
        filters: { webhook, status: wantedOf(input.status), type, event, from, before },
        where: [
          ...(type === undefined ? [] : [Prisma.sql`d.event_type = ${type}`]),
          ...(event === undefined ? [] : [Prisma.sql`d.event_id = ${event}`]),
          ...(from === undefined ? [] : [Prisma.sql`d.created_at >= ${sqlInstant(from)}`]),
          ...(before === undefined ? [] : [Prisma.sql`d.created_at < ${sqlInstant(before)}`]),
        ],
      },
    )
  },
})
