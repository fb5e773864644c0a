import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, faults, holdsOf, openClinic } from '../../support/booking.ts'
import { bookHold, held, hold, holdStatus } from '../../support/holds.ts'

const api = useOwnApi()
beforeEach(() => api.setNow(TEST_NOW))

const MINUTE_MS = 60_000

describe('GET /v1/holds/{hold_id}', () => {
  it('200: as it was created, and what it became', async () => {
    const clinic = await openClinic(api)
    const { body } = await hold(clinic)
    expect((await clinic.call('GET', `/v1/holds/${body.id}`)).body).toEqual(body)
    const booked = await bookHold(clinic, body.id)
    expect((await clinic.call('GET', `/v1/holds/${body.id}`)).body).toEqual({
      ...body,
      status: 'BOOKED',
      appointment_id: booked.body.id,
    })
  })

  it('404 not_found: of another organization, and of none', async () => {
    const clinic = await openClinic(api)
    const id = await held(clinic)
    const stranger = await openClinic(api)
    for (const path of [`/v1/holds/${id}`, '/v1/holds/999999']) {
      const refused = await stranger.call('GET', path)
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    }
  })
})

describe('GET /v1/holds', () => {
  it('200: newest first, page by page, and by the status of now', async () => {
    const clinic = await openClinic(api)
    const expired = await held(clinic, { minutes: 1 })
    api.setNow(TEST_NOW + MINUTE_MS)
    const booked = await held(clinic, { start: at('10:00') })
    const released = await held(clinic, { start: at('11:00') })
    const last = await held(clinic, { start: at('14:00') })
    await bookHold(clinic, booked)
    await clinic.call('DELETE', `/v1/holds/${released}`)
    await held(await openClinic(api))
    const list = async (query: string) => (await clinic.call('GET', `/v1/holds${query}`)).body
    const ids = async (query: string) =>
      (await list(query)).data.map(({ id, status }: { id: number; status: string }) => [id, status])
    expect(await ids('')).toEqual([
      [last, 'HELD'],
      [released, 'RELEASED'],
      [booked, 'BOOKED'],
      [expired, 'EXPIRED'],
    ])
    for (const [id, status] of await ids('')) {
      expect(await ids(`?status=${status}`)).toEqual([[id, status]])
    }
    expect(await ids('?status=HELD,EXPIRED')).toEqual([
      [last, 'HELD'],
      [expired, 'EXPIRED'],
    ])
    const first = await list('?limit=3')
    expect(first.has_more).toBe(true)
    expect(await ids(`?limit=3&cursor=${first.next_cursor}`)).toEqual([[expired, 'EXPIRED']])
    const wrong = await clinic.call('GET', '/v1/holds?status=OPEN')
    expect(faults(wrong)).toEqual(['status:invalid_value'])
  })
})

describe('DELETE /v1/holds/{hold_id}', () => {
  it('204: gives the time back; again, and after it has expired, nothing changes', async () => {
    const clinic = await openClinic(api)
    const id = await held(clinic)
    for (let times = 0; times < 2; times += 1) {
      expect((await clinic.call('DELETE', `/v1/holds/${id}`)).status).toBe(204)
      expect(await holdStatus(clinic, id)).toBe('RELEASED')
    }
    expect(await clinic.starts()).toContain(at('09:00'))
    expect(await holdsOf(api, clinic)).toEqual([])
    const expired = await held(clinic, { minutes: 1 })
    api.setNow(TEST_NOW + MINUTE_MS)
    expect((await clinic.call('DELETE', `/v1/holds/${expired}`)).status).toBe(204)
    expect(await holdStatus(clinic, expired)).toBe('EXPIRED')
    const notes = await api.db.auditEntry.findMany({
      where: { organizationId: clinic.organization.row.id, action: { startsWith: 'hold.' } },
      orderBy: { createdAt: 'asc' },
    })
    expect(notes.map(({ action, recordId }) => [action, recordId])).toEqual([
      ['hold.created', String(id)],
      ['hold.released', String(id)],
      ['hold.created', String(expired)],
    ])
  })

  it('409 action_not_allowed: it was booked', async () => {
    const clinic = await openClinic(api)
    const id = await held(clinic)
    const { body } = await bookHold(clinic, id)
    const refused = await clinic.call('DELETE', `/v1/holds/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'action_not_allowed'])
    expect(refused.body.detail).toContain(String(body.id))
    expect(await clinic.starts()).not.toContain(at('09:00'))
  })

  it('404 not_found: of another organization', async () => {
    const clinic = await openClinic(api)
    const id = await held(clinic)
    const stranger = await openClinic(api)
    expect((await stranger.call('DELETE', `/v1/holds/${id}`)).body.code).toBe('not_found')
    expect(await holdStatus(clinic, id)).toBe('HELD')
  })
})
