/** It runs in a process of its own (`vitest.config.ts`): what other tests leave running would be counted too. */
import * as http from 'node:http'
import * as https from 'node:https'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchOnce } from './fetch-once.ts'

const BODY = Buffer.from('{"id":"evt_1"}')
const EXCHANGES = 300

const server = http.createServer((request, response) =>
  request.resume().once('end', () => response.end('ok')),
)
const agents = {
  http: new http.Agent({ keepAlive: true }),
  https: new https.Agent({ keepAlive: true }),
}
let url: URL

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  url = new URL(`http://127.0.0.1:${address.port}/`)
})
afterAll(() => {
  agents.http.destroy()
  server.close()
})

it('leaves nothing behind that only a collection of the old memory frees', async () => {
  await keptBy(exchange)
  const exchanges: number[] = []
  const piped: number[] = []
  for (let round = 0; round < 5; round += 1) {
    exchanges.push(await keptBy(exchange))
    piped.push(await keptBy(pipedExchange))
  }
  // One exchange keeps some 2 KB here, and one pipeline adds some 10. The least of each: the rest is noise.
  expect(Math.min(...exchanges)).toBeLessThan(Math.min(...piped) / 2)
})

async function exchange(): Promise<void> {
  const request = {
    url,
    method: 'POST',
    headers: [['Content-Length', String(BODY.length)]] as const,
    body: BODY,
  }
  const answered = await fetchOnce(request, agents, new AbortController().signal)
  if (answered.response === undefined) throw new Error('no answer')
  expect((await answered.reader.read(1000)).text).toBe('ok')
}

/** With one of the two pipelines that node-fetch had before it was patched. */
async function pipedExchange(): Promise<void> {
  await exchange()
  const through = new PassThrough()
  await pipeline(Readable.from([BODY]), through.resume())
}

/** The bytes that each of 300 turns leaves in memory that has become old. */
async function keptBy(turn: () => Promise<void>): Promise<number> {
  collectGarbage('major')
  const before = process.memoryUsage().heapUsed
  for (let done = 0; done < EXCHANGES; done += 1) await turn()
  // What lives through two of them is old from then on.
  for (let collected = 0; collected < 3; collected += 1) collectGarbage('minor')
  return (process.memoryUsage().heapUsed - before) / EXCHANGES
}

function collectGarbage(type: 'major' | 'minor'): void {
  setFlagsFromString('--expose-gc')
  runInNewContext(`gc({ type: '${type}' })`)
}
