/** Every setting of the organization that is changed in a form, once: its group, and how it is entered. */
import type { AppRouter, inferRouterInputs, inferRouterOutputs } from '@scheduling/client'

export type Settings = inferRouterOutputs<AppRouter>['organization']['get']
type Changes = inferRouterInputs<AppRouter>['organization']['update']

type Address = NonNullable<Settings['address']>

/** A part of the address is a field of its own. */
type AddressField = `address.${keyof Address}`

export type FieldName =
  | Exclude<keyof Changes, 'brand_color' | 'welcome_text' | 'search_listing' | 'address'>
  | AddressField

export type FieldKind =
  | 'text'
  | 'language'
  | 'zone'
  | 'country'
  /** These three can be left empty. */
  | 'line'
  | 'phone'
  | 'url'
  | 'yesno'
  /** A length of time, kept in minutes. */
  | 'minutes'
  | 'hours'
  | 'days'

type Field = {
  readonly name: FieldName
  readonly kind: FieldKind
  readonly least?: number
  readonly most?: number
  /** It can be null: there is no such rule. */
  readonly isOptional?: true
}

export const FIELD_GROUPS = {
  clinic: [
    { name: 'name', kind: 'text', most: 120 },
    { name: 'slug', kind: 'text', most: 60 },
    { name: 'time_zone', kind: 'zone' },
    { name: 'country', kind: 'country' },
    { name: 'language', kind: 'language' },
  ],
  contact: [
    { name: 'phone', kind: 'phone', most: 40 },
    { name: 'whatsapp_phone', kind: 'phone', most: 40 },
    { name: 'address.postal_code', kind: 'line', most: 20 },
    { name: 'address.street', kind: 'line', most: 120 },
    { name: 'address.number', kind: 'line', most: 20 },
    { name: 'address.complement', kind: 'line', most: 120 },
    { name: 'address.district', kind: 'line', most: 120 },
    { name: 'address.city', kind: 'line', most: 120 },
    { name: 'address.state', kind: 'line', most: 120 },
    { name: 'map_url', kind: 'url', most: 500 },
  ],
  booking: [
    { name: 'min_advance_minutes', kind: 'minutes', least: 0, most: 525_600 },
    { name: 'max_advance_days', kind: 'days', least: 0, most: 3650, isOptional: true },
    { name: 'auto_confirm', kind: 'yesno' },
    { name: 'require_client_identifier', kind: 'yesno' },
    { name: 'client_notice_minutes', kind: 'minutes', least: 0, most: 43_200 },
    {
      name: 'cancellation_window_minutes',
      kind: 'minutes',
      least: 0,
      most: 43_200,
      isOptional: true,
    },
  ],
  day: [
    { name: 'reminder_hours', kind: 'hours', least: 1, most: 168 },
    { name: 'deposit_expiry_minutes', kind: 'minutes', least: 1, most: 10_080 },
    { name: 'manual_deposit_hours', kind: 'hours', least: 1, most: 720 },
    { name: 'queue_call_timeout_minutes', kind: 'minutes', least: 1, most: 240 },
    { name: 'no_show_only_after_start', kind: 'yesno' },
  ],
} as const satisfies Record<string, readonly Field[]>

export type FieldGroup = keyof typeof FIELD_GROUPS

const NO_ADDRESS: Address = {
  street: null,
  number: null,
  complement: null,
  district: null,
  city: null,
  state: null,
  postal_code: null,
}

type Value = string | number | boolean | null
export type Values = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>

const isOfAddress = (name: FieldName): name is AddressField => name.startsWith('address.')

/** What the fields of a group begin with. */
export function valuesOf(group: FieldGroup, settings: Settings): Values {
  return Object.fromEntries(
    FIELD_GROUPS[group].map(({ name }) =>
      isOfAddress(name) ? ['address', settings.address ?? NO_ADDRESS] : [name, settings[name]],
    ),
  )
}

/** What differs from what the form began with: what another user saved meanwhile is left as it is. */
export function changedOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const isChanged = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(before[name]) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(after).filter(isChanged))
}
