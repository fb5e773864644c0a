import { readBusyCalendarsAnew } from '../calendars/read-anew.ts'
import { changesBetween } from '../events/new-event.ts'
import { procedure } from '../procedure/define.ts'
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
  role: 'owner',
  input: SettingChanges,
  output: OrganizationSettings,
  emits: { ok: [] },
  notes: ['organization.updated'],
  problems: [],
  async run(write, input) {
    const { tx, organization } = write
    const before = await lockSettings(tx, organization.id)
    const wanted = { ...before, ...columnsOf(input) }
    const changes = changesBetween(toSettings(before), toSettings(wanted), SETTING_NAMES)
    if (changes === null) return toSettings(before)
    const after = await tx.organization.update({
      where: { id: organization.id },
      data: columnsOf(input),
    })
    if (after.timeZone !== before.timeZone) await readBusyCalendarsAnew(write)
    write.note({ action: 'organization.updated', id: null, changes })
    return toSettings(after)
  },
})
