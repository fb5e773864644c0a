import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { expandable, expandOf, Id, Money } from '../ground/fields.ts'
import { money } from '../ground/money.ts'
import { Professional } from '../professionals/professional.ts'
import { baseFields, toServiceBase, type ServiceRow } from '../professionals/service-base.ts'

export { AppointmentType, BookingMode } from '../professionals/service-base.ts'

/** The service with the rules that slots follow. */
export const Service = z
  .object({
    ...baseFields,
    specialty_id: Id.nullable(),
    professionals: z.array(expandable(Professional)).meta({
      description:
        'The professionals of `professional_ids`, ordered by id. With `expand=professionals`, the full records.',
    }),
    buffer_before_minutes: z
      .int()
      .min(0)
      .meta({ description: 'The time kept free before the service.' }),
    buffer_after_minutes: z
      .int()
      .min(0)
      .meta({ description: 'The time kept free after the service.' }),
    slot_interval_minutes: z
      .int()
      .min(LIMITS.slotIntervalMinMinutes)
      .max(LIMITS.slotIntervalMaxMinutes)
      .meta({ description: 'The interval between possible starts, in minutes.' }),
    min_advance_minutes: z
      .int()
      .min(0)
      .meta({ description: "The value of the service, or else the organization's." }),
    max_advance_days: z.int().min(0).nullable().meta({ description: 'Null means no limit.' }),
    requires_deposit: z
      .boolean()
      .meta({ description: 'Whether the public booking page asks for a deposit.' }),
    deposit_amount: Money.nullable().meta({ description: 'Null if `requires_deposit` is false.' }),
  })
  .meta({ id: 'Service' })

export type FullService = z.input<typeof Service>

export const SERVICE_EXPANSIONS = ['professionals'] as const
export type ServiceExpansion = (typeof SERVICE_EXPANSIONS)[number]
export const ServiceExpand = expandOf(SERVICE_EXPANSIONS)

export function toService(row: ServiceRow, timeZone: string): FullService {
  const base = toServiceBase(row, timeZone)
  return {
    ...base,
    specialty_id: row.specialtyId,
    buffer_before_minutes: row.bufferBeforeMinutes,
    buffer_after_minutes: row.bufferAfterMinutes,
    slot_interval_minutes: row.slotIntervalMinutes,
    min_advance_minutes: row.minAdvanceMinutes,
    max_advance_days: row.maxAdvanceDays,
    requires_deposit: row.requiresDeposit,
    deposit_amount: row.requiresDeposit ? money(row.depositAmount) : null,
    professionals: row.performers,
  }
}
