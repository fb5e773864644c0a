/**
 * `pnpm mutants [room…] [--each N] [--lanes N] [--id ID]…`: puts small faults into the code, one at a time and in
 * memory only, and runs the tests that should see them. It ends with 1 when fewer than nine of ten are seen, or
 * when one that is not seen has no reason on the list.
 */
import { startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { databasesFolder } from '../support/memory-folder.ts'
import { mutationsOf, type Mutation } from './mutations.ts'
import { ROOM_NAMES, ROOMS, type Room } from './rooms.ts'
import { UNSEEN } from './unseen.ts'

const root = path.join(import.meta.dirname, '../..')
/** A fault that makes a loop endless is seen by this. */
const LONGEST_RUN_MS = 300_000

type Mutant = { readonly room: Room; readonly file: string; readonly mutation: Mutation }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '40' },
    lanes: { type: 'string', default: '2' },
    id: { type: 'string', multiple: true },
  },
})
const names = ROOM_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name))
const rooms = ROOMS.filter(({ name }) => names.includes(name))
const server = await startEmbeddedPostgres({
  dataDirectory: path.join(databasesFolder(), 'mutants-postgres'),
  isDurable: false,
})
try {
  const lanes = Number(values.lanes)
  if (values.id === undefined) await inLanes(rooms, lanes, requireJudgement)
  const mutants = names.flatMap((name) =>
    chosen(
      rooms.filter((room) => room.name === name),
      Number(values.each),
    ),
  )
  report(await judged(mutants, lanes))
} finally {
  await server.stop()
}

/** A test that fails without any fault would call every mutant seen, and a fault that no one loads none. */
async function requireJudgement(room: Room): Promise<void> {
  const tests = room.tests.join(', ')
  if (await isSeen(room, null)) throw new Error(`These tests fail without a fault: ${tests}`)
  const [file = ''] = room.sources
  const mutation = {
    id: '',
    line: 1,
    told: '',
    start: 0,
    end: 0,
    replacement: 'throw new Error();',
  }
  if (!(await isSeen(room, { room, file, mutation })))
    throw new Error(`These tests do not see that ${file} throws: ${tests}`)
}

/** The same ones each time while the code is the same: those with the smallest ids. */
function chosen(ofOneName: readonly Room[], most: number): Mutant[] {
  return ofOneName
    .flatMap((room) => room.sources.map((file) => ({ room, file })))
    .flatMap(({ room, file }) =>
      mutationsOf(file, readFileSync(path.join(root, file), 'utf8')).map((mutation) => ({
        room,
        file,
        mutation,
      })),
    )
    .filter(({ mutation }) => values.id?.includes(mutation.id) ?? true)
    .toSorted((a, b) => (a.mutation.id < b.mutation.id ? -1 : 1))
    .slice(0, most)
}

type Judged = Mutant & { readonly seen: boolean }

async function judged(mutants: readonly Mutant[], lanes: number): Promise<Judged[]> {
  const done: Judged[] = []
  await inLanes(mutants, lanes, async (mutant) => {
    const seen = await isSeen(mutant.room, mutant)
    done.push({ ...mutant, seen })
    if (!seen) console.log(line(mutant))
    process.stderr.write(`\r${done.length} of ${mutants.length}   `)
  })
  process.stderr.write('\n')
  return done
}

async function inLanes<One>(
  all: readonly One[],
  lanes: number,
  run: (one: One) => Promise<void>,
): Promise<void> {
  const waiting = all.values()
  const lane = async (): Promise<void> => {
    for (const one of waiting) await run(one)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Whether a test fails. */
async function isSeen(room: Room, mutant: Mutant | null): Promise<boolean> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const config = path.join(import.meta.dirname, 'vitest.config.ts')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--reporter=dot', '--config', config, ...room.tests],
    {
      cwd: root,
      env: {
        ...process.env,
        TEST_DATABASE_URL: server.url,
        TEST_ORDER: JSON.stringify(room.tests),
        ...(mutant === null
          ? {}
          : { MUTANT: JSON.stringify({ file: mutant.file, ...mutant.mutation }) }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  // The whole group: what hangs, or outlives its test, is a child of it.
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
  }
  const timer = setTimeout(end, LONGEST_RUN_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  end()
  // What fails without a fault is shown.
  if (mutant === null && code !== 0) console.log(printed)
  return code !== 0
}

function line({ file, mutation }: Mutant): string {
  return `${mutation.id}  ${file}:${mutation.line}  ${mutation.told}`
}

function report(all: readonly Judged[]): void {
  for (const name of names) {
    const own = all.filter(({ room }) => room.name === name)
    console.log(`${name}: ${own.filter(({ seen }) => seen).length} of ${own.length} seen`)
  }
  const unseen = all.filter(({ seen }) => !seen)
  const share = all.length === 0 ? 1 : 1 - unseen.length / all.length
  console.log(
    `In all ${all.length - unseen.length} of ${all.length}: ${(100 * share).toFixed(1)} %`,
  )
  const unexplained = unseen.filter(({ mutation }) => UNSEEN[mutation.id] === undefined)
  for (const mutant of unexplained) console.log(`No reason on the list: ${line(mutant)}`)
  if (share < 0.9 || unexplained.length > 0) process.exitCode = 1
}
