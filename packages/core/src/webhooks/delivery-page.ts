/** Pages of the delivery history. */
import { findWebhook } from './find-webhook.ts'
import { DELIVERY_PAGE, deliveriesOf, isUndelivered } from './delivery-rows.ts'
import type { Context } from '../context.ts'
import { Prisma } from '@scheduling/database'
import { type Order, beyondCursor, keysetPage, envelope, pageOf } from '../lists/page.ts'
import { DELIVERY_STATUSES, toDelivery, Delivery } from './delivery.ts'
export const DELIVERY_FILTERS = [...DELIVERY_STATUSES, 'UNDELIVERED'] as const
export const STATUS_FILTER =
  'One or several statuses. `UNDELIVERED` lists the latest attempt for each event, if that attempt did not succeed.'

export const DeliveryList = pageOf(Delivery).meta({ id: 'DeliveryList' })

const NEWEST_FIRST: Order = {
  name: 'created_at',
  key: Prisma.sql`d.created_at`,
  type: 'timestamptz',
  id: Prisma.sql`d.id`,
  idType: 'text',
  direction: 'desc',
}

type Asked = {
  /** It must exist. Left out: of all webhooks of the organization. */
  readonly webhook_id?: string | undefined
  readonly status?: readonly (typeof DELIVERY_FILTERS)[number][] | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * A page of the history, newest first.
 *
 * @param part.filters all that a cursor belongs to
 * @param part.where on `d`, beside the status
 * @param part.only of all webhooks, this one; one that does not exist has nothing
 */
export async function deliveryPage(
  context: Context,
  input: Asked,
  part: {
    readonly filters: object
    readonly where: readonly Prisma.Sql[]
    readonly only?: string | undefined
  },
) {
  const { db, organization } = context
  const now = context.realNow()
  const id = input.webhook_id
  const wanted = wantedOf(input.status)
  const list = {
    name: 'deliveries',
    order: NEWEST_FIRST,
    filters: part.filters,
    request: input,
  }
  const read = async () => {
    const whose = id === undefined ? Prisma.sql`w.id` : Prisma.sql`${id}`
    const where = [
      ...(wanted.length === 0 ? [] : [statusIn(wanted, whose)]),
      ...part.where,
      ...beyondCursor(context, list),
    ]
    const found = deliveriesOf(whose, now, { where, most: input.limit + 1 })
    return keysetPage(db, context, {
      ...list,
      query: DELIVERY_PAGE,
      from:
        id === undefined ? ofEach(organization.id, found, part.only) : Prisma.sql`${found} AS d`,
      where: id === undefined ? [] : [isOf(organization.id, id)],
      plan: 'by value',
    })
  }
  const requireWebhook = async (): Promise<void> => {
    if (id !== undefined) await findWebhook(db, organization.id, id)
  }
  const page = await read().catch(async (error: unknown) => {
    await requireWebhook()
    throw error
  })
  // The history may be empty, or the webhook unknown.
  if (page.rows.length === 0) await requireWebhook()
  const records = page.rows.map((row) => toDelivery(row, organization.timeZone))
  return envelope(context, page, records)
}

export function wantedOf(status: Asked['status']) {
  return [...new Set(status)].toSorted()
}

/** The newest of each webhook `w`: with an index for each, the history of none is sorted. */
function ofEach(organizationId: number, found: Prisma.Sql, only: string | undefined): Prisma.Sql {
  const isAsked = only === undefined ? Prisma.empty : Prisma.sql`AND w.id = ${only}`
  return Prisma.sql`(SELECT each.* FROM webhook w CROSS JOIN LATERAL ${found} AS each
    WHERE w.organization_id = ${organizationId} ${isAsked}) AS d`
}

/** The webhook belongs to the organization. */
function isOf(organizationId: number, webhookId: string): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM webhook w WHERE w.organization_id = ${organizationId} AND w.id = ${webhookId})`
}

function statusIn(
  wanted: readonly (typeof DELIVERY_FILTERS)[number][],
  webhook: Prisma.Sql,
): Prisma.Sql {
  const plain = wanted.filter((status) => status !== 'UNDELIVERED')
  const isPlain = Prisma.sql`d.status = ANY(${plain}::text[])`
  return wanted.includes('UNDELIVERED')
    ? Prisma.sql`(${isPlain} OR ${isUndelivered(webhook)})`
    : isPlain
}
