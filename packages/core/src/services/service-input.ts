/** What callers send of a service. */
import type { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import {
  Color,
  distinctIds,
  Id,
  MeetingUrl,
  MoneyInput,
  nullableLines,
  text,
} from '../ground/fields.ts'
import { AppointmentType, BookingMode } from '../professionals/service-base.ts'

const minutes = (most: number) => z.int().min(0).max(most)

const fields = {
  name: text(LIMITS.nameCharacters),
  description: nullableLines(LIMITS.notesCharacters),
  specialty_id: Id.nullable(),
  service_type: AppointmentType,
  booking_mode: BookingMode,
  duration_minutes: z.int().min(1).max(LIMITS.serviceDurationMinutes),
  price: MoneyInput.nullable(),
  color: Color.nullable(),
  hidden_from_public_booking: z.boolean(),
  max_capacity: z.int().min(1).max(LIMITS.serviceCapacity),
  buffer_before_minutes: minutes(LIMITS.serviceBufferMinutes),
  buffer_after_minutes: minutes(LIMITS.serviceBufferMinutes),
  slot_interval_minutes: z
    .int()
    .min(LIMITS.slotIntervalMinMinutes)
    .max(LIMITS.slotIntervalMaxMinutes),
  min_advance_minutes: minutes(LIMITS.minAdvanceMaxMinutes).nullable().meta({
    description: 'Null: the value of the organization applies.',
  }),
  max_advance_days: z.int().min(0).max(LIMITS.maxAdvanceMaxDays).nullable().meta({
    description: 'Null: the value of the organization applies.',
  }),
  requires_deposit: z.boolean(),
  meeting_url: MeetingUrl,
  deposit_amount: MoneyInput.nullable().meta({
    description: 'Required with `requires_deposit`, and null without it.',
  }),
  /** Those who perform it. */
  professional_ids: distinctIds(LIMITS.professionalsPerService, 0),
}

export const NewService = z.object({
  name: fields.name,
  description: fields.description.default(null),
  specialty_id: fields.specialty_id.default(null),
  service_type: fields.service_type.default('IN_PERSON'),
  booking_mode: fields.booking_mode.default('SCHEDULED'),
  duration_minutes: fields.duration_minutes,
  price: fields.price.default(null),
  color: fields.color.default(null),
  hidden_from_public_booking: fields.hidden_from_public_booking.default(false),
  max_capacity: fields.max_capacity.default(1),
  buffer_before_minutes: fields.buffer_before_minutes.default(0),
  buffer_after_minutes: fields.buffer_after_minutes.default(0),
  slot_interval_minutes: fields.slot_interval_minutes.default(15),
  min_advance_minutes: fields.min_advance_minutes.default(null),
  max_advance_days: fields.max_advance_days.default(null),
  meeting_url: fields.meeting_url.default(null),
  requires_deposit: fields.requires_deposit.default(false),
  deposit_amount: fields.deposit_amount.default(null),
  professional_ids: fields.professional_ids.default([]),
})

/** What is left out stays the same. */
export const ServiceChanges = z
  .object({
    ...fields,
    is_active: z.literal(true).meta({
      description: 'Offers the service again. `services.deactivate` takes it out of the offer.',
    }),
  })
  .partial()

type Changes = z.output<typeof ServiceChanges>

/** Fields whose column has another name, or the same. The deposit and the professionals are written apart. */
const COLUMNS = {
  name: 'name',
  description: 'description',
  specialty_id: 'specialtyId',
  service_type: 'serviceType',
  booking_mode: 'bookingMode',
  duration_minutes: 'durationMinutes',
  price: 'price',
  color: 'color',
  hidden_from_public_booking: 'hiddenFromPublicBooking',
  max_capacity: 'maxCapacity',
  buffer_before_minutes: 'bufferBeforeMinutes',
  buffer_after_minutes: 'bufferAfterMinutes',
  slot_interval_minutes: 'slotIntervalMinutes',
  min_advance_minutes: 'minAdvanceMinutes',
  max_advance_days: 'maxAdvanceDays',
  meeting_url: 'meetingUrl',
  is_active: 'isActive',
} as const

type ColumnsOf<Input> = {
  [
    Field in keyof Input as Field extends keyof typeof COLUMNS ? (typeof COLUMNS)[Field] : never
  ]: Exclude<Input[Field], undefined>
}

/** The columns that an input sets: what it leaves out is left out. */
export function columnsOf<Input extends Changes>(input: Input): ColumnsOf<Input> {
  const given: Readonly<Record<string, unknown>> = input
  const columns = Object.entries(COLUMNS).flatMap(([field, column]) =>
    given[field] === undefined ? [] : [[column, given[field]] as const],
  )
  // Safe: each field of the table is renamed, and its value stays.
  return Object.fromEntries(columns) as ColumnsOf<Input>
}

/**
 * The deposit as it will be: an amount where it is required, and none elsewhere.
 *
 * @throws `400` on `deposit_amount`
 */
export function depositColumns(
  before: {
    readonly requiresDeposit: boolean
    readonly depositAmount: Prisma.Decimal | null
  } | null,
  input: Pick<Changes, 'requires_deposit' | 'deposit_amount'>,
): { requiresDeposit: boolean; depositAmount: Prisma.Decimal | string | null } {
  const requiresDeposit = input.requires_deposit ?? before?.requiresDeposit ?? false
  const sent = input.deposit_amount
  if (!requiresDeposit) {
    if (sent == null) return { requiresDeposit, depositAmount: null }
    throw invalid(
      'deposit_amount',
      'invalid_value',
      'Without `requires_deposit`, a service has no deposit.',
    )
  }
  const depositAmount = sent === undefined ? (before?.depositAmount ?? null) : sent
  if (depositAmount === null) {
    throw invalid('deposit_amount', 'required', 'The amount of the deposit is missing.')
  }
  if (Number(depositAmount) > 0) return { requiresDeposit, depositAmount }
  throw invalid('deposit_amount', 'out_of_range', 'A deposit is more than 0.00.')
}
