/** One change of one record, and who made it. */
import { formatInstant } from '@scheduling/availability'
import { column, tables, without } from '@scheduling/database'
import { z } from 'zod'
import { ACTOR_TYPES, SOURCES } from '../context.ts'
import type { Changes } from '../events/new-event.ts'
import { Instant } from '../ground/time-fields.ts'
import { pageQuery } from '../lists/page.ts'

export const AuditEntry = z.object({
  object: z.literal('audit_entry'),
  id: z.string(),
  /** The type of an event, or an action of the team's own affairs. */
  action: z.string(),
  record: z.string(),
  /** Null: the record is the only one of its kind. */
  record_id: z.string().nullable(),
  /** What the record is called now, of an appointment its client. Null: it has no name, or is gone. */
  record_name: z.string().nullable(),
  /** The fields that changed. A field that holds a secret has `***` on both sides. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).nullable(),
  actor: z.object({
    type: z.enum(ACTOR_TYPES),
    id: z.string().nullable(),
    name: z.string().nullable(),
  }),
  source: z.enum(SOURCES),
  /** Of the call that made the change. */
  request_id: z.string(),
  created_at: Instant,
})

export const ENTRIES = pageQuery({
  name: 'audit entries by page',
  alias: 'a',
  row: {
    ...without(tables.auditEntry, 'organizationId'),
    changes: column.nullable(column.json<Changes>()),
  },
  joins: '',
  ofPage: [],
})

export type EntryRow = Awaited<ReturnType<typeof ENTRIES.read>>[number]['row']

export function toEntry(
  row: EntryRow,
  recordName: string | null,
  timeZone: string,
): z.input<typeof AuditEntry> {
  return {
    object: 'audit_entry',
    id: String(row.id),
    action: row.action,
    record: row.record,
    record_id: row.recordId,
    record_name: recordName,
    changes: row.changes,
    actor: { type: oneOf(ACTOR_TYPES, row.actorType), id: row.actorId, name: row.actorName },
    source: oneOf(SOURCES, row.source),
    request_id: row.requestId,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
  }
}

/** @throws when a stored value is in no list, which is a fault of ours */
function oneOf<Value extends string>(values: readonly Value[], stored: string): Value {
  const found = values.find((value) => value === stored)
  if (found === undefined) throw new Error(`The audit holds ${stored}, which is in no list.`)
  return found
}
