/** Every setting of the organization that is changed in a form, once: its group, and how it is entered. */
import type { AppRouter, inferRouterInputs, inferRouterOutputs } from '@scheduling/client'

export type Settings = inferRouterOutputs<AppRouter>['organization']['get']
type Changes = inferRouterInputs<AppRouter>['organization']['update']

export type SettingName = Exclude<keyof Changes, 'brand_color' | 'welcome_text'>

export type FieldKind =
  | 'text'
  | 'language'
  | 'zone'
  | 'country'
  | 'phone'
  | 'yesno'
  /** A length of time, kept in minutes. */
  | 'minutes'
  | 'hours'
  | 'days'

type Field = {
  readonly name: SettingName
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
    { name: 'phone', kind: 'phone' },
    { name: 'language', kind: 'language' },
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
    { name: 'queue_call_timeout_minutes', kind: 'minutes', least: 1, most: 240 },
    { name: 'no_show_only_after_start', kind: 'yesno' },
  ],
} as const satisfies Record<string, readonly Field[]>

export type FieldGroup = keyof typeof FIELD_GROUPS

/** What differs from what the form began with: what another user saved meanwhile is left as it is. */
export function changedOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value))
}
