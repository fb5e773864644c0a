/** The page of the SDK: its program runs as printed, and each of its samples compiles. */
import { Scheduling } from '@scheduling/sdk'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { freePort } from '../../support/free-port.ts'
import { DOCS } from '../../support/guides.ts'
import { outsideProject, type OutsideProject } from '../../support/outside-project.ts'
import { fact, workerBeside } from '../../support/worker.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')

const page = readFileSync(new URL('sdk.md', DOCS), 'utf8')
const samples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)
const program = samples.at(-1) ?? ''

const api = useOwnApi({ now: Date.now() })
let project: OutsideProject

beforeAll(async () => {
  project = await outsideProject('sdk')
  const types = path.join(project.folder, 'node_modules/@types')
  await mkdir(types, { recursive: true })
  await symlink(
    await realpath(path.join(ROOT, 'node_modules/@types/node')),
    path.join(types, 'node'),
  )
})
afterAll(async () => {
  await project.remove()
})

describe('the page of the SDK', () => {
  it('has samples that compile strictly against the packed library', async () => {
    expect(samples.length).toBeGreaterThan(8)
    const files = await Promise.all(
      samples.map(async (text, index) => {
        const name = `sample-${index}.ts`
        // A sample without a client of its own stands below the first one.
        const isWhole = text.includes('new Scheduling(') || text.includes('unwrapWebhook(')
        const around = isWhole
          ? text
          : `import type { Scheduling } from '@scheduling/sdk'\ndeclare const api: Scheduling\n${text}`
        await writeFile(path.join(project.folder, name), `${around}\nexport {}\n`)
        return name
      }),
    )
    const compilerOptions = {
      target: 'es2024',
      lib: ['es2024'],
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ['node'],
    }
    await writeFile(
      path.join(project.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files }),
    )
    const said = await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', project.folder]).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? String(error),
    )
    expect(said).toBe('')
  }, 60_000)

  it('has a program of 30 lines that books, is told and keeps a copy', async () => {
    const lines = program.split('\n').filter((line) => line !== '' && !line.startsWith('//'))
    expect(lines.length).toBeLessThanOrEqual(30)
    const worker = await workerBeside(api)
    try {
      const { organization } = await openClinic(api)
      const port = await freePort()
      const text = program
        .replaceAll('localhost:4000', `localhost:${port}`)
        .replaceAll('listen(4000)', `listen(${port})`)
      expect(text).not.toContain('4000')
      await writeFile(path.join(project.folder, 'main.mjs'), text)
      const { stdout } = await run(process.execPath, [path.join(project.folder, 'main.mjs')], {
        env: { SCHEDULING_BASE_URL: api.url, SCHEDULING_API_KEY: organization.key },
        timeout: 30_000,
      })
      const [booked] = /(?<=Booked: )\S+/.exec(stdout) ?? []
      expect(booked).toMatch(/^\d{4}-\d\d-\d\dT/)
      expect(stdout).toContain(`Told: ${booked}`)
      expect(stdout).toMatch(/Copied: [1-9]/)
    } finally {
      await worker.stop()
    }
  }, 60_000)

  it('has a receiver that is told of its first booking, and refuses what is not signed', async () => {
    const [booking = '', ...moreBookings] = samples.filter((text) => /'Booked:', booked/.test(text))
    const [receiver = '', ...moreReceivers] = samples.filter((text) => /createServer/.test(text))
    expect(moreBookings).toEqual([])
    expect(moreReceivers).toEqual([program])
    const worker = await workerBeside(api)
    const { organization } = await openClinic(api)
    const port = await freePort()
    const url = `http://localhost:${port}/`
    const file = (name: string) => path.join(project.folder, name)
    await writeFile(file('book.mjs'), booking)
    await writeFile(file('receiver.mjs'), receiver.replace('4000', String(port)))
    const of = { baseUrl: api.url, apiKey: organization.key }
    const { secret } = await new Scheduling(of).webhooks.create({ url, events: ['appointment.*'] })
    const server = spawn(process.execPath, [file('receiver.mjs')], {
      env: { WEBHOOK_SECRET: secret },
    })
    const ended = once(server, 'close')
    let said = ''
    server.stdout.on('data', (piece) => (said += piece))
    try {
      await fact('the receiver refuses what is not signed', () =>
        fetch(url, { method: 'POST', body: '{}' }).then(
          ({ status }) => status === 400,
          () => false,
        ),
      )
      await run(process.execPath, [file('book.mjs')], {
        env: { SCHEDULING_BASE_URL: of.baseUrl, SCHEDULING_API_KEY: of.apiKey },
      })
      await fact('the receiver is told', () => said.includes('appointment.created'))
      expect(said).toBe('signature_missing\nappointment.created\n')
    } finally {
      server.kill()
      await ended
      await worker.stop()
    }
  }, 60_000)

  it('lists every code of the library', () => {
    const errors = readFileSync(path.join(ROOT, 'packages/sdk/src/errors.ts'), 'utf8')
    const [, union = ''] = /export type LocalCode =([^]*?)\n\n/.exec(errors) ?? []
    const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(8)
    for (const code of codes) expect(page).toContain(`| \`${code}\``)
  })
})
