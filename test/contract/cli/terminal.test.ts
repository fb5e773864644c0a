/** What a person sees and types: prompts, the bar, keys. On a pseudo-terminal, which `script` of the system makes. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { CLI, openShell, type Running, type Shell } from '../../support/cli.ts'

const CTRL_C = '\u0003'
const ESCAPE = '\u001b'

const api = useSharedApi()
let clinic: BookableClinic
let shell: Shell

beforeAll(async () => {
  api.setClock(Date.now)
  clinic = await openClinic(api, { organization: { livemode: false } })
})
beforeEach(() => {
  shell = openShell({}, ['script', '-qfec'])
})
afterEach(() => shell.close())

const hasScript = ['script']
  .map((name) => {
    try {
      return execFileSync(name, ['--version'], { encoding: 'utf8' }).includes('util-linux')
    } catch {
      return false
    }
  })
  .every(Boolean)

/** With an exit code of its own at the end of what it prints. */
function onTerminal(args: string, env: Readonly<Record<string, string>> = {}): Running {
  return shell.start(
    [`stty cols 100; ${process.execPath} ${CLI} ${args}; echo "exit $?"`, '/dev/null'],
    {
      env: { TERM: 'xterm', ...env },
    },
  )
}

/** A way to the service on which each answer takes a while. */
async function openFarWay(url: string): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [client, service]) sockets.add(socket.on('error', () => undefined))
    client.pipe(service)
    service.on('data', (part: Buffer) => setTimeout(() => client.write(part), 100))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const access = () => ({ SCHEDULING_URL: api.url, SCHEDULING_API_KEY: clinic.organization.key })

describe.skipIf(!hasScript)('on a terminal (needs `script` of util-linux)', () => {
  it('exit 0: login asks for the address and the key, and never shows the key', async () => {
    const running = onTerminal('login')
    await running.until(/Address of the service/)
    running.type(`${'\u007f'.repeat(40)}${api.url}\r`)
    await running.until(/API key/)
    running.type(`${clinic.organization.key}\r`)
    await running.until(/exit 0/)
    const stored = readFileSync(path.join(shell.home, 'scheduling/config.json'), 'utf8')
    expect(JSON.parse(stored).profiles.default).toEqual({
      url: api.url,
      api_key: clinic.organization.key,
    })
    expect(running.out()).toContain('Clínica Aurora')
    expect(running.out()).not.toContain(clinic.organization.key.slice(9))
  })

  it('exit 1: Ctrl-C at a prompt stores nothing', async () => {
    const running = onTerminal('login')
    await running.until(/Address of the service/)
    running.type(CTRL_C)
    await running.until(/Nothing was stored\.[^]*exit 1/)
  })

  it('exit 0: a bar for slots over many days; none with NO_COLOR', async () => {
    // The bar is drawn at its first tick: answers that come before it leave nothing to look at.
    const far = await openFarWay(api.url)
    try {
      const command = `slots --service ${clinic.service.id} --days 120`
      const fromFar = { ...access(), SCHEDULING_URL: far.url }
      const lively = onTerminal(command, fromFar)
      await lively.until(/exit 0/)
      expect(lively.out()).toContain('Looking for free times')
      expect(lively.out()).toContain(ESCAPE)
      const plain = onTerminal(command, { ...fromFar, NO_COLOR: '1' })
      await plain.until(/exit 0/)
      expect(plain.out()).not.toContain('Looking for free times')
      expect(plain.out()).not.toContain(ESCAPE)
    } finally {
      far.close()
    }
  })

  it('exit 0: the bar is on stderr alone', async () => {
    const running = onTerminal(
      `trigger client.created --json > ${path.join(shell.home, 'out.json')}`,
      access(),
    )
    await running.until(/exit 0/)
    expect(running.out()).toContain(ESCAPE)
    const out = readFileSync(path.join(shell.home, 'out.json'), 'utf8')
    expect(JSON.parse(out)).toMatchObject({ by: 'calls', type: 'client.created' })
  })

  it('exit 1: Ctrl-C under the bar does not look like success, and gives the cursor back', async () => {
    const hanging = createHttpServer(() => undefined)
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(hanging.address() as { port: number }).port}`
    try {
      const running = onTerminal('trigger client.created', { ...access(), SCHEDULING_URL: url })
      await running.until(/Looking where the feed ends/)
      running.type(CTRL_C)
      await running.until(/exit 1/)
      expect(running.out().lastIndexOf(`${ESCAPE}[?25h`)).toBeGreaterThan(
        running.out().lastIndexOf(`${ESCAPE}[?25l`),
      )
    } finally {
      hanging.closeAllConnections()
      hanging.close()
    }
  })

  it('exit 0: listen takes single keys, and q or Ctrl-C ends it', async () => {
    for (const key of ['q', CTRL_C]) {
      const running = onTerminal('listen --port 0 --forward-to 9')
      const [, port] = await running.until(/Listening on http:\/\/localhost:(\d+)/)
      await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'hello' })
      await running.until(/#1 {2}→ /)
      running.type('r')
      await running.until(/sent again as it came/)
      running.type(key)
      await running.until(/exit 0/)
    }
  })
})
