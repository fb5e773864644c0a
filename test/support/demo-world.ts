/** The demo clinic in an API under test: what the examples of the docs are about. */
import type { Service } from '@scheduling/core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export type Demo = {
  readonly organization_id: number
  readonly api_keys: { readonly full: string }
}

type EnsureDemo = (service: Service, file: string, say: (line: string) => void) => Promise<Demo>

/** Makes it, or finds it again. */
export async function demoMaker(): Promise<{
  make(service: Service): Promise<Demo>
  remove(): void
}> {
  // By its address: the program that starts everything exports nothing.
  const program = path.join(import.meta.dirname, '../../apps/standalone/src/demo/demo.ts')
  const { ensureDemo } = (await import(pathToFileURL(program).href)) as {
    readonly ensureDemo: EnsureDemo
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'scheduling-demo-'))
  return {
    make: (service) => ensureDemo(service, path.join(folder, 'demo.json'), () => undefined),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
