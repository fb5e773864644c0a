import { Prisma, type Client as ClientRow, type Queryable } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { query } from '../endpoint.ts'
import { anyOf, InstantInput, mapOf, NoExpand, valueText } from '../fields.ts'
import { syncHorizon } from '../horizon.ts'
import { LIMITS } from '../limits.ts'
import {
  byId,
  envelope,
  inOrderOf,
  keysetPage,
  PageInput,
  pageOf,
  type KeysetPage,
  type Order,
} from '../page.ts'
import { inOneSnapshot } from '../snapshot.ts'
import { Client, toClient } from './client.ts'
import { normalCpf } from './cpf.ts'
import { normalEmail } from './email.ts'
import { normalPhone, phoneKey } from './phone.ts'
import { searchPatterns } from './search.ts'

const MetadataValue = z.string().max(LIMITS.metadataValueCharacters)

const ListInput = z.object({
  q: z.string().trim().min(1).max(LIMITS.searchCharacters).optional().meta({
    description:
      'Every word must be contained in the name, the e-mail, or (as digits) the phone or CPF. Accents and case are ignored.',
  }),
  phone: valueText().optional().meta({
    description:
      'Any common way of writing it; Brazilian mobiles match with and without the ninth digit.',
  }),
  email: z.string().max(LIMITS.emailCharacters).optional(),
  cpf: valueText().optional().meta({ description: 'With or without punctuation.' }),
  // The OpenAPI generator takes no record for a parameter unless something stands before it.
  metadata: mapOf(z.string(), z.union([MetadataValue, anyOf(MetadataValue)]), {
    most: LIMITS.metadataKeys,
  })
    .optional()
    .meta({
      description: 'As `metadata[<key>]=<value>`; several must all hold.',
      param: { in: 'query', style: 'deepObject', explode: true },
    }),
  updated_since: InstantInput.optional().meta({
    description: 'Changed at or after this; the order is then by `updated_at`.',
  }),
  created_since: InstantInput.optional().meta({
    description:
      'Created at or after this; the order is then by `created_at`, unless `updated_since` is sent too.',
  }),
  ...PageInput,
  expand: NoExpand,
})

type Filters = z.output<typeof ListInput>

/** `GET /v1/clients` */
export const listClients = query({
  method: 'GET',
  path: '/clients',
  tag: 'Clients',
  summary: 'List clients',
  description:
    'All filters must hold. For incremental sync send the last `updated_at` that you saw as `updated_since`: rows of that second can repeat, and none is lost.',
  scope: 'read',
  input: ListInput,
  output: pageOf(Client).meta({ id: 'ClientList' }),
  success: { ok: 200 },
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const isSync = input.updated_since !== undefined || input.created_since !== undefined
    const horizon = isSync ? await syncHorizon(db) : null
    const read = (reader: Queryable) => pageOfRows(reader, context, input, horizon)
    const { page, rows } = await (isSync ? inOneSnapshot(db, read) : read(db))
    return envelope(
      context,
      page,
      rows.map((row) => toClient(row, organization.timeZone)),
    )
  },
})

async function pageOfRows(
  db: Queryable,
  context: Context,
  input: Filters,
  horizon: string | null,
): Promise<{ page: KeysetPage<number>; rows: ClientRow[] }> {
  const organizationId = context.organization.id
  const { limit: _limit, cursor: _cursor, expand: _expand, ...filters } = input
  const order = orderOf(input)
  const page = await keysetPage<number>(db, context, {
    name: 'clients',
    from: Prisma.sql`client c`,
    where: [
      Prisma.sql`c.organization_id = ${organizationId}`,
      ...conditions(input),
      ...(horizon === null ? [] : [Prisma.sql`${order.key} < ${horizon}::text::timestamptz`]),
    ],
    order,
    filters,
    request: input,
  })
  const rows = await db.client.findMany({ where: { organizationId, id: { in: [...page.ids] } } })
  return { page, rows: inOrderOf(page.ids, rows) }
}

function orderOf(input: Filters): Order {
  const id = Prisma.sql`c.id`
  const byTime = { type: 'timestamptz', id, idType: 'integer', direction: 'asc' } as const
  if (input.updated_since !== undefined)
    return { name: 'updated_at', key: Prisma.sql`c.updated_at`, ...byTime }
  if (input.created_since !== undefined)
    return { name: 'created_at', key: Prisma.sql`c.created_at`, ...byTime }
  return byId(id)
}

/** A value that is no phone, e-mail or CPF belongs to nobody: the list is empty, not refused. */
function conditions(input: Filters): Prisma.Sql[] {
  return [
    ...exact(Prisma.sql`c.phone_key`, input.phone, (phone) => {
      const accepted = normalPhone(withPlus(phone))
      return accepted === null ? null : phoneKey(accepted)
    }),
    ...exact(Prisma.sql`c.email`, input.email, normalEmail),
    ...exact(Prisma.sql`c.cpf`, input.cpf, normalCpf),
    ...searchPatterns(input.q ?? '').map((patterns) => {
      const anyOf = patterns.map((pattern) => Prisma.sql`c.search_text LIKE ${pattern}`)
      return Prisma.sql`(${Prisma.join(anyOf, ' OR ')})`
    }),
    ...Object.entries(input.metadata ?? {}).flatMap(([key, values]) =>
      [values]
        .flat()
        .map((value) => Prisma.sql`c.metadata @> ${JSON.stringify({ [key]: value })}::text::jsonb`),
    ),
    ...since(Prisma.sql`c.updated_at`, input.updated_since),
    ...since(Prisma.sql`c.created_at`, input.created_since),
  ]
}

function exact(
  column: Prisma.Sql,
  value: string | undefined,
  normal: (value: string) => string | null,
): Prisma.Sql[] {
  if (value === undefined) return []
  const accepted = normal(value)
  return [accepted === null ? Prisma.sql`false` : Prisma.sql`${column} = ${accepted}`]
}

function since(column: Prisma.Sql, ms: number | undefined): Prisma.Sql[] {
  return ms === undefined ? [] : [Prisma.sql`${column} >= to_timestamp(${ms}::float8 / 1000)`]
}

/** An unescaped `+55…` arrives with a space in place of its plus. */
function withPlus(phone: string): string {
  return /^ [1-9]/.test(phone) ? `+${phone.slice(1)}` : phone
}
