/** What holds for every command: help, exit codes, typos, streams. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { CLI, linesOf, openShell, type Shell } from '../../support/cli.ts'
import { sample } from '../../support/sample.ts'
import { fact, registerClient } from '../../support/worker.ts'

/** With arguments that are fine as far as the command line goes. */
const COMMANDS = [
  ['login'],
  ['logout'],
  ['whoami'],
  ['listen', '--feed'],
  ['resend', 'whk_1'],
  ['deliveries'],
  ['recover', 'whk_1', '--since', '2026-11-24T09:00:00-03:00'],
  ['trigger', 'client.created'],
  ['events', 'tail'],
  ['slots', '--service', '1'],
  ['holds', 'list'],
  ['holds', 'create', '--service', '1', '--start', '2026-11-24T09:00:00-03:00'],
  ['holds', 'release', '1'],
  ['openapi'],
  ['mcp'],
] as const

let shell: Shell
beforeAll(() => {
  shell = openShell()
})
afterAll(() => shell.close())

/** Words without the stack of an error. */
function expectWords(text: string): void {
  expect(text).not.toBe('')
  expect(text).not.toMatch(/\n {4}at |node:internal|TypeError|\[object|undefined/)
}

describe('help', () => {
  it('exit 0: each command shows an example of itself', async () => {
    for (const command of COMMANDS) {
      const names = command.filter((word) => /^[a-z]+$/.test(word) && word !== '1').slice(0, 2)
      const isGroup = names[0] === 'events' || names[0] === 'holds'
      const path = isGroup ? names : names.slice(0, 1)
      const { exit, out, err } = await shell.run([...path, '--help'])
      expect([exit, err], path.join(' ')).toEqual([0, ''])
      expect(out).toMatch(new RegExp(`Examples:\\n  \\$ .*scheduling ${path.join(' ')}`))
      expect(out).toContain('--json')
    }
  })

  it('exit 0: the program lists every command', async () => {
    const { exit, out } = await shell.run(['--help'])
    expect(exit).toBe(0)
    for (const [name] of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
    expect((await shell.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('a wrong command line', () => {
  it.each([
    [['slosts'], 'slots'],
    [['slots', '--servce', '1'], '--service'],
    [['events', 'tial'], 'tail'],
    [['trigger', 'apointment.created'], 'appointment.created'],
    [['trigger', 'appointment.craeted'], 'appointment.created'],
    [['events', 'tail', '--type', 'appointments.*'], 'appointment.*'],
    [['listen', '--events', 'client.created,client.updatd'], 'client.updated'],
  ])('exit 2: %j suggests %s', async (args, meant) => {
    const { exit, out, err } = await shell.run(args)
    expect([exit, out]).toEqual([2, ''])
    expect(err).toContain(`Did you mean ${meant}?`)
    expectWords(err)
  })

  it.each([
    [[]],
    [['trigger']],
    [['listen', '--port', '70000']],
    [['listen', '--port', 'four']],
    [['listen', '--status', '100']],
    [['listen', '--after', 'evt_1']],
    [['listen', '--public-url', 'https://example.com']],
    [['listen', '--feed', '--port', '4000']],
    [['listen', '--forward-to', '']],
    [['listen', '--forward-to', 'ftp://example.com']],
    [['listen', '--secret', '']],
    [['events', 'tail', '--after', 'evt_1', '--since-start']],
    [['slots', '--service', '1', '--days', '0']],
    [['slots', '--service', '1', '--date', '2026-02-30']],
    [['whoami', '--profile', '../x', 'y']],
    [['whoami', '--url', 'file:///etc/passwd']],
    [['login', '--url', 'https://user:pass@example.com']],
  ])('exit 2: %j', async (args) => {
    const env = { SCHEDULING_URL: 'http://127.0.0.1:9', SCHEDULING_API_KEY: 'svc_live_x' }
    const { exit, out, err } = await shell.run(args, { env })
    expect([exit, out], err).toEqual([2, ''])
    expectWords(err)
  })

  it('exit 2: no key and no secret is echoed, wherever it was typed', async () => {
    const key = 'svc_live_8hMqqjAQkHMg1cka6Ws7mxckfZuj5kju4MHLAS'
    const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg='
    for (const args of [
      [key],
      [`--kye=${key}`],
      ['trigger', key],
      ['listen', '--events', secret],
    ]) {
      const { exit, out, err } = await shell.run([...args, '--json'])
      expect(exit).toBe(2)
      for (const hidden of [key.slice(9), secret.slice(6)]) {
        expect(out + err).not.toContain(hidden)
      }
    }
  })
})

describe('--json', () => {
  it('exit 1: a refusal is one value on stdout, and words on stderr', async () => {
    const { exit, out, err } = await shell.run(['whoami', '--json'])
    expect(exit).toBe(1)
    expect(linesOf(out)).toEqual([
      { error: { code: 'failed', message: expect.stringContaining('scheduling login') } },
    ])
    expect(err).toMatch(/^error: .+scheduling login\n$/)
  })

  it('exit 2: so is a wrong command line', async () => {
    for (const args of [['slosts'], ['trigger', 'x.y'], ['listen', '--port', 'x']]) {
      const { exit, out } = await shell.run([...args, '--json'])
      expect(exit).toBe(2)
      expect(linesOf(out)).toEqual([
        { error: expect.objectContaining({ code: 'misuse', message: expect.any(String) }) },
      ])
    }
  })
})

describe('a service that is away, or is something else', () => {
  it('exit 1: says so in words, for every command that calls it', async () => {
    const calling = COMMANDS.filter(([name]) => name !== 'mcp' && name !== 'logout')
    const env = { SCHEDULING_URL: 'http://127.0.0.1:9', SCHEDULING_API_KEY: 'svc_test_x' }
    const given = { env, input: 'svc_test_x\n' }
    // A process ends too, with nothing left open. Of each command in its turn.
    const inProcess = new Set(sample('commands without a service', calling, 2))
    for (const args of calling) {
      const { exit, err } = await (inProcess.has(args)
        ? shell.start(args, given).ended
        : shell.run(args, given))
      expect([args, exit, err]).toEqual([args, 1, expect.stringMatching(/connection|reached/i)])
      expectWords(err)
    }
  })
})

describe('the streams', () => {
  const api = useSharedApi()

  /** A line of bash, in which `$cli` is the command line. */
  async function bash(line: string, key: string) {
    const child = spawn(
      'bash',
      ['-c', `set -o pipefail; cli="${process.execPath} ${CLI}"; ${line}`],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: shell.home,
          SCHEDULING_URL: api.url,
          SCHEDULING_API_KEY: key,
        },
      },
    )
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    return [await new Promise((resolve) => child.once('close', resolve)), err]
  }

  it('exit 0: the reader of the output may stop reading', async () => {
    const { key } = await api.organization()
    expect(await bash('$cli openapi | head -c 20', key)).toEqual([0, ''])
    let isOver = false
    const tail = bash('$cli events tail --since-start --json | head -n 1', key).finally(() => {
      isOver = true
    })
    // It notices when it has something to write.
    await fact('the end', async () => {
      await registerClient(api, { key })
      return isOver
    })
    expect(await tail).toEqual([0, expect.stringContaining('Following')])
  })

  it('exit 0: a receiver whose reader has gone deletes its webhook all the same', async () => {
    const { key } = await api.organization()
    const listen = '$cli listen --subscribe --port 0 --json | head -n 1 | tee listening.json'
    const one = bash(`cd $HOME; ${listen}`, key)
    const file = path.join(shell.home, 'listening.json')
    const { port } = await fact('the port', () =>
      existsSync(file) && readFileSync(file, 'utf8').includes('\n')
        ? JSON.parse(readFileSync(file, 'utf8'))
        : null,
    )
    expect((await api.call('GET', '/v1/webhooks', { key })).body.data).toHaveLength(1)
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).catch(() => null)
    expect(await one).toEqual([0, expect.stringContaining('is deleted')])
    expect((await api.call('GET', '/v1/webhooks', { key })).body.data).toEqual([])
  })

  it.skipIf(!existsSync('/dev/full'))(
    'exit 1: output that can not be written (needs /dev/full)',
    async () => {
      const { key } = await api.organization()
      expect((await bash('$cli whoami > /dev/full', key))[0]).toBe(1)
    },
  )

  it('exit 0: has no colors without a terminal', async () => {
    const { key } = await api.organization()
    const { out, err } = await shell.start(['whoami'], {
      env: { SCHEDULING_URL: api.url, SCHEDULING_API_KEY: key, FORCE_COLOR: '1' },
    }).ended
    expect(out + err).not.toContain('\u001b')
  })
})
