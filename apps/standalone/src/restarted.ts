/** A program that is started again when one of its files changes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'

export type Restarted = {
  /** Ends the program, and watches no more. */
  stop(): Promise<void>
}

export type RestartedProgram = {
  /** For Node.js. */
  readonly command: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** Each with all that it holds. */
  readonly folders: readonly string[]
  readonly say: (line: string) => void
}

/** An editor writes a file in several steps, and a change of branch writes many. */
const SETTLED_MS = 100

/**
 * The old run has ended in good order before the new one starts: they use the same port. A run that ended by itself is
 * started again by the next change.
 */
export function runAgainOnChange(program: RestartedProgram): Restarted {
  const { command, environment, folders, say } = program
  let isStopped = false
  let isAsked = false
  let child: ChildProcess | null = null
  let turning: Promise<void> | null = null
  let settling: NodeJS.Timeout | undefined

  const start = (): void => {
    const started = spawn(process.execPath, [...command], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child = started
    started.once('exit', () => {
      const endedByItself = child === started && turning === null && !isStopped
      if (endedByItself) say('The service has ended. It is started again when a file changes.')
    })
  }
  const end = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  /** What changes while the old run ends is read by the new one; what changes after that asks once more. */
  const turn = async (): Promise<void> => {
    while (isAsked) {
      await end()
      isAsked = false
      if (!isStopped) start()
    }
  }
  const changed = (name: string | null): void => {
    if (isStopped || name === null || !isSource(name)) return
    clearTimeout(settling)
    settling = setTimeout(() => {
      isAsked = true
      turning ??= turn().finally(() => (turning = null))
    }, SETTLED_MS)
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_kind, name) => changed(name)),
  )
  start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(settling)
      for (const watcher of watchers) watcher.close()
      await turning
      await end()
    },
  }
}

/** Tests, and what editors keep beside a file, are no part of the service. */
export function isSource(name: string): boolean {
  return !name.endsWith('.test.ts') && /\.(?:ts|js|mjs|css|html|njk|md|json|sql)$/.test(name)
}
