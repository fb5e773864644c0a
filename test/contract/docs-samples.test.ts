/** The samples of the SDKs in the reference: each does what it says; those in TypeScript compile against its types. */
import { exampleDays, routeTable, sampleCall } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../support/api.ts'
import { demoMaker } from '../support/demo-world.ts'
import { readJson, type Json } from '../support/openapi-json.ts'
import { outsideProject, type OutsideProject } from '../support/outside-project.ts'
import { program } from '../support/programs.ts'

const run = promisify(execFile)

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
function allInOne(): string {
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
  expect((await project.compile(allInOne())).said).toBe('')
  // And what is wrong would be told.
  const wrong = allInOne().replaceAll('serviceIds:', 'serviceIDs:')
  expect((await project.compile(wrong)).said).toContain("'serviceIDs' does not exist")
})

it('each is accepted by the demo clinic', async () => {
  const whole = allInOne()
    .replace("'http://api.test'", `'${api.url}'`)
    .replace("'svc_…'", `'${key}'`)
  // What is deleted is asked for first.
  const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
  const inOrder = samples
    .map(({ name, method }, index) => ({ name, method, index }))
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  // The clinic is live: its clock is the real one.
  const ofClinic = inOrder.filter(({ name }) => !name.includes(' /v1/test-clock'))
  const calls = ofClinic.map(({ name, index }) => `['${name}', sample${index}]`)
  const printed = await project.run(`${whole}
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

type Asked = { readonly method: string; readonly address: string; readonly body: unknown }

/** Answers each call as the document shows it, with the next page left out, and keeps what was asked. */
async function showingServer() {
  const document = await readJson(api.url)
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '' } = request
      asked.push({
        method,
        address: decodeURIComponent(url),
        body: body === '' ? null : JSON.parse(body),
      })
      const found = routeTable(appRouter).find(method, url.split('?')[0] ?? '')
      const route = found !== null && 'match' in found ? found.match.route : null
      const answers = Object.entries<Json>(
        document.paths[route?.path ?? ''][method.toLowerCase()].responses,
      )
      const [status = '204', answer] =
        answers.find(([, one]) => one.content?.['application/json']?.example !== undefined) ?? []
      const shown = answer?.content['application/json'].example
      const page =
        shown?.has_more === true ? { has_more: false, next_cursor: null, next: null } : {}
      response.writeHead(Number(status), { 'content-type': 'application/json' })
      response.end(shown === undefined ? '' : JSON.stringify({ ...shown, ...page }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}`, server }
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const LANGUAGES = [
  {
    lang: 'Python',
    binary: program('python3'),
    file: 'samples.py',
    head: '',
    environment: { PYTHONPATH: path.join(ROOT, 'packages/sdk-python') },
    each: (source: string) => source,
  },
  {
    lang: 'PHP',
    binary: program('php'),
    file: 'samples.php',
    head: '<?php\n',
    environment: {},
    each: (source: string) =>
      source
        .replace('<?php\n', '')
        .replace('scheduling-php/autoload.php', path.join(ROOT, 'packages/sdk-php/autoload.php'))
        .replace('require ', 'require_once '),
  },
]

describe.each(LANGUAGES)('in $lang', ({ lang, binary, file, head, environment, each }) => {
  it.skipIf(binary === null)('each asks what the command asks', async () => {
    const { asked, url, server } = await showingServer()
    try {
      const document = await readJson(api.url)
      const { routes } = routeTable(appRouter)
      const sources = routes.map(({ path: its, method }) => {
        const samples: Json[] = document.paths[its][method.toLowerCase()]['x-codeSamples']
        return each(samples.find((sample) => sample.lang === lang).source)
      })
      const whole = `${head}${sources.join('\n')}\n`.replaceAll('http://api.test', url)
      await writeFile(path.join(project.folder, file), whole.replaceAll('svc_…', 'svc_key'))
      const { stderr } = await run(binary ?? '', [file], {
        cwd: project.folder,
        env: { ...environment, NO_PROXY: '127.0.0.1' },
      })
      expect(stderr).toBe('')
      const printed = routes.map((route): Asked => {
        const { path: its, query, body } = sampleCall(route, exampleDays(Date.now()))
        return { method: route.method, address: decodeURIComponent(`${its}${query}`), body }
      })
      expect(asked.map(inOrder)).toEqual(printed.map(inOrder))
    } finally {
      server.close()
    }
  })
})

/** A query says the same in any order, and a body with nothing is none. */
function inOrder({ method, address, body }: Asked): Asked {
  const [its = '', query = ''] = address.split('?')
  const isEmpty = typeof body === 'object' && Object.keys(body ?? {}).length === 0
  return {
    method,
    address: [its, ...query.split('&').toSorted()].join(' '),
    body: isEmpty ? null : body,
  }
}
