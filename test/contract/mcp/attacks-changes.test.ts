/** Changes that are repeated, raced, cut off, or confirmed with what does not belong to them. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import { LIMITS } from '@scheduling/core'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAgents, ERAS, openAgent, requestId, type Agent } from '../../support/agents.ts'
import { startApiProcess } from '../../support/api-process.ts'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { anotherClient, booked, COMING_MONDAY, openClinic } from '../../support/booking.ts'
import type { BookableClinic } from '../../support/booking.ts'

const api = useSharedApi()
afterEach(async () => {
  api.setNow(TEST_NOW)
  await closeAgents()
})

const appointmentsOf = ({ organization }: BookableClinic) =>
  api.db.appointment.findMany({ where: { organizationId: organization.row.id } })
const statusesOf = async (clinic: BookableClinic) =>
  (await appointmentsOf(clinic)).map(({ status }) => status)

const codeOf = (answer: CallToolResult): string =>
  (answer.structuredContent as any)?.refusal?.code ?? 'done'

const bookingOf = (clinic: BookableClinic, clock = '09:00') => ({
  client_id: clinic.client.id,
  service_ids: [clinic.service.id],
  start: `${COMING_MONDAY}T${clock}`,
})

describe('request_id', () => {
  it('200: many at once with one request_id are one appointment', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const input = { ...bookingOf(clinic), request_id: requestId() }
    const answers = await times(16, () => agent.ask('book_appointment', input))
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => !['done', 'request_in_progress'].includes(code))).toEqual([])
    expect(codes).toContain('done')
    const ids = answers.flatMap((answer) => {
      const { result } = answer.structuredContent as any
      return result === undefined ? [] : [result.appointment.id]
    })
    expect(new Set(ids).size).toBe(1)
    expect(await appointmentsOf(clinic)).toHaveLength(1)
    expect((await agent.done('book_appointment', input)).is_repeat).toBe(true)
  })

  it('200: many at once with request_ids of their own are one appointment too: the time is taken once', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const others = await Promise.all(Array.from({ length: 6 }, () => anotherClient(api, clinic)))
    const clients = [clinic.client, clinic.client, clinic.client, ...others]
    const answers = await Promise.all(
      clients.map(({ id: client_id }) =>
        agent.ask('book_appointment', {
          ...bookingOf(clinic),
          client_id,
          request_id: requestId(),
        }),
      ),
    )
    const codes = new Set(answers.map(codeOf))
    expect(codes).toEqual(new Set(['done', 'slot_unavailable']))
    const [only, ...more] = await appointmentsOf(clinic)
    expect(more).toEqual([])
    answers.forEach((answer, index) => {
      const isTheirs = clients[index]?.id === only?.clientId
      expect([index, codeOf(answer)]).toEqual([index, isTheirs ? 'done' : 'slot_unavailable'])
    })
  })

  it('200: a new client without phone or e-mail is registered once, though the first answer is lost', async () => {
    const { organization } = await openClinic(api, {
      organization: { requireClientIdentifier: false },
    })
    const agent = await openAgent(api, organization)
    const input = { first_name: 'Benedita', last_name: 'Lopes', request_id: requestId() }
    const first = await agent.done('find_or_create_client', input)
    const again = await agent.done('find_or_create_client', input)
    expect(again).toEqual({ ...first, is_repeat: true })
  })

  it('of one key is nothing to another key, another tool or another organization', async () => {
    const clinic = await openClinic(api)
    const other = await openClinic(api)
    const id = requestId()
    const agent = await openAgent(api, clinic.organization)
    const second = await openAgent(api, clinic.organization)
    const stranger = await openAgent(api, other.organization)
    const mine = await agent.done('book_appointment', { ...bookingOf(clinic), request_id: id })
    const its = await stranger.done('book_appointment', { ...bookingOf(other), request_id: id })
    expect([its.is_repeat, its.appointment.id === mine.appointment.id]).toEqual([false, false])
    const { id: client_id } = await anotherClient(api, clinic)
    const theirs = { ...bookingOf(clinic), client_id, request_id: id }
    const taken = await second.refused('book_appointment', theirs)
    expect(taken.code).toBe('slot_unavailable')
    const of = { appointment_id: mine.appointment.id, request_id: id }
    expect((await agent.done('confirm_appointment', of)).is_repeat).toBe(false)
    const strange = await stranger.refused('confirm_appointment', of)
    expect(strange.code).toBe('not_found')
  })

  it('with another input is refused, and changes nothing', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const id = requestId()
    await agent.done('book_appointment', { ...bookingOf(clinic), request_id: id })
    const later = { ...bookingOf(clinic, '10:00'), request_id: id }
    const refused = await agent.refused('book_appointment', later)
    expect(refused.code).toBe('duplicate_request')
    expect(await appointmentsOf(clinic)).toHaveLength(1)
  })
})

/** The token with which the agent would cancel. */
async function askedToCancel(agent: Agent, input: Record<string, unknown>): Promise<string> {
  const { code, confirm } = await agent.refused('cancel_appointment', input)
  expect(code).toBe('confirmation_required')
  return confirm ?? ''
}

