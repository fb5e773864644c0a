import { z } from 'zod'
import { ACTOR_TYPES, SOURCES } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { instantRange, refuseBackwards } from '../ground/date-range.ts'
import { anyOf, BESIDE_OTHERS, fault, valueText } from '../ground/fields.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import { envelope, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { ACTION_SELECTORS, actionsOf, AUDITED_RECORDS } from './actions.ts'
import { AuditEntry, toEntry } from './entry.ts'
import { readEntries } from './read-entries.ts'
import { recordNames } from './record-names.ts'

const DAY_MS = 86_400_000

/** Without the list of all actions, which is long, and would come once for each fault. */
const NOT_AN_ACTION = 'Expected an action such as client.created, or a group such as client.*.'

const Filters = z.object({
  from: DateOrInstantInput.optional(),
  to: DateOrInstantInput.optional(),
  actor_type: z.enum(ACTOR_TYPES).optional(),
  /** Ids are unique within a type of actors, so it goes with `actor_type`. */
  actor_id: valueText().optional(),
  /** Actions such as `api_key.created`, and groups such as `api_key.*`. */
  action: anyOf(z.enum(ACTION_SELECTORS, NOT_AN_ACTION)).optional(),
  record: z.enum(AUDITED_RECORDS).optional(),
  /** Goes with `record`. */
  record_id: valueText().optional(),
  source: z.enum(SOURCES).optional(),
  ...PageInput,
})

/** What an id cannot be understood without. */
const BELONGS = { actor_id: 'actor_type', record_id: 'record' } as const

/**
 * Who changed what, newest first. One call reads at most `auditEntriesReadPerPage` entries, so a page can have fewer
 * entries than `limit`, or none, while `has_more` is true.
 *
 * A manager finds what the live feed sends to managers. Entries of the rooms of owners are not read for
 * one at all, so neither pages nor cursors tell how many there are.
 */
export const listAudit = procedure({
  kind: 'read',
  scope: 'read',
  access: 'managers',
  input: Filters.superRefine((input, context) => {
    refuseBackwards(input, context)
    for (const id of ['actor_id', 'record_id'] as const) {
      const kind = BELONGS[id]
      if (input[id] === undefined || input[kind] !== undefined) continue
      context.addIssue({ ...fault('required', `\`${id}\` goes with \`${kind}\`.`), path: [kind] })
    }
  }, BESIDE_OTHERS),
  output: pageOf(AuditEntry),
  problems: [],
  async run(context, input) {
    const { timeZone } = context.organization
    // No API key reaches it.
    const access = context.caller.kind === 'user' ? context.caller.access : 'manager'
    const { cursor, limit, ...filters } = input
    const { from, before } = instantRange(input, timeZone)
    const kept = context.realNow() - LIMITS.auditDays * DAY_MS
    const { record, record_id: id, action: selectors } = input
    const actions = actionsOf({ access, selectors, record })
    const isOneRecord = record !== undefined && id !== undefined
    // A record is found by its id. A reader of one entry of it may read all.
    const isAnyOfIt = isOneRecord && selectors === undefined && actions?.length !== 0
    const question = {
      from: Math.max(from ?? kept, kept),
      before,
      actions: isAnyOfIt ? null : actions,
      isWithinActions: access !== 'owner',
      recordId: isOneRecord ? { record, id } : null,
      actorType: input.actor_type,
      actorId: input.actor_id,
      source: input.source,
    }
    const page = await readEntries(context, question, { request: { cursor, limit }, filters })
    const nameOf = await recordNames(context, page.rows)
    return envelope(
      context,
      page,
      page.rows.map((row) => toEntry(row, nameOf(row), timeZone)),
    )
  },
})
