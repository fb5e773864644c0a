/** The settings of an organization as its owner sees them, and what each may be. */
import { formatInstant } from '@scheduling/availability'
import {
  requireRow,
  sqlOf,
  statement,
  tables,
  type Organization,
  type Transaction,
} from '@scheduling/database'
import { z } from 'zod'
import { Phone } from '../clients/client.ts'
import { FEATURES, hasFeature, type Feature } from '../contract/features.ts'
import { LIMITS } from '../contract/limits.ts'
import { Color, Id, nullableLines, openedUrl, text } from '../ground/fields.ts'
import { Instant, storedTimeZone } from '../ground/time-fields.ts'
import { Country } from '../ground/country.ts'
import { LANGUAGES, languageOf } from '../ground/language.ts'
import { Address, addressColumns, addressOf, AddressInput } from './address.ts'
import { logoPath } from './logo.ts'
import { Slug } from './slug.ts'

const whole = (least: number, most: number) => z.int().min(least).max(most)

/** Each setting that the owner can change: its column, and what it may be. */
const SETTINGS = {
  name: { column: 'name', input: text(LIMITS.nameCharacters) },
  slug: { column: 'slug', input: Slug },
  time_zone: { column: 'timeZone', input: storedTimeZone() },
  /** Phone numbers without a country code belong to it. */
  country: { column: 'country', input: Country },
  /** For clients; its pages show it. Null: none. */
  phone: { column: 'phone', input: Phone },
  /** Clients write to it. Null: none. */
  whatsapp_phone: { column: 'whatsappPhone', input: Phone },
  /** Null: the link is made from the address. */
  map_url: { column: 'mapUrl', input: openedUrl(LIMITS.mapUrlCharacters, 'a map') },
  /** Of the messages to its clients and its chat channels. */
  language: { column: 'language', input: z.enum(LANGUAGES) },
  /** The notice that a booking needs. A service can have its own. */
  min_advance_minutes: {
    column: 'minAdvanceMinutes',
    input: whole(0, LIMITS.minAdvanceMaxMinutes),
  },
  /** How far ahead clients book; null: as far as they like. A service can have its own. */
  max_advance_days: {
    column: 'maxAdvanceDays',
    input: whole(0, LIMITS.maxAdvanceMaxDays).nullable(),
  },
  /** Whether a new appointment is confirmed at once. */
  auto_confirm: { column: 'autoConfirm', input: z.boolean() },
  /** Whether a client needs a phone, an e-mail or a CPF. */
  require_client_identifier: { column: 'requireClientIdentifier', input: z.boolean() },
  no_show_only_after_start: { column: 'noShowOnlyAfterStart', input: z.boolean() },
  /** An appointment cannot be cancelled later than this before its start; null: no rule. */
  cancellation_window_minutes: {
    column: 'cancellationWindowMinutes',
    input: whole(0, LIMITS.cancellationWindowMaxMinutes).nullable(),
  },
  /** A client cannot cancel or move an appointment later than this before its start. The team can. */
  client_notice_minutes: {
    column: 'clientNoticeMinutes',
    input: whole(0, LIMITS.clientNoticeMaxMinutes),
  },
  /** How long a called client may take to come. */
  queue_call_timeout_minutes: {
    column: 'queueCallTimeoutMinutes',
    input: whole(1, LIMITS.queueCallTimeoutMaxMinutes),
  },
  /** How long a deposit can be paid. */
  deposit_expiry_minutes: {
    column: 'depositExpiryMinutes',
    input: whole(1, LIMITS.depositExpiryMaxMinutes),
  },
  /** How long the team has to get a deposit that no bank charges. */
  manual_deposit_hours: {
    column: 'manualDepositHours',
    input: whole(1, LIMITS.manualDepositMaxHours),
  },
  /** How long before its start a client is reminded of an appointment. */
  reminder_hours: { column: 'reminderHours', input: whole(1, LIMITS.reminderMaxHours) },
  /** Of buttons and links on the public pages; null: the usual one. */
  brand_color: { column: 'brandColor', input: Color.nullable() },
  /** What the public page says above its services. */
  welcome_text: { column: 'welcomeText', input: nullableLines(LIMITS.welcomeCharacters) },
  /** Whether search engines may show the public page. */
  search_listing: { column: 'searchListing', input: z.boolean() },
} as const satisfies Record<string, { column: keyof Organization; input: z.ZodType }>

type SettingName = keyof typeof SETTINGS

const ONE_COLUMN = Object.keys(SETTINGS) as readonly string[] as readonly SettingName[]

export const SETTING_NAMES: readonly (SettingName | 'address')[] = [...ONE_COLUMN, 'address']

/** What a change of settings may name. What is left out stays the same. */
export const SettingChanges = z.object({
  ...shapeOf((input) => input.optional()),
  /** As a whole: a part that is left out is null. Null: none. */
  address: AddressInput.optional(),
})

