import type { Client as ClientRow } from '@scheduling/database'
import { formatInstant, localDateOf } from '@scheduling/availability'
import { z } from 'zod'
import { fault, Id, nullableText, text } from '../ground/fields.ts'
import { Metadata, MetadataInput } from '../ground/map-fields.ts'
import { DateOnly, Instant, isDateText } from '../ground/time-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { metadataOf } from '../ground/metadata.ts'
import type { FieldCode } from '../contract/problems.ts'
import { normalCpf } from './cpf.ts'
import { normalEmail } from './email.ts'
import { normalPhone } from './phone.ts'

/**
 * The record has no counters and no notes, so that bookings do not change it and it never holds clinical text.
 */
export const Client = z
  .object({
    object: z.literal('client'),
    id: Id,
    first_name: z.string(),
    last_name: z.string().nullable(),
    name: z.string().meta({ description: 'First and last name.' }),
    email: z.string().nullable().meta({ description: 'In lower case.' }),
    phone: z
      .string()
      .nullable()
      .meta({ description: 'In E.164 format.', example: '+5511987654321' }),
    cpf: z.string().nullable().meta({ description: '11 digits.', example: '52998224725' }),
    birth_date: DateOnly.nullable(),
    metadata: Metadata,
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Client' })

export const EARLIEST_BIRTH_DATE = '1900-01-01'

export const Email = nullable(
  LIMITS.emailCharacters,
  (value) => normalEmail(value),
  'invalid_format',
  'This is not an e-mail address. Expected an address such as ana@example.com.',
).meta({
  description: 'Stored without surrounding white space and in lower case.',
  example: 'ana@example.com',
})

export const Phone = nullable(
  LIMITS.valueCharacters,
  (value) => normalPhone(value),
  'invalid_format',
  'This is not a phone number. Expected a number with its area code, or with a country code, such as +5511987654321, and without an extension.',
).meta({
  description:
    'Written in any common way. A number without a country code belongs to the country of the organization, by default Brazil.',
  example: '+5511987654321',
})

const Cpf = nullable(
  LIMITS.valueCharacters,
  (value) => normalCpf(value),
  'invalid_value',
  'This is not a CPF. Expected 11 digits with correct check digits. Punctuation is allowed.',
).meta({ description: 'With or without punctuation.', example: '529.982.247-25' })

const BirthDate = nullable(
  LIMITS.valueCharacters,
  (value) => (isDateText(value) ? value : null),
  'invalid_format',
  'This is not a date. Expected YYYY-MM-DD.',
).meta({
  format: 'date',
  description: `Between ${EARLIEST_BIRTH_DATE} and today.`,
  example: '1988-04-23',
})

const details = {
  last_name: nullableText(LIMITS.lastNameCharacters).optional(),
  email: Email.optional(),
  phone: Phone.optional(),
  cpf: Cpf.optional(),
  birth_date: BirthDate.optional(),
  metadata: MetadataInput.optional(),
}

export const ON_MATCH = ['return', 'update', 'create'] as const

/** Body of `POST /v1/clients`, and `client` of an appointment or queue entry. */
export const NewClient = z
  .object({
    first_name: text(LIMITS.firstNameCharacters),
    ...details,
    on_match: z.enum(ON_MATCH).default('return').meta({
      description:
        'What to do if a client with the same CPF, phone or e-mail exists. `return`: nothing changes. `update`: fields that you send and that are not null overwrite the record, and metadata is merged. `create`: a client with the same phone or e-mail but another first name is another person, and a new client is created. With the same first name, or the same CPF, nothing changes.',
    }),
  })
  .meta({ id: 'NewClient' })

/**
 * Body of `PATCH /v1/clients/{client_id}`. A field that is left out stays the same, and null clears a field.
 */
export const ClientChanges = z
  .object({ first_name: text(LIMITS.firstNameCharacters).optional(), ...details })
  .meta({ id: 'ClientChanges' })

/** As callers write it. */
export type NewClientInput = z.input<typeof NewClient>
/** As accepted, normalized. */
export type AcceptedClient = z.output<typeof NewClient>
export type AcceptedClientChanges = z.output<typeof ClientChanges>

/** Nullable text, trimmed. Empty text counts as null. Text for which `normal` returns null is refused. */
function nullable(
  most: number,
  normal: (value: string) => string | null,
  code: FieldCode,
  message: string,
) {
  return z
    .string()
    .trim()
    .max(most)
    .nullable()
    .transform((value, context): string | null => {
      if (value === null || value === '') return null
      const accepted = normal(value)
      if (accepted === null) {
        context.addIssue(fault(code, message))
        return z.NEVER
      }
      return accepted
    })
}

/** The name of the mini-reference. */
export function clientName(row: Pick<ClientRow, 'firstName' | 'lastName'>): string {
  return row.lastName === null ? row.firstName : `${row.firstName} ${row.lastName}`
}

export type ClientRecord = z.input<typeof Client>

/** The columns that the record shows. */
type ShownColumns = Omit<ClientRow, 'organizationId' | 'phoneKey' | 'searchText' | 'erasedAt'>

export function toClient(row: ShownColumns, timeZone: string): ClientRecord {
  return {
    object: 'client',
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    name: clientName(row),
    email: row.email,
    phone: row.phone,
    cpf: row.cpf,
    birth_date: row.birthDate === null ? null : dateText(row.birthDate),
    metadata: metadataOf(row.metadata),
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    updated_at: formatInstant(row.updatedAt.getTime(), timeZone),
  }
}

/** `YYYY-MM-DD` of a date column, which is read as midnight UTC. */
export function dateText(date: Date): string {
  return localDateOf(date.getTime(), 'UTC')
}
