import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { ownOnly } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { clientsOf } from '../procedure/reach.ts'
import { anyOf, NoExpand, valueText } from '../ground/fields.ts'
import { mapOf } from '../ground/map-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { byId, PageInput, pageOf } from '../lists/page.ts'
import { CreatedSince, HOW_TO_FOLLOW, syncedPage, UpdatedSince } from '../lists/synced-list.ts'
import { Client, toClient } from './client.ts'
import { normalCpf } from './cpf.ts'
import { normalEmail } from './email.ts'
import { CLIENTS } from './load.ts'
import { normalPhone, phoneKey } from './phone.ts'
import { searchPatterns } from './search.ts'

const MetadataValue = z.string().max(LIMITS.metadataValueCharacters)

const ListInput = z.object({
  q: z.string().trim().min(1).max(LIMITS.searchCharacters).optional().meta({
    description:
      'Each word must be contained in the name, in the e-mail or, as digits, in the phone or the CPF. Case, accents, apostrophes and hyphens are ignored. Letters such as ø, ł and ß are read as plain ones. A Brazilian mobile number is found with and without its ninth digit. Of many words the ten longest different ones count.',
  }),
  phone: valueText().optional().meta({
    description:
      'Only clients with this phone, written in any common way. Brazilian mobile numbers match with and without the ninth digit.',
  }),
  email: z.string().max(LIMITS.emailCharacters).optional(),
  cpf: valueText()
    .optional()
    .meta({ description: 'Only the client with this CPF, written with or without punctuation.' }),
  // The OpenAPI generator accepts a record as a parameter only inside another schema.
  metadata: mapOf(z.string(), z.union([MetadataValue, anyOf(MetadataValue)]), {
    most: LIMITS.metadataKeys,
  })
    .optional()
    .meta({
      description:
        'Only clients with this metadata, as `metadata[<key>]=<value>`. A client must match all the pairs that you send.',
      param: { in: 'query', style: 'deepObject', explode: true },
    }),
  updated_since: UpdatedSince,
  created_since: CreatedSince,
  ...PageInput,
  expand: NoExpand,
})

type Filters = z.output<typeof ListInput>

/** `GET /v1/clients` */
export const listClients = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/clients',
    tag: 'Clients',
    summary: 'List clients',
    description: `A client is listed if it matches all filters. ${HOW_TO_FOLLOW}`,
  },
  scope: 'read',
  access: 'everybody',
  input: ListInput,
  output: pageOf(Client).meta({ id: 'ClientList' }),
  problems: [],
  async run(context, input) {
    const { organization } = context
    const { limit: _limit, cursor: _cursor, expand: _expand, ...filters } = input
    return syncedPage(
      context,
      {
        name: 'clients',
        records: CLIENTS,
        where: [...conditions(input), ...clientsOf('c', ownOnly(context))],
        plan: input.q === undefined && input.metadata === undefined ? 'once' : 'by value',
        order: byId(Prisma.sql`c.id`),
        filters,
        request: input,
      },
      (rows) => rows.map((row) => toClient(row, organization.timeZone)),
    )
  },
})

/**
 * A value that is not a phone, an e-mail or a CPF matches no client: the list is empty, and nothing is refused.
 */
function conditions(input: Filters): Prisma.Sql[] {
  return [
    ...exact(Prisma.sql`c.phone_key`, input.phone, (phone) => {
      const accepted = normalPhone(withPlus(phone))
      return accepted === null ? null : phoneKey(accepted)
    }),
    ...exact(Prisma.sql`c.email`, input.email, (email) => normalEmail(withPluses(email))),
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

/** An unescaped `ana+clinic@…` arrives with a space, which an address cannot have. */
function withPluses(email: string): string {
  return email.trim().replaceAll(' ', '+')
}

/** An unescaped `+55…` arrives with a space in place of its plus. */
function withPlus(phone: string): string {
  return /^ [1-9]/.test(phone) ? `+${phone.slice(1)}` : phone
}
