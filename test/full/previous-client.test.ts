/** Programs with the SDK of the previous version call this version. It accepts each call of their docs, and its answers parse. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { useOwnApi } from '../support/api.ts'
import { demoMaker } from '../support/demo-world.ts'
import { previousCommit, previousVersion } from '../support/previous-version.ts'

const run = promisify(execFile)
const api = useOwnApi({ now: Date.now() })
const previous = await previousCommit()

/** Runs in the folder of the version before: its samples, its SDK, and its schemas of answers. */
const PROGRAM = `
import { writeFileSync } from 'node:fs'
import { openApiDocument } from './apps/api/src/openapi/document.ts'
import { routeTable } from './apps/api/src/route-table.ts'
import { appRouter } from './packages/core/src/index.ts'

const [base, key] = process.argv.slice(2)
const { routes } = routeTable(appRouter)
const document = openApiDocument(appRouter, routes, base, Date.now())
// What is deleted is asked for first. The clinic is live: it has no test clock.
const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
const called = routes
  .filter(({ path }) => !path.startsWith('/v1/test-clock'))
  .toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method))
const samples = called.map((route, index) => {
  const operation = document.paths[route.path][route.method.toLowerCase()]
  const { source } = operation['x-codeSamples'].find(({ lang }) => lang === 'TypeScript')
  return 'export async function sample' + index + '() {' + source.slice(source.indexOf('})') + 2) + '}'
})
writeFileSync('./packages/sdk/samples-of-the-docs.ts', [
  "import { Scheduling } from './src/index.ts'",
  'export const answers = []',
  'const api = new Scheduling({ baseUrl: process.argv[2], apiKey: process.argv[3], async fetch(address, init) {',
  '  const response = await fetch(address, init)',
  '  answers.push(await response.clone().text())',
  '  return response',
  '} })',
  ...samples,
].join('\\n'))
const made = await import('./packages/sdk/samples-of-the-docs.ts')
console.log = () => undefined
const faults = []
for (const [index, { name, endpoint }] of called.entries()) {
  made.answers.length = 0
  try {
    await made['sample' + index]()
    for (const text of made.answers) {
      const read = endpoint.output.safeParse(text === '' ? null : JSON.parse(text))
      if (!read.success) faults.push(name + ': ' + read.error.message)
    }
  } catch (error) {
    faults.push(name + ': ' + error.code + ' ' + error.message)
  }
}
process.stdout.write(JSON.stringify({ faults, ran: called.length }))
`

const SCOPES_OF_THEN = `import('./packages/core/src/context.ts').then(({ SCOPES }) => process.stdout.write(JSON.stringify(SCOPES)))`

it.skipIf(previous === null)(
  'the samples of the docs run, and their answers fit into the schemas of then',
  async () => {
    api.setClock(Date.now)
    const { folder, remove } = await previousVersion(previous ?? { commit: '', lacks: '' })
    onTestFinished(remove)
    const demo = await demoMaker()
    onTestFinished(demo.remove)
    const { api_keys: keys } = await demo.make(api.service)
    // A scope that is newer than a key comes from its owner alone.
    const { stdout: scopes } = await run(process.execPath, ['--eval', SCOPES_OF_THEN], {
      cwd: folder,
    })
    await api.db.apiKey.updateMany({ data: { scopes: JSON.parse(scopes) as string[] } })
    writeFileSync(path.join(folder, 'call-the-next.ts'), PROGRAM)
    const { stdout } = await run(process.execPath, ['call-the-next.ts', api.url, keys.full], {
      cwd: folder,
    })
    const { faults, ran } = JSON.parse(stdout) as { faults: string[]; ran: number }
    expect(faults).toEqual([])
    expect(ran).toBeGreaterThan(40)
  },
  120_000,
)
