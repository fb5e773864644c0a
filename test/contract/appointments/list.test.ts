import { describe, expect, it } from 'vitest'
import { type Reply, useSharedApi } from '../../support/api.ts'
import { appointmentWith, STATUSES } from '../../support/appointment-actions.ts'
import {
  anotherClient,
  at,
  faults,
  openClinic,
  type BookableClinic,
} from '../../support/booking.ts'
import { createProfessional, createService } from '../../support/clinic.ts'

const api = useSharedApi()

function list(clinic: BookableClinic, query = '') {
  return clinic.call('GET', `/v1/appointments${query}`)
}

function ids(reply: Reply): number[] {
  return reply.body.data.map((appointment: { id: number }) => appointment.id)
}

/** Clocks of Monday, as rows booked over one another. */
async function rowsAt(clinic: BookableClinic, ...starts: string[]): Promise<number[]> {
  const made: number[] = []
  for (const start of starts) {
    const row = await appointmentWith(api, clinic, 'CONFIRMED', { start, isOverbook: true })
    made.push(row.id)
  }
  return made
}

describe('GET /v1/appointments', () => {
  it('200: by start, then by id; every status; the same record as the route of one', async () => {
    const clinic = await openClinic(api)
    const [late, early] = await rowsAt(clinic, at('15:00'), at('10:00'))
    const cancelled = await appointmentWith(api, clinic, 'CANCELLED_CLIENT', { start: at('10:00') })
    const reply = await list(clinic)
    expect(reply.status).toBe(200)
    expect(ids(reply)).toEqual([early, cancelled.id, late])
    expect(reply.body).toMatchObject({ has_more: false, next_cursor: null, next: null })
    const single = await clinic.call('GET', `/v1/appointments/${early}`)
    expect(reply.body.data[0]).toEqual(single.body)
    expect((await list(await openClinic(api))).body.data).toEqual([])
  })

  it('200: from and to: dates are whole local days, date-times end before to', async () => {
    const clinic = await openClinic(api)
    const all = await rowsAt(
      clinic,
      '2026-11-22T23:59:00-03:00',
      '2026-11-23T00:00:00-03:00',
      '2026-11-23T12:00:00-03:00',
      '2026-11-23T23:59:00-03:00',
      '2026-11-24T00:00:00-03:00',
    )
    const [, midnight, noon, evening, next] = all
    for (const [query, ...expected] of [
      ['?from=2026-11-23&to=2026-11-23', midnight, noon, evening],
      ['?from=2026-11-23', midnight, noon, evening, next],
      ['?to=2026-11-22', all[0]],
      ['?from=2026-11-23T12:00:00-03:00&to=2026-11-24T00:00:00-03:00', noon, evening],
      ['?from=2026-11-23T15:00:00Z', noon, evening, next],
      // An unescaped plus arrives as a space.
      ['?from=2026-11-23T18:00:00+03:00', noon, evening, next],
      ['?from=2026-11-23T12:00:01-03:00&to=2026-11-23', evening],
      ['?from=2026-11-23&to=2026-11-23T12:00:00-03:00', midnight],
      ['?from=2026-11-23T12:00:00-03:00&to=2026-11-23T12:00:00-03:00'],
      ['?from=0001-01-01&to=9999-12-31', ...all],
      ['?from=0001-01-01T00:00:00%2B14:00&to=9999-12-31T23:59:59-14:00', ...all],
    ] as const) {
      const reply = await list(clinic, query)
      expect(reply.status, query).toBe(200)
      expect(ids(reply), query).toEqual(expected)
    }
  })

  it('200: professional, client, service, type and status; all must hold', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const other = await createProfessional(api.db, row)
    const rui = await anotherClient(api, clinic)
    const tele = await createService(api.db, row, { serviceType: 'TELEMEDICINE' })
    const second = await createService(api.db, row)
    const a = await appointmentWith(api, clinic, 'PENDING', { start: at('09:00') })
    const b = await appointmentWith(api, clinic, 'CONFIRMED', {
      start: at('10:00'),
      professional: other,
      services: [second, clinic.service],
    })
    const c = await appointmentWith(api, clinic, 'NO_SHOW', {
      start: at('11:00'),
      client: rui,
      services: [tele],
    })
    for (const [query, ...expected] of [
      [`?professional_id=${other.id}`, b.id],
      [`?professional_id=${clinic.professional.id}`, a.id, c.id],
      [`?client_id=${rui.id}`, c.id],
      [`?service_id=${clinic.service.id}`, a.id, b.id],
      [`?service_id=${second.id}`, b.id],
      ['?type=TELEMEDICINE', c.id],
      ['?type=IN_PERSON', a.id, b.id],
      ['?status=PENDING', a.id],
      ['?status=PENDING,NO_SHOW', a.id, c.id],
      ['?status[]=CONFIRMED&status[]=NO_SHOW', b.id, c.id],
      ['?status=CONFIRMED&status=NO_SHOW', b.id, c.id],
      [`?status=${STATUSES.join(',')}`, a.id, b.id, c.id],
      [`?service_id=${clinic.service.id}&status=CONFIRMED&professional_id=${other.id}`, b.id],
      [`?service_id=${clinic.service.id}&client_id=${rui.id}`],
      ['?client_id=2147483647'],
    ] as const) {
      expect(ids(await list(clinic, query)), query).toEqual(expected)
    }
  })

  it('200: updated_since orders by updated_at, created_since by created_at; a future value is empty', async () => {
    const clinic = await openClinic(api)
    const [a, b, c] = await rowsAt(clinic, at('15:00'), at('12:00'), at('09:00'))
    await clinic.call('PATCH', `/v1/appointments/${a}`, { body: { notes: 'x' } })
    const past = '2020-01-01T00:00:00Z'
    expect(ids(await list(clinic, `?created_since=${past}`))).toEqual([a, b, c])
    const synced = await list(clinic, `?updated_since=${past}`)
    expect(ids(synced)).toEqual([b, c, a])
    expect(ids(await list(clinic, `?updated_since=${past}&created_since=${past}`))).toEqual([
      b,
      c,
      a,
    ])
    expect(ids(await list(clinic, `?updated_since=${past}&status=PENDING`))).toEqual([])
    for (const future of ['2999-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00']) {
      expect(ids(await list(clinic, `?updated_since=${future}`))).toEqual([])
      expect(ids(await list(clinic, `?created_since=${future}`))).toEqual([])
    }
  })

  it('200: the last updated_at seen is a right next updated_since', async () => {
    const clinic = await openClinic(api)
    const [a, b] = await rowsAt(clinic, at('15:00'), at('12:00'))
    const first = await list(clinic, '?updated_since=2020-01-01T00:00:00Z')
    const last = first.body.data.at(-1).updated_at
    await clinic.call('POST', `/v1/appointments/${a}/cancel`)
    const next = await list(clinic, `?updated_since=${encodeURIComponent(last)}`)
    expect(ids(next).at(-1)).toBe(a)
    expect(next.body.data.at(-1).status).toBe('CANCELLED_PROFESSIONAL')
    expect(ids(first)).toEqual([a, b])
  })

  it('200: a change that is not committed holds later ones back, so that a reader misses none', async () => {
    const clinic = await openClinic(api)
    const [a, b] = await rowsAt(clinic, at('15:00'), at('12:00'))
    const sync = () => list(clinic, '?updated_since=2020-01-01T00:00:00Z')
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query('UPDATE appointment SET notes = $2 WHERE id = $1', [a, 'slow'])
      await clinic.call('PATCH', `/v1/appointments/${b}`, { body: { notes: 'quick' } })
      // The first as it was; the second waits until nothing earlier can still appear.
      expect(ids(await sync())).toEqual([a])
      await writer.query('COMMIT')
    } finally {
      writer.release()
    }
    expect(ids(await sync())).toEqual([a, b])
  })

  it('200: pages follow next without losing or repeating, also with equal starts and rows in between', async () => {
    const clinic = await openClinic(api)
    const early = await rowsAt(clinic, at('09:00'), at('09:00'), at('09:00'))
    const late = await rowsAt(clinic, at('10:00'), at('11:00'))
    const first = await list(clinic, '?limit=2&status=CONFIRMED')
    expect(ids(first)).toEqual(early.slice(0, 2))
    expect(first.body.has_more).toBe(true)
    expect(first.body.next).toBe(
      `http://api.test/v1/appointments?limit=2&status=CONFIRMED&cursor=${first.body.next_cursor}`,
    )
    const [before] = await rowsAt(clinic, at('08:00'))
    const after = await rowsAt(clinic, at('12:00'))
    const seen = [...ids(first)]
    for (let next = first.body.next; next !== null;) {
      const { pathname, search } = new URL(next)
      const page = await clinic.call('GET', pathname + search)
      seen.push(...ids(page))
      next = page.body.next
    }
    expect(seen).toEqual([...early, ...late, ...after])
    expect(seen).not.toContain(before)
  })

  it('200: pages by updated_at tell rows of one millisecond apart', async () => {
    const clinic = await openClinic(api)
    const made = await rowsAt(clinic, at('09:00'), at('10:00'), at('11:00'))
    await api.connection.pool.query('ALTER TABLE appointment DISABLE TRIGGER appointment_touch')
    try {
      for (const [index, id] of made.entries()) {
        const micro = `2026-11-20T11:00:00.00000${index}Z`
        const sql = 'UPDATE appointment SET updated_at = $2 WHERE id = $1'
        await api.connection.pool.query(sql, [id, micro])
      }
    } finally {
      await api.connection.pool.query('ALTER TABLE appointment ENABLE TRIGGER appointment_touch')
    }
    const seen: number[] = []
    let query = '?updated_since=2026-11-20T11:00:00Z&limit=1'
    for (let pages = 0; query !== '' && pages < 5; pages += 1) {
      const page = await list(clinic, query)
      seen.push(...ids(page))
      query = page.body.next === null ? '' : new URL(page.body.next).search
    }
    expect(seen).toEqual(made)
  })

  it('200: expand for each record of the page', async () => {
    const clinic = await openClinic(api)
    const rui = await anotherClient(api, clinic)
    await appointmentWith(api, clinic, 'PENDING', { start: at('09:00') })
    await appointmentWith(api, clinic, 'PENDING', { start: at('10:00'), client: rui })
    const { body } = await list(clinic, '?expand=client,professional,services,deposit')
    expect(body.data).toMatchObject([
      { client: { object: 'client', id: clinic.client.id }, services: [{ object: 'service' }] },
      { client: { object: 'client', id: rui.id }, professional: { object: 'professional' } },
    ])
  })

  it('200: strangers see only their own', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    await rowsAt(clinic, at('09:00'))
    const theirs = await rowsAt(stranger, at('09:00'))
    expect(ids(await list(stranger))).toEqual(theirs)
    const query = `?client_id=${clinic.client.id}`
    expect(ids(await list(stranger, query))).toEqual([])
  })

  it.each([
    ['from=yesterday', 'from:invalid_format'],
    ['from=2026-02-30', 'from:invalid_format'],
    ['to=2026-11-23T10:00:00', 'to:offset_required'],
    ['from=2026-11-24&to=2026-11-23', 'from:out_of_range'],
    ['from=2026-11-24T00:00:00-03:00&to=2026-11-23', 'from:out_of_range'],
    ['from=2026-11-23T10:00:01-03:00&to=2026-11-23T10:00:00-03:00', 'from:out_of_range'],
    ['professional_id=x', 'professional_id:invalid_type'],
    ['client_id=0', 'client_id:out_of_range'],
    ['service_id=2147483648', 'service_id:out_of_range'],
    ['type=ONLINE', 'type:invalid_value'],
    ['status=OPEN', 'status:invalid_value'],
    ['status=PENDING,open', 'status:invalid_value'],
    ['updated_since=2026-11-23', 'updated_since:invalid_format'],
    ['created_since=2026-11-23T10:00:00', 'created_since:offset_required'],
    ['limit=0', 'limit:out_of_range'],
    ['limit=201', 'limit:out_of_range'],
    ['cursor=abc', 'cursor:invalid_value'],
    ['expand=hold', 'expand:invalid_value'],
  ])('400 validation_error: %s', async (query, expected) => {
    const clinic = await openClinic(api)
    const reply = await list(clinic, `?${query}`)
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual([expected])
  })

  it('400 validation_error: a cursor belongs to its filters, its order and its organization', async () => {
    const clinic = await openClinic(api)
    await rowsAt(clinic, at('09:00'), at('10:00'))
    const { body } = await list(clinic, '?limit=1')
    const cursor = `cursor=${body.next_cursor}`
    expect((await list(clinic, `?${cursor}`)).status).toBe(200)
    const since = 'updated_since=2020-01-01T00:00:00Z'
    for (const query of ['status=PENDING', 'type=IN_PERSON', 'from=2026-11-23', since]) {
      const reply = await list(clinic, `?${query}&${cursor}`)
      expect(faults(reply), query).toEqual(['cursor:invalid_value'])
    }
    const stranger = await openClinic(api)
    expect((await list(stranger, `?${cursor}`)).status).toBe(400)
    expect((await clinic.call('GET', `/v1/clients?${cursor}`)).status).toBe(400)
  })

  it('403 forbidden_scope: a key without read', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write'])
    const reply = await api.call('GET', '/v1/appointments', { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })
})
