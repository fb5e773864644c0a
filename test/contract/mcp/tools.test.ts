/** The list of tools: who sees which, what it promises, and how long it is. */
import { COMMON_PROBLEMS, explained, SCOPES, TOOLS, type Scope } from '@scheduling/core'
import { appRouter, proceduresOf } from '@scheduling/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { closeAgents, ERAS, openAgent, post, toolCall } from '../../support/agents.ts'
import { ALL_FEATURES, useSharedApi } from '../../support/api.ts'

const api = useSharedApi()
afterEach(closeAgents)

const READS = [
  'get_clinic',
  'find_clients',
  'find_free_times',
  'find_appointments',
  'day_agenda',
  'list_waitlist',
  'queue_status',
  'list_deposits',
]
const WRITES = [
  'hold_time',
  'release_hold',
  'book_appointment',
  'move_appointment',
  'confirm_appointment',
  'join_waitlist',
  'offer_time',
  'join_queue',
  'call_from_queue',
  'skip_in_queue',
]
const BOTH = [
  'find_or_create_client',
  'cancel_appointment',
  'mark_no_show',
  'complete_appointment',
  'edit_notes',
  'leave_waitlist',
  'complete_in_queue',
  'leave_queue',
]
const WEBHOOKS = ['list_failing_webhooks', 'switch_on_webhook', 'recover_webhook']
const ALWAYS = ['explain_refusal']

async function namesFor(scopes: readonly Scope[], features = ALL_FEATURES): Promise<string[]> {
  const organization = await api.organization({ planFeatures: features })
  const { client } = await openAgent(api, organization, { scopes })
  return (await client.listTools()).tools.map(({ name }) => name).sort()
}

describe('the list', () => {
  it('200: shows a key the tools of its scopes, and no other', async () => {
    expect(await namesFor([])).toEqual(ALWAYS)
    expect(await namesFor(['read'])).toEqual([...READS, ...ALWAYS].sort())
    expect(await namesFor(['write'])).toEqual([...WRITES, ...ALWAYS].sort())
    expect(await namesFor(['webhooks:manage'])).toEqual([...WEBHOOKS, ...ALWAYS].sort())
    expect(await namesFor(['read', 'write'])).toEqual(
      [...READS, ...WRITES, ...BOTH, ...ALWAYS].sort(),
    )
    expect(await namesFor(SCOPES)).toEqual(
      [...(await namesFor(['read', 'write'])), ...WEBHOOKS].sort(),
    )
  })

  it('200: leaves out what the organization does not offer', async () => {
    const features = ALL_FEATURES.filter((name) => name !== 'online_queue')
    const names = await namesFor(['read', 'write'], features)
    expect(names).not.toContain('queue_status')
    expect(names).not.toContain('join_queue')
    expect(names).toContain('book_appointment')
  })

  it('403: a tool that is not in the list of a key refuses it, and says what to do', async () => {
    const organization = await api.organization()
    const key = await organization.keyWith(['read'], 'agent')
    const call = toolCall('confirm_appointment', { appointment_id: 1, request_id: 'a' })
    const { refusal } = (await post(api, key, call)).body.result.structuredContent
    expect(refusal).toMatchObject({ code: 'forbidden_scope' })
    expect(refusal.message).toContain('`write`')
    const queueless = await api.organization({
      planFeatures: ALL_FEATURES.filter((name) => name !== 'online_queue'),
    })
    const other = await queueless.keyWith(['read'], 'agent')
    const asked = await post(api, other, toolCall('queue_status'))
    expect(asked.body.result.structuredContent.refusal.code).toBe('feature_not_enabled')
  })

  it.each(ERAS)('200: a model reads at most 14.5 KB of it (%s)', async (era) => {
    const { client } = await openAgent(api, await api.organization(), { era })
    const { tools } = await client.listTools()
    const bytes = Buffer.byteLength(JSON.stringify(tools))
    expect(tools).toHaveLength(27)
    expect(bytes).toBeLessThan(51 * 1024)
    // What most hosts give to a model: the output schemas stay with the client.
    const shown = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }))
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(14.5 * 1024)
    const instructions = client.getInstructions() ?? ''
    expect(instructions).toContain('get_clinic')
    expect(instructions.length).toBeLessThan(1400)
  })

  it('says of every input what it is', () => {
    const silent = TOOLS.flatMap(({ name, input }) =>
      Object.entries(z.toJSONSchema(input, { io: 'input' }).properties ?? {})
        .filter(([, schema]) => typeof schema === 'boolean' || !schema.description?.trim())
        .map(([field]) => `${name}.${field}`),
    )
    expect(silent).toEqual([])
  })

  it('200: every schema compiles as JSON Schema 2020-12, of objects that take nothing else', async () => {
    const { client } = await openAgent(api, await api.organization())
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      formats: { 'date-time': true, date: true },
    })
    for (const { inputSchema, outputSchema } of (await client.listTools()).tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      ajv.compile(inputSchema)
      ajv.compile(outputSchema as object)
    }
  })
})

