/** A service as its form holds it, and as the service takes it. */
import type { AppRouter, inferRouterInputs, inferRouterOutputs } from '@scheduling/client'

type Inputs = inferRouterInputs<AppRouter>['services']
type Outputs = inferRouterOutputs<AppRouter>['services']

export type ServiceRow = Outputs['list']['data'][number]
export type ServiceRules = Outputs['getRules']
type ServiceInput = Inputs['create']

/** Named as in the input, so that its faults find their fields. An empty number is none. */
export type ServiceValues = {
  name: string
  description: string
  specialty_id: string | null
  service_type: ServiceRow['service_type']
  booking_mode: ServiceRow['booking_mode']
  duration_minutes: number | string
  price: number | string
  color: string
  hidden_from_public_booking: boolean
  max_capacity: number | string
  buffer_before_minutes: number | string
  buffer_after_minutes: number | string
  slot_interval_minutes: number | string
  /** Empty: the rule of the organization. */
  min_advance_minutes: number | string
  max_advance_days: number | string
  meeting_url: string
  requires_deposit: boolean
  deposit_amount: number | string
  professional_ids: string[]
}

export const NEW_SERVICE: ServiceValues = {
  name: '',
  description: '',
  specialty_id: null,
  service_type: 'IN_PERSON',
  booking_mode: 'SCHEDULED',
  duration_minutes: 30,
  price: '',
  color: '',
  hidden_from_public_booking: false,
  max_capacity: 1,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  slot_interval_minutes: 15,
  min_advance_minutes: '',
  max_advance_days: '',
  meeting_url: '',
  requires_deposit: false,
  deposit_amount: '',
  professional_ids: [],
}

export function valuesOf(
  service: ServiceRow,
  { own, meeting_url: room }: ServiceRules,
): ServiceValues {
  return {
    name: service.name,
    description: service.description ?? '',
    specialty_id: service.specialty_id === null ? null : String(service.specialty_id),
    service_type: service.service_type,
    booking_mode: service.booking_mode,
    duration_minutes: service.duration_minutes,
    price: service.price === null ? '' : Number(service.price),
    color: service.color ?? '',
    hidden_from_public_booking: service.hidden_from_public_booking,
    max_capacity: service.max_capacity,
    buffer_before_minutes: service.buffer_before_minutes,
    buffer_after_minutes: service.buffer_after_minutes,
    slot_interval_minutes: service.slot_interval_minutes,
    min_advance_minutes: own.min_advance_minutes ?? '',
    max_advance_days: own.max_advance_days ?? '',
    meeting_url: room ?? '',
    requires_deposit: service.requires_deposit,
    deposit_amount: service.deposit_amount === null ? '' : Number(service.deposit_amount),
    professional_ids: service.professional_ids.map(String),
  }
}

export function inputOf(values: ServiceValues): ServiceInput {
  const number = (value: number | string, empty: number) => (value === '' ? empty : Number(value))
  const numberOrNull = (value: number | string) => (value === '' ? null : Number(value))
  const money = (value: number | string) => (value === '' ? null : Number(value).toFixed(2))
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    name: values.name.trim(),
    description: text(values.description),
    specialty_id: values.specialty_id === null ? null : Number(values.specialty_id),
    service_type: values.service_type,
    booking_mode: values.booking_mode,
    duration_minutes: number(values.duration_minutes, 0),
    price: money(values.price),
    color: text(values.color),
    hidden_from_public_booking: values.hidden_from_public_booking,
    max_capacity: number(values.max_capacity, 1),
    buffer_before_minutes: number(values.buffer_before_minutes, 0),
    buffer_after_minutes: number(values.buffer_after_minutes, 0),
    slot_interval_minutes: number(values.slot_interval_minutes, 15),
    min_advance_minutes: numberOrNull(values.min_advance_minutes),
    max_advance_days: numberOrNull(values.max_advance_days),
    meeting_url: values.service_type === 'TELEMEDICINE' ? text(values.meeting_url) : null,
    requires_deposit: values.requires_deposit,
    deposit_amount: values.requires_deposit ? money(values.deposit_amount) : null,
    professional_ids: values.professional_ids.map(Number),
  }
}

/**
 * What was changed, and nothing else: what another user changed meanwhile stays. The amount of a deposit goes with
 * whether there is one.
 */
export function changesOf(before: ServiceValues, after: ServiceValues): Partial<ServiceInput> {
  const [old, now] = [inputOf(before), inputOf(after)]
  const keyOf = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.toSorted((a, b) => Number(a) - Number(b)) : value)
  const changed = Object.entries(now).filter(
    ([field, value]) => keyOf(value) !== keyOf(old[field as keyof ServiceInput]),
  )
  const fields = new Set(changed.map(([field]) => field))
  if (fields.has('requires_deposit') || fields.has('deposit_amount')) {
    changed.push(['requires_deposit', now.requires_deposit], ['deposit_amount', now.deposit_amount])
  }
  // Safe: fields and values of an input, some left out.
  return Object.fromEntries(changed) as Partial<ServiceInput>
}
