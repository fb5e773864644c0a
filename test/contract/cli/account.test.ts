/** `login`, `whoami`, `logout`, and the file of profiles. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { linesOf, openShell, type Shell } from '../../support/cli.ts'

const api = useSharedApi()
let organization: TestOrganization
let shell: Shell

beforeAll(async () => {
  organization = await api.organization()
})
beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.close())

const file = () => path.join(shell.home, 'scheduling/config.json')
const stored = () => JSON.parse(readFileSync(file(), 'utf8'))
const login = (...more: string[]) =>
  shell.run(['login', '--url', api.url, ...more], { input: `${organization.key}\n` })

describe('login', () => {
  it('exit 0: checks the key, stores it for its owner alone, and names what it opens', async () => {
    const { exit, out, err } = await login()
    expect(exit, err).toBe(0)
    expect(out).toContain('Clínica Aurora')
    expect(out).toContain('scopes  read, write, setup, webhooks:manage')
    expect(out + err).not.toContain(organization.key)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700)
    expect(stored()).toEqual({
      current: 'default',
      profiles: { default: { url: api.url, api_key: organization.key } },
    })
    const who = linesOf((await shell.run(['whoami', '--json'])).out)
    expect(who).toEqual([expect.objectContaining({ id: organization.row.id, url: api.url })])
    expect(JSON.stringify(who)).not.toContain(organization.key)
  })

  it('exit 1: stores nothing for a key that the service refuses', async () => {
    const { exit, out, err } = await shell.run(['login', '--url', api.url], {
      input: `svc_live_${'x'.repeat(38)}`,
    })
    expect([exit, out]).toEqual([1, ''])
    expect(err).toMatch(/401 unauthorized: .+\n.+\n  request id: req_\w+\nNothing was stored\.\n$/)
    expect(() => statSync(file())).toThrow('ENOENT')
  })

  it('exit 2: takes no key of several words, and does not repeat it', async () => {
    for (const input of ['', 'svc_live_a svc_live_b', 'a\u001b[31m', 'x'.repeat(100_000)]) {
      const { exit, err } = await shell.run(['login', '--url', api.url], { input })
      expect(exit, err).toBe(2)
      expect(err.length).toBeLessThan(300)
      expect(err).not.toContain('svc_live_a')
    }
  })

  it('exit 0: keeps several profiles; the last is used, another on demand', async () => {
    const other = await api.organization({ name: 'Outra clínica' })
    await login()
    const second = await shell.run(['login', '--profile', 'other', '--url', `${api.url}/v1/`], {
      input: other.key,
    })
    expect(second.exit, second.err).toBe(0)
    expect(Object.keys(stored().profiles)).toEqual(['default', 'other'])
    expect((await shell.run(['whoami'])).out).toContain('Outra clínica')
    expect((await shell.run(['whoami', '--profile', 'default'])).out).toContain('Clínica Aurora')
    const env = { SCHEDULING_PROFILE: 'default' }
    expect((await shell.run(['whoami'], { env })).out).toContain('Clínica Aurora')
    const unknown = await shell.run(['whoami', '--profile', 'third'])
    expect([unknown.exit, unknown.err]).toEqual([1, expect.stringContaining('default, other')])
  })

  it('exit 0: logins at the same time leave a file that can be read', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `p${index}`)
    // Processes, as of several terminals.
    const ended = await Promise.all(
      names.map((name) => {
        const args = ['login', '--url', api.url, '--profile', name]
        return shell.start(args, { input: organization.key }).ended
      }),
    )
    expect(ended.map(({ exit }) => exit)).toEqual(names.map(() => 0))
    expect(names).toContain(stored().current)
    expect((await shell.run(['whoami'])).exit).toBe(0)
  })
})

describe('logout', () => {
  it('exit 0: forgets one profile, and goes on with another', async () => {
    await login('--profile', 'one')
    await login('--profile', 'two')
    const { exit, err } = await shell.run(['logout'])
    expect([exit, err]).toEqual([0, 'From now on: profile "one".\n'])
    expect(Object.keys(stored().profiles)).toEqual(['one'])
    expect((await shell.run(['logout'])).exit).toBe(0)
    expect(stored()).toEqual({ current: null, profiles: {} })
    expect((await shell.run(['logout'])).exit).toBe(1)
  })
})

describe('the environment', () => {
  it('exit 0: wins over the stored profile', async () => {
    await login()
    const other = await api.organization({ name: 'Outra clínica' })
    const env = { SCHEDULING_API_KEY: other.key }
    expect((await shell.run(['whoami'], { env })).out).toContain('Outra clínica')
    // A named profile brings its address and its key.
    const away = { ...env, SCHEDULING_URL: 'http://127.0.0.1:9' }
    const named = await shell.run(['whoami', '--profile', 'default'], { env: away })
    expect(named.out, named.err).toContain('Clínica Aurora')
  })

  it('exit 1: a stored key is not sent to another address', async () => {
    await login()
    const received: string[] = []
    const { createServer } = await import('node:http')
    const stranger = createServer((request, response) => {
      received.push(String(request.headers.authorization))
      response.end('{}')
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(stranger.address() as { port: number }).port}`
    try {
      for (const [args, env] of [
        [['whoami'], { SCHEDULING_URL: url }],
        [['whoami', '--url', url], {}],
        [['events', 'tail', '--url', url], {}],
      ] as const) {
        const { exit, err } = await shell.run(args, { env })
        expect([exit, err]).toEqual([1, expect.stringContaining(`belongs to ${api.url}`)])
      }
      expect(received).toEqual([])
    } finally {
      stranger.close()
    }
  })
})

describe('a file of profiles that can not be used', () => {
  const write = (text: string, mode = 0o600) => {
    mkdirSync(path.dirname(file()), { recursive: true })
    writeFileSync(file(), text)
    chmodSync(file(), mode)
  }

  it('exit 1: names the file and what to do, and changes nothing', async () => {
    const secret = 'svc_live_inTheBrokenFile'
    for (const text of [
      `{"profiles": {"default": {"url": "x", "api_key": "${secret}"`,
      '[]',
      'null',
      '{"profiles": []}',
      `{"profiles": {"default": {"url": 7, "api_key": "${secret}"}}}`,
      '{"profiles": {"__proto__": {"url": "http://x", "api_key": "y"}}}',
    ]) {
      write(text)
      for (const args of [['whoami'], ['logout'], ['login', '--url', api.url]]) {
        const { exit, err } = await shell.run(args, { input: organization.key })
        expect([text, args, exit]).toEqual([text, args, 1])
        expect(err).toContain(`Repair it, or delete it and run: scheduling login`)
        expect(err).not.toContain(secret)
      }
      expect(readFileSync(file(), 'utf8')).toBe(text)
    }
  })

  it('exit 1: refuses keys that others can read', async () => {
    await login()
    chmodSync(file(), 0o644)
    const { exit, err } = await shell.run(['whoami'])
    expect([exit, err]).toEqual([1, expect.stringContaining(`chmod 600 ${file()}`)])
    chmodSync(file(), 0o600)
    expect((await shell.run(['whoami'])).exit).toBe(0)
  })
})
