/** Services by key. What a change does is in the files of the procedures. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { askedRoutes, type AskedRoutes } from '../../support/asked-routes.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'

const api = useSharedApi()

type Opened = BookableClinic & AskedRoutes & { readonly path: string }

async function open(): Promise<Opened> {
  const clinic = await openClinic(api)
  const path = `/services/${clinic.service.id}`
  return { ...clinic, ...askedRoutes(api, () => clinic.organization), path }
}

describe('POST /v1/services', () => {
  it('201: a service that can be booked at once', async () => {
    const { post, get, professional } = await open()
    const reply = await post('/services', {
      name: 'Banho',
      duration_minutes: 45,
      price: '90.00',
      professional_ids: [professional.id],
    })
    expect([reply.status, reply.problem]).toMatchObject([201, { object: 'service', name: 'Banho' }])
    expect((await get(`/services/${reply.body.id}`)).body).toEqual(reply.body)
    const query = { service_ids: reply.body.id, date: '2026-11-23' }
    expect((await get('/availability/slots', query)).body.data.length).toBeGreaterThan(0)
    const wrong = await post('/services', { name: ' ', duration_minutes: 0, professional_ids: [9] })
    expect(wrong.problem.errors.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'duration_minutes',
    ])
  })
})

describe('PATCH /v1/services/{service_id}', () => {
  it('200: changes what is sent, and a preview changes nothing', async () => {
    const { patch, get, path } = await open()
    const preview = await patch(path, { name: 'Consulta longa', preview: true })
    expect(preview.body).toMatchObject({
      service: { name: 'Consulta longa' },
      impact: { total: 0 },
    })
    expect((await get(path)).body.name).toBe('Consulta')
    const { version } = preview.body.impact
    expect((await patch(path, { name: 'Consulta longa', version })).status).toBe(200)
    expect((await get(path)).body.name).toBe('Consulta longa')
  })

  it('409 action_not_allowed: appointments that no longer fit need a choice, and how to choose is said', async () => {
    const { patch, book, path } = await open()
    await book()
    const refused = await patch(path, { professional_ids: [] })
    expect([refused.status, refused.problem.code]).toEqual([409, 'action_not_allowed'])
    expect(refused.problem.detail).toContain('1 appointment does not fit any more')
    expect(refused.problem.errors).toMatchObject([{ field: 'appointments', code: 'required' }])
    const kept = await patch(path, { professional_ids: [], appointments: 'keep' })
    expect(kept.body.impact).toMatchObject({ total: 1, kept: 1 })
  })

  it('404 not_found: a service of another organization', async () => {
    const [{ patch }, { path }] = [await open(), await open()]
    expect((await patch(path, { name: 'X' })).problem.code).toBe('not_found')
  })
})

describe('POST /v1/services/{service_id}/deactivate', () => {
  it('200: it is listed with the inactive ones alone, and its appointments are cancelled as asked', async () => {
    const { post, get, book, path, service } = await open()
    const { body: appointment } = await book()
    const reply = await post(`${path}/deactivate`, { appointments: 'cancel' })
    expect(reply.body).toMatchObject({ service: { is_active: false }, impact: { cancelled: 1 } })
    expect((await get(`/appointments/${appointment.id}`)).body.status).toBe(
      'CANCELLED_PROFESSIONAL',
    )
    const listed = async (query = {}) =>
      (await get('/services', query)).body.data.map(({ id }: { id: number }) => id)
    expect(await listed()).not.toContain(service.id)
    expect(await listed({ include_inactive: true })).toContain(service.id)
  })

  it('403 forbidden_scope: to cancel or move needs the scope write too', async () => {
    const { organization, book, path } = await open()
    await book()
    const key = await organization.keyWith(['setup', 'read'])
    const ask = (body: object) => api.call('POST', `/v1${path}/deactivate`, { key, body })
    const refused = await ask({ appointments: 'cancel' })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden_scope'])
    expect(refused.body.detail).toContain('`write`')
    expect((await ask({ appointments: 'keep' })).status).toBe(200)
  })

  it('409 action_not_allowed and 404 not_found: without a choice, and of a stranger', async () => {
    const { post, book, path } = await open()
    await book()
    expect((await post(`${path}/deactivate`)).problem.code).toBe('action_not_allowed')
    const stranger = await open()
    expect((await stranger.post(`${path}/deactivate`)).problem.code).toBe('not_found')
  })
})
