/** What traces and metrics cost that are sent to a collector, which takes them and does nothing. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { seedClinic } from '../stage/clinic.ts'
import { twoApis } from './two-apis.ts'

const SHARES = { 'all traces': 1, 'one trace of ten': 0.1 }

export const TELEMETRY_BENCH: Bench = {
  about:
    'The API with traces and metrics that go to a collector on this machine. The reference is the same API without. `one` is `GET /v1/clients/{id}`, `book` is `POST /v1/appointments` with distinct starts.',
  async run(server, options) {
    const collector = createServer((request, response) => {
      request.resume().once('end', () => response.end())
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    // `listen` on TCP.
    const { port } = collector.address() as AddressInfo
    try {
      const figures: Figure[] = []
      for (const [called, share] of Object.entries(SHARES)) {
        const [traced, plain] = [await server.database(), await server.database()]
        const settings = {
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
          OTEL_TRACES_SAMPLER: 'traceidratio',
          OTEL_TRACES_SAMPLER_ARG: String(share),
        }
        const ways = {
          ours: { clinic: await seedClinic(traced), databaseUrl: traced, settings },
          reference: { clinic: await seedClinic(plain), databaseUrl: plain },
        }
        figures.push(...(await twoApis(ways, called, options)))
      }
      return figures
    } finally {
      collector.closeAllConnections()
      collector.close()
    }
  },
}
