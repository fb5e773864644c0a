/** What strangers try, and what happens between two steps. */
import {
  RESERVED_SEGMENTS,
  dropExpired,
  linkToken,
  settleDeposits,
  NewOrganization,
} from '@scheduling/core'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApiProcess } from '../../support/api-process.ts'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, COMING_MONDAY, MONDAY, openClinic } from '../../support/booking.ts'
import { createClientRow, createService, eventsOf } from '../../support/clinic.ts'
import { openBrowser, openStranger } from '../../support/dashboard.ts'
import { lockProfessional, overtaken, untilWaiting } from '../../support/overtaking.ts'
import { bookAs, newClient, submissionId, tokenOf } from '../../support/public-booking.ts'

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

const call = (name: string, token: string, more: object = {}) =>
  openStranger(api).mutate(`publicBooking.${name}`, { token, ...more })

const rowOf = (clinic: { organization: { row: { id: number } } }) =>
  api.db.appointment.findFirstOrThrow({ where: { organizationId: clinic.organization.row.id } })

describe('a link that is taken back while it is used', () => {
  it.each([
    ['cancelAppointment', {}],
    ['rescheduleAppointment', { start: at('15:00') }],
  ])('404: %s waits for the row, and then changes nothing', async (name, more) => {
    const clinic = await openClinic(api)
    const booked = await bookAs(api, clinic)
    const before = await rowOf(clinic)
    const reply = await overtaken(api, {
      lock: (session) =>
        session.query('UPDATE appointment SET link_version = 2 WHERE id = $1', [before.id]),
      slow: () => call(name, tokenOf(booked.body.url), more),
    })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect(await rowOf(clinic)).toEqual({
      ...before,
      linkVersion: 2,
      calendarSequence: 1,
      updatedAt: expect.any(Date),
    })
    expect(await eventsOf(api.db, clinic.organization.row)).toHaveLength(3)
  })

  it.each([
    ['cancelAppointment', {}],
    ['rescheduleAppointment', { start: at('15:00') }],
  ])(
    '404: %s of what the team deletes meanwhile is answered as every dead link',
    async (name, more) => {
      const clinic = await openClinic(api)
      const booked = await bookAs(api, clinic)
      const before = await rowOf(clinic)
      const reply = await overtaken(api, {
        lock: (session) => session.query('DELETE FROM appointment WHERE id = $1', [before.id]),
        slow: () => call(name, tokenOf(booked.body.url), more),
      })
      const dead = await call('getAppointment', 'A'.repeat(32))
      const told = ({ problem: { request_id: _id, ...rest } }: typeof reply) => rest
      expect(told(reply)).toEqual(told(dead))
    },
  )

  it('200: a link moves with its record when its client is merged', async () => {
    const clinic = await openClinic(api)
    const booked = await bookAs(api, clinic)
    const row = await rowOf(clinic)
    const other = await createClientRow(api.db, clinic.organization.row, { phone: '11933332222' })
    await api.db.appointment.update({ where: { id: row.id }, data: { clientId: other.id } })
    expect((await call('cancelAppointment', tokenOf(booked.body.url))).status).toBe(200)
    const event = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(event?.context.actor).toMatchObject({ type: 'client', id: String(other.id) })
  })
})

describe('a client who is changed while a stranger books as them', () => {
  it('a new client is made when the name is no longer the same behind the lock', async () => {
    const clinic = await openClinic(api)
    const known = await createClientRow(api.db, clinic.organization.row, {
      first_name: 'Maria',
      phone: '11933331111',
    })
    const reply = await overtaken(api, {
      lock: (session) =>
        session.query(`UPDATE client SET first_name = 'Outra' WHERE id = $1`, [known.id]),
      slow: () => bookAs(api, clinic, { client: { first_name: 'Maria', phone: '11933331111' } }),
    })
    expect(reply.body.outcome).toBe('created')
    expect((await rowOf(clinic)).clientId).not.toBe(known.id)
  })
})

