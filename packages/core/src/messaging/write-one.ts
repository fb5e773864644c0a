/** Messages that users send. */
import {
  insertRow,
  sqlOf,
  statement,
  tables,
  type Message as MessageRow,
  type NewRow,
} from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { findListed } from './listed-message.ts'

const sendJob = statement(
  'job of one message',
  `SELECT graphile_worker.add_job('send_messages', json_build_object('message_ids', json_build_array($1::text)))`,
)

/** Writes a message that is due at once, and the job that sends it. */
export async function writeOne(
  work: Work,
  columns: Omit<
    NewRow<typeof tables.message>,
    'id' | 'organizationId' | 'direction' | 'status' | 'nextAttemptAt'
  >,
): Promise<MessageRow> {
  const row = await insertRow(work.tx, tables.message, {
    ...columns,
    id: work.newId('msg'),
    organizationId: work.organization.id,
    direction: 'OUTBOUND',
    status: 'QUEUED',
    nextAttemptAt: new Date(0),
  })
  await sendJob(sqlOf(work.tx), [row.id])
  return row
}

/** @throws `404 not_found` */
export async function messageReply(work: Work, id: string) {
  const found = await findListed(work, work.tx, id)
  if (found === null) throw noSuchMessage()
  return found
}

export function noSuchMessage(): Problem {
  return new Problem('not_found', 'No message of this organization has this id.')
}
