/** How long `npm start` takes, the first time and again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'
import type { Bench } from '../bench.ts'
import { alone, compared, inTurn, spread, type Aim } from '../figures.ts'
import { startStandalone, untilReady } from '@scheduling/test/support/standalone.ts'
import { untilFirstAnswer, type FirstAnswer } from './standalone-process.ts'

const COMMAND = ['scripts/run.mjs', 'start']
const SECOND_START: Aim = { sign: '≤', value: 3, unit: ' s' }
const FIRST_ANSWER: Aim = { sign: '≤', value: 2, unit: ' s' }

export const START_BENCH: Bench = {
  about:
    'From `npm start` to the line that says that it is ready, in a folder where it has run before: the database, its check, the worker and the API. The reference starts the same database alone. The first start, of an empty folder, makes the database and the demo clinic as well. Then the process alone, without npm and its checks: from its start to a 200 of `GET /v1/me`.',
  async run(_server, { rounds }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'))
    const sides = {
      ours: () => secondsOfStart(path.join(folder, 'service')),
      reference: () => secondsOfDatabase(path.join(folder, 'database')),
    }
    try {
      const first = await inTurn(1, sides)
      const seconds = await inTurn(rounds, sides)
      const answers: FirstAnswer[] = []
      for (let round = 0; round < rounds; round += 1)
        answers.push(await untilFirstAnswer(path.join(folder, 'service')))
      const answered = answers.map((one) => one.seconds)
      return [
        compared('the first start', first, { unit: ' s', digits: 2 }),
        compared('a second start', seconds, { unit: ' s', digits: 2, aim: SECOND_START }),
        {
          ...alone('the process alone, to its first answer', spread(answered, ' s', 2)),
          aim: FIRST_ANSWER,
          aimed: answered,
        },
        alone(
          'the processor time of that',
          spread(
            answers.map((one) => one.cpuSeconds),
            ' s',
            2,
          ),
        ),
      ]
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
