/** The pages of the SDKs for Python and PHP: what they show runs, with the library as the service hands it out. */
import { sampleEvent } from '@scheduling/events'
import { signWebhook } from '@scheduling/sdk'
import { publishedFiles, readPublished } from '@scheduling/published'
import { strFromU8, unzipSync } from 'fflate'
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { freePort } from '../../support/free-port.ts'
import { DOCS } from '../../support/guides.ts'
import { program, pythonWith } from '../../support/programs.ts'
import { fact } from '../../support/worker.ts'

const run = promisify(execFile)
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg='

type Language = {
  readonly name: string
  readonly binary: string | null
  readonly page: string
  readonly fence: string
  readonly file: string
  readonly serves: (port: number) => readonly string[]
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python (python3)',
    binary: program('python3'),
    page: 'sdk-python.md',
    fence: 'python',
    file: 'program.py',
    serves: () => ['program.py'],
  },
  {
    name: 'PHP (php)',
    binary: program('php'),
    page: 'sdk-php.md',
    fence: 'php',
    file: 'program.php',
    serves: (port) => ['-S', `127.0.0.1:${port}`, 'program.php'],
  },
]

const api = useSharedApi({ now: Date.now() })
let folder: string

beforeAll(async () => {
  api.setClock(Date.now)
  folder = await mkdtemp(path.join(tmpdir(), 'languages-'))
  for (const one of publishedFiles() ?? []) {
    if (one.file.endsWith('.whl')) await writeFile(path.join(folder, one.file), readPublished(one))
    if (!one.file.endsWith('.zip')) continue
    for (const [name, bytes] of Object.entries(unzipSync(readPublished(one)))) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), strFromU8(bytes))
    }
  }
})
afterAll(() => rm(folder, { recursive: true }))

describe.each(LANGUAGES)('the page of the SDK for $name', (language) => {
  const text = readFileSync(new URL(language.page, DOCS), 'utf8')
  const fence = new RegExp(`^\`\`\`${language.fence}\\n(.*?)^\`\`\`$`, 'gms')
  const samples = [...text.matchAll(fence)].map(([, sample = '']) => sample)
  const [receiver = '', ...more] = samples.filter((sample) => sample.includes('WEBHOOK_SECRET'))
  // Needs a package of its own.
  const awaited = samples.filter((sample) => sample.includes('AsyncScheduling'))
  const others = samples.filter((sample) => sample !== receiver && !awaited.includes(sample))
  const environment = () => ({
    PYTHONPATH: path.join(folder, 'scheduling-python.whl'),
    NO_PROXY: '127.0.0.1,localhost',
  })

  it.skipIf(language.binary === null)('books, pages, cancels and copies, as printed', async () => {
    expect(more).toEqual([])
    expect(others.length).toBeGreaterThanOrEqual(5)
    const { organization } = await openClinic(api)
    await writeFile(path.join(folder, language.file), others.join('\n'))
    const { stdout, stderr } = await run(language.binary ?? '', [language.file], {
      cwd: folder,
      env: {
        ...environment(),
        SCHEDULING_API_KEY: organization.key,
        SCHEDULING_BASE_URL: api.url,
      },
    })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^Booked: \d{4}-\d\d-\d\dT/)
    expect(stdout).toMatch(/^not_found 404 .*req_/m)
    expect(stdout).toMatch(/Empty the copy: everything follows\.\nKeep clients \d+\n/)
  })

  const awaiting = awaited.length === 0 ? null : pythonWith('httpx')
  it.skipIf(awaiting === null)('awaits what it shows (python3 with httpx)', async () => {
    const { organization } = await openClinic(api)
    await writeFile(path.join(folder, language.file), awaited.join('\n'))
    const { stdout, stderr } = await run(awaiting ?? '', [language.file], {
      cwd: folder,
      env: {
        ...environment(),
        SCHEDULING_API_KEY: organization.key,
        SCHEDULING_BASE_URL: api.url,
      },
    })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^1 .+\nAna Souza\n$/)
  })

  it.skipIf(language.binary === null)('receives what is signed, and nothing else', async () => {
    const port = await freePort()
    await writeFile(path.join(folder, language.file), receiver.replace('4000', String(port)))
    const server = spawn(language.binary ?? '', [...language.serves(port)], {
      cwd: folder,
      env: {
        ...environment(),
        WEBHOOK_SECRET: SECRET,
      },
    })
    let said = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (piece) => (said += piece))
    const ended = new Promise((resolve) => server.once('close', resolve))
    try {
      const body = JSON.stringify(
        sampleEvent('ping', { organizationId: 1, timezone: 'America/Sao_Paulo', now: Date.now() }),
      )
      const deliver = async (sent: string) => {
        const headers = await signWebhook(body, SECRET)
        return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })
      }
      await fact('the receiver listens', () =>
        deliver(body).then(
          ({ status }) => status === 204,
          () => false,
        ),
      )
      expect((await deliver(`${body} `)).status).toBe(400)
      await fact('both are told', () => said.includes('ping') && said.includes('signature_wrong'))
    } finally {
      server.kill()
      await ended
    }
  })
})
