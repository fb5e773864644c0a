import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  currentTraceId,
  currentTraceParent,
  inPart,
  inSpan,
  telemetryFrom,
  type Telemetry,
  type TelemetrySettings,
} from './index.ts'

// So that what is in use is measured, and not how busy the machine was with freeing the rest.
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const STRANGER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0'

const quick = createServer((request, response) => {
  request.resume().on('end', () => response.end())
})
const silent = createServer((request) => void request.resume())

const collectorAt = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  for (const server of [quick, silent])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  for (const server of [quick, silent]) {
    server.closeAllConnections()
    server.close()
  }
})

const SETTINGS = {
  OTEL_EXPORTER_OTLP_HEADERS: {},
  OTEL_TRACES_SAMPLER: 'always_on',
  OTEL_TRACES_SAMPLER_ARG: 1,
  OTEL_RESOURCE_ATTRIBUTES: {},
} as const satisfies TelemetrySettings

let running: Telemetry | null = null
let failures = 0

async function on(settings: Partial<TelemetrySettings>, random = 0.5): Promise<void> {
  failures = 0
  running = await telemetryFrom(
    { ...SETTINGS, OTEL_EXPORTER_OTLP_ENDPOINT: collectorAt(quick), ...settings },
    {
      serviceName: 'test',
      registry: { getMetricsAsJSON: async () => [] },
      failed: () => (failures += 1),
      random: () => random,
    },
  )
}

afterEach(async () => {
  await running?.stop()
  running = null
})

const isRecorded = (caller: string | null) =>
  inSpan('a request', { kind: 'server', cause: { caller } }, async () => currentTraceId() !== null)

describe('what callers say', () => {
  it.each([
    ['always_on', 1, [true, true, true]],
    ['always_off', 1, [false, false, false]],
    ['traceidratio', 0.6, [true, true, true]],
    ['traceidratio', 0.4, [false, false, false]],
    ['parentbased_traceidratio', 0.4, [false, true, false]],
    ['parentbased_always_on', 1, [true, true, false]],
  ] as const)('%s %d: nothing, 01 and 00 are recorded as %j', async (name, ratio, recorded) => {
    await on({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio })
    expect([
      await isRecorded(null),
      await isRecorded(`${STRANGER}1`),
      await isRecorded(`${STRANGER}0`),
    ]).toEqual(recorded)
  })

  it('names the trace, also where it is not recorded', async () => {
    await on({ OTEL_TRACES_SAMPLER: 'always_off' })
    const parent = await inSpan('a request', { cause: { caller: `${STRANGER}1` } }, async () =>
      currentTraceParent(),
    )
    expect(parent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa)[0-9a-f]{16}-00$/)
  })
})

it('what follows keeps to what was decided: a part, a parent of ours and a link', async () => {
  await on({ OTEL_TRACES_SAMPLER: 'always_off' })
  const followed = async (cause: { parent: string } | { link: string }) =>
    inSpan('later', { cause }, async () => currentTraceId())
  expect(await followed({ parent: `${STRANGER}1` })).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  const linked = await followed({ link: `${STRANGER}1` })
  expect(linked).toMatch(/^[0-9a-f]{32}$/)
  expect(linked).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  await running?.stop()
  await on({ OTEL_TRACES_SAMPLER: 'always_on' })
  expect(await followed({ parent: `${STRANGER}0` })).toBeNull()
  expect(await followed({ link: `${STRANGER}0` })).toBeNull()
})

it('without an address nothing is traced, and a part without a whole is no span', async () => {
  await on({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined })
  expect(await isRecorded(`${STRANGER}1`)).toBe(false)
  expect(currentTraceParent()).toBeNull()
  await running?.stop()
  await on({})
  expect(await inPart('a statement', {}, async () => currentTraceId())).toBeNull()
})

it('what work throws comes out as it is', async () => {
  await on({})
  const fault = new Error('Broken.')
  await expect(inSpan('work', {}, () => Promise.reject(fault))).rejects.toBe(fault)
})

it.each([
  ['never answers', () => collectorAt(silent)],
  ['is away', () => 'http://127.0.0.1:9'],
])('a collector that %s holds up no work, no memory and no end', async (_, collector) => {
  await on({ OTEL_EXPORTER_OTLP_ENDPOINT: collector() })
  const heapUsed = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = heapUsed()
  const attributes = { text: 'x'.repeat(200) }
  // Work that waited for the collector, or an end that did, would be one that never comes.
  for (let made = 0; made < 50_000; made += 1)
    await inSpan('work', { attributes }, async () => undefined)
  // Fifty thousand of them would be some hundred megabytes.
  expect(heapUsed() - before).toBeLessThan(30e6)
  await running?.stop()
})
