/** A worker beside the API under test, and what tests of deliveries ask again and again. */
import { startWorker, type RunningWorker, type WorkerOptions } from '@scheduling/worker'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reply, TestApi, TestOrganization } from './api.ts'

export function workerBeside(
  api: TestApi,
  options: Partial<Pick<WorkerOptions, 'smtpUrl' | 'endWithinMs' | 'connection' | 'service'>> = {},
): Promise<RunningWorker> {
  return startWorker({
    service: api.service,
    connection: api.connection,
    smtpUrl: null,
    mailFrom: 'agenda@example.com',
    ...options,
  })
}

/** A clock of the service that runs, and that tests move ahead. */
export type RunningClock = {
  /** Moves it, and has a worker look for what is due by then. */
  later(milliseconds: number): Promise<void>
}

/** Pauses between messages are measured with the service's clock, so it may not stand still. */
export function letClockRun(api: TestApi): RunningClock {
  let ahead = 0
  api.setClock(() => Date.now() + ahead)
  return {
    async later(milliseconds) {
      ahead += milliseconds
      await sweepNow(api)
    },
  }
}

/** Past the wait of a first retry. Milliseconds. */
export const PAST_FIRST_RETRY = 67_000

/** Asks again until there is an answer. Fails loudly with what was waited for. */
export async function fact<Value>(
  what: string,
  ask: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
  withinMs = 60_000,
): Promise<Value> {
  const began = performance.now()
  for (;;) {
    const value = await ask()
    if (value !== null && value !== undefined && value !== false) return value
    const waited = performance.now() - began
    if (waited > withinMs) throw new Error(`Waited ${withinMs} ms in vain for ${what}`)
    // What takes long is asked for less often: each question costs the database a statement.
    await pause(Math.min(15 + waited / 10, 100))
  }
}

let people = 0
/** One `client.created`. */
export async function registerClient(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
): Promise<void> {
  people += 1
  const reply = await api.call('POST', '/v1/clients', {
    key: owner.key,
    body: { first_name: 'Ana', last_name: 'Lima', email: `ana${people}@example.com` },
  })
  if (reply.status !== 201) throw new Error(reply.text)
}

/** Runs what a worker runs each minute, now. */
export async function sweepNow(api: TestApi): Promise<void> {
  await api.connection.pool.query("SELECT graphile_worker.add_job('sweep')")
}

/**
 * No more sweeps, nor any other job of the timetable: what a worker is not told of at once, it does not find out later.
 * For workers that run already.
 */
export async function stopTimetable(api: TestApi): Promise<void> {
  const { pool } = api.connection
  // A job of the timetable is added when its time is later than its last.
  await pool.query(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = now() + interval '1 day'`,
  )
  // Those of the start, of which one comes when leases have run out.
  const sweeps = `SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'sweep' AND key IS NOT NULL`
  await fact('the first sweep', async () => {
    await pool.query(`SELECT graphile_worker.remove_job(key) FROM (${sweeps}) AS planned`)
    return (await pool.query(sweeps)).rowCount === 0
  })
}

/** `GET /v1/webhooks/{id}/deliveries`: newest first. */
export async function deliveriesOf(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  webhook: { id: string },
  query = '',
): Promise<any[]> {
  const reply: Reply = await api.call('GET', `/v1/webhooks/${webhook.id}/deliveries${query}`, {
    key: owner.key,
  })
  if (reply.status !== 200) throw new Error(`No deliveries: ${reply.text}`)
  return reply.body.data
}

/**
 * Once no lane and no delivery of the webhook is held. A turn goes on claiming for two seconds with the webhook that it
 * has read: a test that changes the webhook and then moves the clock waits for its end, or it sends as before the change.
 */
export async function atRest(api: TestApi, webhook: { id: string }): Promise<void> {
  await fact('no lease', async () => {
    const where = { webhookId: webhook.id, leaseToken: { not: null } }
    const held =
      (await api.db.delivery.count({ where })) + (await api.db.webhookLane.count({ where }))
    return held === 0
  })
}

/** As `deliveriesOf`, up to 100, once so many attempts are recorded and the turns that made them are over. */
export async function settledDeliveries(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  webhook: { id: string },
  attempts: number,
): Promise<any[]> {
  await fact(`${attempts} attempts`, async () => {
    const made = await api.db.deliveryAttempt.count({
      where: { webhookId: webhook.id, attemptedAt: { not: null } },
    })
    return made >= attempts
  })
  await atRest(api, webhook)
  return deliveriesOf(api, owner, webhook, '?limit=100')
}
