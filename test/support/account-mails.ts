/** Mails about accounts, as their recipients read them. */
import { openMail, sendPasswordReset } from '@scheduling/core'
import type { TestApi } from './api.ts'

export type ReceivedMail = {
  readonly subject: string
  readonly body: string
  readonly token: string
}

/** The mails that wait for an address, oldest first. */
export async function mailsTo(
  api: Pick<TestApi, 'db' | 'service'>,
  recipient: string,
): Promise<ReceivedMail[]> {
  const rows = await api.db.mail.findMany({ where: { recipient }, orderBy: { id: 'asc' } })
  return rows.flatMap(({ organizationId, subject, bodySealed }) => {
    if (bodySealed === null) return []
    const body = openMail(api.service, { organizationId, recipient }, bodySealed)
    return [{ subject, body, token: tokenIn(body) }]
  })
}

/** The token of the newest link for an address. */
export async function tokenFor(
  api: Pick<TestApi, 'db' | 'service'>,
  recipient: string,
): Promise<string> {
  const newest = (await mailsTo(api, recipient)).at(-1)
  if (newest === undefined || newest.token === '') throw new Error(`No link to ${recipient}.`)
  return newest.token
}

/** The token in the link of a mail; empty without one. */
export function tokenIn(body: string): string {
  const [, token] = /\/app\/(?:invite|reset|email)#([\w-]+)/.exec(body) ?? []
  return token ?? ''
}

/** Does what a worker does with the requests for new passwords. @returns the e-mails */
export async function runResetJobs(
  api: Pick<TestApi, 'connection' | 'service'>,
): Promise<readonly string[]> {
  const { rows } = await api.connection.pool.query<{ id: string; email: string }>(
    `SELECT jobs.id, payload ->> 'email' AS email FROM graphile_worker._private_jobs AS jobs
     JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
     WHERE tasks.identifier = 'password_reset' ORDER BY jobs.id`,
  )
  for (const { email } of rows) await sendPasswordReset(api.service, email)
  await api.connection.pool.query('SELECT graphile_worker.complete_jobs($1::bigint[])', [
    rows.map(({ id }) => id),
  ])
  return rows.map(({ email }) => email)
}
