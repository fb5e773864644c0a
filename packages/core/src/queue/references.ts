import type { Service } from '@scheduling/database'
import type { WriteContext } from '../context.ts'
import type { FieldError } from '../problems.ts'

type Reading = Pick<WriteContext, 'tx' | 'organization'>

/** The service that a body names, when the queue serves it; else null, and a fault on `service_id`. */
export async function queueService(
  { tx, organization }: Reading,
  id: number,
  faults: FieldError[],
): Promise<Service | null> {
  const row = await tx.service.findUnique({
    where: { organizationId_id: { organizationId: organization.id, id } },
  })
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
      message: 'This service is booked by appointment, not served by the online queue.',
    })
  } else {
    return row
  }
  return null
}

/** What is wrong with a professional that a body names; null = none was named. */
export async function professionalFaults(
  { tx, organization }: Reading,
  id: number | null,
): Promise<FieldError[]> {
  if (id === null) return []
  const row = await tx.professional.findUnique({
    where: { organizationId_id: { organizationId: organization.id, id } },
    select: { isActive: true },
  })
  const field = 'professional_id'
  if (row === null) {
    return [
      { field, code: 'not_found', message: 'No professional of this organization has this id.' },
    ]
  }
  if (row.isActive) return []
  return [{ field, code: 'inactive', message: 'This professional no longer serves clients.' }]
}

export async function performs(
  { tx, organization }: Reading,
  professionalId: number,
  serviceId: number,
): Promise<boolean> {
  const row = await tx.professionalService.findFirst({
    where: { organizationId: organization.id, professionalId, serviceId },
    select: { serviceId: true },
  })
  return row !== null
}
