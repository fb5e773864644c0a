/** Makes the expected calls of a row, as an agent would that knows what to do. */
import { requestId, type Agent } from '../support/agents.ts'
import type { Asked } from './asked.ts'
import type { Made } from './judge.ts'
import type { World } from './world.ts'

export async function play(row: Asked, world: World, agent: Agent): Promise<Made[]> {
  const { tools } = await agent.client.listTools()
  const changes = new Set(
    tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name),
  )
  const made: Made[] = []
  const make = async (tool: string, input: Made['input']): Promise<string | null> => {
    const { isError, structuredContent } = await agent.ask(tool, input)
    const said = structuredContent as { refusal?: { code: string; confirm: string | null } }
    const code = isError === true ? (said.refusal?.code ?? 'unknown') : null
    made.push({ tool, input, code })
    return said.refusal?.confirm ?? null
  }
  for (const { tool, input, isConfirmed } of row.calls(world)) {
    const whole = changes.has(tool) ? { ...input, request_id: requestId() } : input
    const confirm = await make(tool, whole)
    if (isConfirmed === true) await make(tool, { ...whole, confirm })
  }
  return made
}
