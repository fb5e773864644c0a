/** From the dashboard to the mailbox and back: an invite and a new password, by a real worker and a real mail server. */
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenIn } from '../support/account-mails.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openBrowser, signIn } from '../support/dashboard.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { fact, workerBeside } from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  api = await startTestApi()
  worker = await workerBeside(api, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await worker.stop()
  await api.close()
  await mailServer.close()
})

const mailTo = (address: string, count = 1) =>
  fact(`a mail to ${address}`, () => mailServer.mails.filter(({ to }) => to === address)[count - 1])

it('an invite arrives, is accepted, and the password is set again; nothing of the links stays', async () => {
  const team = await api.organization({ language: 'pt' })
  // As an operator could have named it: mails have no headers of their owner’s choice.
  await api.db.organization.update({
    where: { id: team.row.id },
    data: { name: 'Clínica\r\nBcc: thief@example.com' },
  })
  const owner = await signIn(api, team)
  const email = `${crypto.randomUUID()}@example.com`
  const invited = await owner.mutate('account.inviteUser', {
    email,
    access: 'manager',
    name: 'João Araújo',
  })
  expect(invited.status).toBe(200)

  const invite = await mailTo(email)
  expect(invite.text).toContain('Olá, João Araújo!')
  expect(invite.head).not.toMatch(/^bcc:/im)
  const browser = openBrowser(api)
  const accepted = await browser.mutate('account.acceptInvite', {
    token: tokenIn(invite.text),
    password: 'the first password',
  })
  expect(accepted.body).toEqual({ name: 'João Araújo', access: 'manager' })
  expect((await browser.query('account.me')).body.email).toBe(email)

  const anyone = openBrowser(api)
  for (const one of [email, 'no-one@example.com']) {
    const asked = await anyone.mutate('account.requestPasswordReset', { email: one })
    expect(asked.body).toEqual({ requested: true, sends_mail: true })
  }
  const reset = await mailTo(email, 2)
  const changed = await anyone.mutate('account.resetPassword', {
    token: tokenIn(reset.text),
    password: 'the second password',
  })
  expect(changed.status).toBe(200)
  expect((await browser.query('account.me')).status).toBe(401)
  const entered = await anyone.mutate('account.signIn', { email, password: 'the second password' })
  expect(entered.status).toBe(200)

  await fact('the end of both mails', async () => {
    const rows = await api.db.mail.findMany({ where: { recipient: email } })
    return rows.length === 2 && rows.every((row) => row.sentAt !== null && row.bodySealed === null)
  })
  expect(await api.db.mail.count({ where: { body: { not: null } } })).toBe(0)
  expect(mailServer.mails.map(({ to }) => to)).toEqual([email, email])
}, 60_000)

it('a mail whose link is dead is not sent', async () => {
  const team = await api.organization()
  const { id } = await api.db.mail.create({
    data: {
      organizationId: team.row.id,
      recipient: 'late@example.com',
      subject: 'Late',
      body: 'Too late.',
      expiresAt: new Date(api.service.realNow()),
    },
  })
  const { pool } = api.connection
  await pool.query(
    `SELECT graphile_worker.add_job('send_mail', json_build_object('mail_id', $1::int))`,
    [id],
  )
  await fact('the end of the job', async () => {
    const { rows } = await pool.query(
      `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'`,
    )
    return rows.length === 0
  })
  expect(mailServer.mails.some(({ to }) => to === 'late@example.com')).toBe(false)
})
