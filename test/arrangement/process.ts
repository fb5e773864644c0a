/** One process of an arrangement, which is killed, frozen and started again under the same name and address. */
import { readdirSync, readFileSync } from 'node:fs'

/** What runs at one time. */
export type Run = {
  readonly pid: number
  /** Resolves when it has ended, however it ended. */
  readonly exited: Promise<unknown>
  /** Asks it to end in order, and resolves when it has ended. */
  stop(): Promise<void>
  /** All that it has printed. */
  output(): string
}

export type Process = {
  /** Such as `api 1`. */
  readonly name: string
  /** Of the process that runs, or ran last. */
  readonly pid: number
  /** False from its end until it is started again. */
  readonly isRunning: boolean
  /** Ends it by a signal, SIGKILL by default. Resolves when it has ended. */
  kill(by?: NodeJS.Signals): Promise<void>
  /** Asks it to end in order, and resolves when it has ended. */
  stop(): Promise<void>
  /** SIGSTOP, to it and to the processes that it has made. */
  freeze(): void
  thaw(): void
  /** Stops what runs, and starts it with the same settings at the same address. Resolves when it serves. */
  restart(): Promise<void>
  /** All that it has printed since it was started last. */
  output(): string
}

export async function startProcess(name: string, start: () => Promise<Run>): Promise<Process> {
  let run = await start()
  let isRunning = true
  const watch = (watched: Run): void => {
    void watched.exited.then(() => {
      if (run === watched) isRunning = false
    })
  }
  watch(run)
  const stop = async (): Promise<void> => {
    if (!isRunning) return
    for (const pid of family(run.pid)) signal(pid, 'SIGCONT')
    await run.stop()
    isRunning = false
  }
  return {
    name,
    get pid() {
      return run.pid
    },
    get isRunning() {
      return isRunning
    },
    async kill(by = 'SIGKILL') {
      signal(run.pid, by)
      await run.exited
      isRunning = false
    },
    stop,
    freeze() {
      // The first one first: it makes no others then.
      for (const pid of family(run.pid)) signal(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of family(run.pid)) signal(pid, 'SIGCONT')
    },
    async restart() {
      await stop()
      run = await start()
      isRunning = true
      watch(run)
    },
    output: () => run.output(),
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

/** The process and those that it has made, itself first. */
function family(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => parentOf(name) === pid)
  return [pid, ...children.map(Number)]
}

/** Null: there is no such process. The second field of `stat` is a name in parentheses, which may hold any character. */
function parentOf(pid: string): number | null {
  if (!/^\d+$/.test(pid)) return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