describe('submissions', () => {
  it('of another organization, and of the queue, are others', async () => {
    const [one, other] = [await openClinic(api), await openClinic(api)]
    const submission_id = submissionId()
    const first = await bookAs(api, one, { submission_id })
    const second = await bookAs(api, other, { submission_id })
    expect([first.body.outcome, second.body.outcome]).toEqual(['created', 'created'])
    expect(first.body.url).not.toBe(second.body.url)
  })

  it('are free again when what they asked for was refused', async () => {
    const clinic = await openClinic(api)
    await bookAs(api, clinic)
    const body = { submission_id: submissionId(), client: newClient() }
    expect((await bookAs(api, clinic, body)).problem.code).toBe('slot_unavailable')
    const other = await bookAs(api, clinic, { ...body, start: at('10:00') })
    expect(other.body.outcome).toBe('created')
  })

  it('are kept while what they made is ahead, since it is counted by them', async () => {
    api.setNow(Date.now())
    const clinic = await openClinic(api)
    const booked = await bookAs(api, clinic, { start: at('09:00', COMING_MONDAY) })
    const where = { where: { organizationId: clinic.organization.row.id } }
    api.setNow(Date.now() + 25 * 3_600_000)
    await dropExpired(api.service, api.connection.pool)
    expect(await api.db.publicSubmission.count(where)).toBe(1)
    expect((await call('cancelAppointment', tokenOf(booked.body.url))).status).toBe(200)
    await dropExpired(api.service, api.connection.pool)
    expect(await api.db.publicSubmission.count(where)).toBe(0)
  })

  it('are kept for a day', async () => {
    const clinic = await openClinic(api)
    await bookAs(api, clinic)
    const where = { where: { organizationId: clinic.organization.row.id } }
    const made = await api.db.publicSubmission.findFirstOrThrow(where)
    api.setNow(made.createdAt.getTime() + 24 * 3_600_000)
    await dropExpired(api.service, api.connection.pool)
    expect(await api.db.publicSubmission.count(where)).toBe(1)
    api.setNow(made.createdAt.getTime() + 24 * 3_600_000 + 1)
    await dropExpired(api.service, api.connection.pool)
    expect(await api.db.publicSubmission.count(where)).toBe(0)
  })

  it('hold nothing that a person typed', async () => {
    const clinic = await openClinic(api)
    const client = { first_name: 'Segredo', phone: '11933334444', email: 'segredo@example.com' }
    await bookAs(api, clinic, { client, notes: 'segredo' })
    const { rows } = await api.connection.pool.query(
      'SELECT to_jsonb(s) AS row FROM public_submission s WHERE organization_id = $1',
      [clinic.organization.row.id],
    )
    expect(JSON.stringify(rows)).not.toMatch(/segredo|33334444/i)
  })
})

describe('a session of several seats', () => {
  it('one visitor takes at most three of them with one contact, each with a submission of its own', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 10 } })
    const client = { first_name: 'Maria', phone: '11933335555' }
    const browser = openStranger(api)
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => bookAs(api, clinic, { client }, browser)),
    )
    const codes = replies.map(({ problem }) => problem?.code ?? 'ok').toSorted()
    expect(codes).toEqual([...Array(3).fill('action_not_allowed'), ...Array(3).fill('ok')])
    expect(new Set(replies.flatMap(({ body }) => body?.url ?? [])).size).toBe(3)
  })
})

describe('the time of a professional', () => {
  it('a stranger who waits for it books what is free then', async () => {
    const clinic = await openClinic(api)
    const reply = await overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () => bookAs(api, clinic),
      change: (session) =>
        session.query(
          `INSERT INTO blocked_time (organization_id, professional_id, starts_at, ends_at) VALUES ($1, $2, $3, $4)`,
          [clinic.organization.row.id, clinic.professional.id, at('08:00'), at('12:00')],
        ),
    })
    expect([reply.status, reply.problem.code]).toEqual([409, 'slot_unavailable'])
    expect(
      await api.db.client.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(1)
  })

  it('a basket of a hidden and an open service is refused whole', async () => {
    const clinic = await openClinic(api)
    const hidden = await createService(api.db, clinic.organization.row, {
      hiddenFromPublicBooking: true,
      performedBy: [clinic.professional],
    })
    const reply = await bookAs(api, clinic, { service_ids: [clinic.service.id, hidden.id] })
    expect(reply.problem.errors).toMatchObject([{ field: 'service_ids[1]', code: 'not_found' }])
    const slots = await openStranger(api).query('publicBooking.slots', {
      slug: clinic.organization.row.slug,
      service_ids: [clinic.service.id, hidden.id],
      date: MONDAY,
    })
    expect(slots.problem.errors).toMatchObject([{ field: 'service_ids[1]', code: 'not_found' }])
  })
})

