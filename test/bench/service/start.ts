/** How long `npm start` takes where it has been started before. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'
import type { Bench } from '../bench.ts'
import { compared, inTurn } from '../figures.ts'
import { startStandalone, untilReady } from '../../support/standalone.ts'

const COMMAND = ['scripts/run.mjs', 'start']

export const START_BENCH: Bench = {
  about:
    'From `npm start` to the line that says that it is ready, in a folder where it has run before: the database, its check, the worker and the API. The reference starts the same database alone.',
  async run(_server, { rounds }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'))
    const sides = {
      ours: () => secondsOfStart(path.join(folder, 'service')),
      reference: () => secondsOfDatabase(path.join(folder, 'database')),
    }
    try {
      // The first start of a folder makes the database and the demo clinic.
      await inTurn(1, sides)
      const seconds = await inTurn(rounds, sides)
      return [compared('a second start', seconds, { unit: ' s', digits: 2 })]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function secondsOfStart(dataDirectory: string): Promise<number> {
  const began = performance.now()
  const started = startStandalone(dataDirectory, {}, COMMAND)
  try {
    await untilReady(started)
    return (performance.now() - began) / 1000
  } finally {
    started.child.kill('SIGTERM')
    await started.ended
  }
}

async function secondsOfDatabase(dataDirectory: string): Promise<number> {
  const began = performance.now()
  const server = await startEmbeddedPostgres({ dataDirectory })
  const seconds = (performance.now() - began) / 1000
  await server.stop()
  return seconds
}
