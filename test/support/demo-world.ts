/** The demo clinic in an API under test: what the examples of the docs are about. */
import type { Service } from '@scheduling/core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export type Demo = {
  readonly organization_id: number
  readonly api_keys: { readonly full: string }
  readonly test_organization: { readonly api_key: string }
}

type EnsureDemo = (service: Service, file: string, say: (line: string) => void) => Promise<Demo>

type SampleSlot = (
  service: Service,
  organizationId: number,
) => Promise<{ readonly serviceId: number; readonly date: string; readonly start: string } | null>

/** Makes it, or finds it again. */
export async function demoMaker(): Promise<{
  make(service: Service): Promise<Demo>
  remove(): void
}> {
  const { ensureDemo } = await partOfDemo<{ readonly ensureDemo: EnsureDemo }>('demo.ts')
  const folder = mkdtempSync(path.join(tmpdir(), 'scheduling-demo-'))
  return {
    make: (service) => ensureDemo(service, path.join(folder, 'demo.json'), () => undefined),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The start that `npm start` prints a booking of. */
export async function printedStart(service: Service, organizationId: number): Promise<string> {
  const { sampleSlot } = await partOfDemo<{ readonly sampleSlot: SampleSlot }>('sample-slot.ts')
  return (await sampleSlot(service, organizationId))?.start ?? 'none'
}

/** By its address: the program that starts everything exports nothing. */
async function partOfDemo<Exports>(file: string): Promise<Exports> {
  const program = path.join(import.meta.dirname, '../../apps/standalone/src/demo', file)
  return (await import(pathToFileURL(program).href)) as Exports
}
