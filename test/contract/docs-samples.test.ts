/** The samples of the SDK in the reference: each compiles against its types, and does what it says. */
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useOwnApi } from '../support/api.ts'
import { demoMaker } from '../support/demo-world.ts'
import { readJson, type Json } from '../support/openapi-json.ts'
import { outsideProject, type OutsideProject } from '../support/outside-project.ts'

/** With what each sample begins. */
const HEAD = `import { Scheduling } from '@scheduling/sdk'

const api = new Scheduling({ baseUrl: 'http://api.test', apiKey: 'svc_…' })
`

type Sample = { readonly name: string; readonly method: string; readonly source: string }

const api = useOwnApi({ now: Date.now() })
let key: string
let project: OutsideProject
let samples: readonly Sample[]

beforeAll(async () => {
  api.setClock(Date.now)
  const { make, remove } = await demoMaker()
  key = (await make(api.service)).api_keys.full
  remove()
  project = await outsideProject('sdk')
  const document = await readJson(api.url)
  samples = routeTable(appRouter).routes.map(({ name, method, path }) => {
    const operation: Json = document.paths[path][method.toLowerCase()]
    const { source } = operation['x-codeSamples'].find(({ lang }: Json) => lang === 'TypeScript')
    return { name, method, source }
  })
})

afterAll(async () => {
  await project.remove()
})

/** All in one file, each in a function of its own. */
function program(): string {
  const functions = samples.map(
    ({ source }, index) =>
      `export async function sample${index}() {\n${source.slice(HEAD.length)}\n}\n`,
  )
  return `${HEAD}\n${functions.join('\n')}`
}

it('each names the call of its route, and fits into the column of a page', () => {
  for (const { name, source } of samples) {
    expect(source.slice(0, HEAD.length), name).toBe(HEAD)
    expect(source, name).toMatch(/\bawait\b.*api\.\w+\.\w+\(/)
    for (const line of source.split('\n')) expect(line.length, line).toBeLessThan(100)
  }
})

it('each compiles strictly against the types of the packed SDK', async () => {
  expect((await project.compile(program())).said).toBe('')
  // And what is wrong would be told.
  const wrong = program().replaceAll('serviceIds:', 'serviceIDs:')
  expect((await project.compile(wrong)).said).toContain("'serviceIDs' does not exist")
})

it('each is accepted by the demo clinic', async () => {
  const text = program().replace("'http://api.test'", `'${api.url}'`).replace("'svc_…'", `'${key}'`)
  // What is deleted is asked for first.
  const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
  const inOrder = samples
    .map(({ name, method }, index) => ({ name, method, index }))
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  // The clinic is live: its clock is the real one.
  const ofClinic = inOrder.filter(({ name }) => !name.includes(' /v1/test-clock'))
  const calls = ofClinic.map(({ name, index }) => `['${name}', sample${index}]`)
  const printed = await project.run(`${text}
console.log = () => undefined
const refused = []
for (const [name, sample] of [${calls.join(', ')}]) {
  try {
    await sample()
  } catch (error) {
    refused.push(name + ': ' + error.code + ' ' + error.message + JSON.stringify(error.errors))
  }
}
process.stdout.write(JSON.stringify({ refused, ran: ${calls.length} }))
`)
  expect(samples).toHaveLength(routeTable(appRouter).routes.length)
  expect(JSON.parse(printed)).toEqual({ refused: [], ran: samples.length - 2 })
})
