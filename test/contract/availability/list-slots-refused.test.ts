import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { faults, openClinic } from '../../support/booking.ts'
import { createProfessional, createService, performs } from '../../support/clinic.ts'

const api = useSharedApi()

describe('GET /v1/availability/slots', () => {
  it('400 validation_error: service_ids', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const stranger = await openClinic(api)
    const inactive = await createService(api.db, row, { isActive: false })
    const queue = await createService(api.db, row, { bookingMode: 'QUEUE' })
    const good = clinic.service.id
    const many = Array.from({ length: 11 }, (_, index) => index + 1).join(',')
    for (const [query, ...expected] of [
      ['', 'service_ids:required'],
      ['service_ids=', 'service_ids:required'],
      ['service_ids=abc', 'service_ids:invalid_type'],
      ['service_ids=1.5', 'service_ids:invalid_type'],
      ['service_ids=0', 'service_ids:out_of_range'],
      ['service_ids=2147483648', 'service_ids:out_of_range'],
      [`service_ids=${many}`, 'service_ids:too_many'],
      [`service_ids=${good},${good}`, 'service_ids:duplicate_item'],
      [`service_ids=${good},2147483647`, 'service_ids:not_found'],
      [`service_ids=${stranger.service.id}`, 'service_ids:not_found'],
      [
        `service_ids=${inactive.id},${good},${queue.id}`,
        'service_ids:inactive',
        'service_ids:booking_mode_mismatch',
      ],
    ]) {
      const reply = await clinic.call('GET', `/v1/availability/slots?${query}`)
      expect(reply.status).toBe(400)
      expect(reply.body.code).toBe('validation_error')
      expect(faults(reply), query).toEqual(expected)
    }
  })

  it('400 validation_error: professional_id of no one, of strangers, of someone who left', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const gone = await createProfessional(api.db, clinic.organization.row, { isActive: false })
    await performs(api.db, clinic.organization.row, gone, clinic.service)
    for (const [id, code] of [
      [2147483647, 'not_found'],
      [stranger.professional.id, 'not_found'],
      [gone.id, 'inactive'],
      ['x', 'invalid_type'],
    ]) {
      const path = `/v1/availability/slots?service_ids=${clinic.service.id}&professional_id=${id}`
      const reply = await clinic.call('GET', path)
      expect(reply.status).toBe(400)
      expect(faults(reply)).toEqual([`professional_id:${code}`])
    }
  })

  it('400 validation_error: dates', async () => {
    const clinic = await openClinic(api)
    for (const [query, ...expected] of [
      ['date=2026-02-30', 'date:invalid_format'],
      ['date=23/11/2026', 'date:invalid_format'],
      ['date=2026-11-23T09:00:00-03:00', 'date:invalid_format'],
      ['from=x&to=y', 'from:invalid_format', 'to:invalid_format'],
      ['date=2026-11-23&from=2026-11-23', 'date:mutually_exclusive'],
      ['date=2026-11-23&to=2026-11-23', 'date:mutually_exclusive'],
      ['to=2026-11-23', 'from:required'],
      ['from=2026-11-23&to=2026-11-22', 'to:out_of_range'],
      ['from=2026-11-23&to=2026-12-24', 'to:out_of_range'],
      ['from=0001-01-01&to=9999-12-31', 'to:out_of_range'],
    ]) {
      const path = `/v1/availability/slots?service_ids=${clinic.service.id}&${query}`
      const reply = await clinic.call('GET', path)
      expect(reply.status, query).toBe(400)
      expect(faults(reply), query).toEqual(expected)
    }
  })

  it('400 validation_error: a zone that is none, an expansion', async () => {
    const clinic = await openClinic(api)
    const path = `/v1/availability/slots?service_ids=${clinic.service.id}`
    for (const zone of ['Mars/Olympus', '%2B03:00', '', '../etc/passwd', 'x'.repeat(65)]) {
      const reply = await clinic.call('GET', `${path}&timezone=${zone}`)
      expect(reply.status, zone).toBe(400)
      expect(reply.body.errors[0].field).toBe('timezone')
    }
    expect(faults(await clinic.call('GET', `${path}&expand=professional`))).toEqual([
      'expand:invalid_value',
    ])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write', 'webhooks:manage'])
    const path = `/v1/availability/slots?service_ids=${clinic.service.id}`
    const reply = await api.call('GET', path, { key })
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it('403 feature_not_enabled: telemedicine where the organization has it off', async () => {
    const clinic = await openClinic(api, {
      organization: { switchedOff: ['telemedicine'] },
      service: { serviceType: 'TELEMEDICINE' },
    })
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${clinic.service.id}`,
    )
    expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
  })

  it('409 professional_cannot_perform_service: one of the services is not theirs', async () => {
    const clinic = await openClinic(api)
    const other = await createService(api.db, clinic.organization.row)
    const path = `/v1/availability/slots?service_ids=${clinic.service.id},${other.id}&professional_id=${clinic.professional.id}`
    const reply = await clinic.call('GET', path)
    expect(reply.status).toBe(409)
    expect(reply.body.code).toBe('professional_cannot_perform_service')
  })
})
