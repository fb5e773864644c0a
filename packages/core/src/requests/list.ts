import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { PROBLEM_CODES } from '../contract/problems.ts'
import { NoExpand, valueText } from '../ground/fields.ts'
import { instantRange } from '../ground/date-range.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import { envelope, keysetPage, PageInput, pageOf, type Order } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { RequestRecord, toRequest } from './request.ts'
import { keptFrom, REQUESTS } from './rows.ts'

/** `404`, or `4xx`. */
const StatusFilter = valueText().regex(
  /^(?:[1-5]\d\d|[245]xx)$/,
  'Expected a status such as 404, or 2xx, 4xx or 5xx.',
)

/** Ids begin with the time at which they were made. */
const NEWEST_FIRST: Order = {
  name: 'id',
  key: Prisma.sql`r.id`,
  type: 'text',
  id: Prisma.sql`r.id`,
  idType: 'text',
  direction: 'desc',
}

/** `GET /v1/requests` */
export const listRequests = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/requests',
    tag: 'Requests',
    summary: 'List requests',
    description: `Lists the requests of this key in the last ${LIMITS.requestDays} days, newest first. A request is listed a moment after its answer. Reads of this log are not in it.`,
  },
  scope: 'read',
  access: 'owner',
  input: z.object({
    status: StatusFilter.optional().meta({
      description: 'A status such as `404`, or all of a kind: `2xx`, `4xx`, `5xx`.',
    }),
    code: z.enum(PROBLEM_CODES).optional().meta({ description: 'Only refusals with this `code`.' }),
    route: valueText().min(1).optional().meta({
      description: 'Only this route, such as `/v1/clients/{client_id}`.',
    }),
    since: DateOrInstantInput.optional().meta({
      description: 'Only requests at or after this local date or date-time.',
    }),
    api_key_id: valueText().min(1).optional().meta({
      description: 'Only requests of this key. A key sees its own requests alone.',
    }),
    ...PageInput,
    expand: NoExpand,
  }),
  output: pageOf(RequestRecord).meta({ id: 'RequestList' }),
  problems: [],
  async run(context, input) {
    const { db, organization, caller } = context
    const { status, code, route, api_key_id: keyId } = input
    const { from } = instantRange({ from: input.since }, organization.timeZone)
    const since = sqlInstant(Math.max(from ?? 0, keptFrom(context)))
    const where = [
      Prisma.sql`r.organization_id = ${organization.id}`,
      Prisma.sql`r.request_day >= (${since})::date`,
      Prisma.sql`r.received_at >= ${since}`,
    ]
    if (caller.kind === 'api_key') where.push(Prisma.sql`r.key_id = ${caller.id}`)
    if (keyId !== undefined) where.push(Prisma.sql`r.key_id = ${keyId}`)
    if (code !== undefined) where.push(Prisma.sql`r.code = ${code}`)
    if (route !== undefined) where.push(Prisma.sql`r.route = ${route}`)
    if (status !== undefined) {
      const [first, last] = status.endsWith('xx')
        ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
        : [Number(status), Number(status)]
      where.push(Prisma.sql`r.status BETWEEN ${first} AND ${last}`)
    }
    const page = await keysetPage(db, context, {
      name: 'requests',
      query: REQUESTS.page,
      from: Prisma.sql`request_log r`,
      where,
      order: NEWEST_FIRST,
      filters: { status, code, route, from, keyId },
      request: input,
    })
    const records = page.rows.map((row) => toRequest(row, organization.timeZone))
    return envelope(context, page, records)
  },
})
