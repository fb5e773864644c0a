/** `events tail`: the feed on a terminal, over connections that break. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestApi,
  type TestApi,
  type TestOrganization,
  useSharedApi,
} from '../../support/api.ts'
import { linesOf, openShell, type Shell } from '../../support/cli.ts'
import { eventsOf } from '../../support/clinic.ts'
import { fact, registerClient } from '../../support/worker.ts'

const api = useSharedApi()
let organization: TestOrganization
let shell: Shell

beforeEach(async () => {
  organization = await api.organization()
  shell = openShell({ url: api.url, key: organization.key })
})
afterEach(() => shell.close())

const client = (from: TestApi = api) => registerClient(from, organization)
const idsOf = async () => (await eventsOf(api.db, organization.row)).map(({ id }) => id)

describe('the feed', () => {
  it('exit 0: from now on, one line for each event, and a bookmark at the end', async () => {
    await client()
    const running = shell.start(['events', 'tail'])
    await running.until(/Following the feed/)
    await client()
    await running.until(/client\.created/)
    const { exit, out, err } = await running.end()
    const ids = await idsOf()
    expect(exit).toBe(0)
    expect(out).toMatch(
      /^2026-11-20 \d\d:\d\d:\d\d {2}client\.created {12}client \d+, Ana Lima {2}evt_\w+\n$|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}client\.created {12}client \d+, Ana Lima {2}evt_\w+\n$/,
    )
    expect(out).toContain(ids[1])
    expect(err).toBe(`Following the feed. Stop with Ctrl-C.\nGo on from here: --after ${ids[1]}\n`)
  })

  it('exit 0: --after goes on without a gap, --since-start from the first', async () => {
    for (let index = 0; index < 3; index += 1) await client()
    const ids = await idsOf()
    for (const [args, expected] of [
      [['--after', ids[0] ?? ''], ids.slice(1)],
      [['--since-start'], ids],
    ] as const) {
      const running = shell.start(['events', 'tail', ...args, '--json'])
      await fact('the last', () => running.out().includes(ids.at(-1) ?? 'never'))
      const lines = linesOf((await running.end()).out)
      expect(lines.map(({ id }) => id)).toEqual(expected)
      expect(lines[0]).toMatchObject({ object: 'event', data: { object: { first_name: 'Ana' } } })
    }
  })

  it('exit 0: more events than a page has come once each, in order', async () => {
    await api.connection.pool.query('SELECT 1')
    await Promise.all(Array.from({ length: 120 }, () => client()))
    const ids = await idsOf()
    const running = shell.start(['events', 'tail', '--since-start', '--json'])
    await fact('the last', () => running.out().includes(ids.at(-1) ?? 'never'))
    expect(linesOf((await running.end()).out).map(({ id }) => id)).toEqual(ids)
  })

  it('exit 0: --type shows what is asked for, and the bookmark moves past the rest', async () => {
    const running = shell.start([
      'events',
      'tail',
      '--since-start',
      '--type',
      'queue.*,appointment.created',
    ])
    await running.until(/Following/)
    await client()
    const [last] = await idsOf()
    await fact('a bookmark', async () => {
      // Two polls later at the latest.
      await new Promise((resolve) => setTimeout(resolve, 4500))
      return true
    })
    const { out, err } = await running.end()
    expect(out).toBe('')
    expect(err).toContain(`--after ${last}`)
  })

  it('400 not_found: an event that is not kept any more is told, with what to do', async () => {
    const { exit, err } = await shell.run([
      'events',
      'tail',
      '--after',
      'evt_01k9xq3v5m8t2r7w4y6z0a1bcd',
    ])
    expect([exit, err]).toEqual([1, expect.stringContaining('--since-start')])
  })

  it('403 forbidden_scope: a key that may not read; 401: one that was revoked on the way', async () => {
    const write = await organization.keyWith(['write'])
    const refused = await shell.run(['events', 'tail'], { env: { SCHEDULING_API_KEY: write } })
    expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('403 forbidden_scope')])
    const running = shell.start(['events', 'tail'])
    await running.until(/Following/)
    await api.db.apiKey.updateMany({
      where: { organizationId: organization.row.id },
      data: { revokedAt: new Date() },
    })
    const { exit, err } = await running.ended
    expect([exit, err]).toEqual([1, expect.stringContaining('401 unauthorized')])
  })

  it('what a client wrote reaches the terminal without its sequences', async () => {
    const running = shell.start(['events', 'tail'])
    await running.until(/Following/)
    const body = { first_name: 'Ana\u202E', last_name: 'Lima', email: 'a@example.com' }
    const reply = await api.call('POST', '/v1/clients', { key: organization.key, body })
    if (reply.status === 201) {
      await running.until(/client\.created/)
      expect((await running.end()).out).toContain('Ana\\u202e')
    } else expect(reply.body.code).toBe('validation_error')
  })
})

describe('a service that restarts', () => {
  it('nothing is missed, and it is told once that it is away and once that it is back', async () => {
    const first = await startTestApi({ beside: api })
    const port = Number(new URL(first.url).port)
    const running = shell.start(['events', 'tail', '--json'], {
      env: { SCHEDULING_URL: first.url },
    })
    await running.until(/Following/)
    await client()
    await running.until(/client\.created/)
    await first.close()
    await running.until(/The service is away: .+ Trying again/)
    await client()
    await client()
    const second = await startTestApi({ beside: api, port })
    try {
      const ids = await idsOf()
      await fact('the last', () => running.out().includes(ids.at(-1) ?? 'never'), 40_000)
      const { exit, out, err } = await running.end()
      expect(exit).toBe(0)
      expect(linesOf(out).map(({ id }) => id)).toEqual(ids)
      expect(err.match(/The service is away/g)).toHaveLength(1)
      expect(err.match(/The service is back/g)).toHaveLength(1)
    } finally {
      await second.close()
    }
  })
})
