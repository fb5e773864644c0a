import { findRow, tables, type Service } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import type { FieldError } from '../contract/problems.ts'
import { professionalFault } from '../professionals/named-professional.ts'

type Reading = Pick<WriteContext, 'tx' | 'organization'>

/** The service that a body names, if the queue offers it; otherwise null, and a fault on `service_id`. */
export async function queueService(
  { tx, organization }: Reading,
  id: number,
  faults: FieldError[],
): Promise<Service | null> {
  const row = await findRow(tx, tables.service, { organizationId: organization.id, id })
  const field = 'service_id'
  if (row === null) {
    faults.push({
      field,
      code: 'not_found',
      message: 'No service of this organization has this id.',
    })
  } else if (!row.isActive) {
    faults.push({ field, code: 'inactive', message: 'This service is no longer offered.' })
  } else if (row.bookingMode !== 'QUEUE') {
    faults.push({
      field,
      code: 'booking_mode_mismatch',
      message: 'This service is booked by appointment and is not offered by the online queue.',
    })
  } else {
    return row
  }
  return null
}

/**
 * What is wrong with the professional whom a body names. `performs` tells whether the professional performs the
 * service.
 *
 * @param id null if the body names none
 */
export async function professionalFaults(
  { tx, organization }: Reading,
  id: number | null,
): Promise<FieldError[]> {
  if (id === null) return []
  const fault = await professionalFault(tx, organization, id)
  return fault === null ? [] : [fault]
}

export async function performs(
  { tx, organization }: Reading,
  professionalId: number,
  serviceId: number,
): Promise<boolean> {
  const row = await findRow(tx, tables.professionalService, {
    organizationId: organization.id,
    professionalId,
    serviceId,
  })
  return row !== null
}
