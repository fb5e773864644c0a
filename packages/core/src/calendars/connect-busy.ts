import { deleteRows, insertRow, sqlOf, statement, tables } from '@scheduling/database'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { destinationRules, readDestination, refusalOfHost } from '../addresses/destination.ts'
import { lockOrganization } from '../change/locks.ts'
import { ID_MAX, LIMITS } from '../contract/limits.ts'
import { invalidFields, type Problem } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from '../professionals/load.ts'
import { professionalFault } from '../professionals/named-professional.ts'
import { BusyCalendar, findBusyCalendar, sealUrl, toBusyCalendar } from './busy-calendar.ts'

/** A worker reads it as soon as this is saved, and need not wait for its turn. */
const readSoon = statement(
  'busy calendar read soon',
  `SELECT graphile_worker.add_job('read_calendar',
     json_build_object('organization_id', $1::int, 'professional_id', $2::int), max_attempts => 3,
     job_key => 'calendar:' || $2::int)`,
)

type Prepared = { readonly href: string; readonly hostRefusal: Problem | null }

/**
 * `calendars.connectBusy`: connects a calendar elsewhere, by its iCal address, in place of the one before. It is read in a
 * moment, and then again and again; `calendars.getBusy` says what came of it.
 */
export const connectBusyCalendar = procedure({
  kind: 'change',
  scope: 'write',
  access: 'professionals',
  input: z.object({
    professional_id: Id,
    url: z.string().min(1).max(LIMITS.webhookUrlCharacters).meta({
      description: 'An `https` address; one that begins with `webcal:` is read by `https`.',
    }),
  }),
  output: BusyCalendar,
  emits: { ok: [] },
  notes: ['busy_calendar.connected'],
  problems: [],
  async prepare(context, input): Promise<Prepared> {
    const text = input.url.trim().replace(/^webcals?:\/\//i, 'https://')
    const url = readDestination(text, destinationRules(context))
    if ('fault' in url) throw invalidFields([url.fault])
    return { href: url.href, hostRefusal: await refusalOfHost(context, url.href) }
  },
  async run(write, { professional_id: professionalId }, { href, hostRefusal }) {
    if (hostRefusal !== null) throw hostRefusal
    const { tx, organization, note } = write
    const whose = { organizationId: organization.id, professionalId }
    await lockOrganization(tx, organization.id)
    const fault = await professionalFault(tx, organization, professionalId)
    if (fault !== null) throw invalidFields([fault])
    const before = await findBusyCalendar(tx, organization.id, professionalId)
    const now = new Date(write.realNow())
    // What the calendar before it said is no longer true.
    await deleteRows(tx, tables.busyCalendar, whose)
    await insertRow(tx, tables.busyCalendar, {
      ...whose,
      urlSealed: sealUrl(write.crypto, whose, href),
      revision: randomInt(1, ID_MAX),
      connectedAt: now,
      nextReadAt: now,
    })
    await readSoon(sqlOf(tx), [organization.id, professionalId])
    note({
      action: 'busy_calendar.connected',
      id: professionalId,
      changes: { url: { from: before === null ? null : '***', to: '***' } },
    })
    const after = await findBusyCalendar(tx, organization.id, professionalId)
    const professional = await findProfessional(tx, organization.id, professionalId)
    return toBusyCalendar(write, professional, after)
  },
})
