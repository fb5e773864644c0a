/** The SDK as it is published: what is in the package, who can use it, and what it costs. */
import { createPackageFromTarballData, checkPackage } from '@arethetypeswrong/core'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { parseSync } from 'oxc-parser'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outsideProject, type OutsideProject } from '@scheduling/test/support/outside-project.ts'

const run = promisify(execFile)

/** Gzipped, for a program that uses one resource. */
const MOST_BYTES = 12 * 1024

let project: OutsideProject
let installed: string

beforeAll(async () => {
  project = await outsideProject('sdk')
  installed = path.join(project.folder, 'node_modules/@scheduling/sdk')
})

afterAll(() => project.remove())

/** What a browser or worker would be sent of a program. */
async function bundled(text: string): Promise<string> {
  const input = path.join(project.folder, 'bundled.mjs')
  await writeFile(input, text)
  const bundle = await rolldown({ input, cwd: project.folder, platform: 'neutral' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output.map((one) => (one.type === 'chunk' ? one.code : '')).join('')
}

it('packs into a tarball of which neither publint nor arethetypeswrong has anything to say', async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: installed })
  const [{ filename, files }] = JSON.parse(stdout)
  const names: string[] = files.map((file: { path: string }) => file.path)
  expect(names).toContain('package.json')
  expect(
    names.filter((name) => !/^dist\/[\w-]+\.(?:d\.ts|d\.cts|js|cjs)$/.test(name)).sort(),
  ).toEqual(['README.md', 'package.json'])
  const tarball = await readFile(path.join(installed, filename))
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  const { messages } = await publint({
    pack: { tarball: new Uint8Array(tarball).buffer },
    strict: true,
  })
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
  if (checked.types === false) throw new Error('The package has no types.')
  expect(checked.problems).toEqual([])
})

it('needs no other package, and no module of Node', () => {
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    expect(manifest[kind] ?? {}, kind).toEqual({})
  }
  const dist = path.join(installed, 'dist')
  const modules = readdirSync(dist).filter((name) => !/\.d?\.?cts$|\.cjs$/.test(name))
  const imported = modules.flatMap((name) => {
    const { module } = parseSync(name, readFileSync(path.join(dist, name), 'utf8'))
    expect(module.dynamicImports, name).toEqual([])
    const exported = module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? null),
    )
    return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported]
  })
  const others = imported.filter((target) => target !== null && !target.startsWith('./'))
  expect(imported.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

it('works where modules are required', async () => {
  const file = path.join(project.folder, 'required.cjs')
  await writeFile(
    file,
    `const { Scheduling } = require('@scheduling/sdk'); console.log(Scheduling.name)`,
  )
  expect((await run(process.execPath, [file])).stdout).toBe('Scheduling\n')
  const dist = path.join(installed, 'dist')
  const required = readdirSync(dist)
    .filter((name) => name.endsWith('.cjs'))
    .flatMap((name) => readFileSync(path.join(dist, name), 'utf8').match(/require\([^)]*\)/g) ?? [])
  expect(required.filter((call) => !/^require\("\.\/[\w-]+\.cjs"\)$/.test(call))).toEqual([])
})

it('is at most 12 KB, compressed, for a program that uses one resource', async () => {
  const code = await bundled(
    `import { Scheduling, isSchedulingError } from '@scheduling/sdk'
const api = new Scheduling({ baseUrl: 'https://api.example.com', apiKey: 'svc_1' })
try {
  for await (const client of api.clients.list({ q: 'maria' })) console.log(client.firstName)
} catch (error) {
  if (isSchedulingError(error)) console.log(error.code)
}
`,
  )
  const bytes = gzipSync(code).byteLength
  console.log(`The SDK for a program that uses one resource: ${code.length} bytes, gzip ${bytes}.`)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(code).not.toMatch(
    /\bimport\b|\brequire\b|(?<!globalThis\.)\bprocess\b(?=\.env)|\bBuffer\b/,
  )
})

