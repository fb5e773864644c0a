/** One PgBouncer for all tests of a run that go through it. */
import type { TestProject } from 'vitest/node'
import { pgbouncerBinary, startPgBouncer } from './pgbouncer.ts'

/** The set-up of the project, after that of the server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (pgbouncerBinary === null) {
    process.stderr.write('Skipped: the tests behind a pooler (needs pgbouncer).\n')
    return async () => undefined
  }
  const pooler = await startPgBouncer(project.getProvidedContext().testServer.url)
  project.provide('testPooler', pooler.url)
  return () => pooler.stop()
}