/** What no later call takes back. */
const FINAL = new Set([
  'appointments.cancel',
  'appointments.complete',
  'appointments.noShow',
  'appointments.update',
  'queue.cancelEntry',
  'queue.completeEntry',
  'waitlist.remove',
])

describe('the hints', () => {
  const endpoints = new Map(proceduresOf(appRouter).map((one) => [one.name, one.endpoint]))

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    'of %s are those of its procedures',
    (_name, tool) => {
      const used = tool.uses.flatMap((name) => endpoints.get(name) ?? [])
      expect(used).toHaveLength(tool.uses.length)
      const isRead = used.every(({ kind }) => kind === 'read')
      expect(tool.hints.readOnly).toBe(isRead)
      expect(new Set(tool.scopes)).toEqual(new Set(used.flatMap(({ scope }) => scope ?? [])))
      const isFinal = tool.uses.some((name) => FINAL.has(name))
      expect(tool.hints.destructive).toBe(isFinal)
      expect(tool.confirms !== null).toBe(isFinal)
      const required = tool.input.shape['request_id']
      expect(required !== undefined && !required.safeParse(undefined).success).toBe(!isRead)
    },
  )

  it('nothing that the team keeps to itself is used, nor what REST does not offer', () => {
    const names = TOOLS.flatMap(({ uses }) => uses)
    expect(names.filter((name) => name.startsWith('teamNotes.'))).toEqual([])
    const inside = names.filter((name) => (endpoints.get(name)?.rest ?? null) === null)
    expect(new Set(inside)).toEqual(new Set(['queue.listDesks', 'deposits.listNewest']))
  })

  it('deposits are only read', () => {
    const names = TOOLS.flatMap(({ uses }) => uses.filter((name) => name.startsWith('deposits.')))
    expect(names).toEqual(['deposits.listNewest'])
  })
})

describe('advice', () => {
  it('200: there is one for every code that a tool can meet', async () => {
    const codes = new Set([...COMMON_PROBLEMS, ...TOOLS.flatMap(({ problems }) => problems)])
    const { done, refused } = await openAgent(api, await api.organization())
    for (const code of codes) {
      const { means, try: advice } = await done('explain_refusal', { code })
      expect(means.length, code).toBeGreaterThan(20)
      expect(advice.length, code).toBeGreaterThan(10)
      expect(advice, code).not.toContain('not done with these tools')
    }
    for (const code of ['ambiguous', 'no_match', 'confirmation_required', 'declined']) {
      expect(explained(code)).not.toBeNull()
    }
    for (const code of ['toString', '__proto__', 'constructor']) {
      expect((await refused('explain_refusal', { code })).code).toBe('no_match')
    }
  })

  it('names no tool that does not exist', () => {
    const named = new Set(
      [...COMMON_PROBLEMS, ...TOOLS.flatMap(({ problems }) => problems), 'ambiguous', 'no_match']
        .flatMap((code) => [...(explained(code)?.try ?? '').matchAll(/`([a-z]+_[a-z_]+)`/g)])
        .map(([, name = '']) => name),
    )
    const known = new Set([
      ...TOOLS.map(({ name }) => name),
      ...TOOLS.flatMap(({ input }) => Object.keys(input.shape)),
      'retry_after_seconds',
    ])
    expect([...named].filter((name) => !known.has(name))).toEqual([])
  })
})
