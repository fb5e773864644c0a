/** Whatever a booking is refused for, the availability routes refuse too, with the same code; else nothing is listed. */
import { describe, expect, it } from 'vitest'
import { type Reply, useSharedApi } from '../../support/api.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createProfessional, createService, performs, workingHours } from '../../support/clinic.ts'

const api = useSharedApi()

type Asked = { service_ids: number[]; professional_id?: number }
type Refused = readonly [status: number, code: string, ...faults: string[]]

/** What a booking is refused for whatever its start and client are: how it comes about, and the answer. */
const REFUSALS: Readonly<
  Record<string, { ask: (clinic: BookableClinic) => Promise<Asked>; answer: Refused }>
> = {
  'a service of no one': {
    ask: async ({ service }) => ({ service_ids: [service.id, 2_147_483_647] }),
    answer: [400, 'validation_error', 'service_ids:not_found'],
  },
  'a service of strangers': {
    ask: async () => ({ service_ids: [(await openClinic(api)).service.id] }),
    answer: [400, 'validation_error', 'service_ids:not_found'],
  },
  'a service that is no longer offered': {
    ask: async (clinic) => ({ service_ids: [await another(clinic, { isActive: false })] }),
    answer: [400, 'validation_error', 'service_ids:inactive'],
  },
  'a service of the online queue': {
    ask: async (clinic) => ({ service_ids: [await another(clinic, { bookingMode: 'QUEUE' })] }),
    answer: [400, 'validation_error', 'service_ids:booking_mode_mismatch'],
  },
  'services of both types': {
    ask: async (clinic) => ({
      service_ids: [clinic.service.id, await another(clinic, { serviceType: 'TELEMEDICINE' })],
    }),
    answer: [400, 'validation_error', 'service_ids:type_mismatch'],
  },
  'services of both types, where telemedicine is off': {
    ask: async (clinic) => {
      await switchOff(clinic, 'telemedicine')
      const remote = await another(clinic, { serviceType: 'TELEMEDICINE' })
      return { service_ids: [remote, clinic.service.id] }
    },
    answer: [400, 'validation_error', 'service_ids:type_mismatch'],
  },
  'telemedicine where it is switched off': {
    ask: async (clinic) => {
      await switchOff(clinic, 'telemedicine')
      return { service_ids: [await another(clinic, { serviceType: 'TELEMEDICINE' })] }
    },
    answer: [403, 'feature_not_enabled'],
  },
  'telemedicine that is not in the plan, with someone who does not perform it': {
    ask: async (clinic) => {
      const { row } = clinic.organization
      await api.db.organization.update({ where: { id: row.id }, data: { planFeatures: ['api'] } })
      const idle = await createProfessional(api.db, row)
      return {
        service_ids: [await another(clinic, { serviceType: 'TELEMEDICINE' })],
        professional_id: idle.id,
      }
    },
    answer: [403, 'feature_not_enabled'],
  },
  'a professional of no one': {
    ask: async ({ service }) => ({ service_ids: [service.id], professional_id: 2_147_483_647 }),
    answer: [400, 'validation_error', 'professional_id:not_found'],
  },
  'a professional of strangers': {
    ask: async ({ service }) => ({
      service_ids: [service.id],
      professional_id: (await openClinic(api)).professional.id,
    }),
    answer: [400, 'validation_error', 'professional_id:not_found'],
  },
  'a professional who left': {
    ask: async ({ organization, service }) => {
      const left = await createProfessional(api.db, organization.row, { isActive: false })
      await performs(api.db, organization.row, left, service)
      return { service_ids: [service.id], professional_id: left.id }
    },
    answer: [400, 'validation_error', 'professional_id:inactive'],
  },
  'a professional who performs only one of the services': {
    ask: async (clinic) => {
      const { row } = clinic.organization
      const half = await createProfessional(api.db, row)
      await workingHours(api.db, row, half)
      await performs(api.db, row, half, clinic.service)
      return {
        service_ids: [clinic.service.id, await another(clinic, {})],
        professional_id: half.id,
      }
    },
    answer: [409, 'professional_cannot_perform_service'],
  },
  'everything at once': {
    ask: async (clinic) => ({
      service_ids: [
        clinic.service.id,
        await another(clinic, { isActive: false, serviceType: 'TELEMEDICINE' }),
        2_147_483_647,
      ],
      professional_id: 2_147_483_647,
    }),
    answer: [
      400,
      'validation_error',
      'professional_id:not_found',
      'service_ids:inactive',
      'service_ids:not_found',
      'service_ids:type_mismatch',
    ],
  },
}

/** Another service that the clinic's professional performs. */
async function another(
  { organization, professional }: BookableClinic,
  columns: Parameters<typeof createService>[2],
): Promise<number> {
  const service = await createService(api.db, organization.row, {
    ...columns,
    performedBy: [professional],
  })
  return service.id
}

async function switchOff({ organization }: BookableClinic, feature: string): Promise<void> {
  const { id } = organization.row
  await api.db.organization.update({ where: { id }, data: { switchedOff: [feature] } })
}

/** Of a query the parameter is named, of a body the element too. */
function answerOf({ status, body }: Reply): Refused {
  const errors: { field: string; code: string }[] = body.errors ?? []
  return [
    status,
    body.code,
    ...errors.map(({ field, code }) => `${field.replace(/\[\d\]/, '')}:${code}`).sort(),
  ]
}

describe('whatever a booking is refused for, free time is not listed for either', () => {
  it.each(Object.entries(REFUSALS))('%s', async (_name, { ask, answer }) => {
    const clinic = await openClinic(api)
    const asked = await ask(clinic)
    const query = new URLSearchParams({ service_ids: String(asked.service_ids) })
    if (asked.professional_id !== undefined) {
      query.set('professional_id', String(asked.professional_id))
    }
    const body = {
      professional_id: null,
      start: at('09:00'),
      ...asked,
      client_id: clinic.client.id,
    }
    const answers = [
      await clinic.call('POST', '/v1/appointments', { body }),
      await clinic.call('GET', `/v1/availability/slots?date=${MONDAY}&${query}`),
      await clinic.call('GET', `/v1/availability/next-dates?${query}`),
    ].map(answerOf)
    expect(answers).toEqual([answer, answer, answer])
  })

  it('no one performs the services together: nothing is listed, and nothing can be booked', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const other = await createProfessional(api.db, row)
    await workingHours(api.db, row, other)
    const theirs = await createService(api.db, row, { performedBy: [other] })
    const service_ids = [clinic.service.id, theirs.id]
    for (const path of [`slots?date=${MONDAY}&`, 'next-dates?']) {
      const reply = await clinic.call(
        'GET',
        `/v1/availability/${path}service_ids=${String(service_ids)}`,
      )
      expect([reply.status, reply.body.data]).toEqual([200, []])
    }
    const booked = await clinic.book({ service_ids, professional_id: null })
    expect([booked.status, booked.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('telemedicine where the feature is on is listed and booked', async () => {
    const clinic = await openClinic(api, { service: { serviceType: 'TELEMEDICINE' } })
    expect(await clinic.starts()).toContain(at('09:00'))
    expect((await clinic.book()).status).toBe(201)
  })
})
