/** `pnpm backup` beside a running `npm start` under writes, and `pnpm restore` into another folder. */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { readDemo, startStandalone, untilReady, type Started } from '../support/standalone.ts'
import { fact } from '../support/worker.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const BIN = path.join(import.meta.dirname, '../../apps/operator/bin')
const folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')]
const file = path.join(folder, 'backup.tar.gz')

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

function run(
  command: 'backup' | 'restore',
  dataDirectory: string,
  args: readonly string[],
  killAt: { readonly words?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(BIN, `${command}.ts`), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if (killAt.words !== undefined && out.includes(killAt.words)) child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}

let service: Started
let receiver: Receiver
let url = ''
let key = ''

async function start(dataDirectory: string): Promise<void> {
  service = startStandalone(dataDirectory, { LIMITS_SCALE: '10000' })
  await untilReady(service)
  const demo = readDemo(dataDirectory)
  url = demo.base_url
  key = demo.api_keys.full
}

async function stop(): Promise<void> {
  service.child.kill('SIGTERM')
  await service.ended
}

type Answer = { readonly status: number; readonly body: any }

async function ask(method: string, route: string, body?: object, once?: string): Promise<Answer> {
  const answer = await fetch(url + route, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

const clientOf = (name: string) => ({
  first_name: name,
  phone: `(11) 9${8000_0000 + Number(name.slice(1))}`,
})
/** Makes one client, under a key that is its name. */
const write = (name: string): Promise<Answer> => ask('POST', '/v1/clients', clientOf(name), name)

async function feedFrom(after: string): Promise<any[]> {
  const { status, body } = await ask('GET', `/v1/events?limit=100&after=${after}`)
  expect(status).toBe(200)
  return body.has_more ? [...body.data, ...(await feedFrom(body.last_event_id))] : body.data
}

const acknowledged: Answer[] = []
/** Of the feed: before all writes, and after those that came when the backup was done. */
let begin = ''
let lost = ''
let whole: Ended

beforeAll(async () => {
  receiver = await openReceiver()
  await start(here)
  const made = await ask('POST', '/v1/webhooks', { url: receiver.url, events: ['client.created'] })
  expect(made.status).toBe(201)
  begin = (await ask('GET', '/v1/events?latest=true')).body.last_event_id
  for (let count = 1; count <= 30; count += 1) acknowledged.push(await write(`n${count}`))
  let isWriting = true
  const meanwhile = (async () => {
    for (let count = 31; isWriting; count += 1) await write(`n${count}`)
  })()
  whole = await run('backup', here, [file])
  isWriting = false
  await meanwhile
  await write('n9001')
  lost = (await ask('GET', '/v1/events?latest=true')).body.last_event_id
})

afterAll(async () => {
  await stop()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup of a service that runs', () => {
  it('is one file that only its owner reads, and no file is overwritten', async () => {
    expect([whole.code, whole.err]).toEqual([0, ''])
    expect(whole.out).toMatch(
      /^Backup of 20\S+Z: .*backup\.tar\.gz, \d+\.\d MB\.\nIt holds the keys/,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await run('backup', here, [file])
    expect([again.code, again.err]).toEqual([1, `${file} exists. Name another file.\n`])
  })

  it('is not restored over it', async () => {
    const { code, err } = await run('restore', here, [file])
    expect(code).toBe(1)
    expect(err).toMatch(
      /^The database in \S+ is in use by another run of this service \(process \d+\)\. Stop that one/,
    )
  })

  it('is not restored where a byte of it is missing or wrong: nothing is left of that', async () => {
    const bytes = readFileSync(file)
    const changed = Buffer.from(bytes)
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 4
    for (const damaged of [bytes.subarray(0, bytes.length - 1024), changed]) {
      const damagedFile = path.join(folder, 'damaged.tar.gz')
      writeFileSync(damagedFile, damaged)
      const { code, err } = await run('restore', there, [damagedFile])
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/damaged\.tar\.gz can't be restored: /),
      ])
      expect(() => statSync(path.join(there, 'postgres.restored'))).toThrow('ENOENT')
    }
  })
})

describe('a restore', () => {
  it('that is killed leaves what was there; the next one goes through', async () => {
    await stop()
    const { out } = await run('restore', there, [file], { words: 'Trying it' })
    expect(out).not.toContain('Restored')
    // As DATA_DIR is by default: relative to where the command is given.
    const { code, err, out: said } = await run('restore', path.relative('', there), [file])
    expect([code, err]).toEqual([0, ''])
    expect(said).toMatch(/^Restored what was there at 20\S+Z\.$/m)
  })

  it('that is killed after it was decided is finished by the next one, which keeps what was replaced', async () => {
    // As it is between the two: the journal is written, and nothing has moved yet.
    const note = path.join(there, 'postgres-is-in')
    const place = path.join(
      existsSync(note) ? readFileSync(note, 'utf8').trim() : there,
      'postgres',
    )
    const older = `${place}.replaced`
    renameSync(place, `${place}.restored`)
    for (const [name, what] of [
      [place, 'what was there'],
      [older, 'from a restore before'],
    ] as const) {
      mkdirSync(name)
      writeFileSync(path.join(name, 'note'), what)
    }
    const files = ['postgres-access.json', 'secrets.json', 'demo.json']
    writeFileSync(path.join(there, 'restore-under-way.json'), JSON.stringify({ files }))
    const { code, err } = await run('restore', there, [file])
    expect([code, err]).toEqual([
      1,
      `The restore that was broken off is finished now. What it replaced is in ${older}. ` +
        'To restore another backup, run the command again.\n',
    ])
    expect(readFileSync(path.join(older, 'note'), 'utf8')).toBe('what was there')
  })

  it('has all that was acknowledged before the backup, answers repeats, and the feed goes on without a gap', async () => {
    await start(there)
    expect(acknowledged.map(({ status }) => status)).toEqual(acknowledged.map(() => 201))
    for (const { body } of acknowledged)
      expect(await ask('GET', `/v1/clients/${body.id}`)).toEqual({ status: 200, body })
    for (const [index, first] of acknowledged.entries())
      expect(await write(`n${index + 1}`)).toEqual(first)
    const next = await write('n9002')
    expect(next.status).toBe(201)
    const events = await feedFrom(begin)
    expect(events.length).toBeGreaterThan(acknowledged.length)
    const [first] = events
    expect(events.map(({ sequence }) => sequence)).toEqual(
      events.map((_, index) => first.sequence + index),
    )
    const ids = events.map(({ data }) => data.object.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(0, acknowledged.length)).toEqual(acknowledged.map(({ body }) => body.id))
    expect(ids.at(-1)).toBe(next.body.id)
    await fact('all are delivered, the new one too', () =>
      events.every(({ id }) => receiver.accepted.has(id)),
    )
  })

  it('tells a reader of the feed whose bookmark is newer than what was restored', async () => {
    const { status, body } = await ask('GET', `/v1/events?after=${lost}`)
    expect([status, body.error?.errors ?? body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'after', code: 'not_found' })],
    ])
  })
})
