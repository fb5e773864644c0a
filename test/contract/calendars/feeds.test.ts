/** Addresses under which calendar programs read the appointments of a professional. */
import { LIMITS, linkToken } from '@scheduling/core'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { countStatements } from '../../support/count-statements.ts'
import { act, at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { fetchCalendar, pathOf, readIcs } from '../../support/calendars.ts'
import { createAppointmentRow, createClientRow, createProfessional } from '../../support/clinic.ts'
import { openBrowser, signIn, type Browser } from '../../support/dashboard.ts'

const DAY_MS = 86_400_000

const api = useOwnApi()
beforeEach(() => api.setNow(TEST_NOW))

type Kind = 'busy' | 'full'

async function feedOf(
  owner: Browser,
  { professional }: Pick<BookableClinic, 'professional'>,
  kind: Kind = 'full',
) {
  const reply = await owner.mutate('calendars.createFeed', {
    professional_id: professional.id,
    kind,
  })
  expect(reply.problem).toBeUndefined()
  return reply.body
}

const notesOf = async ({ organization }: BookableClinic) =>
  (
    await api.db.auditEntry.findMany({
      where: { organizationId: organization.row.id, action: { startsWith: 'calendar_feed.' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, recordId, changes }) => ({ action, recordId, changes }))

/** A collaborator who signs in as a professional of the clinic. */
async function signInAs(clinic: BookableClinic) {
  const browser = await signIn(api, clinic.organization, 'manager')
  const { professionalId } = await api.db.user.findFirstOrThrow({
    where: { organizationId: clinic.organization.row.id },
    orderBy: { id: 'desc' },
  })
  return { browser, professional: { id: professionalId } }
}

describe('calendars.createFeed', () => {
  it('200: an address of its own each time, which is noted without its token', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const [one, other] = [await feedOf(owner, clinic), await feedOf(owner, clinic, 'busy')]
    expect(one).toEqual({
      object: 'calendar_feed',
      id: expect.any(Number),
      professional_id: clinic.professional.id,
      professional: { id: clinic.professional.id, name: clinic.professional.name },
      kind: 'full',
      url: expect.stringMatching(/^http:\/\/api\.test\/calendar\/[\w-]{32}\.ics$/),
      created_at: expect.any(String),
    })
    expect(other.url).not.toBe(one.url)
    const [note] = await notesOf(clinic)
    expect(note).toEqual({
      action: 'calendar_feed.created',
      recordId: String(one.id),
      changes: {
        professional_id: { from: null, to: clinic.professional.id },
        kind: { from: null, to: 'full' },
      },
    })
  })

  it('200: of a collaborator, for their own calendar; 403 forbidden_scope: for another', async () => {
    const clinic = await openClinic(api)
    const { browser, professional } = await signInAs(clinic)
    await feedOf(browser, { professional } as BookableClinic)
    const reply = await browser.mutate('calendars.createFeed', {
      professional_id: clinic.professional.id,
      kind: 'busy',
    })
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
    expect(
      await api.db.calendarFeed.count({ where: { professionalId: clinic.professional.id } }),
    ).toBe(0)
  })

  it('400: a professional who has left, of someone else, or a kind that does not exist', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const gone = await createProfessional(api.db, clinic.organization.row, { isActive: false })
    const codes = []
    for (const [professional_id, kind] of [
      [gone.id, 'busy'],
      [stranger.professional.id, 'busy'],
      [clinic.professional.id, 'all'],
    ]) {
      const { status, problem } = await owner.mutate('calendars.createFeed', {
        professional_id,
        kind,
      })
      codes.push([status, ...problem.errors.map((one: any) => `${one.field} ${one.code}`)])
    }
    expect(codes).toEqual([
      [400, 'professional_id inactive'],
      [400, 'professional_id not_found'],
      [400, 'kind invalid_value'],
    ])
  })

  it('409 action_not_allowed: beyond the limit, also of calls at the same time', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const input = { professional_id: clinic.professional.id, kind: 'busy' }
    const replies = await Promise.all(
      Array.from({ length: LIMITS.calendarFeedsPerProfessional + 3 }, () =>
        owner.mutate('calendars.createFeed', input),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(
      LIMITS.calendarFeedsPerProfessional,
    )
    expect(new Set(replies.flatMap(({ problem }) => problem?.code ?? []))).toEqual(
      new Set(['action_not_allowed']),
    )
  })
})

describe('calendars.listFeeds', () => {
  it('200: all for an owner, their own for a collaborator, none of another organization', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { browser, professional } = await signInAs(clinic)
    const first = await feedOf(owner, clinic)
    const second = await feedOf(browser, { professional } as BookableClinic, 'busy')
    const list = async (whose: Browser, input: object = {}) =>
      (await whose.query('calendars.listFeeds', input)).body.data
    expect(await list(owner)).toEqual([first, second])
    expect(await list(owner, { professional_id: professional.id })).toEqual([second])
    expect(await list(browser)).toEqual([second])
    expect(await list(browser, { professional_id: clinic.professional.id })).toEqual([])
    const other = await openClinic(api)
    expect(await list(await signIn(api, other.organization))).toEqual([])
  })
})

describe('calendars.revokeFeed', () => {
  it('200: the address does not work from the next request on, and another one does', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const [one, other] = [await feedOf(owner, clinic), await feedOf(owner, clinic)]
    expect((await fetchCalendar(api, pathOf(one.url))).status).toBe(200)
    const reply = await owner.mutate('calendars.revokeFeed', { feed_id: one.id })
    expect(reply.body).toEqual({ id: one.id, revoked: true })
    expect((await fetchCalendar(api, pathOf(one.url))).status).toBe(404)
    expect((await fetchCalendar(api, pathOf(other.url))).status).toBe(200)
    expect((await notesOf(clinic)).at(-1)).toMatchObject({
      action: 'calendar_feed.revoked',
      recordId: String(one.id),
    })
  })

  it("403 forbidden_scope: of another's calendar; 404 not_found: of another organization, or a second time", async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { browser } = await signInAs(clinic)
    const { id } = await feedOf(owner, clinic)
    const revoke = (whose: Browser) => whose.mutate('calendars.revokeFeed', { feed_id: id })
    expect((await revoke(browser)).problem.code).toBe('forbidden_scope')
    expect((await revoke(await signIn(api, await api.organization()))).status).toBe(404)
    expect((await revoke(owner)).status).toBe(200)
    expect((await revoke(owner)).status).toBe(404)
  })

  it('follows when the professional leaves, and when the login is taken away', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const feed = await feedOf(owner, clinic)
    await owner.mutate('professionals.deactivate', { professional_id: clinic.professional.id })
    expect((await fetchCalendar(api, pathOf(feed.url))).status).toBe(404)
    await owner.mutate('professionals.reactivate', { professional_id: clinic.professional.id })
    expect((await fetchCalendar(api, pathOf(feed.url))).status).toBe(404)
    const { browser, professional } = await signInAs(clinic)
    const own = await feedOf(browser, { professional } as BookableClinic)
    const user = await api.db.user.findFirstOrThrow({ where: { professionalId: professional.id } })
    await owner.mutate('account.removeUser', { user_id: user.id })
    expect((await fetchCalendar(api, pathOf(own.url))).status).toBe(404)
    const actions = (await notesOf(clinic)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'calendar_feed.revoked')).toHaveLength(2)
  })
})

