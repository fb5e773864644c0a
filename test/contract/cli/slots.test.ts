/** `slots` and `openapi`: what is read once. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { COMING_MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { linesOf, openShell, UNFIT, type Shell } from '../../support/cli.ts'
import { createService, performs } from '../../support/clinic.ts'

const api = useSharedApi()
let clinic: BookableClinic
let shell: Shell

beforeAll(async () => {
  // The first day, without --date, is today.
  api.setClock(Date.now)
  clinic = await openClinic(api, { professionals: 2 })
})
beforeEach(() => {
  shell = openShell({ url: api.url, key: clinic.organization.key })
})
afterEach(() => shell.close())

describe('slots', () => {
  it('200: a table by day and professional, on the clock of the clinic', async () => {
    // A process, which has a zone of its own.
    const { exit, out, err } = await shell.start(
      ['slots', '--service', 'CONSULTA', '--date', COMING_MONDAY, '--days', '1'],
      { env: { TZ: 'Pacific/Apia' } },
    ).ended
    expect(exit, err).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^Monday \d+ \w+ \d{4}$/)
    expect(lines[1]).toMatch(/^ {2}Profissional 0 {2}09:00 09:15 /)
    expect(out.match(/09:00/g)).toHaveLength(2)
    expect(out).toContain('17:30')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100)
    expect(err).toMatch(
      /Consulta, Monday .+, times of America\/Sao_Paulo\. Nothing is reserved\.\n$/,
    )
  })

  it('200: --json is what the API answers, over several windows', async () => {
    const { exit, out } = await shell.run([
      'slots',
      '--service',
      String(clinic.service.id),
      '--professional',
      'profissional 1',
      '--date',
      COMING_MONDAY,
      '--days',
      '40',
      '--json',
    ])
    expect(exit).toBe(0)
    const [slots] = linesOf(out)
    const professionals = new Set(slots.map((slot: any) => slot.professional_id))
    expect(professionals).toEqual(new Set([clinic.professionals[1]?.id]))
    const days = new Set<string>(slots.map(({ start }: { start: string }) => start.slice(0, 10)))
    expect(days.size).toBeGreaterThanOrEqual(28)
    expect(slots.length).toBe(new Set(slots.map(({ start }: { start: string }) => start)).size)
    expect(slots[0]).toMatchObject({ object: 'slot', service_ids: [clinic.service.id] })
  })

  it('exit 2: a service that is not clear is asked for, with those that there are', async () => {
    const { row } = clinic.organization
    const other = await createService(api.db, row, { name: 'Consulta de retorno' })
    await performs(api.db, row, clinic.professional, other)
    const none = await shell.run(['slots'])
    expect([none.exit, none.err]).toEqual([2, expect.stringContaining('Consulta de retorno')])
    const unknown = await shell.run(['slots', '--service', 'massagem'])
    expect([unknown.exit, unknown.err]).toEqual([2, expect.stringContaining('No service fits')])
    const several = await shell.run(['slots', '--service', 'consult'])
    expect([several.exit, several.err]).toEqual([2, expect.stringContaining('Several fit')])
    const exact = await shell.run(['slots', '--service', 'consulta', '--days', '1'])
    expect(exact.exit, exact.err).toBe(0)
  })

  it('exit 0: a day without free time says so', async () => {
    const sunday = new Date(Date.parse(COMING_MONDAY) - 86_400_000).toISOString().slice(0, 10)
    const args = ['slots', '--service', String(clinic.service.id), '--date', sunday, '--days', '1']
    expect(await shell.run(args)).toMatchObject({ exit: 0, out: 'No free time.\n' })
    expect((await shell.run([...args, '--json'])).out).toBe('[]\n')
  })
})

describe('openapi', () => {
  it('200: the document, to stdout or as a whole file, without a key', async () => {
    const env = { SCHEDULING_API_KEY: '' }
    const printed = await shell.run(['openapi'], { env })
    expect(printed.exit, printed.err).toBe(0)
    const document = JSON.parse(printed.out)
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(linesOf((await shell.run(['openapi', '--json'], { env })).out)).toEqual([document])
    const file = path.join(shell.home, 'api.json')
    const written = await shell.run(['openapi', '--out', file, '--json'], { env })
    expect(linesOf(written.out)[0]).toMatchObject({ file, bytes: expect.any(Number) })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document)
  })

  it('200: --postman is the collection', async () => {
    const { exit, out, err } = await shell.run(['openapi', '--postman'])
    expect(exit, err).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ info: { schema: expect.stringContaining('v2.1') } })
  })

  it('exit 1: a folder that is not there; nothing is left behind', async () => {
    const { exit, err } = await shell.run([
      'openapi',
      '--out',
      path.join(shell.home, 'nowhere/api.json'),
    ])
    expect([exit, err]).toEqual([1, expect.stringContaining("can't be written")])
    expect(readdirSync(shell.home)).toEqual([])
    expect(existsSync(path.join(shell.home, 'nowhere'))).toBe(false)
  })

  it('exit 1: an answer that is cut, huge or no JSON leaves the old file alone', async () => {
    const { createServer } = await import('node:http')
    let respond: (response: import('node:http').ServerResponse) => void = () => undefined
    const server = createServer((_, response) => respond(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const file = path.join(shell.home, 'api.json')
    const args = ['openapi', '--out', file, '--url', url]
    try {
      respond = (response) => void response.end('{}')
      expect((await shell.run(args)).exit).toBe(0)
      for (const hostile of [
        (response: import('node:http').ServerResponse) => {
          response.writeHead(200, { 'content-length': 1000 })
          response.write('{"openapi":')
          setTimeout(() => response.destroy(), 50)
        },
        (response: import('node:http').ServerResponse) => void response.end('<html>\u001b[2J'),
        (response: import('node:http').ServerResponse) => {
          const more = () => {
            if (!response.destroyed) response.write('x'.repeat(1_000_000), () => setImmediate(more))
          }
          more()
        },
        (response: import('node:http').ServerResponse) =>
          void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      ]) {
        respond = hostile
        const { exit, err } = await shell.run(args)
        expect(exit, err).toBe(1)
        expect(err).not.toMatch(UNFIT)
        expect(err).not.toContain('\n    at ')
        expect(readFileSync(file, 'utf8')).toBe('{}')
      }
      expect(readdirSync(shell.home)).toEqual(['api.json'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
