/** What cannot be undone is done only after a person was told and has agreed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  closeAgents,
  ERAS,
  openAgent,
  post,
  requestId,
  textOf,
  toolCall,
} from '../../support/agents.ts'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'

const MINUTE_MS = 60_000

const api = useSharedApi()
let clinic: BookableClinic
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openClinic(api, { organization: { language: 'en' } })
})
afterEach(closeAgents)

async function book(clock = '09:00'): Promise<number> {
  const reply = await clinic.book({ start: at(clock) })
  expect(reply.status).toBe(201)
  return reply.body.id
}

async function statusOf(id: number): Promise<string> {
  return (await api.db.appointment.findUniqueOrThrow({ where: { id } })).status
}

/** Another text of the same bytes: the last two bits of its last character mean nothing. */
function sameBytesAs(token: string): string {
  const last = BASE64URL.indexOf(token.at(-1) ?? '')
  const other = `${token.slice(0, -1)}${BASE64URL[last + 1]}`
  const [before, after] = [token, other].map((one) =>
    Buffer.from(one.split('.')[1] ?? '', 'base64url'),
  )
  expect(after).toEqual(before)
  return other
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('a client that cannot ask a person', () => {
  it.each(ERAS)('200: is told what will happen, and does it with the token (%s)', async (era) => {
    const id = await book()
    const agent = await openAgent(api, clinic.organization, { era })
    const cancel = { appointment_id: id, reason: 'Viagem', request_id: requestId() }
    const first = await agent.ask('cancel_appointment', cancel)
    expect(first.isError).toBe(true)
    expect(textOf(first)).toContain(
      `Nothing was changed. This will cancel appointment ${id} of «Ana Souza» (client ${clinic.client.id}): Consulta with Profissional 0, Monday 23 November, 09:00. This cannot be undone.`,
    )
    expect(await statusOf(id)).toBe('PENDING')
    const { confirm } = await agent.refused('cancel_appointment', cancel)
    const done = await agent.done('cancel_appointment', { ...cancel, confirm })
    expect(done.appointment.status).toBe('CANCELLED_PROFESSIONAL')
    const again = await agent.done('cancel_appointment', { ...cancel, confirm })
    expect(again).toEqual({ ...done, is_repeat: true })
  })

  it('200: records a no-show in two calls too', async () => {
    const id = await book()
    const agent = await openAgent(api, clinic.organization)
    const done = await agent.confirmed('mark_no_show', {
      appointment_id: id,
      request_id: requestId(),
    })
    expect(done.appointment.status).toBe('NO_SHOW')
  })
})

describe('a token', () => {
  it('409: counts for its appointment, tool, input and key alone', async () => {
    const [id, other] = [await book('09:00'), await book('10:00')]
    const agent = await openAgent(api, clinic.organization)
    const colleague = await openAgent(api, clinic.organization)
    const of = { appointment_id: id, request_id: requestId() }
    const { confirm } = await agent.refused('cancel_appointment', of)
    const tries = [
      () => agent.refused('cancel_appointment', { ...of, appointment_id: other, confirm }),
      () => agent.refused('cancel_appointment', { ...of, reason: 'Outro', confirm }),
      () => agent.refused('mark_no_show', { ...of, confirm }),
      () => colleague.refused('cancel_appointment', { ...of, confirm }),
      () => agent.refused('cancel_appointment', { ...of, confirm: sameBytesAs(confirm ?? '') }),
      () => agent.refused('cancel_appointment', { ...of, confirm: `${confirm?.slice(0, -2)}__` }),
      () => agent.refused('cancel_appointment', { ...of, confirm: `z${confirm}` }),
      () => agent.refused('cancel_appointment', { ...of, confirm: 'yes' }),
      () => agent.refused('cancel_appointment', { ...of, confirm: '' }),
    ]
    for (const attempt of tries) expect((await attempt()).code).toBe('confirmation_invalid')
    expect([await statusOf(id), await statusOf(other)]).toEqual(['PENDING', 'PENDING'])
    await agent.done('cancel_appointment', { ...of, confirm })
  })

  it('409: is over after its minutes, also when the clock of a test organization stands elsewhere', async () => {
    const id = await book()
    const agent = await openAgent(api, clinic.organization)
    const of = { appointment_id: id, request_id: requestId() }
    const { confirm } = await agent.refused('cancel_appointment', of)
    api.setNow(TEST_NOW + 10 * MINUTE_MS)
    expect((await agent.refused('cancel_appointment', { ...of, confirm })).code).toBe(
      'confirmation_invalid',
    )
    expect(await statusOf(id)).toBe('PENDING')
  })

  it('409: says nothing of an appointment that was moved since', async () => {
    const id = await book()
    const agent = await openAgent(api, clinic.organization)
    const of = { appointment_id: id, request_id: requestId() }
    const { confirm } = await agent.refused('cancel_appointment', of)
    await agent.done('move_appointment', {
      appointment_id: id,
      start: `${MONDAY}T16:00`,
      request_id: requestId(),
    })
    expect((await agent.refused('cancel_appointment', { ...of, confirm })).code).toBe(
      'confirmation_invalid',
    )
  })

  it('401 unauthorized: opens nothing once its key was revoked', async () => {
    const id = await book()
    const agent = await openAgent(api, clinic.organization)
    const of = { appointment_id: id, request_id: requestId() }
    const { confirm } = await agent.refused('cancel_appointment', of)
    await api.db.apiKey.updateMany({
      where: { organizationId: clinic.organization.row.id, kind: 'agent' },
      data: { revokedAt: new Date(TEST_NOW) },
    })
    const reply = await post(api, agent.key, toolCall('cancel_appointment', { ...of, confirm }))
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
    expect(await statusOf(id)).toBe('PENDING')
  })
})

describe('a client that can ask a person', () => {
  it('200: cancels when the person agrees, who was told what will happen', async () => {
    const id = await book()
    const asked: string[] = []
    const agent = await openAgent(api, clinic.organization, {
      person: (message) => {
        asked.push(message)
        return { action: 'accept', agree: true }
      },
    })
    const done = await agent.done('cancel_appointment', {
      appointment_id: id,
      request_id: requestId(),
    })
    expect(done.appointment.status).toBe('CANCELLED_PROFESSIONAL')
    expect(asked).toEqual([
      `This will cancel appointment ${id} of «Ana Souza» (client ${clinic.client.id}): Consulta with Profissional 0, Monday 23 November, 09:00. This cannot be undone.`,
    ])
  })

  it.each([
    ['declines', { action: 'decline' as const }],
    ['closes the question', { action: 'cancel' as const }],
    ['leaves the box empty', { action: 'accept' as const, agree: false }],
  ])('409: changes nothing when the person %s', async (_how, answer) => {
    const id = await book()
    const agent = await openAgent(api, clinic.organization, { person: () => answer })
    const of = { appointment_id: id, request_id: requestId() }
    expect((await agent.refused('cancel_appointment', of)).code).toBe('declined')
    expect(await statusOf(id)).toBe('PENDING')
  })

  it('409: cannot answer before it was asked', async () => {
    const id = await book()
    const key = await clinic.organization.keyWith(['read', 'write'], 'agent')
    const call = (more: object) =>
      post(
        api,
        key,
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'cancel_appointment',
            arguments: { appointment_id: id, request_id: requestId() },
            ...more,
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'forger', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
            },
          },
        },
        {
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'cancel_appointment',
        },
      )
    const agreed = { confirm: { action: 'accept', content: { agree: true } } }
    const without = await call({ inputResponses: agreed })
    expect(without.body.result).toMatchObject({ resultType: 'input_required' })
    const forged = await call({ inputResponses: agreed, requestState: 'aaaa.bbbb' })
    expect(forged.body.result.structuredContent.refusal.code).toBe('confirmation_invalid')
    expect(await statusOf(id)).toBe('PENDING')
    const token = without.body.result.requestState
    const real = await call({ inputResponses: agreed, requestState: token })
    expect(real.body.result.isError).toBeUndefined()
    expect(await statusOf(id)).toBe('CANCELLED_PROFESSIONAL')
  })
})
