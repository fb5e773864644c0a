import { tables, updateRow, type Transaction, Prisma, findRows } from '@scheduling/database'
import { readBusyCalendarsAgain } from '../calendars/read-again.ts'
import { lockOrganization } from '../change/locks.ts'
import { several } from '../events/emissions.ts'
import { changesBetween } from '../events/new-event.ts'
import { procedure } from '../procedure/define.ts'
import { SERVICES, type ServiceRow } from '../professionals/service-base.ts'
import { servicesUpdated } from '../services/events.ts'
import {
  columnsOf,
  lockSettings,
  OrganizationSettings,
  SETTING_NAMES,
  SettingChanges,
  toSettings,
} from './settings.ts'

/** Changes settings. They hold for what is decided from then on; nothing that is booked changes. */
export const updateOrganization = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: SettingChanges,
  output: OrganizationSettings,
  emits: { ok: [several('service.updated')] },
  notes: ['organization.updated'],
  problems: [],
  async run(write, input) {
    const { tx, organization } = write
    // Events of services have the settings that they inherit.
    await lockOrganization(tx, organization.id)
    const before = await lockSettings(tx, organization.id)
    const columns = columnsOf(input, before)
    const wanted = { ...before, ...columns }
    const changes = changesBetween(toSettings(before), toSettings(wanted), SETTING_NAMES)
    if (changes === null) return toSettings(before)
    const inheriting = await readInheriting(tx, organization.id)
    const after = await updateRow(tx, tables.organization, { id: organization.id }, columns)
    const services = await readInheriting(tx, organization.id)
    for (const event of servicesUpdated(inheriting, services, after.timeZone)) write.emit(event)
    if (after.timeZone !== before.timeZone) await readBusyCalendarsAgain(write)
    write.note({ action: 'organization.updated', id: null, changes })
    return toSettings(after)
  },
})

/** The services, offered or not, that show a setting of the organization as theirs. */
async function readInheriting(tx: Transaction, organizationId: number): Promise<ServiceRow[]> {
  const inherits = Prisma.sql`IS NULL OR r.max_advance_days IS NULL`
  const where = { organizationId, minAdvanceMinutes: inherits }
  const rows = await findRows(tx, tables.service, where)
  return SERVICES.among(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  )
}
