/** Lists as CSV. */
import { appRouter, proceduresOf } from '@scheduling/core'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { createClientRow, createDepositRow, createQueueEntryRow } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { download, rowsIn } from '../../support/downloads.ts'
import { queueService, TODAY, today } from '../../support/queue.ts'

const api = useSharedApi()

const LISTS = [
  ['clients', 'clients.list'],
  ['appointments', 'appointments.list'],
  ['queue-entries', 'queue.listEntries'],
  ['deposits', 'deposits.list'],
].map(([name, procedure]) => {
  const found = proceduresOf(appRouter).find((one) => one.name === procedure)?.endpoint
  if (found == null || name === undefined || procedure === undefined) throw new Error('no list')
  return [name, procedure, found.input] as const
})

async function place() {
  const clinic = await openClinic(api)
  const { row } = clinic.organization
  return { clinic, row, owner: await signIn(api, clinic.organization) }
}

/** Clients `from` to `to`, each with an e-mail. */
async function clientsOf(row: { id: number }, count: number): Promise<void> {
  await api.connection.pool.query(
    `INSERT INTO client (organization_id, first_name, email, search_text)
      SELECT $1, 'Ana ' || n, 'ana' || n || '@example.com', 'ana' FROM generate_series(1, $2) AS n`,
    [row.id, count],
  )
}

describe('download/clients', () => {
  it('200: every client of every page, each once, with the fields of the API; the audit knows who', async () => {
    const { clinic, row, owner } = await place()
    await clientsOf(row, 450)
    const answer = await download(api, owner, 'clients')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="clients.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const rows = rowsIn(await answer.text())
    expect(rows).toHaveLength(451)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(451)
    const shown = (await clinic.call('GET', `/v1/clients/${rows[7]?.['id']}`)).body
    const { object: _object, metadata: _metadata, ...fields } = shown
    expect(rows[7]).toMatchObject(
      Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value ?? '')])),
    )
    const audit = await owner.query('audit.list', { action: ['list.downloaded'] })
    expect(audit.body.data).toMatchObject([{ record_id: 'clients', actor: { name: 'Dona' } }])
  })

  it('200: the filters of the list, a separator and a byte order mark', async () => {
    const { row, owner } = await place()
    await clientsOf(row, 30)
    const answer = await download(api, owner, 'clients', {
      email: 'ana7@example.com',
      separator: ';',
      bom: true,
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(rowsIn(bytes.toString(), ';')).toMatchObject([{ first_name: 'Ana 7' }])
    const none = await (await download(api, owner, 'clients', { q: 'no-one-of-this-name' })).text()
    expect(none).toMatch(/^id,first_name,[^\n]*\r\n$/)
  })

  it('200: what begins like a formula is no formula, and quotes and line breaks stay in their cell', async () => {
    const { row, owner } = await place()
    const names = [
      '=1+1',
      '+SUM(A1)',
      '-2+3',
      '@cmd',
      '\tTab',
      '\rReturn',
      'Ana "A"; B, C',
      'plain',
    ]
    // The API trims names; what an older version or a file brought may not be trimmed.
    for (const firstName of names) {
      const { id } = await createClientRow(api.db, row, { first_name: 'x' })
      await api.db.client.update({ where: { id }, data: { firstName } })
    }
    const text = await (await download(api, owner, 'clients')).text()
    const found = rowsIn(text).map((one) => one['first_name'])
    for (const name of names) {
      const isFormula = /^[=+\-@\t\r]/.test(name)
      expect(found).toContain(isFormula ? `'${name}` : name)
    }
    expect(
      rowsIn(text).filter((one) => Object.values(one).some((cell) => /^[=+\-@\t\r]/.test(cell))),
    ).toEqual([])
  })

  it.each([
    [{ limit: 5 }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ nonsense: 1 }, 'nonsense'],
    [{ q: 'x'.repeat(4001) }, 'q'],
    [{ separator: '|' }, 'separator'],
  ])('400 validation_error: %j', async (input, field) => {
    const { owner } = await place()
    const answer = await download(api, owner, 'clients', input)
    const body: any = await answer.json()
    expect([answer.status, body.code]).toEqual([400, 'validation_error'])
    expect(body.errors[0].field).toContain(field)
  })

  it('401, 404, 405: a stranger, a page of another site, another name, another method; a collaborator may', async () => {
    const { clinic, owner } = await place()
    const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as any).code]
    expect(await codeOf(await download(api, null, 'clients'))).toEqual([401, 'unauthorized'])
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect(await codeOf(await download(api, owner, 'clients', {}, foreign))).toEqual([
      401,
      'unauthorized',
    ])
    expect(await codeOf(await download(api, owner, 'passwords'))).toEqual([404, 'not_found'])
    expect(await codeOf(await download(api, owner, 'clients', {}, { method: 'DELETE' }))).toEqual([
      405,
      'method_not_allowed',
    ])
    const collaborator = await signIn(api, clinic.organization, 'manager')
    expect((await download(api, collaborator, 'clients')).status).toBe(200)
  })

  it('a reader who leaves ends the reading', async () => {
    const { row, owner } = await place()
    await clientsOf(row, 100_000)
    // A session of its own: the next query of a session hides its last one.
    const session = await api.connection.pool.connect()
    onTestFinished(() => session.release())
    const lastPage = async () => {
      const { rows } = await session.query<{ at: Date }>(
        `SELECT max(query_start) AS at FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE '%page_key%' AND query NOT LIKE '%pg_stat%'`,
      )
      return rows[0]?.at
    }
    const leave = new AbortController()
    const answer = await download(api, owner, 'clients', {}, { signal: leave.signal })
    const reader = answer.body?.getReader()
    await reader?.read()
    leave.abort()
    await wait(300)
    const then = await lastPage()
    expect(then).toBeInstanceOf(Date)
    await wait(700)
    expect(await lastPage()).toEqual(then)
  })

  it('takes as much memory for 20,000 rows as for a few pages', async () => {
    const { row, owner } = await place()
    await clientsOf(row, 20_000)
    let most = 0
    const before = process.memoryUsage().rss
    const answer = await download(api, owner, 'clients')
    let bytes = 0
    if (answer.body === null) throw new Error('no body')
    for await (const piece of answer.body) {
      bytes += piece.length
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    expect(bytes).toBeGreaterThan(1_500_000)
    expect(most).toBeLessThan(120 * 1024 * 1024)
  })
})