describe('what a stranger sends beside', () => {
  it('is not taken: ids of clients, metadata, other sources, times over others', async () => {
    const clinic = await openClinic(api)
    const reply = await bookAs(api, clinic, {
      client_id: clinic.client.id,
      metadata: { crm_id: '1' },
      source: 'dashboard',
      allow_overbook: true,
      status: 'CONFIRMED',
      price: '0.00',
      client: { ...newClient(), cpf: '52998224725', metadata: { vip: 'yes' }, on_match: 'update' },
    })
    expect(reply.body.outcome).toBe('created')
    const row = await rowOf(clinic)
    expect(row).toMatchObject({ source: 'public_booking', status: 'PENDING', metadata: {} })
    const client = await api.db.client.findUniqueOrThrow({ where: { id: row.clientId } })
    expect(client).toMatchObject({ cpf: null, metadata: {} })
    const over = await bookAs(api, clinic, { allow_overbook: true })
    expect(over.problem.code).toBe('slot_unavailable')
  })

  it('a session does not change what a stranger gets', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book({ notes: 'Segredo' })
    const row = await api.db.appointment.findUniqueOrThrow({ where: { id: body.id } })
    const token = linkToken(api.service, 'appointment', row)
    const browser = openBrowser(api, { 'x-forwarded-for': '10.3.3.3', cookie: 'x=y' })
    const reply = await browser.mutate('publicBooking.getAppointment', { token })
    expect(JSON.stringify(reply.body)).not.toContain('Segredo')
  })
})

describe('words of addresses', () => {
  it('that the service uses are no slugs, when an organization is made and when it is changed', () => {
    const input = {
      name: 'A',
      time_zone: 'America/Sao_Paulo',
      owner: 'A',
      email: 'a@example.com',
      password: 'correct horse battery staple',
    }
    for (const slug of RESERVED_SEGMENTS) {
      expect([slug, NewOrganization.safeParse({ ...input, slug }).success]).toEqual([slug, false])
    }
    expect(NewOrganization.safeParse({ ...input, slug: 'aurora' }).success).toBe(true)
  })

  it('every first segment that the API serves is among them', () => {
    const source = path.join(import.meta.dirname, '../../../apps/api/src')
    const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(path.join(source, file), 'utf8'))
    const segments = texts.flatMap((text) =>
      [
        ...text.matchAll(/=== ['"`]\/([a-z0-9]+)\b(?!\.)|startsWith\(['"`]\/([a-z0-9]+)\b(?!\.)/g),
      ].map(([, one, other]) => one ?? other ?? ''),
    )
    const served = new Set([...segments, 'a', 'd', 'f', 'v1', 'trpc', 'docs', 'metrics'])
    expect([...served].filter((one) => !RESERVED_SEGMENTS.has(one))).toEqual([])
  })
})

describe('a process that is killed', () => {
  it('between the booking and the bank leaves a deposit whose code a timer gets', async () => {
    const clinic = await openClinic(api, {
      organization: { livemode: false },
      service: { requiresDeposit: true, depositAmount: '50.00' },
    })
    const process = await startApiProcess(api, { LOG_LEVEL: 'error' })
    const bank = await api.connection.pool.connect()
    try {
      await bank.query('BEGIN')
      await bank.query('LOCK TABLE sandbox_charge IN ACCESS EXCLUSIVE MODE')
      const booking = openBrowser(process)
        .mutate('publicBooking.book', {
          slug: clinic.organization.row.slug,
          submission_id: submissionId(),
          service_ids: [clinic.service.id],
          start: at('09:00', COMING_MONDAY),
          client: newClient(),
        })
        .catch(() => null)
      await untilWaiting(api)
      process.kill('SIGKILL')
      await booking
    } finally {
      await bank.query('ROLLBACK')
      bank.release()
    }
    const where = { where: { organizationId: clinic.organization.row.id } }
    const left = await api.db.deposit.findFirstOrThrow(where)
    expect(left).toMatchObject({ status: 'PENDING', paymentCode: null })
    expect((await rowOf(clinic)).status).toBe('PENDING')
    api.setNow(Date.now())
    await settleDeposits(api.service, api.service.payments)
    expect((await api.db.deposit.findFirstOrThrow(where)).paymentCode).toMatch(/^000201/)
    const created = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(created).toMatchObject({
      type: 'deposit.created',
      context: { actor: { type: 'client' }, source: 'public_booking' },
    })
  })
})