describe('a confirmation', () => {
  async function withAppointment() {
    const clinic = await openClinic(api)
    const id = await booked(clinic, '09:00')
    const agent = await openAgent(api, clinic.organization)
    return { clinic, id, agent }
  }

  it('counts for its appointment, its tool, its reason and its key alone', async () => {
    const { clinic, id, agent } = await withAppointment()
    const other = await booked(clinic, '10:00')
    const second = await openAgent(api, clinic.organization)
    const base = { appointment_id: id, request_id: requestId() }
    const confirm = await askedToCancel(agent, base)
    const wrong: [Agent, string, object][] = [
      [agent, 'cancel_appointment', { appointment_id: other }],
      [agent, 'cancel_appointment', { reason: 'Another reason' }],
      [agent, 'mark_no_show', {}],
      [second, 'cancel_appointment', {}],
    ]
    for (const [who, tool, more] of wrong) {
      const refused = await who.refused(tool, { ...base, ...more, confirm })
      expect([tool, more, refused.code]).toEqual([tool, more, 'confirmation_invalid'])
    }
    const [end = '', signature = ''] = confirm.split('.')
    const later = (Number.parseInt(end, 36) + 60_000).toString(36)
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    const forged = ['', 'yes', 'true', '.', `${later}.${signature}`, `${end}.${flipped}`]
    for (const token of [...forged, `${confirm} `, `${end}.`, confirm.repeat(2)]) {
      const answer = await agent.ask('cancel_appointment', { ...base, confirm: token })
      expect([token, codeOf(answer)]).not.toEqual([token, 'done'])
    }
    expect(await statusesOf(clinic)).toEqual(['PENDING', 'PENDING'])
    const done = await agent.done('cancel_appointment', { ...base, confirm })
    expect(done.appointment.id).toBe(id)
    expect((await statusesOf(clinic)).toSorted()).toEqual(['CANCELLED_PROFESSIONAL', 'PENDING'])
  })

  it('ends after its minutes, to the millisecond', async () => {
    const { clinic, id, agent } = await withAppointment()
    const base = { appointment_id: id, request_id: requestId() }
    const confirm = await askedToCancel(agent, base)
    api.setNow(TEST_NOW + LIMITS.toolConfirmationMinutes * 60_000)
    const late = await agent.refused('cancel_appointment', { ...base, confirm })
    expect(late.code).toBe('confirmation_invalid')
    expect(await statusesOf(clinic)).toEqual(['PENDING'])
    api.setNow(TEST_NOW + LIMITS.toolConfirmationMinutes * 60_000 - 1)
    await agent.done('cancel_appointment', { ...base, confirm })
  })

  it('does not count any more when the appointment was moved', async () => {
    const { clinic, id, agent } = await withAppointment()
    const base = { appointment_id: id, request_id: requestId() }
    const confirm = await askedToCancel(agent, base)
    await agent.done('move_appointment', {
      appointment_id: id,
      start: `${COMING_MONDAY}T11:00`,
      request_id: requestId(),
    })
    const refused = await agent.refused('cancel_appointment', { ...base, confirm })
    expect(refused.code).toBe('confirmation_invalid')
    expect(await statusesOf(clinic)).toEqual(['PENDING'])
  })

  it('of one person is used for one change: sent many times, with request_ids of their own, too', async () => {
    const { clinic, id, agent } = await withAppointment()
    const confirm = await askedToCancel(agent, { appointment_id: id, request_id: requestId() })
    const answers = await times(8, () =>
      agent.ask('cancel_appointment', { appointment_id: id, request_id: requestId(), confirm }),
    )
    expect(answers.map(codeOf).filter((code) => code === 'done').length).toBeLessThanOrEqual(1)
    const events = await api.db.event.findMany({
      where: { organizationId: clinic.organization.row.id, type: 'appointment.cancelled' },
    })
    expect(events.length).toBeLessThanOrEqual(1)
  })

  it('is still given for a repeated call, whose answer was lost', async () => {
    const { id, agent } = await withAppointment()
    const base = { appointment_id: id, request_id: requestId() }
    const confirm = await askedToCancel(agent, base)
    const first = await agent.done('cancel_appointment', { ...base, confirm })
    const again = await agent.done('cancel_appointment', { ...base, confirm })
    expect(again).toEqual({ ...first, is_repeat: true })
  })

  it.each(ERAS)('no one call of the %s era cancels anything, whatever it says', async (era) => {
    const { clinic, id } = await withAppointment()
    const agent = await openAgent(api, clinic.organization, { era })
    const args = { appointment_id: id, request_id: requestId() }
    const accepted = { confirm: { action: 'accept', content: { agree: true } } }
    const tries: object[] = [
      { name: 'cancel_appointment', arguments: { ...args, agree: true } },
      { name: 'cancel_appointment', arguments: { ...args, confirm: true } },
      { name: 'cancel_appointment', arguments: { ...args, confirm: null } },
      { name: 'cancel_appointment', arguments: args, inputResponses: accepted },
      { name: 'cancel_appointment', arguments: args, inputResponses: accepted, requestState: '' },
      {
        name: 'cancel_appointment',
        arguments: args,
        inputResponses: accepted,
        requestState: 'a.b',
      },
      { name: 'cancel_appointment', arguments: args, inputResponses: { confirm: true } },
      { name: 'mark_no_show', arguments: args, inputResponses: accepted },
    ]
    for (const params of tries) {
      await agent.client
        .request({ method: 'tools/call', params } as any)
        .catch((error: unknown) => error)
    }
    expect(await statusesOf(clinic)).toEqual(['PENDING'])
  })

  it('a person who declines, closes the question or ticks nothing changes nothing', async () => {
    const { clinic, id } = await withAppointment()
    const answers = [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', agree: false },
      { action: 'decline', agree: true },
    ] as const
    for (const answer of answers) {
      let sentence = ''
      const agent = await openAgent(api, clinic.organization, {
        person(message) {
          sentence = message
          return answer
        },
      })
      const refused = await agent.refused('cancel_appointment', {
        appointment_id: id,
        request_id: requestId(),
      })
      expect([answer, refused.code]).toEqual([answer, 'declined'])
      expect(sentence).toContain(`appointment ${id}`)
    }
    expect(await statusesOf(clinic)).toEqual(['PENDING'])
  })

  it('is of no use after the key is revoked', async () => {
    const { clinic, id, agent } = await withAppointment()
    const base = { appointment_id: id, request_id: requestId() }
    const confirm = await askedToCancel(agent, base)
    await api.db.apiKey.updateMany({
      where: { organizationId: clinic.organization.row.id, kind: 'agent' },
      data: { revokedAt: new Date(TEST_NOW) },
    })
    await expect(agent.ask('cancel_appointment', { ...base, confirm })).rejects.toThrow()
    expect(await statusesOf(clinic)).toEqual(['PENDING'])
  })
})

