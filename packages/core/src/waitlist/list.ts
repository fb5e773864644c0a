import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { loadClients } from '../clients/load.ts'
import { anyOf, expandOf, Id } from '../ground/fields.ts'
import { expander, reference } from '../lists/expand.ts'
import { byTime, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { LISTED_STATUSES, WISHES, WishStatus } from './rows.ts'
import { toWish, Wish } from './wish.ts'

const expandWishes = expander<z.input<typeof Wish>, 'client'>({
  client: reference('client', loadClients),
})

/** Who waits, the one who waits longest first. */
export const listWishes = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/waitlist/entries',
    tag: 'Waitlist',
    summary: 'List waitlist entries',
    description: 'Lists who waits. Those who wait longest come first.',
  },
  scope: 'read',
  access: 'desk',
  input: z.object({
    status: anyOf(WishStatus)
      .default([...LISTED_STATUSES])
      .meta({
        description:
          'Only wishes with one of these statuses. By default, those that have not ended and are confirmed.',
      }),
    client_id: Id.optional(),
    service_id: Id.optional(),
    professional_id: Id.optional().meta({
      description:
        'Only wishes for this professional, and those for any professional that this one can serve.',
    }),
    ...PageInput,
    expand: expandOf(['client']),
  }),
  output: pageOf(Wish).meta({ id: 'WaitlistWishList' }),
  problems: [],
  async run(context, input) {
    const { cursor: _cursor, limit: _limit, expand, ...filters } = input
    const { status, client_id: clientId, service_id: serviceId, professional_id: whose } = input
    const where = [
      Prisma.sql`w.organization_id = ${context.organization.id}`,
      Prisma.sql`w.status = ANY(${status})`,
    ]
    if (clientId !== undefined) where.push(Prisma.sql`w.client_id = ${clientId}`)
    if (whose !== undefined) {
      where.push(Prisma.sql`(w.professional_id = ${whose} OR w.professional_id IS NULL AND NOT EXISTS (
        SELECT FROM waitlist_wish_service ws WHERE ws.wish_id = w.id AND NOT EXISTS (
          SELECT FROM professional_service ps WHERE ps.professional_id = ${whose} AND ps.service_id = ws.service_id)))`)
    }
    if (serviceId !== undefined) {
      where.push(Prisma.sql`EXISTS (SELECT FROM waitlist_wish_service ws
        WHERE ws.wish_id = w.id AND ws.service_id = ${serviceId})`)
    }
    const page = await keysetPage(context.db, context, {
      name: 'waitlist',
      query: WISHES.page,
      from: Prisma.sql`waitlist_wish w`,
      where,
      order: byTime('waits_since', Prisma.sql`w.waits_since`, Prisma.sql`w.id`),
      filters,
      request: input,
    })
    const records = page.rows.map((row) => toWish(row, context))
    return envelope(context, page, await expandWishes.all(context.db, context, records, expand))
  },
})