it('leaves nothing behind where it is imported and not used', async () => {
  const code = await bundled(
    `import { Scheduling, unwrapWebhook } from '@scheduling/sdk'\nconsole.log('nothing of it')\n`,
  )
  expect(code.trim()).toBe('console.log(`nothing of it`);')
})

it('is whole for a program that receives webhooks alone, without the methods', async () => {
  const code = await bundled(
    `import { unwrapWebhook } from '@scheduling/sdk'\nexport const receive = unwrapWebhook\n`,
  )
  console.log(`The SDK for a receiver: ${code.length} bytes, gzip ${gzipSync(code).byteLength}.`)
  expect(code).toContain('signature_missing')
  expect(code).not.toContain('/appointments/')
})

const USES = `
import { isSchedulingError, Scheduling, unwrapWebhook } from '@scheduling/sdk'

const api = new Scheduling({ baseUrl: 'https://api.example.com', apiKey: 'svc_1' })

export async function book(signal: AbortSignal) {
  const names: string[] = []
  for await (const client of api.clients.list({ q: 'maria', limit: 10 })) names.push(client.firstName)
  const made = await api.appointments.create(
    { serviceIds: [1], start: '2026-11-23T09:00:00-03:00', client: { firstName: 'Maria' } },
    { idempotencyKey: 'one', signal, timeoutMs: 1000, maxRetries: 0 },
  )
  const status: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'NO_SHOW' | 'CANCELLED_CLIENT' | 'CANCELLED_PROFESSIONAL' = made.status
  const full = await api.appointments.get(made.id, { expand: ['client'] })
  const metadata: Record<string, string> = full.client.metadata
  // @ts-expect-error: without \`expand\`, it is a reference.
  made.client.metadata
  // @ts-expect-error: there is no such method.
  await api.clients.remove(1)
  // @ts-expect-error: the start is missing.
  await api.holds.create({ serviceIds: [1] })
  // @ts-expect-error: the names of code are camelCase.
  await api.appointments.create({ service_ids: [1], start: '' })
  // @ts-expect-error: it does not change twice, and takes no key.
  await api.webhooks.update('whk_1', { name: 'CRM' }, { idempotencyKey: 'one' })
  // @ts-expect-error: it is not always there.
  const phone: string = (await api.clients.get(1)).phone
  return { names, status, metadata, phone }
}

export function reasonOf(error: unknown) {
  if (!isSchedulingError(error)) return null
  // @ts-expect-error: there is no such code.
  if (error.code === 'nothing') return null
  if (error.code === 'slot_unavailable') return error.status satisfies 409
  return error.code === 'timed_out' ? null : error.errors.map(({ field }) => field)
}

export async function receive(body: string, headers: Headers) {
  const event = await unwrapWebhook(body, headers, ['whsec_1'])
  if (event.type === 'appointment.rescheduled') return event.data.object.start satisfies string
  if (event.type === 'client.created') return event.data.object.firstName satisfies string
  return null
}
`

it('is checked strictly, with its declarations, by this TypeScript and the one before', async () => {
  const { said, seconds } = await project.compile(USES, { skipLibCheck: false })
  expect(said).toBe('')
  const alone = await project.compile('export const nothing = 1\n', { skipLibCheck: false })
  console.log(
    `A project with the SDK is checked in ${seconds.toFixed(2)} s, an empty one in ${alone.seconds.toFixed(2)} s.`,
  )
  // Many callers have the compiler before the one of this project.
  const generators = createRequire(
    path.join(import.meta.dirname, '../generators/programs/package.json'),
  )
  const older = await project.compile(
    USES,
    { skipLibCheck: false },
    generators.resolve('typescript/bin/tsc'),
  )
  expect(older.said).toBe('')
  const bundler = {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    target: 'es2022',
  }
  expect((await project.compile(USES, { ...bundler, skipLibCheck: false })).said).toBe('')
})
