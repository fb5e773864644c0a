/** What the screen in the waiting room shows. Whole names never leave the service for it. */
import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf, type QueueEntryStatus } from '@scheduling/database'
import { z } from 'zod'
import { Id, MiniReference } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { procedure } from '../procedure/define.ts'
import { reducedName } from './reduced-name.ts'

const present = query({
  name: 'queue entries of the screen',
  text: `SELECT e.id, e.status, e.place, e.call_count AS "callCount", e.called_at AS "calledAt",
      e.professional_id AS "professionalId", p.name AS "professionalName",
      c.first_name AS "firstName", c.last_name AS "lastName"
    FROM queue_entry e JOIN client c ON c.id = e.client_id LEFT JOIN professional p ON p.id = e.professional_id
    WHERE e.organization_id = $1::int AND e.date = $2::text::date AND e.status IN ('WAITING', 'CALLED', 'IN_SERVICE')
    ORDER BY e.arrived_at, e.id`,
  row: {
    id: column.int,
    status: column.oneOf<QueueEntryStatus>('queue_entry_status'),
    place: column.nullable(column.text),
    callCount: column.int,
    calledAt: column.nullable(column.dateTime),
    professionalId: column.nullable(column.int),
    professionalName: column.nullable(column.text),
    firstName: column.text,
    lastName: column.nullable(column.text),
  },
})

/** What can be read on a wall. */
const MOST_CALLS = 8
const MOST_NEXT = 12

const Name = z.string().meta({ description: 'Reduced, such as `Maria S.`' })

/** Who is called now, newest first, and who comes next. */
export const getQueueScreen = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  feature: 'online_queue',
  input: z.object({}),
  output: z.object({
    calls: z.array(
      z.object({
        entry_id: Id,
        is_in_service: z.boolean(),
        name: Name,
        place: z.string().nullable(),
        professional: MiniReference.nullable(),
        call_count: z.int().min(0),
        called_at: Instant,
      }),
    ),
    next: z.array(z.object({ entry_id: Id, name: Name })),
    waiting_count: z.int().min(0),
  }),
  problems: [],
  async run({ db, organization, now }) {
    const today = localDateOf(now(), organization.timeZone)
    const instant = instantsIn(organization.timeZone)
    const rows = await present(sqlOf(db), [organization.id, today])
    const waiting = rows.filter(({ status }) => status === 'WAITING')
    const calls = rows
      .flatMap(({ calledAt, ...row }) =>
        row.status === 'WAITING' || calledAt === null ? [] : [{ ...row, calledAt }],
      )
      .toSorted((one, other) => other.calledAt.getTime() - one.calledAt.getTime())
    return {
      calls: calls.slice(0, MOST_CALLS).map((row) => ({
        entry_id: row.id,
        is_in_service: row.status === 'IN_SERVICE',
        name: reducedName(row),
        place: row.place,
        professional:
          row.professionalId === null || row.professionalName === null
            ? null
            : { id: row.professionalId, name: row.professionalName },
        call_count: row.callCount,
        called_at: instant(row.calledAt),
      })),
      next: waiting
        .slice(0, MOST_NEXT)
        .map((row) => ({ entry_id: row.id, name: reducedName(row) })),
      waiting_count: waiting.length,
    }
  },
})
