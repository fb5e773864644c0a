/** The services and the professional that options name, as the service has them. */
import { Misuse } from '../failure.ts'
import type { Service } from '../service.ts'
import { listed, pick, requireSome, type Named } from './named.ts'

export async function chosenServices(
  { api }: Service,
  given: readonly string[],
  signal: AbortSignal,
): Promise<Named[]> {
  const all: Named[] = []
  for await (const { id, name } of api.services.list({ limit: 200 }, { signal }))
    all.push({ id, name })
  requireSome('service', all)
  if (given.length === 0) {
    throw new Misuse(`Choose a service with --service. There are:\n${listed(all)}`)
  }
  return given.map((text) => pick('service', text, all))
}

export async function chosenProfessional(
  { api }: Service,
  given: string | undefined,
  signal: AbortSignal,
): Promise<Named | null> {
  if (given === undefined) return null
  const all: Named[] = []
  for await (const { id, name } of api.professionals.list({ limit: 200 }, { signal }))
    all.push({ id, name })
  return pick('professional', given, all)
}
