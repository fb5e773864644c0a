import { column, Prisma } from '@scheduling/database'
import { z } from 'zod'
import { fault, BESIDE_OTHERS, NoExpand } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { envelope, keysetPage, PageInput, pageOf, pageQuery } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { Holiday } from './holiday.ts'

const HOLIDAYS = pageQuery({
  name: 'holidays by page',
  alias: 'h',
  row: {
    // A holiday has no id: its date is its name in the organization.
    id: column.by('h.organization_id', column.int),
    date: column.by('h.date::text', column.text),
    name: column.text,
  },
  joins: '',
  ofPage: [],
})

/** `GET /v1/holidays` */
export const listHolidays = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/holidays',
    tag: 'Holidays',
    summary: 'List holidays',
    description: 'Lists the holidays of the organization, ordered by date.',
  },
  scope: 'read',
  access: 'everybody',
  input: z
    .object({
      from: DateInput.optional().meta({ description: 'The first date.' }),
      to: DateInput.optional().meta({ description: 'The last date, included.' }),
      ...PageInput,
      expand: NoExpand,
    })
    .superRefine(({ from, to }, context) => {
      if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return
      context.addIssue({ ...fault('out_of_range', '`from` is after `to`.'), path: ['from'] })
    }, BESIDE_OTHERS),
  output: pageOf(Holiday).meta({ id: 'HolidayList' }),
  problems: [],
  async run(context, input) {
    const { from, to } = input
    const where = [Prisma.sql`h.organization_id = ${context.organization.id}`]
    if (from !== undefined) where.push(Prisma.sql`h.date >= ${from}::text::date`)
    if (to !== undefined) where.push(Prisma.sql`h.date <= ${to}::text::date`)
    const id = Prisma.sql`h.organization_id`
    const page = await keysetPage(context.db, context, {
      name: 'holidays',
      query: HOLIDAYS,
      from: Prisma.sql`holiday h`,
      where,
      order: {
        name: 'date',
        key: Prisma.sql`h.date`,
        type: 'date',
        id,
        idType: 'integer',
        direction: 'asc',
      },
      filters: { from, to },
      request: input,
    })
    const records = page.rows.map(({ date, name }) => ({ object: 'holiday' as const, date, name }))
    return envelope(context, page, records)
  },
})
