/** Times of the demo in which nothing can be booked: a meeting of one professional, and a day of all. */
import { addDays, formatInstant, localDateOf } from '@scheduling/availability'
import { EXAMPLE_IDS } from '@scheduling/api'
import { systemWork, type Service } from '@scheduling/core'
import { findRow, insertRow, tables, type Organization } from '@scheduling/database'
import { withId } from './webhooks.ts'
import { workdayFrom } from './workdays.ts'

const DAY_MS = 86_400_000

type Block = {
  readonly professionalId: number | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly allDay: boolean
  readonly reason: string
}

export async function fillBlockedTimes(
  service: Service,
  organization: Organization,
): Promise<void> {
  const { id: organizationId, timeZone } = organization
  const owner = await findRow(service.db, tables.professional, { organizationId, role: 'owner' })
  if (owner === null) return
  const today = localDateOf(service.now(), timeZone)
  // The zone has had one offset all year since 2019.
  const offset = formatInstant(service.now(), timeZone).slice(19)
  const at = (date: string, time: string): Date => new Date(`${date}T${time}:00${offset}`)
  const workday = workdayFrom(addDays(today, 2))
  // Beyond the days that the examples of the docs book.
  const inventory = workdayFrom(addDays(today, 40))
  const blocks: readonly Block[] = [
    {
      professionalId: owner.id,
      startsAt: at(workday, '16:00'),
      endsAt: at(workday, '17:00'),
      allDay: false,
      reason: 'Reunião de equipe',
    },
    {
      professionalId: null,
      startsAt: at(inventory, '00:00'),
      endsAt: new Date(at(inventory, '00:00').getTime() + DAY_MS),
      allDay: true,
      reason: 'Manutenção do prédio',
    },
  ]
  // The first of their events is the one that the docs name.
  const naming = withId(service, 'evt', EXAMPLE_IDS.event)
  for (const block of blocks) {
    await systemWork(naming, organizationId, async (work) => {
      const row = await insertRow(work.tx, tables.blockedTime, { organizationId, ...block })
      const isOwners = block.professionalId !== null
      work.emit({
        type: 'blocked_time.created',
        object: {
          object: 'blocked_time',
          id: row.id,
          professional_id: row.professionalId,
          professional: isOwners ? { id: owner.id, name: owner.name } : null,
          start: formatInstant(row.startsAt.getTime(), timeZone),
          end: formatInstant(row.endsAt.getTime(), timeZone),
          all_day: row.allDay,
          reason: row.reason,
          created_at: formatInstant(row.createdAt.getTime(), timeZone),
        },
        changes: null,
        filters: {
          professionalIds: isOwners ? [owner.id] : [],
          serviceIds: null,
          status: null,
          type: null,
          source: null,
        },
      })
    })
  }
}
