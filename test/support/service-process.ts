/** A process of the service, from its own entry file, and what it prints. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const PROJECT = path.join(import.meta.dirname, '../..')
const KEEP_COMPILED = path.join(import.meta.dirname, 'keep-compiled.mjs')

export type ServiceProcess = {
  readonly pid: number
  /** Every whole line that it has printed. */
  readonly lines: readonly string[]
  /** All that it has printed. */
  output(): string
  /** Resolves when it has printed these words; rejects when it ends before. */
  said(words: string): Promise<void>
  /** Resolves with its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
}

export type SpawnOptions = {
  /** The folder of the version that is run. Default: this one. */
  readonly project?: string
  /** A file descriptor that takes its log, in place of our memory. */
  readonly log?: number
  /** Arguments, with a space between them. */
  readonly args?: string
}

/**
 * Starts it, and does not wait for anything.
 *
 * @param main its entry file, in the folder of the project
 * @param env all of its environment, beside PATH
 */
export function spawnService(
  main: string,
  env: Readonly<Record<string, string>>,
  { project = PROJECT, log, args }: SpawnOptions = {},
): ServiceProcess {
  const child = spawn(
    process.execPath,
    ['--import', KEEP_COMPILED, path.join(project, main), ...(args?.split(' ') ?? [])],
    { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', log ?? 'pipe', 'pipe'] },
  )
  const lines: string[] = []
  let rest = ''
  const waiting = new Set<() => void>()
  const take = (chunk: string): void => {
    const parts = `${rest}${chunk}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    for (const look of waiting) look()
  }
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', take)
  const output = (): string => [...lines, rest].join('\n')
  const exited = once(child, 'close').then(([code, signal]) =>
    typeof code === 'number' ? code : (signal as NodeJS.Signals),
  )
  return {
    pid: child.pid ?? 0,
    lines,
    output,
    said(words) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      let read = 0
      const look = (): void => {
        for (; read < lines.length; read += 1) if (lines[read]?.includes(words) === true) resolve()
      }
      waiting.add(look)
      look()
      void exited.then(() => reject(new Error(`It ended before "${words}": ${output()}`)))
      return promise.finally(() => waiting.delete(look))
    },
    exited,
    kill: (signal) => void child.kill(signal),
  }
}
