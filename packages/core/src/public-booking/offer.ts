/** What a stranger may learn of an organization, and what a stranger can book there. */
import {
  column,
  query,
  sqlOf,
  type AppointmentType,
  type BookingMode,
  type Organization,
} from '@scheduling/database'
import { z } from 'zod'
import { hasFeature } from '../contract/features.ts'
import { Currency, Id, MiniReference, Money } from '../ground/fields.ts'
import { money } from '../ground/money.ts'
import { LANGUAGES, languageOf } from '../ground/language.ts'
import type { Context } from '../context.ts'
import {
  Address,
  addressOf,
  mapLink,
  whatsappLink,
  writtenAddress,
} from '../organization/address.ts'
import { logoPath } from '../organization/logo.ts'
import { AppointmentType as TypeField, BookingMode as ModeField } from '../services/service.ts'
import { photoPath } from '../professionals/photo.ts'
import { selected, type Queryable, type RowOf } from '@scheduling/database'

export const VisitedOrganization = z.object({
  name: z.string(),
  slug: z.string().nullable(),
  time_zone: z.string(),
  /** ISO 3166-1 alpha-2. Phone numbers without a country code belong to it. */
  country: z.string(),
  /** E.164; null: it shows none. */
  phone: z.string().nullable(),
  whatsapp_phone: z.string().nullable(),
  /** Where a chat with it begins; null: it has no such number. */
  whatsapp_url: z.string().nullable(),
  /** `text`: as people write it, in one line. Null: it shows none. */
  address: Address.extend({ text: z.string() }).nullable(),
  /** The link that its owner gave, or a search for the address. */
  map_url: z.string().nullable(),
  language: z.enum(LANGUAGES),
  /** False: a test organization, where nothing is real. */
  livemode: z.boolean(),
  /** How long before its start a client can still cancel or move an appointment. */
  client_notice_minutes: z.int().min(0),
  /** `#RRGGBB`, as its owner chose it, whatever it can be read on; null: the usual one. */
  brand_color: z.string().nullable(),
  /** A path of this service; null: it has no picture. */
  logo_url: z.string().nullable(),
  /** Plain text of several lines. */
  welcome_text: z.string().nullable(),
  /** Whether search engines may show its page. Never that of a test organization. */
  is_listed: z.boolean(),
})

export function toVisitedOrganization({
  organization,
}: Pick<Context, 'organization'>): z.input<typeof VisitedOrganization> {
  const { whatsappPhone } = organization
  const address = addressOf(organization)
  return {
    name: organization.name,
    slug: organization.slug,
    time_zone: organization.timeZone,
    country: organization.country,
    phone: organization.phone,
    whatsapp_phone: whatsappPhone,
    whatsapp_url: whatsappPhone === null ? null : whatsappLink(whatsappPhone),
    address: address === null ? null : { ...address, text: writtenAddress(address) },
    map_url: mapLink(organization),
    language: languageOf(organization),
    livemode: organization.livemode,
    client_notice_minutes: organization.clientNoticeMinutes,
    brand_color: organization.brandColor,
    logo_url: logoPath(organization),
    welcome_text: organization.welcomeText,
    is_listed: organization.livemode && organization.searchListing,
  }
}

/** Whom a visitor can choose. A photo is shown where the professional has set one. */
export const OfferedProfessional = MiniReference.extend({
  /** The number at the professional council; null: none is known. */
  registry: z.string().nullable(),
  /** A path of this service. */
  photo_url: z.string().nullable(),
})

/** How deposits are paid that are asked for now. `MANUAL`: the team asks for the money, and there is no code. */
export const DepositMethod = z.enum(['PIX', 'MANUAL'])

export const OfferedService = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  specialty: MiniReference.nullable(),
  service_type: TypeField,
  booking_mode: ModeField,
  duration_minutes: z.int().min(1),
  price: Money.nullable(),
  currency: Currency,
  /** Null: no deposit is asked for. */
  deposit_amount: Money.nullable(),
  /** How many days from today on it can be booked. Null: there is no last one. */
  max_advance_days: z.int().min(0).nullable(),
  /** Who performs it. */
  professional_ids: z.array(Id),
})

