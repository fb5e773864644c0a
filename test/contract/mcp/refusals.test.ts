/** Every refusal says what to try instead, and changes nothing. */
import { explained } from '@scheduling/core'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAgents, openAgent, requestId, textOf, type Agent } from '../../support/agents.ts'
import { useSharedApi } from '../../support/api.ts'
import { anotherClient, at, MONDAY, openClinic } from '../../support/booking.ts'
import { createClientRow, createProfessional, createService } from '../../support/clinic.ts'
import { openQueue } from '../../support/queue.ts'

const api = useSharedApi()
afterEach(closeAgents)

type Case = readonly [
  code: string,
  ask: (agent: Agent, clinic: Awaited<ReturnType<typeof openClinic>>) => Promise<unknown>,
]

const change = () => ({ request_id: requestId() })

const CASES: readonly Case[] = [
  [
    'not_found',
    (agent) => agent.ask('confirm_appointment', { appointment_id: 2_000_000_000, ...change() }),
  ],
  [
    'slot_unavailable',
    async (agent, clinic) => {
      await clinic.book()
      const { id } = await anotherClient(api, clinic)
      return agent.ask('book_appointment', {
        client_id: id,
        service_ids: [clinic.service.id],
        start: `${MONDAY}T09:00`,
        ...change(),
      })
    },
  ],
  [
    'min_advance_violation',
    (agent, clinic) =>
      agent.ask('book_appointment', {
        client_id: clinic.client.id,
        service_ids: [clinic.service.id],
        start: '2026-11-19T09:00',
        ...change(),
      }),
  ],
  [
    'professional_cannot_perform_service',
    async (agent, clinic) => {
      const other = await createProfessional(api.db, clinic.organization.row)
      return agent.ask('book_appointment', {
        client_id: clinic.client.id,
        service_ids: [clinic.service.id],
        start: `${MONDAY}T09:00`,
        professional_id: other.id,
        ...change(),
      })
    },
  ],
  [
    'appointment_not_editable',
    async (agent, clinic) => {
      const { id } = (await clinic.book()).body
      await clinic.call('POST', `/v1/appointments/${id}/cancel`, { body: {} })
      return agent.ask('move_appointment', {
        appointment_id: id,
        start: `${MONDAY}T15:00`,
        ...change(),
      })
    },
  ],
  [
    'validation_error',
    (agent, clinic) =>
      agent.ask('book_appointment', {
        client_id: clinic.client.id,
        service_ids: [clinic.service.id],
        start: 'tomorrow at nine',
        ...change(),
      }),
  ],
  ['validation_error', (agent) => agent.ask('find_clients')],
  ['validation_error', (agent) => agent.ask('find_free_times')],
  [
    'validation_error',
    (agent, clinic) =>
      agent.ask('find_free_times', {
        service_ids: [clinic.service.id],
        service_names: ['Consulta'],
      }),
  ],
  ['no_match', (agent) => agent.ask('find_free_times', { service_names: ['Cirurgia'] })],
  [
    'ambiguous',
    async (agent, clinic) => {
      for (const name of ['Limpeza simples', 'Limpeza profunda']) {
        await createService(api.db, clinic.organization.row, { name })
      }
      return agent.ask('find_free_times', { service_names: ['limpeza'] })
    },
  ],
  [
    'ambiguous',
    async (agent, clinic) => {
      await createClientRow(api.db, clinic.organization.row, { email: 'ana2@example.com' })
      return agent.ask('find_or_create_client', {
        first_name: 'Ana',
        last_name: 'Souza',
        ...change(),
      })
    },
  ],
  [
    'confirmation_required',
    async (agent, clinic) =>
      agent.ask('cancel_appointment', {
        appointment_id: (await clinic.book()).body.id,
        ...change(),
      }),
  ],
]

describe('a refusal', () => {
  it.each(CASES)('%s: names its code and what to try', async (code, ask) => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const answer = (await ask(agent, clinic)) as Awaited<ReturnType<Agent['ask']>>
    expect(answer.isError).toBe(true)
    const { refusal } = answer.structuredContent as { refusal: any }
    expect(refusal).toMatchObject({ code, try: explained(code)?.try })
    expect(textOf(answer)).toMatch(new RegExp(`^Refused \\(${code}\\): `))
    expect(textOf(answer)).toContain(`\nTry: ${refusal.try}`)
    if (code === 'ambiguous') expect(refusal.candidates).toHaveLength(2)
  })

  it('409 queue_closed, deposit_required: the queue says no in words too', async () => {
    const closed = await openQueue(api, { desk: { isOpen: false } })
    const agent = await openAgent(api, closed.organization)
    const join = { client_id: closed.client.id, service_id: closed.service.id, ...change() }
    expect((await agent.refused('join_queue', join)).code).toBe('queue_closed')
    const paid = await openQueue(api, {
      service: { requiresDeposit: true, depositAmount: '20.00' },
    })
    const other = await openAgent(api, paid.organization)
    const refusal = await other.refused('join_queue', {
      client_id: paid.client.id,
      service_id: paid.service.id,
      ...change(),
    })
    expect(refusal.code).toBe('deposit_required')
    expect(refusal.try).toContain('public booking page')
  })

  it('422 client_identifier_required: asks for what is missing', async () => {
    const organization = await api.organization({ requireClientIdentifier: true })
    const agent = await openAgent(api, organization)
    const refusal = await agent.refused('find_or_create_client', {
      first_name: 'Rui',
      ...change(),
    })
    expect(refusal.code).toBe('client_identifier_required')
    expect(await api.db.client.count({ where: { organizationId: organization.row.id } })).toBe(0)
  })

  it('500 internal_error: a fault of ours keeps no request_id, and tells nothing of the inside', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const input = {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      start: `${MONDAY}T09:00`,
      ...change(),
    }
    await api.connection.pool.query('ALTER TABLE appointment RENAME TO appointment_away')
    const broken = await agent.refused('book_appointment', input)
    await api.connection.pool.query('ALTER TABLE appointment_away RENAME TO appointment')
    expect(broken.code).toBe('internal_error')
    expect(broken.message).not.toContain('appointment_away')
    expect((await agent.done('book_appointment', input)).is_repeat).toBe(false)
  })
})

describe('times', () => {
  it.each([
    [`${MONDAY}T10:00`, '10:00'],
    [`${MONDAY}T10:00:00-03:00`, '10:00'],
    [`${MONDAY}T13:00:00Z`, '10:00'],
    [`${MONDAY}T14:00:00+01:00`, '10:00'],
  ])('201: %s is ten at the clinic', async (start, clock) => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const { appointment } = await agent.done('book_appointment', {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      start,
      ...change(),
    })
    expect(appointment.start.instant).toBe(at(clock))
  })

  it.each([
    ['2027-03-14T02:30', 'invalid_value', 'skips'],
    ['2027-11-07T01:30', 'offset_required', 'twice'],
    ['2026-11-23T10:00:30', 'minute_precision', 'whole minute'],
    ['2026-02-30T10:00', 'invalid_format', 'not a time'],
  ])('400 validation_error: %s in New York', async (start, code, words) => {
    const clinic = await openClinic(api, { organization: { timeZone: 'America/New_York' } })
    const agent = await openAgent(api, clinic.organization)
    const refusal = await agent.refused('book_appointment', {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      start,
      ...change(),
    })
    expect(refusal.errors).toEqual([
      expect.objectContaining({ field: 'start', code, message: expect.stringContaining(words) }),
    ])
  })
})
