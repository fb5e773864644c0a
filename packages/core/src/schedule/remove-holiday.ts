import { deleteRows, findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { NoExpand } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { dayColumn } from '../ground/day-column.ts'
import { procedure } from '../procedure/define.ts'
import { Holiday } from './holiday.ts'

/** Opens a date again. Everybody works at least as long as before, so no appointment is concerned. */
export const removeHoliday = procedure({
  kind: 'change',
  rest: {
    method: 'DELETE',
    path: '/holidays/{date}',
    tag: 'Holidays',
    summary: 'Delete a holiday',
    description: 'The date follows the weekly hours again.',
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ date: DateInput, expand: NoExpand }),
  output: z.object({ holiday: Holiday }),
  emits: { ok: [] },
  notes: ['holiday.deleted'],
  problems: ['not_found'],
  async run({ tx, organization, note }, { date }) {
    await lockOrganization(tx, organization.id)
    const where = { organizationId: organization.id, date: dayColumn(date) }
    const known = await findRow(tx, tables.holiday, where)
    if (known === null) throw new Problem('not_found', 'This date is no holiday.')
    await deleteRows(tx, tables.holiday, where)
    const { name } = known
    note({ action: 'holiday.deleted', id: date, changes: { name: { from: name, to: null } } })
    return { holiday: { object: 'holiday' as const, date, name } }
  },
})
