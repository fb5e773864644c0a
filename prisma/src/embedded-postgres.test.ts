import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import {
  DirectoryInUseError,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

const isLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0

/** One cluster for all tests, which come one after another and leave it stopped: making one takes a second. */
let parent = ''
let dataDirectory = ''

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'))
  await chmod(parent, 0o755) // run by root, the server is another user
  dataDirectory = path.join(parent, 'data')
  const first = await start()
  await query(first.url, 'CREATE TABLE kept (note text)')
  await query(first.url, `INSERT INTO kept VALUES ('from the first run')`)
  await first.stop()
}, 30_000)

afterAll(() => rm(parent, { recursive: true, force: true }))

test('a second start finds the first one’s rows, password and port', async () => {
  const before = await start()
  await before.stop()
  const after = await start()
  expect(await keptRows(after.url)).toEqual(['from the first run'])
  expect(after.url).toBe(before.url)
})

test('the server listens on the loopback address alone, in UTC and UTF-8, and flushes to the disk', async () => {
  const { url } = await start()
  const settings = [
    'listen_addresses',
    'unix_socket_directories',
    'TimeZone',
    'server_encoding',
    'fsync',
  ]
  const rows = await query(
    url,
    `SELECT setting FROM pg_settings WHERE name = ANY('{${settings.join()}}') ORDER BY name`,
  )
  expect(rows.map((row) => row['setting'])).toEqual(['UTC', 'on', '127.0.0.1', 'UTF8', ''])
  expect(await query(url, `SELECT lower('ÀÉÑ') AS folded, 'Á' ILIKE 'á' AS alike`)).toEqual([
    { folded: 'àéñ', alike: true },
  ])
})