type Inputs = { [Name in SettingName]: (typeof SETTINGS)[Name]['input'] }

/** Safe: the keys are those of the table, and each has the schema of its row, which `of` wraps. */
function shapeOf(of: (input: z.ZodType) => z.ZodType): {
  [Name in SettingName]: z.ZodOptional<Inputs[Name]>
} {
  const entries = Object.entries(SETTINGS).map(([name, { input }]) => [name, of(input)])
  return Object.fromEntries(entries) as { [Name in SettingName]: z.ZodOptional<Inputs[Name]> }
}

/**
 * The columns of the settings that a change names.
 *
 * @throws `400 validation_error` on parts of an address that its country writes in another way
 */
export function columnsOf(
  { address, ...changes }: z.output<typeof SettingChanges>,
  before: Pick<Organization, 'country'>,
): Partial<Organization> {
  const plain = Object.fromEntries(
    ONE_COLUMN.flatMap((name) =>
      changes[name] === undefined ? [] : [[SETTINGS[name].column, changes[name]]],
    ),
  )
  if (address === undefined) return plain
  return { ...plain, ...addressColumns(address, changes.country ?? before.country) }
}

export const OrganizationSettings = z.object({
  object: z.literal('organization_settings'),
  id: Id,
  name: z.string(),
  slug: z.string().nullable(),
  time_zone: z.string(),
  country: z.string(),
  phone: z.string().nullable(),
  whatsapp_phone: z.string().nullable(),
  address: Address.nullable(),
  map_url: z.string().nullable(),
  language: z.enum(LANGUAGES),
  /** False: a test organization. */
  livemode: z.boolean(),
  plan: z.object({ name: z.string() }).nullable(),
  features: z.record(
    z.enum(FEATURES),
    z.object({
      in_plan: z.boolean(),
      /** In the plan, and not switched off. */
      on: z.boolean(),
    }),
  ),
  min_advance_minutes: z.int(),
  max_advance_days: z.int().nullable(),
  auto_confirm: z.boolean(),
  require_client_identifier: z.boolean(),
  no_show_only_after_start: z.boolean(),
  cancellation_window_minutes: z.int().nullable(),
  client_notice_minutes: z.int(),
  queue_call_timeout_minutes: z.int(),
  deposit_expiry_minutes: z.int(),
  manual_deposit_hours: z.int(),
  reminder_hours: z.int(),
  brand_color: z.string().nullable(),
  welcome_text: z.string().nullable(),
  search_listing: z.boolean(),
  /** A path of this service; null without a logo. `organization.setLogo` changes it. */
  logo_url: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
})

export function toSettings(organization: Organization): z.output<typeof OrganizationSettings> {
  const { timeZone } = organization
  return {
    object: 'organization_settings',
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    time_zone: timeZone,
    country: organization.country,
    phone: organization.phone,
    whatsapp_phone: organization.whatsappPhone,
    address: addressOf(organization),
    map_url: organization.mapUrl,
    language: languageOf(organization),
    livemode: organization.livemode,
    plan: organization.planName === null ? null : { name: organization.planName },
    features: featureStates(organization),
    min_advance_minutes: organization.minAdvanceMinutes,
    max_advance_days: organization.maxAdvanceDays,
    auto_confirm: organization.autoConfirm,
    require_client_identifier: organization.requireClientIdentifier,
    no_show_only_after_start: organization.noShowOnlyAfterStart,
    cancellation_window_minutes: organization.cancellationWindowMinutes,
    client_notice_minutes: organization.clientNoticeMinutes,
    queue_call_timeout_minutes: organization.queueCallTimeoutMinutes,
    deposit_expiry_minutes: organization.depositExpiryMinutes,
    manual_deposit_hours: organization.manualDepositHours,
    reminder_hours: organization.reminderHours,
    brand_color: organization.brandColor,
    welcome_text: organization.welcomeText,
    search_listing: organization.searchListing,
    logo_url: logoPath(organization),
    created_at: formatInstant(organization.createdAt.getTime(), timeZone),
    updated_at: formatInstant(organization.updatedAt.getTime(), timeZone),
  }
}

function featureStates(organization: Organization) {
  const states = FEATURES.map((feature) => [
    feature,
    {
      in_plan: organization.planFeatures.includes(feature),
      on: hasFeature(organization, feature),
    },
  ])
  return Object.fromEntries(states) as Record<Feature, { in_plan: boolean; on: boolean }>
}

/** Bookings refer to the row, and need not wait. */
const locked = statement(
  'organization row locked',
  'SELECT FROM organization WHERE id = $1::int FOR NO KEY UPDATE',
)

/** The organization as it is now, with its clock, locked until the transaction ends. */
export async function lockSettings(tx: Transaction, organizationId: number): Promise<Organization> {
  await locked(sqlOf(tx), [organizationId])
  return requireRow(tx, tables.organization, { id: organizationId })
}
