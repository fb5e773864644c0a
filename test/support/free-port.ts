/** Ports for servers that a test starts later, or closes and opens again. */
import { createServer } from 'node:net'

/** Below what systems give to connections and to servers that ask for any port: from 32768 on Linux, from 49152 elsewhere. */
const FIRST = 20_000
const EACH_WORKER = 1000
const WORKERS = 12

const own = FIRST + (Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS) * EACH_WORKER
/** Another run of the tests may be under way. */
let tried = Math.floor(Math.random() * EACH_WORKER)

/** On 127.0.0.1. Nothing listens there, and no other worker or connection is given it. */
export async function freePort(): Promise<number> {
  for (let left = EACH_WORKER; left > 0; left -= 1) {
    tried += 1
    const port = own + (tried % EACH_WORKER)
    if (await isFree(port)) return port
  }
  throw new Error(`None of the ports from ${own} on is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isListening) await new Promise((resolve) => probe.close(resolve))
  return isListening
}