test('no one gets in without the password, which only its owner can read', async () => {
  const { url } = await start()
  const intruder = new URL(url)
  intruder.password = 'guess'
  await expect(query(intruder.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  const { mode } = await stat(path.join(dataDirectory, 'postgres-access.json'))
  expect(mode & 0o777).toBe(0o600)
})

test('the extensions of the migrations are there', async () => {
  const { url } = await start()
  for (const extension of ['btree_gist', 'pg_trgm', 'unaccent', 'citext']) {
    await query(url, `CREATE EXTENSION IF NOT EXISTS ${extension}`)
  }
  expect(await query(url, `SELECT similarity(unaccent('José'), 'jose') AS similarity`)).toEqual([
    { similarity: 1 },
  ])
})

test('a second process is told who has the folder, and the first goes on', async () => {
  const { url } = await start()
  await expect(startEmbeddedPostgres({ dataDirectory })).rejects.toThrow(DirectoryInUseError)
  const other = startInOtherProcess()
  expect(await other.firstLine).toMatch(
    new RegExp(
      `^The database in ${dataDirectory} is in use by another run of this service \\(process ${process.pid}\\)\\.`,
    ),
  )
  expect(await keptRows(url)).toEqual(['from the first run'])
})

test('of several processes started at once one gets the folder', async () => {
  const others = [1, 2, 3, 4].map(startInOtherProcess)
  const lines = await Promise.all(others.map((other) => other.firstLine))
  expect(lines.filter((line) => line.startsWith('postgres://'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('is in use by'))).toHaveLength(3)
})

describe('after an unclean end the next start needs no hand', () => {
  test('when the process was killed, its server ends by itself', async () => {
    const killed = startInOtherProcess()
    const url = await killed.firstLine
    killed.process.kill('SIGKILL')
    await vi.waitFor(() => expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/), {
      timeout: 5_000,
    })
    expect(await keptRows((await start()).url)).toEqual(['from the first run'])
  })

  test('when it is started again at once, while that server is still stopping', async () => {
    const killed = startInOtherProcess()
    await killed.firstLine
    killed.process.kill('SIGKILL')
    await once(killed.process, 'exit')
    expect(await keptRows((await start()).url)).toEqual(['from the first run'])
  })

  test.runIf(isLinux)(
    'when the server outlived the process that should have stopped it',
    async () => {
      const killed = startInOtherProcess()
      const url = await killed.firstLine
      await killWatcherOf(await postmasterPid())
      killed.process.kill('SIGKILL')
      await once(killed.process, 'exit')
      expect(await keptRows(url)).toEqual(['from the first run'])
      const lines: string[] = []
      const { url: next } = await start({ log: (line) => lines.push(line) })
      expect(lines).toEqual(['Stopping the database server that an earlier run left behind.'])
      expect(await keptRows(next)).toEqual(['from the first run'])
    },
  )

  test('when the server was killed, which is told at once', async () => {
    const database = await start()
    await query(database.url, `INSERT INTO kept VALUES ('just before the crash')`)
    process.kill(await postmasterPid(), 'SIGKILL')
    expect((await database.died).message).toBe(
      'The database server has ended by itself: it was killed by SIGKILL',
    )
    await database.stop()
    const { url } = await start()
    expect(await keptRows(url)).toEqual(['from the first run', 'just before the crash'])
    await query(url, `DELETE FROM kept WHERE note = 'just before the crash'`)
  })

  test.runIf(isLinux)('when the killed server left a process busy with a query', async () => {
    const database = await start()
    const busy = query(database.url, 'SELECT count(*) FROM generate_series(1, 1000000000000)')
    busy.catch(() => undefined)
    await vi.waitFor(async () =>
      expect(
        await query(
          database.url,
          `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%1000000000000%' AND pid <> pg_backend_pid()`,
        ),
      ).toHaveLength(1),
    )
    process.kill(await postmasterPid(), 'SIGKILL')
    await database.died
    await database.stop()
    expect(await keptRows((await start()).url)).toEqual(['from the first run'])
  })

  test('when the dead server’s process id was given to someone else', async () => {
    const lockFile = path.join(dataDirectory, 'postgres/postmaster.pid')
    const text = `${process.pid}\n${dataDirectory}/postgres\n1700000000\n5432\n\n127.0.0.1\n  1234567         7\nready   \n`
    await writeFile(lockFile, text)
    expect(await keptRows((await start()).url)).toEqual(['from the first run'])
  })

  test('when making the cluster was interrupted', async () => {
    const fresh = path.join(parent, 'interrupted')
    await mkdir(path.join(fresh, 'postgres.partial/base'), { recursive: true })
    const { url } = await start({ dataDirectory: fresh })
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test.each(['', '{"password":""}', '{"passw'])(
    'when the access file was lost or spoilt: %j',
    async (text) => {
      const file = path.join(dataDirectory, 'postgres-access.json')
      await (text === '' ? rm(file) : writeFile(file, text))
      expect(await keptRows((await start()).url)).toEqual(['from the first run'])
    },
  )

  test('when a copy of the files is open to others', async () => {
    await chmod(path.join(dataDirectory, 'postgres'), 0o755)
    expect(await keptRows((await start()).url)).toEqual(['from the first run'])
  })

  test('without flushes the cluster is made again, for it may be spoilt', async () => {
    const fresh = path.join(parent, 'unflushed')
    const database = await start({ dataDirectory: fresh, isDurable: false })
    await query(database.url, 'CREATE TABLE lost ()')
    process.kill(await postmasterPid(fresh), 'SIGKILL')
    await database.died
    await database.stop()
    const { url } = await start({ dataDirectory: fresh, isDurable: false })
    await expect(query(url, 'SELECT FROM lost')).rejects.toThrow(/does not exist/)
  })
})

describe('what can’t work is said in one line', () => {
  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = addressOf(other.address())
    const failure = await startEmbeddedPostgres({ dataDirectory, port }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(EmbeddedPostgresError)
    expect(failure).toHaveProperty(
      'message',
      `The database server can't have port ${port} of 127.0.0.1: it is taken.`,
    )
  })

  test('a cluster of another major version', async () => {
    const old = path.join(parent, 'old')
    await mkdir(path.join(old, 'postgres'), { recursive: true })
    await writeFile(path.join(old, 'postgres/PG_VERSION'), '14\n')
    await expect(startEmbeddedPostgres({ dataDirectory: old })).rejects.toThrow(
      /made by PostgreSQL 14 and this is 18/,
    )
  })

  test('a folder in the cluster’s place that holds something else, which stays', async () => {
    const foreign = path.join(parent, 'foreign')
    await mkdir(path.join(foreign, 'postgres'), { recursive: true })
    await writeFile(path.join(foreign, 'postgres/diary.txt'), 'mine')
    await expect(startEmbeddedPostgres({ dataDirectory: foreign })).rejects.toThrow(
      /holds files but no database/,
    )
    expect(await readFile(path.join(foreign, 'postgres/diary.txt'), 'utf8')).toBe('mine')
  })

  test('a data folder that is a file', async () => {
    const file = path.join(parent, 'file')
    await writeFile(file, '')
    await expect(startEmbeddedPostgres({ dataDirectory: file })).rejects.toThrow(
      EmbeddedPostgresError,
    )
  })

  test('the folder is free again after a start that failed', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    await expect(
      startEmbeddedPostgres({ dataDirectory, port: addressOf(other.address()).port }),
    ).rejects.toThrow()
    expect(await keptRows((await start()).url)).toEqual(['from the first run'])
  })
})

test.runIf(isRoot)(
  'root keeps the cluster elsewhere when its server can’t enter the folder',
  async () => {
    const closed = await mkdtemp(path.join(tmpdir(), 'closed-'))
    const folder = path.join(closed, 'data')
    const lines: string[] = []
    const first = await start({ dataDirectory: folder, log: (line) => lines.push(line) })
    const elsewhere = (await readFile(path.join(folder, 'postgres-is-in'), 'utf8')).trim()
    onTestFinished(async () => {
      for (const leftover of [closed, elsewhere, `${elsewhere}.previous`])
        await rm(leftover, { recursive: true, force: true })
    })
    expect(lines).toEqual([
      `The database is kept in ${elsewhere}, because its server can't enter ${folder}.`,
    ])
    await query(first.url, 'CREATE TABLE kept ()')
    await first.stop()

    const second = await start({ dataDirectory: folder })
    expect(await query(second.url, 'SELECT FROM kept')).toEqual([])
    await second.stop()

    await rm(folder, { recursive: true })
    const afresh = await start({ dataDirectory: folder })
    await expect(query(afresh.url, 'SELECT FROM kept')).rejects.toThrow(/does not exist/)
    await afresh.stop()
  },
)

type Options = Partial<Parameters<typeof startEmbeddedPostgres>[0]>

/** Starts it on the shared folder, and stops it when the test is over. */
async function start(options: Options = {}) {
  const database = await startEmbeddedPostgres({ dataDirectory, ...options })
  try {
    onTestFinished(() => database.stop())
  } catch {
    // In a hook; it stops the server itself.
  }
  return database
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function keptRows(url: string): Promise<unknown[]> {
  return (await query(url, 'SELECT note FROM kept ORDER BY note')).map((row) => row['note'])
}

/** Another Node that starts the database and then does nothing; its first line is the URL or the error. */
function startInOtherProcess(): { process: ChildProcess; firstLine: Promise<string> } {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))}
    setInterval(() => {}, 1000)
    const { url } = await startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)} }).catch((error) => {
      console.log(error.message)
      process.exit(1)
    })
    console.log(url)
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const lines = createInterface({ input: child.stdout })
  return { process: child, firstLine: once(lines, 'line').then(([line]) => String(line)) }
}

async function postmasterPid(folder = dataDirectory): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function killWatcherOf(postmaster: number): Promise<void> {
  for (const pid of await readdir('/proc')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('read -r') && command.includes(`\0${postmaster}\0`))
      process.kill(Number(pid), 'SIGKILL')
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (typeof address === 'object' && address !== null) return address
  throw new Error('Not a TCP server.')
}