const OFFERED = {
  id: column.int,
  name: column.text,
  description: column.nullable(column.text),
  specialty: column.by(
    `(SELECT json_build_object('id', y.id, 'name', y.name) FROM specialty y WHERE y.id = s.specialty_id)`,
    column.nullable(column.json<z.input<typeof MiniReference>>()),
  ),
  type: column.by('s.service_type', column.oneOf<AppointmentType>('appointment_type')),
  bookingMode: column.oneOf<BookingMode>('booking_mode'),
  durationMinutes: column.int,
  price: column.nullable(column.decimal),
  maxAdvanceDays: column.nullable(column.int),
  deposit: column.by(
    'CASE WHEN s.requires_deposit THEN s.deposit_amount END',
    column.nullable(column.decimal),
  ),
  performerIds: column.by('performed.by_ids', column.ints),
}

export type OfferedRow = RowOf<typeof OFFERED>

const offered = query({
  name: 'services offered to the public',
  text: `SELECT ${selected(OFFERED, 's')} FROM service AS s
    JOIN (SELECT performer.service_id, array_agg(p.id ORDER BY p.id) AS by_ids
      FROM professional p JOIN professional_service performer ON performer.professional_id = p.id
      WHERE p.organization_id = $1::int AND p.is_active GROUP BY performer.service_id) AS performed
      ON performed.service_id = s.id
    WHERE s.organization_id = $1::int AND s.is_active AND NOT s.hidden_from_public_booking
    ORDER BY s.id`,
  row: OFFERED,
})

const PROFESSIONAL = {
  id: column.int,
  name: column.text,
  registry: column.nullable(column.text),
  photo: column.by('f.version', column.nullable(column.text)),
}

const activeProfessionals = query({
  name: 'professionals offered to the public',
  text: `SELECT ${selected(PROFESSIONAL, 'p')} FROM professional AS p
    LEFT JOIN professional_photo AS f ON f.organization_id = p.organization_id AND f.professional_id = p.id
    WHERE p.organization_id = $1::int AND p.is_active
    ORDER BY p.id`,
  row: PROFESSIONAL,
})

/** The ids of the professionals who perform one of the services. */
export function performersOf(services: readonly OfferedRow[]): ReadonlySet<number> {
  return new Set(services.flatMap(({ performerIds }) => performerIds))
}

export async function offeredProfessionals(
  db: Queryable,
  organization: Context['organization'],
  ids: ReadonlySet<number>,
): Promise<z.input<typeof OfferedProfessional>[]> {
  if (ids.size === 0) return []
  const rows = await activeProfessionals(sqlOf(db), [organization.id])
  return rows
    .filter(({ id }) => ids.has(id))
    .map(({ photo, ...professional }) => ({
      ...professional,
      photo_url: photoPath(organization, photo),
    }))
}

/** The services that a stranger can book or queue for now: nothing is listed that would be refused. */
export async function offeredServices(
  db: Queryable,
  organization: Context['organization'],
): Promise<OfferedRow[]> {
  if (organization.suspendedAt !== null) return []
  const rows = await offered(sqlOf(db), [organization.id])
  return rows.filter(
    ({ type, bookingMode, deposit }) =>
      (type !== 'TELEMEDICINE' || hasFeature(organization, 'telemedicine')) &&
      (bookingMode !== 'QUEUE' || hasFeature(organization, 'online_queue')) &&
      (deposit === null || hasFeature(organization, 'deposits')),
  )
}

export function toOfferedService(
  row: OfferedRow,
  organization: Pick<Organization, 'maxAdvanceDays'>,
): z.input<typeof OfferedService> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    specialty: row.specialty,
    service_type: row.type,
    booking_mode: row.bookingMode,
    duration_minutes: row.durationMinutes,
    price: money(row.price),
    currency: 'BRL',
    deposit_amount: money(row.deposit),
    max_advance_days: row.maxAdvanceDays ?? organization.maxAdvanceDays,
    professional_ids: row.performerIds,
  }
}
