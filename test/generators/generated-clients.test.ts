/** The generators that callers run: what they make of the document compiles strictly and says what is meant. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '@scheduling/test/support/api.ts'

/** Parsed JSON: each test names the parts that it expects, and fails where they are missing. */
type Json = any

const run = promisify(execFile)
/** They live apart, beside the TypeScript 5 whose compiler interface they need. */
const GENERATORS = path.join(import.meta.dirname, 'programs')
const tsc = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc')

const api = useSharedApi()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'generated-clients-'))
  await symlink(path.join(GENERATORS, 'node_modules'), path.join(folder, 'node_modules'))
  const document = await (await fetch(`${api.url}/v1/openapi.json`)).text()
  await writeFile(path.join(folder, 'openapi.json'), document)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function generate(name: string, ...args: string[]): Promise<void> {
  const bin = path.join(GENERATORS, 'node_modules/.bin', name)
  await run(bin, args, { cwd: folder, maxBuffer: 1 << 26 })
}

/** What the compiler says to these files; nothing when all is well. */
async function compiled(...files: string[]): Promise<string> {
  const options = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    // Theirs is not looked into, what they made is.
    skipLibCheck: true,
  }
  const project = path.join(folder, `${files[0]?.replaceAll('/', '-')}.json`)
  await writeFile(project, JSON.stringify({ compilerOptions: options, files }))
  const { stdout } = await run(tsc, ['-p', project], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

describe('openapi-typescript', () => {
  it('makes types in which a default is no duty, a refused field is none, and events are told apart', async () => {
    await generate('openapi-typescript', 'openapi.json', '--output', 'types.ts')
    await writeFile(
      path.join(folder, 'use-types.ts'),
      `import type { components, operations } from './types'
type Body<Name extends keyof operations> = operations[Name] extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: { 'application/json': infer Json } } ? Json : never
  : never
type Me = operations['getMe']['responses']
export const code: Me[429]['content']['application/problem+json']['code'] = 'rate_limited'
// @ts-expect-error A code that this status never has.
export const wrong: Me[429]['content']['application/problem+json']['code'] = 'not_found'
export const client: Body<'createClient'> = { first_name: 'Ana' }
export const booking: Body<'createAppointment'> = { service_ids: [1], start: '', client }
export const cancel: Body<'cancelAppointment'> = {}
export const rotation: Body<'rotateWebhookSecret'> = {}
export const webhook: Body<'createWebhook'> = { url: '', events: ['*'], filters: {}, template: { body: '' } }
// @ts-expect-error A template is nothing without its body.
export const template: components['schemas']['WebhookTemplateInput'] = { method: 'POST' }
export const query: operations['listClients']['parameters']['query'] = {}
// @ts-expect-error It changes through actions only.
export const patch: Body<'updateAppointment'> = { status: 'CONFIRMED' }
// @ts-expect-error It cannot change.
export const format: Body<'updateWebhook'> = { format: 'generic' }
type Listed = operations['listEvents']['responses'][200]['content']['application/json']['data'][number]
export function describe(event: Listed | components['schemas']['WebhookEvent']): string | null {
  switch (event.type) {
    case 'appointment.rescheduled':
      return event.data.object.start
    case 'queue.entry.called':
      return event.data.object.service.name
    case 'blocked_time.created':
      return event.data.object.reason
    default:
      return null
  }
}
export const single = (event: operations['getEvent']['responses'][200]['content']['application/json']) =>
  event.type === 'deposit.paid' ? event.data.object.paid_amount : event.object
`,
    )
    expect(await compiled('use-types.ts')).toBe('')
  })
})

describe('hey-api', () => {
  it('makes types, a client and Zod schemas that compile, and that accept what the document shows', async () => {
    await writeFile(
      path.join(folder, 'openapi-ts.config.mjs'),
      `export default { input: 'openapi.json', output: { path: 'hey-api' }, logs: { level: 'silent', file: false },
        plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch', { name: 'zod', dates: { offset: true } }] }`,
    )
    await generate('openapi-ts', '-f', 'openapi-ts.config.mjs')
    await writeFile(
      path.join(folder, 'use-hey-api.ts'),
      `import { cancelAppointment, createAppointment, createWebhook, listEvents } from './hey-api/sdk.gen'
import { zCreateAppointmentBody, zEvent } from './hey-api/zod.gen'
await createWebhook({ body: { url: '', events: ['*'] } })
await cancelAppointment({ path: { appointment_id: 1 } })
await createAppointment({ body: { service_ids: [1], start: '', client: { first_name: 'Ana' } } })
const { data } = await listEvents({ query: { limit: 1 } })
for (const event of data?.data ?? []) if (event.type === 'client.created') event.data.object.first_name.trim()
export const parsed = [zCreateAppointmentBody, zEvent]
`,
    )
    expect(await compiled('use-hey-api.ts', 'hey-api/index.ts')).toBe('')
    await writeFile(
      path.join(folder, 'parse-examples.ts'),
      `import { readFileSync } from 'node:fs'
import * as schemas from './hey-api/zod.gen.ts'
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'))
let parsed = 0
const parse = (name, content) => {
  if (content?.example === undefined) return
  schemas[name].parse(content.example)
  parsed += 1
}
for (const item of Object.values(paths)) for (const operation of Object.values(item)) {
  if (operation.operationId === undefined) continue
  const name = 'z' + operation.operationId[0].toUpperCase() + operation.operationId.slice(1)
  parse(name + 'Body', operation.requestBody?.content['application/json'])
  parse(name + 'Response', operation.responses[200]?.content?.['application/json'])
}
console.log(parsed)
`,
    )
    const { stdout } = await run(process.execPath, ['parse-examples.ts'], { cwd: folder })
    expect(Number(stdout)).toBeGreaterThan(40)
  })
})

describe('orval', () => {
  it('makes a client and Zod schemas that compile', async () => {
    await writeFile(
      path.join(folder, 'orval.config.mjs'),
      `const input = { target: './openapi.json' }
export default {
  client: { input, output: { target: './orval/client.ts', client: 'fetch', mode: 'single' } },
  schemas: { input, output: { target: './orval/schemas.ts', client: 'zod', mode: 'single' } },
}`,
    )
    await generate('orval', '--config', 'orval.config.mjs')
    await writeFile(
      path.join(folder, 'use-orval.ts'),
      `import { callQueueEntry, createClient, createWebhook, listAppointments } from './orval/client'
import * as schemas from './orval/schemas'
await createClient({ first_name: 'Ana' })
await createWebhook({ url: '', events: ['appointment.*'] })
await callQueueEntry(1)
await listAppointments()
export const known = Object.keys(schemas)
`,
    )
    expect(await compiled('use-orval.ts')).toBe('')
  })
})

describe('Postman', () => {
  it('makes a collection that has every operation, with the bodies and ids of the examples', async () => {
    const options = 'parametersResolution=Example,folderStrategy=Tags'
    await generate(
      'openapi2postmanv2',
      '-s',
      'openapi.json',
      '-o',
      'collection.json',
      '-O',
      options,
    )
    const read = async (name: string): Promise<Json> =>
      JSON.parse(await readFile(path.join(folder, name), 'utf8'))
    const [document, collection] = [await read('openapi.json'), await read('collection.json')]
    const requests = new Map<string, Json>(
      flat(collection.item).map((one) => [one.name, one.request]),
    )
    for (const [template, item] of Object.entries<Json>(document.paths)) {
      for (const [method, operation] of Object.entries<Json>(item)) {
        // What holds for all methods of a path stands beside them.
        if (operation.operationId === undefined) continue
        const request = requests.get(operation.summary)
        expect(request?.method, `${method} ${template}`).toBe(method.toUpperCase())
        for (const { key, value } of request.url.variable) {
          const parameter = operation.parameters.find((one: Json) => one.name === key)
          expect(value, operation.summary).toBe(String(parameter.example))
        }
        if (operation.requestBody === undefined)
          expect(request.body ?? {}, operation.summary).not.toHaveProperty('raw')
        const example = operation.requestBody?.content['application/json'].example
        // Of a body that may be left out, the generator makes one of its own.
        if (example !== undefined)
          expect(JSON.parse(request.body.raw), operation.summary).toEqual(example)
      }
    }
  })
})

/** Requests of all folders. */
function flat(items: readonly Json[]): Json[] {
  return items.flatMap((one) => (one.item === undefined ? [one] : flat(one.item)))
}
