/**
 * Where a bank sends its notices of payments: one address for each connection, with a part that cannot be guessed. A caller who
 * has it can make the service ask the bank, and nothing else.
 */
import { column, query, statement, type Sql } from '@scheduling/database'
import type { Service } from '../context.ts'
import { sameBytes, type Cryptography } from '../ground/crypto.ts'

/** Below the address of the service. Banks put `/pix` behind what they are given. */
export const NOTICE_PATH = '/payments/notices'

type Signer = { readonly crypto: Pick<Cryptography, 'hmac'> }

const ID_BYTES = 4
const MAC_BYTES = 16
/** 20 bytes in base64url: two bits of the last character say nothing, and must be zero. */
const TOKEN = /^[\w-]{27}$/

export function noticeAddress(
  service: Signer & Pick<Service, 'publicBaseUrl'>,
  connectionId: number,
): string {
  return `${service.publicBaseUrl}${NOTICE_PATH}/${tokenOf(service, connectionId)}`
}

function tokenOf({ crypto }: Signer, connectionId: number): string {
  const id = Buffer.alloc(ID_BYTES)
  id.writeUInt32BE(connectionId)
  const mac = crypto.hmac('payment-notice', id).subarray(0, MAC_BYTES)
  return Buffer.concat([id, mac]).toString('base64url')
}

/** The connection that a token names; null for one that we did not make, which needs no query. */
export function noticedConnection(service: Signer, token: string): number | null {
  if (!TOKEN.test(token)) return null
  const id = Buffer.from(token, 'base64url').readUInt32BE()
  return sameBytes(Buffer.from(token), Buffer.from(tokenOf(service, id))) ? id : null
}

const known = query({
  name: 'payment connection is known',
  text: 'SELECT id FROM payment_connection WHERE id = $1::int',
  row: { id: column.int },
})

/**
 * Jobs of one queue run one after the other. So many queues for all accounts: a slow bank that serves many clinics must
 * not fill all slots of the worker.
 */
const QUEUES = 4

/** One job for each charge of the connection, however often it is named; what is unknown costs nothing more. */
const addJobs = statement(
  'ask the bank about charges',
  `SELECT graphile_worker.add_job('payment_notice',
     json_build_object('organization_id', organization_id, 'deposit_id', id),
     queue_name => 'bank_' || connection_id % ${QUEUES}, job_key => 'payment_notice:' || id, max_attempts => 5)
   FROM deposit WHERE connection_id = $1::int AND charge_id = ANY($2::text[])`,
)

/**
 * Has a worker ask the bank about charges that a notice names. Nothing of the notice itself is believed.
 *
 * @param chargeIds as they were sent
 * @returns false: the connection does not exist
 */
export async function queueNotice(
  sql: Sql,
  connectionId: number,
  chargeIds: readonly string[],
): Promise<boolean> {
  if ((await known(sql, [connectionId])).length === 0) return false
  const possible = [...new Set(chargeIds)].filter((id) => /^[0-9a-zA-Z]{26,35}$/.test(id))
  if (possible.length > 0) await addJobs(sql, [connectionId, possible])
  return true
}

const addJob = statement(
  'ask the bank about a charge',
  `SELECT graphile_worker.add_job('payment_notice',
     json_build_object('organization_id', $1::int, 'deposit_id', $2::int),
     queue_name => 'bank_of_sandbox', job_key => 'payment_notice:' || $2::int, max_attempts => 5)`,
)

/** As a notice does it, for a charge of the sandbox. */
export async function settleLater(
  sql: Sql,
  organizationId: number,
  depositId: number,
): Promise<void> {
  await addJob(sql, [organizationId, depositId])
}
