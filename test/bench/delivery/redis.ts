/** A Redis of our own, where the machine has one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type RedisServer = { readonly url: string; stop(): Promise<void> }

/**
 * Starts `redis-server` with an append-only file that is flushed each second, the usual compromise.
 *
 * @returns null where the program is not installed
 */
export async function redisServer(): Promise<RedisServer | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-redis-'))
  const port = await freePort()
  const child = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const isReady = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', () => resolve(false))
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve(true)
    })
  })
  if (!isReady) {
    rmSync(folder, { recursive: true })
    return null
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