describe('the other lists', () => {
  it('200: appointments, queue entries and deposits with the names of what they are about', async () => {
    const { clinic, row, owner } = await place()
    const booked = await clinic.book({ notes: 'Sala 2\nlinha' })
    const entry = await createQueueEntryRow(api.db, row, {
      client: clinic.client,
      service: await queueService(api, row, [clinic.professional]),
      date: TODAY,
      arrivedAt: today('07:00'),
    })
    const deposit = await createDepositRow(api.db, row, {
      queueEntry: entry,
      expiresAt: today('12:00'),
    })
    const rows = async (name: string) => rowsIn(await (await download(api, owner, name)).text())
    expect(await rows('appointments')).toMatchObject([
      {
        id: String(booked.body.id),
        client: booked.body.client.name,
        services: clinic.service.name,
        professional: clinic.professional.name,
        notes: 'Sala 2\nlinha',
        start: booked.body.start,
      },
    ])
    expect(await rows('queue-entries')).toMatchObject([{ id: String(entry.id) }])
    expect(await rows('deposits')).toMatchObject([
      { id: String(deposit.id), amount: deposit.amount.toFixed(2) },
    ])
  })

  it('403 feature_not_enabled: the queue of an organization without one', async () => {
    const organization = await api.organization({ planFeatures: ['api'] })
    const answer = await download(api, await signIn(api, organization), 'queue-entries')
    expect([answer.status, ((await answer.json()) as any).code]).toEqual([
      403,
      'feature_not_enabled',
    ])
  })
})

describe('a value that a list does not take', () => {
  it.each(LISTS)('%s is refused as the procedure refuses it', async (name, procedure, schema) => {
    const { owner } = await place()
    const statuses = new Set<string>()
    for (const field of Object.keys(schema.shape)) {
      if (['limit', 'cursor', 'expand'].includes(field)) continue
      for (const value of [null, 5, true, [], [null], {}, '']) {
        const input = { [field]: value }
        const [file, list] = [
          await download(api, owner, name, input),
          await owner.query(procedure, input),
        ]
        await file.arrayBuffer()
        expect({ field, value, status: file.status }).toEqual({ field, value, status: list.status })
        statuses.add(`${file.status}`)
      }
    }
    expect([...statuses].toSorted()).toEqual(['200', '400'])
    for (const input of [[], ['x'], 'x', 5, true]) {
      const answer = await download(api, owner, name, input)
      expect({ input, status: answer.status }).toEqual({ input, status: 400 })
    }
  })
})
