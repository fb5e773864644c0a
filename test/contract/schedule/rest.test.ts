/** Hours, holidays and blocked times by key. What a change does is in the files of the procedures. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { askedRoutes, type AskedRoutes } from '../../support/asked-routes.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'

const api = useSharedApi()

type Opened = BookableClinic & AskedRoutes & { readonly path: string }

async function open(): Promise<Opened> {
  const clinic = await openClinic(api)
  const path = `/professionals/${clinic.professional.id}/hours`
  return { ...clinic, ...askedRoutes(api, () => clinic.organization), path }
}

const TEN_TO_NOON = { opens_minute: 600, closes_minute: 720 }
const NOTHING = { total: 0, appointments: [] }

const decided = (id: number, action: string) =>
  encodeURIComponent(JSON.stringify([{ appointment_id: id, action }]))

describe('GET /v1/professionals/{professional_id}/hours', () => {
  it('200: the week, and what changes it from today on', async () => {
    const { get, put, post, path, professional } = await open()
    await put(path, { intervals: [{ weekday: 1, ...TEN_TO_NOON }] })
    await put(`${path}/${MONDAY}`, { intervals: [] })
    await post('/holidays', { date: '2026-12-25', name: 'Natal' })
    const { body } = await get(path)
    expect(body).toMatchObject({
      object: 'schedule',
      from: '2026-11-20',
      to: '2027-11-20',
      time_zone: 'America/Sao_Paulo',
      professionals: [
        {
          professional: { id: professional.id },
          week: [{ weekday: 1, ...TEN_TO_NOON }],
          overrides: [{ date: MONDAY, intervals: [] }],
        },
      ],
      holidays: [{ date: '2026-12-25' }],
    })
    const window = { from: '2026-12-01', to: '2026-12-24' }
    expect((await get(path, window)).body).toMatchObject({ ...window, holidays: [] })
    const { problem } = await get(path, { to: '2026-12-24' })
    expect(problem.errors).toMatchObject([{ field: 'from', code: 'required' }])
  })

  it('404 not_found: a professional of another organization', async () => {
    const [{ get }, { path }] = [await open(), await open()]
    expect((await get(path)).problem.code).toBe('not_found')
  })
})

describe('PUT /v1/professionals/{professional_id}/hours', () => {
  it('200: the free times follow, and a preview changes nothing', async () => {
    const { put, path, starts } = await open()
    const intervals = [{ weekday: 1, ...TEN_TO_NOON }]
    const before = await starts()
    const preview = await put(path, { intervals, preview: true })
    expect(preview.body.impact).toMatchObject(NOTHING)
    expect(await starts()).toEqual(before)
    const reply = await put(path, { intervals, version: preview.body.impact.version })
    expect([reply.status, reply.body]).toMatchObject([200, { week: { object: 'week', intervals } }])
    expect((await starts())[0]).toBe(at('10:00'))
  })

  it('409 action_not_allowed and 404 not_found: without a choice, and of a stranger', async () => {
    const { put, book, path } = await open()
    await book()
    const refused = await put(path, { intervals: [] })
    expect([refused.status, refused.problem.code]).toEqual([409, 'action_not_allowed'])
    expect((await (await open()).put(path, { intervals: [] })).problem.code).toBe('not_found')
  })
})

describe('PUT /v1/professionals/{professional_id}/hours/{date}', () => {
  it('200: one date has other hours', async () => {
    const { put, path, starts } = await open()
    const reply = await put(`${path}/${MONDAY}`, { intervals: [TEN_TO_NOON] })
    expect(reply.body).toMatchObject({
      date_override: { object: 'date_override', date: MONDAY, intervals: [TEN_TO_NOON] },
      impact: NOTHING,
    })
    expect((await starts())[0]).toBe(at('10:00'))
    const wrong = await put(`${path}/2026-02-30`, { intervals: [] })
    expect(wrong.problem.errors).toMatchObject([{ field: 'date', code: 'invalid_format' }])
  })

  it('409 action_not_allowed and 404 not_found: without a choice, and of a stranger', async () => {
    const { put, book, path } = await open()
    await book()
    const closed = { intervals: [] }
    expect((await put(`${path}/${MONDAY}`, closed)).problem.code).toBe('action_not_allowed')
    expect((await (await open()).put(`${path}/${MONDAY}`, closed)).problem.code).toBe('not_found')
  })
})

describe('DELETE /v1/professionals/{professional_id}/hours/{date}', () => {
  const EVENING = { opens_minute: 1200, closes_minute: 1320 }

  it('200: the date follows the week again, and appointments go as the query says', async () => {
    const { put, book, get, path, organization } = await open()
    await put(`${path}/${MONDAY}`, { intervals: [EVENING], appointments: 'keep' })
    const [kept, cancelled] = [
      (await book({ start: at('20:00') })).body.id,
      (await book({ start: at('21:00') })).body.id,
    ]
    const query = `appointments=keep&decisions=${decided(cancelled, 'cancel')}&reason=Folga`
    const reply = await api.call('DELETE', `/v1${path}/${MONDAY}?${query}`, {
      key: organization.key,
    })
    expect(reply.body).toMatchObject({
      date_override: { date: MONDAY, intervals: null },
      impact: { total: 2, kept: 1, cancelled: 1 },
    })
    expect((await get(`/appointments/${kept}`)).body.status).toBe('PENDING')
    expect((await get(`/appointments/${cancelled}`)).body.cancellation_reason).toBe('Folga')
  })

  it('400: decisions that are no JSON, or no list of decisions', async () => {
    const { organization, path } = await open()
    const ask = async (decisions: string) =>
      (await api.call('DELETE', `/v1${path}/${MONDAY}?decisions=${decisions}`, organization)).body
        .errors
    expect(await ask('1:cancel')).toMatchObject([{ field: 'decisions', code: 'invalid_type' }])
    expect(await ask('[{"appointment_id":1}]')).toMatchObject([
      { field: 'decisions[0].action', code: 'required' },
    ])
  })

  it('409 action_not_allowed and 404 not_found: without a choice, and for a date without hours', async () => {
    const clinic = await open()
    const path = `${clinic.path}/${MONDAY}`
    expect((await clinic.delete(path)).problem.code).toBe('not_found')
    await clinic.put(path, { intervals: [EVENING] })
    await clinic.book({ start: at('20:00') })
    expect((await clinic.delete(path)).problem.code).toBe('action_not_allowed')
  })
})

describe('POST /v1/holidays', () => {
  it('201: closes the date', async () => {
    const { post, starts } = await open()
    const reply = await post('/holidays', { date: MONDAY, name: 'Consciência Negra' })
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { holiday: { object: 'holiday', date: MONDAY, name: 'Consciência Negra' }, impact: NOTHING },
    ])
    expect(await starts()).toEqual([])
    const again = await post('/holidays', { date: MONDAY, name: 'Outro' })
    expect(again.problem.errors).toMatchObject([{ field: 'date', code: 'already_in_use' }])
  })

  it('200: a preview changes nothing', async () => {
    const { post, get } = await open()
    const reply = await post('/holidays', { date: MONDAY, name: 'Feriado', preview: true })
    expect(reply.status).toBe(200)
    expect((await get('/holidays')).body.data).toEqual([])
  })

  it('409 action_not_allowed: without a choice', async () => {
    const { post, book } = await open()
    await book()
    const { problem } = await post('/holidays', { date: MONDAY, name: 'Feriado' })
    expect(problem.code).toBe('action_not_allowed')
  })
})

describe('GET /v1/holidays', () => {
  it('200: by date, page by page, of its own organization', async () => {
    const [clinic, other] = [await open(), await open()]
    const dates = ['2026-12-25', '2027-01-01', '2027-04-21']
    for (const date of dates.toReversed()) await clinic.post('/holidays', { date, name: date })
    await other.post('/holidays', { date: '2026-12-31', name: 'Alheio' })
    const list = async (query = {}) => {
      const { body } = await clinic.get('/holidays', query)
      return { dates: body.data.map(({ date }: any) => date), cursor: body.next_cursor }
    }
    const first = await list({ limit: 2 })
    expect(first.dates).toEqual(dates.slice(0, 2))
    expect(await list({ limit: 2, cursor: first.cursor })).toEqual({
      dates: dates.slice(2),
      cursor: null,
    })
    expect((await list({ from: dates[1], to: dates[1] })).dates).toEqual([dates[1]])
    const backwards = await clinic.get('/holidays', { from: dates[1], to: dates[0] })
    expect(backwards.problem.errors).toMatchObject([{ field: 'from', code: 'out_of_range' }])
  })
})

describe('DELETE /v1/holidays/{date}', () => {
  it('200 and 404 not_found: opens the date, once', async () => {
    const [clinic, other] = [await open(), await open()]
    await clinic.post('/holidays', { date: MONDAY, name: 'Feriado' })
    const path = `/holidays/${MONDAY}`
    expect((await other.delete(path)).problem.code).toBe('not_found')
    expect((await clinic.delete(path)).body).toEqual({
      holiday: { object: 'holiday', date: MONDAY, name: 'Feriado' },
    })
    expect((await clinic.starts()).length).toBeGreaterThan(0)
    expect((await clinic.delete(path)).status).toBe(404)
  })
})

const morning = { start: at('09:00'), end: at('11:00') }

describe('POST /v1/blocked-times', () => {
  it('201: takes the time of one professional', async () => {
    const { post, starts, professional } = await open()
    const block = { professional_id: professional.id, ...morning, reason: 'Curso' }
    const reply = await post('/blocked-times', block)
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { blocked_time: { object: 'blocked_time', ...block, all_day: false }, impact: NOTHING },
    ])
    expect((await starts())[0]).toBe(at('11:00'))
    const wrong = await post('/blocked-times', { professional_id: 999_999, ...morning })
    expect(wrong.problem.errors).toMatchObject([{ field: 'professional_id', code: 'not_found' }])
  })

  it('200: a preview changes nothing', async () => {
    const { post, get } = await open()
    const body = { professional_id: null, ...morning, preview: true }
    expect((await post('/blocked-times', body)).status).toBe(200)
    expect((await get('/blocked-times')).body.data).toEqual([])
  })

  it('409 action_not_allowed: without a choice', async () => {
    const { post, book } = await open()
    await book()
    const body = { professional_id: null, start: MONDAY, end: MONDAY, all_day: true }
    expect((await post('/blocked-times', body)).problem.code).toBe('action_not_allowed')
  })
})

describe('GET /v1/blocked-times', () => {
  it('200: those that overlap a window, by start', async () => {
    const clinic = await open()
    const { get, post } = clinic
    const block = async (date: string): Promise<number> =>
      (
        await post('/blocked-times', {
          professional_id: null,
          start: date,
          end: date,
          all_day: true,
        })
      ).body.blocked_time.id
    const [later, sooner] = [await block('2026-12-02'), await block('2026-12-01')]
    const ids = async (query = {}) =>
      (await get('/blocked-times', query)).body.data.map(({ id }: any) => id)
    expect(await ids()).toEqual([sooner, later])
    expect(await ids({ from: '2026-12-02' })).toEqual([later])
    expect(await ids({ to: '2026-12-01' })).toEqual([sooner])
  })
})

describe('DELETE /v1/blocked-times/{blocked_time_id}', () => {
  it('200 and 404 not_found: frees the time, once', async () => {
    const [clinic, other] = [await open(), await open()]
    const { body } = await clinic.post('/blocked-times', { professional_id: null, ...morning })
    const path = `/blocked-times/${body.blocked_time.id}`
    expect((await other.delete(path)).problem.code).toBe('not_found')
    expect((await clinic.delete(path)).body).toEqual({ blocked_time: body.blocked_time })
    expect((await clinic.starts())[0]).toBe(at('09:00'))
    expect((await clinic.delete(path)).status).toBe(404)
  })
})
