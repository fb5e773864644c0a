/** Tools for agents, with every limit changed. */
import { itFollows, to } from '../../support/changed-limits.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { closeAgents, openAgent, requestId, type Agent } from '../../support/agents.ts'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createClientRow } from '../../support/clinic.ts'

const MINUTE_MS = 60_000

let api: TestApi
let clinic: BookableClinic
let agent: Agent
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openClinic(api)
  agent = await openAgent(api, clinic.organization)
})
afterEach(closeAgents)
afterAll(() => api.close())

async function bookedAt(...clocks: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const clock of clocks) {
    const reply = await clinic.book({ start: at(clock) })
    expect(reply.status).toBe(201)
    ids.push(reply.body.id)
  }
  return ids
}

describe('tools', () => {
  itFollows('agents', {
    async toolRequestIdCharacters() {
      const [id] = await bookedAt('09:00')
      const confirm = (characters: number) =>
        agent.ask('confirm_appointment', {
          appointment_id: id,
          request_id: 'r'.repeat(characters),
        })
      expect((await confirm(to('toolRequestIdCharacters') + 1)).isError).toBe(true)
      expect((await confirm(to('toolRequestIdCharacters'))).isError).toBeUndefined()
    },

    async toolConfirmationMinutes() {
      const [id] = await bookedAt('09:00')
      const cancel = { appointment_id: id, request_id: requestId() }
      const { confirm } = await agent.refused('cancel_appointment', cancel)
      api.setNow(TEST_NOW + to('toolConfirmationMinutes') * MINUTE_MS)
      const late = await agent.refused('cancel_appointment', { ...cancel, confirm })
      expect(late.code).toBe('confirmation_invalid')
      api.setNow(TEST_NOW + to('toolConfirmationMinutes') * MINUTE_MS - 1)
      await agent.done('cancel_appointment', { ...cancel, confirm })
    },

    async toolRecords() {
      const { row } = clinic.organization
      for (let count = 0; count < to('toolRecords'); count += 1) {
        await createClientRow(api.db, row, { email: `ana${count}@example.com` })
      }
      const { clients, more } = await agent.done('find_clients', { q: 'Ana' })
      expect([clients.length, more]).toEqual([to('toolRecords'), true])
    },

    async toolDayAppointments() {
      await bookedAt('09:00', '09:30', '10:00', '10:30', '11:00')
      const { appointments, more } = await agent.done('day_agenda', { date: MONDAY })
      expect([appointments.length, more]).toEqual([to('toolDayAppointments'), true])
    },

    async toolFreeTimes() {
      const free = await agent.done('find_free_times', {
        service_ids: [clinic.service.id],
        date: MONDAY,
      })
      const starts = await clinic.starts()
      expect(free.found).toBe(starts.length)
      const shown = free.times.map((one: { start: { instant: string } }) => one.start.instant)
      expect(shown).toHaveLength(to('toolFreeTimes'))
      expect([shown[0], shown.at(-1)]).toEqual([starts[0], starts.at(-1)])
    },

    async toolFreeProfessionals() {
      const most = to('toolFreeProfessionals')
      for (const there of [most, most + 3]) {
        const large = await openClinic(api, { professionals: there })
        const its = await openAgent(api, large.organization)
        const { times } = await its.done('find_free_times', {
          service_ids: [large.service.id],
          date: MONDAY,
        })
        const [first] = times
        expect([first.with.length, first.more_with]).toEqual([most, there > most ? 3 : undefined])
      }
    },

    async toolNameCharacters() {
      const { row } = clinic.organization
      const client = await createClientRow(api.db, row, {
        first_name: 'Maximiliana-Josefina',
        last_name: null,
        email: 'm@example.com',
      })
      const { clients } = await agent.done('find_clients', { q: 'Maximiliana' })
      expect(clients).toEqual([
        expect.objectContaining({
          id: client.id,
          written_by_client: expect.objectContaining({ name: 'Maximilian…' }),
        }),
      ])
      expect(clients[0].written_by_client.name).toHaveLength(to('toolNameCharacters'))
    },
  })
})