describe('GET /calendar/{token}.ics of a professional', () => {
  it('200: services and first names, when and where they are, and what became of them', async () => {
    const clinic = await openClinic(api, { organization: { addressStreet: 'Rua Harmonia' } })
    const owner = await signIn(api, clinic.organization)
    const one = await clinic.book({ start: at('09:00'), notes: 'Segredo clínico' })
    const two = await clinic.book({ start: at('10:00') })
    await wait(150)
    await act(clinic, two.body.id, 'cancel', { reason: 'Segredo do motivo' })
    const { url } = await feedOf(owner, clinic)
    const reply = await fetchCalendar(api, pathOf(url))
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-disposition': 'inline; filename="calendar.ics"',
    })
    const { method, name, entries } = readIcs(reply.text)
    expect([method, name]).toEqual([null, clinic.professional.name])
    expect(entries).toMatchObject([
      {
        uid: one.body.ical_uid,
        summary: 'Consulta · Ana',
        description: null,
        location: 'Rua Harmonia',
        status: 'TENTATIVE',
        transp: 'OPAQUE',
        sequence: 0,
        start: '2026-11-23T12:00:00.000Z',
        end: '2026-11-23T12:30:00.000Z',
      },
      { uid: two.body.ical_uid, status: 'CANCELLED', transp: 'TRANSPARENT' },
    ])
    expect(entries[1]?.sequence).toBeGreaterThan(0)
    expect(reply.text).not.toMatch(/segredo|souza|98765/i)
  })

  it('200: when the professional is busy, and nothing else', async () => {
    const clinic = await openClinic(api, { organization: { addressStreet: 'Rua Harmonia' } })
    const owner = await signIn(api, clinic.organization)
    await clinic.book({ notes: 'Segredo clínico' })
    const { url } = await feedOf(owner, clinic, 'busy')
    const { text } = await fetchCalendar(api, pathOf(url))
    expect(readIcs(text).entries).toMatchObject([
      { summary: 'Ocupado', start: '2026-11-23T12:00:00.000Z' },
    ])
    expect(text).not.toMatch(/segredo|ana|souza|consulta|profissional|98765|harmonia/i)
  })

  it('200: only of this professional, from 90 days back to a year ahead, at the time of a test organization', async () => {
    const clinic = await openClinic(api, { professionals: 2, organization: { livemode: false } })
    const owner = await signIn(api, clinic.organization)
    const { row } = clinic.organization
    const [professional, colleague] = clinic.professionals
    const add = async (start: string, whose = professional) => {
      if (whose === undefined) throw new Error('a clinic of two')
      await createAppointmentRow(api.db, row, {
        professional: whose,
        client: clinic.client,
        services: [clinic.service],
        start,
      })
    }
    for (const start of [
      '2026-08-21T23:30:00-03:00',
      '2026-08-22T00:00:00-03:00',
      '2026-11-20T07:00:00-03:00',
      '2027-11-20T23:30:00-03:00',
      '2027-11-21T00:00:00-03:00',
    ]) {
      await add(start)
    }
    await add('2026-11-23T09:00:00-03:00', colleague)
    const { url } = await feedOf(owner, clinic)
    const starts = async () =>
      readIcs((await fetchCalendar(api, pathOf(url))).text).entries.map(({ start }) => start)
    expect(await starts()).toEqual([
      '2026-11-20T10:00:00.000Z',
      '2027-11-21T02:30:00.000Z',
      '2026-08-22T03:00:00.000Z',
    ])
    await api.db.organization.update({ where: { id: row.id }, data: { clockAheadSeconds: 86_400 } })
    expect(await starts()).toEqual([
      '2027-11-21T02:30:00.000Z',
      '2027-11-21T03:00:00.000Z',
      '2026-11-20T10:00:00.000Z',
    ])
  })

  it('200: at the right hour on both sides of a change to summer time', async () => {
    const clinic = await openClinic(api, { organization: { timeZone: 'America/New_York' } })
    const owner = await signIn(api, clinic.organization)
    for (const start of ['2027-03-13T09:00:00-05:00', '2027-03-14T09:00:00-04:00']) {
      await createAppointmentRow(api.db, clinic.organization.row, {
        professional: clinic.professional,
        client: clinic.client,
        services: [clinic.service],
        start,
      })
    }
    const { url } = await feedOf(owner, clinic)
    const { entries } = readIcs((await fetchCalendar(api, pathOf(url))).text)
    const clocks = entries.map(({ start }) =>
      new Date(start).toLocaleString('sv', { timeZone: 'America/New_York' }),
    )
    expect(clocks).toEqual(['2027-03-13 09:00:00', '2027-03-14 09:00:00'])
  })

  it('304: as long as nothing changed; a new name of a client is a change', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    await clinic.book()
    const path = pathOf((await feedOf(owner, clinic)).url)
    const first = await fetchCalendar(api, path)
    const tag = first.headers.get('etag') ?? ''
    for (const known of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
      const { status, text, headers } = await fetchCalendar(api, path, { 'if-none-match': known })
      expect([known, status, text, headers.get('etag')]).toEqual([known, 304, '', tag])
    }
    const zipped = await fetchCalendar(api, path, { 'accept-encoding': 'gzip' })
    expect([zipped.status, zipped.text, zipped.headers.get('etag')]).toEqual([200, first.text, tag])
    const { status, text, headers } = await fetchCalendar(api, path, {}, 'HEAD')
    expect([status, text, headers.get('etag')]).toEqual([200, '', tag])
    api.setNow(TEST_NOW + DAY_MS / 2)
    expect((await fetchCalendar(api, path, { 'if-none-match': tag })).status).toBe(304)
    await api.db.client.update({ where: { id: clinic.client.id }, data: { firstName: 'Lia' } })
    const after = await fetchCalendar(api, path, { 'if-none-match': tag })
    expect([after.status, readIcs(after.text).entries[0]?.summary]).toEqual([200, 'Consulta · Lia'])
  })

  it('405 method_not_allowed: it is read, and nothing else', async () => {
    const clinic = await openClinic(api)
    const path = pathOf((await feedOf(await signIn(api, clinic.organization), clinic)).url)
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND', 'OPTIONS']) {
      const { status, headers } = await fetchCalendar(api, path, {}, method)
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET'])
    }
  })

  it('404 not_found: one and the same answer for whatever opens nothing', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const feed = await feedOf(owner, clinic)
    const revoked = await feedOf(owner, clinic)
    await owner.mutate('calendars.revokeFeed', { feed_id: revoked.id })
    const path = pathOf(feed.url)
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    const flipped = Array.from({ length: 24 }, (_, byte) => {
      const bytes = Buffer.from(token, 'base64url')
      bytes[byte] = (bytes[byte] ?? 0) ^ (1 << (byte % 8))
      return `/calendar/${bytes.toString('base64url')}.ics`
    })
    const booking = await clinic.book()
    const row = await api.db.appointment.findUniqueOrThrow({ where: { id: booking.body.id } })
    const page = `/calendar/${linkToken(api.service, 'appointment', row)}.ics`
    const answers = new Set<string>()
    for (const wrong of [
      ...flipped,
      pathOf(revoked.url),
      page,
      '/calendar/',
      '/calendar/.ics',
      '/calendar/a/b.ics',
      '/calendar/%2e%2e%2fv1.ics',
      `${path}/`,
    ]) {
      const reply = await fetchCalendar(api, wrong)
      const { request_id: _, ...told } = JSON.parse(reply.text)
      answers.add(JSON.stringify([reply.status, told, reply.headers.get('cache-control')]))
    }
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toContain('[404,')
  })

  it('a token stands in no line of the log, and in no metric', async () => {
    const clinic = await openClinic(api)
    const path = pathOf((await feedOf(await signIn(api, clinic.organization), clinic)).url)
    await fetchCalendar(api, path)
    await fetchCalendar(api, path.replace('.ics', ''))
    await fetchCalendar(api, path, {}, 'POST')
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    expect(JSON.stringify(api.logged)).not.toContain(token.slice(0, 10))
    expect(JSON.stringify(api.logged)).toContain('/calendar/{token}')
    const metrics = await (await fetch(`${api.url}/metrics`)).text()
    expect(metrics).not.toContain(token.slice(0, 10))
  })

  it('no one reads it with a session or a key', async () => {
    const clinic = await openClinic(api)
    const owner = openBrowser(api)
    expect((await owner.query('calendars.listFeeds')).status).toBe(401)
    const reply = await fetchCalendar(api, '/calendar/x.ics', {
      authorization: `Bearer ${clinic.organization.key}`,
    })
    expect(reply.status).toBe(404)
  })

  it('an erased client has no name in it', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    await clinic.book()
    const { url } = await feedOf(owner, clinic)
    const erase = (more: object) =>
      owner.mutate('clients.erase', { client_id: clinic.client.id, ...more })
    const { version } = (await erase({ preview: true })).body
    const reply = await erase({ version })
    expect(reply.problem).toBeUndefined()
    const { text } = await fetchCalendar(api, pathOf(url))
    expect(readIcs(text).entries).toHaveLength(1)
    expect(text).not.toContain('Ana')
  })

  it('more appointments than it shows: the next ones and the last ones, read in parts, and no more of them', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const client = await createClientRow(api.db, clinic.organization.row, {
      email: 'muitas@example.com',
    })
    const one = await createAppointmentRow(api.db, clinic.organization.row, {
      professional: clinic.professional,
      client,
      services: [clinic.service],
      start: at('09:00'),
    })
    const filler = await api.connection.pool.connect()
    try {
      // Triggers and foreign keys of rows that are right by construction cost more than the rows.
      await filler.query('SET session_replication_role = replica')
      await filler.query(
        `INSERT INTO appointment SELECT (jsonb_populate_record(a, jsonb_build_object('id', a.id + n, 'hold_id', null,
           'ical_uid', a.ical_uid || n, 'status', 'NO_SHOW', 'starts_at', a.starts_at + (n - 500) * interval '5 minutes',
           'ends_at', a.ends_at + (n - 500) * interval '5 minutes'))).* FROM appointment a, generate_series(1, $2::int) AS n WHERE a.id = $1`,
        [one.id, LIMITS.calendarFeedEntries + 1000],
      )
    } finally {
      await filler.query('RESET session_replication_role')
      filler.release()
    }
    const { url } = await feedOf(owner, clinic)
    const { count, result } = await countStatements(() => fetchCalendar(api, pathOf(url)))
    expect(result.text.split('BEGIN:VEVENT')).toHaveLength(LIMITS.calendarFeedEntries + 1)
    expect(count).toBeLessThan(LIMITS.calendarFeedEntries / 500 + 10)
  })
})
