/** Where an organization is: as it is typed, as it is kept, and as people write it. */
import type { Organization } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, type FieldError } from '../contract/problems.ts'
import { nullableText } from '../ground/fields.ts'

const { addressCharacters, addressCodeCharacters } = LIMITS

/** Each part: its column, and how long it may be. */
const PARTS = {
  street: { column: 'addressStreet', most: addressCharacters },
  number: { column: 'addressNumber', most: addressCodeCharacters },
  complement: { column: 'addressComplement', most: addressCharacters },
  district: { column: 'addressDistrict', most: addressCharacters },
  city: { column: 'addressCity', most: addressCharacters },
  state: { column: 'addressState', most: addressCharacters },
  postal_code: { column: 'addressPostalCode', most: addressCodeCharacters },
} as const satisfies Record<string, { column: keyof Organization; most: number }>

type Part = keyof typeof PARTS
type Columns = Pick<Organization, (typeof PARTS)[Part]['column']>

const NAMES = Object.keys(PARTS) as readonly string[] as readonly Part[]

/** Safe: the keys are those of the table. */
const eachPart = <Made>(of: (part: Part) => Made) =>
  Object.fromEntries(NAMES.map((part) => [part, of(part)])) as Record<Part, Made>

export const Address = z.object(eachPart(() => z.string().nullable()))
export type Address = z.output<typeof Address>

/** Input: parts that are left out or empty are null. Which of them there must be depends on the country. */
export const AddressInput = z
  .object(eachPart((part) => nullableText(PARTS[part].most).optional()))
  .nullable()

/** How a country writes a part: what is kept of it, or null where it is wrong. */
type Rule = { readonly kept: (typed: string) => string | null; readonly expected: string }

const RULES: Readonly<Partial<Record<string, Partial<Record<Part, Rule>>>>> = {
  BR: {
    state: {
      kept: (typed) => (/^[a-z]{2}$/i.test(typed) ? typed.toUpperCase() : null),
      expected: 'This is not a state of Brazil. Expected its two letters, such as SP.',
    },
    postal_code: {
      kept: (typed) => {
        const digits = /^(\d{5})(\d{3})$/.exec(typed.replaceAll(/[-. ]/g, ''))
        return digits === null ? null : `${digits[1]}-${digits[2]}`
      },
      expected: 'This is not a CEP. Expected eight digits, such as 01310-100.',
    },
  },
}

/**
 * The columns of an address.
 *
 * @throws `400 validation_error` on parts that the country writes in another way, and on a street that is missing
 */
export function addressColumns(typed: z.output<typeof AddressInput>, country: string): Columns {
  const faults: FieldError[] = []
  const refuse = (part: Part, code: FieldError['code'], message: string) =>
    faults.push({ field: `address.${part}`, code, message })
  const kept = eachPart((part) => {
    const value = typed?.[part] ?? null
    const rule = RULES[country]?.[part]
    if (value === null || rule === undefined) return value
    const written = rule.kept(value)
    if (written === null) refuse(part, 'invalid_format', rule.expected)
    return written
  })
  if (kept.street === null && (kept.number !== null || kept.complement !== null)) {
    refuse('street', 'required', 'A number and a complement need their street.')
  }
  if (faults.length > 0) throw invalidFields(faults)
  /** Safe: each part has its column. */
  return Object.fromEntries(NAMES.map((part) => [PARTS[part].column, kept[part]])) as Columns
}

/** Null: nothing is known of it. */
export function addressOf(organization: Columns): Address | null {
  const address = eachPart((part) => organization[PARTS[part].column])
  return NAMES.every((part) => address[part] === null) ? null : address
}

/** `Rua Harmonia, 123, sala 4 · Vila Madalena · São Paulo – SP · 05435-000`: what there is of it. */
export function writtenAddress(address: Address): string {
  const { street, number, complement, district, city, state, postal_code: code } = address
  const joined = (parts: readonly (string | null)[], by: string): string | null =>
    parts.filter((part) => part !== null).join(by) || null
  const lines = [joined([street, number, complement], ', '), district, joined([city, state], ' – ')]
  return joined([...lines, code], ' · ') ?? ''
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** The link that its owner gave, or a search for the address. Null: there is neither. */
export function mapLink(
  organization: Columns & Pick<Organization, 'mapUrl' | 'country'>,
): string | null {
  const address = addressOf(organization)
  if (organization.mapUrl !== null || address === null) return organization.mapUrl
  // What is inside of a house leads a search astray.
  const outside = writtenAddress({ ...address, complement: null })
  const query = `${outside.replaceAll(' · ', ', ')}, ${COUNTRY_NAMES.of(organization.country)}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

/** @param phone E.164 */
export function whatsappLink(phone: string): string {
  return `https://wa.me/${phone.slice(1)}`
}