describe('a process that is killed', () => {
  it('between the change and the answer: each request_id has its effect once', async () => {
    const clinic = await openClinic(api, {
      organization: { requireClientIdentifier: false },
      professionals: 6,
    })
    const key = await clinic.organization.keyWith(['read', 'write'], 'agent')
    type Order = { readonly tool: string; readonly input: Record<string, unknown> }
    const orders: Order[] = []
    const clocks = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '13:00', '13:30']
    for (const clock of clocks) {
      for (const professional of clinic.professionals) {
        orders.push({
          tool: 'book_appointment',
          input: {
            ...bookingOf(clinic, clock),
            client_id: (await anotherClient(api, clinic)).id,
            professional_id: professional.id,
            request_id: requestId(),
          },
        })
      }
      const first_name = `Nova ${clock.replace(':', 'h')}`
      orders.push({
        tool: 'find_or_create_client',
        input: { first_name, is_new: true, request_id: requestId() },
      })
    }
    const run = async (url: string): Promise<(number | null)[]> => {
      const agent = await openAgent({ url }, clinic.organization, { key })
      return Promise.all(
        orders.map(async ({ tool, input }) => {
          const answer = await agent.ask(tool, input).catch(() => null)
          const result = (answer?.structuredContent as any)?.result
          return result === undefined ? null : (result.appointment ?? result.client).id
        }),
      )
    }
    const rowsOf = async (): Promise<[number, number]> => {
      const where = { organizationId: clinic.organization.row.id }
      const clients = { ...where, firstName: { startsWith: 'Nova' } }
      return [
        await api.db.appointment.count({ where }),
        await api.db.client.count({ where: clients }),
      ]
    }
    const first = await startApiProcess(api, { LOG_LEVEL: 'error' })
    const running = run(first.url)
    for (;;) {
      const [appointments] = await rowsOf()
      if (appointments >= 5) break
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    first.kill('SIGKILL')
    const answered = await running
    expect(answered).toContain(null)
    const second = await startApiProcess(api, { LOG_LEVEL: 'error' })
    const again = await run(second.url)
    expect(again).not.toContain(null)
    answered.forEach((id, index) => expect(id ?? again[index]).toBe(again[index]))
    expect(await rowsOf()).toEqual([clocks.length * 6, clocks.length])
    expect(new Set(again).size).toBeGreaterThanOrEqual(clocks.length * 6)
  }, 90_000)
})
