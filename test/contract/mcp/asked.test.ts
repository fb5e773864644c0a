/** Each row of `test/agents/asked.ts` can be done with the tools, and the judge sees when it was not. */
import { afterEach, describe, expect, it } from 'vitest'
import { ASKED } from '../../agents/asked.ts'
import { judge } from '../../agents/judge.ts'
import { play } from '../../agents/play.ts'
import { openWorld, written } from '../../agents/world.ts'
import { closeAgents, openAgent } from '../../support/agents.ts'
import { useSharedApi } from '../../support/api.ts'

const api = useSharedApi()
afterEach(closeAgents)

describe('what people ask', () => {
  it.each(ASKED.map((row) => [row.asked, row] as const))('200: %s', async (_asked, row) => {
    const world = await openWorld(api)
    const agent = await openAgent(api, world.organization)
    const before = await written(api, world)
    const made = await play(row, world, agent)
    expect(judge(row, world, made, before, await written(api, world))).toEqual([])
  })

  it('covers every tool, in both languages', async () => {
    const world = await openWorld(api)
    const { client } = await openAgent(api, world.organization)
    const { tools } = await client.listTools()
    const used = new Set(ASKED.flatMap(({ calls }) => calls(world).map(({ tool }) => tool)))
    expect([...used].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
    expect(ASKED.length).toBeGreaterThanOrEqual(20)
  })
})

describe('the judge', () => {
  it('sees a look that was left out, another change, and a state that is not as it should be', async () => {
    const world = await openWorld(api)
    const row = ASKED.find(({ asked }) => asked.startsWith('Cancela a consulta'))
    if (row === undefined) throw new Error('The table has no such row.')
    const before = await written(api, world)
    const hasty = [
      { tool: 'find_clients', input: { q: 'João' }, code: null },
      { tool: 'cancel_appointment', input: { appointment_id: world.ofSouza }, code: null },
    ]
    const faults = judge(row, world, hasty, before, before)
    expect(faults).toHaveLength(4)
    expect(faults[0]).toBe('find_appointments was not used.')
    expect(faults[1]).toContain('confirmation_required')
    expect(faults[2]).toContain('Expected to be added')
    expect(faults[3]).toContain('Expected to be removed')
  })
})
