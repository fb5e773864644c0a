/** A Redis or Valkey of our own, where this machine has one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { program } from './programs.ts'

/** Null when this machine has none: then what needs it is skipped, and says so. */
export const redisBinary: string | null = program('redis-server', 'valkey-server')

export type RedisServer = {
  readonly url: string
  readonly port: number
  readonly pid: number | undefined
  /** Resolves when it has ended, however it ended. */
  readonly exited: Promise<unknown>
  stop(): Promise<void>
}

export type RedisOptions = {
  /** Default: a free one. */
  readonly port?: number
  /** Whether it keeps an append-only file that is flushed each second, the usual compromise. Default: it keeps nothing. */
  readonly isKept?: boolean
  /** Who may do what. Default: anyone everything. */
  readonly usersFile?: string
}

/** @throws where this machine has no such program */
export async function startRedis({
  port,
  isKept = false,
  usersFile,
}: RedisOptions = {}): Promise<RedisServer> {
  if (redisBinary === null) throw new Error('This machine has no redis-server.')
  const own = port ?? (await freePort())
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-'))
  const settings = {
    port: String(own),
    bind: '127.0.0.1',
    save: '',
    appendonly: isKept ? 'yes' : 'no',
    dir: folder,
    ...(usersFile === undefined ? {} : { aclfile: usersFile }),
  }
  const child = spawn(
    redisBinary,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const exited = once(child, 'exit').then(() => rmSync(folder, { recursive: true, force: true }))
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${redisBinary} ended with ${code}.`)))
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve()
    })
  })
  return {
    url: `redis://127.0.0.1:${own}`,
    port: own,
    pid: child.pid,
    exited,
    async stop() {
      child.kill()
      await exited
    },
  }
}
