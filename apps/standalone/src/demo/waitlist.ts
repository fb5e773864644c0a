/** Clients of the demo who wait for an evening. The clinic is closed then, so nothing is offered by itself. */
import { addDays, localDateOf } from '@scheduling/availability'
import type { Service } from '@scheduling/core'
import { findRow, tables, type Organization } from '@scheduling/database'
import { callersAt } from './callers.ts'

const WAITING = 2

export async function fillWaitlist(
  service: Service,
  organization: Organization,
  clientIds: readonly number[],
): Promise<void> {
  const consultation = await findRow(service.db, tables.service, {
    organizationId: organization.id,
    name: 'Consulta',
  })
  if (consultation === null) return
  const today = localDateOf(service.now(), organization.timeZone)
  for (const client_id of clientIds.slice(0, WAITING)) {
    await callersAt(service, organization).waitlist.add({
      client_id,
      service_ids: [consultation.id],
      from_date: addDays(today, 1),
      to_date: addDays(today, 60),
      weekdays: [1, 2, 3, 4, 5],
      from_minute: 20 * 60,
    })
  }
}
