import { openServer, type BenchServer } from './webhooks-stage.ts'
import { benchCrash } from './webhooks-crash.ts'
import { benchIsolation } from './webhooks-isolation.ts'
import { benchThroughput } from './webhooks-throughput.ts'

const PARTS: Readonly<Record<string, (server: BenchServer) => Promise<void>>> = {
  crash: benchCrash,
  isolation: benchIsolation,
  throughput: benchThroughput,
}

export const WEBHOOK_PARTS = Object.keys(PARTS)

/** The delivery engine on a PostgreSQL of its own, with worker and receivers in their own processes. */
export async function runWebhooks(part: string | undefined): Promise<void> {
  const server = await openServer()
  try {
    for (const [name, run] of Object.entries(PARTS))
      if (part === undefined || part === name) await run(server)
  } finally {
    await server.stop()
  }
}
