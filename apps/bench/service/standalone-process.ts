/** The process of `npm start`, in a folder where it has run before. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@scheduling/api'
import {
  readDemo,
  startStandalone,
  untilReady,
  type Started,
} from '@scheduling/test/support/standalone.ts'
import { processorSeconds } from '../stage/processor-time.ts'

export type StandaloneProcess = {
  readonly port: number
  readonly pid: number
  /** Of the demo clinic. */
  readonly key: string
  stop(): Promise<void>
}

/** Limits that no load from one address reaches. */
const UNLIMITED = { LIMITS_SCALE: '100000' }
/** Between two looks at the process. */
const LOOK_AGAIN_MS = 10

/** Ready, with the command of `npm start`. */
export async function openStandalone(dataDirectory: string): Promise<StandaloneProcess> {
  const port = await freePort('127.0.0.1', 0)
  const started = startStandalone(dataDirectory, { PORT: String(port), ...UNLIMITED }, [
    'scripts/run.mjs',
    'start',
  ])
  try {
    await untilReady(started)
  } catch (error) {
    await ended(started)
    throw error
  }
  const pid = Number(readFileSync(path.join(dataDirectory, 'owner.pid'), 'utf8'))
  const key = readDemo(dataDirectory).api_keys.full
  return { port, pid, key, stop: () => ended(started) }
}

export type FirstAnswer = {
  readonly seconds: number
  /** Of the processor, used by the process until then. */
  readonly cpuSeconds: number
}

/** From the start of the process alone, without npm and its checks, to a 200 of `GET /v1/me`. */
export async function untilFirstAnswer(dataDirectory: string): Promise<FirstAnswer> {
  const port = await freePort('127.0.0.1', 0)
  const headers = { authorization: `Bearer ${readDemo(dataDirectory).api_keys.full}` }
  const began = performance.now()
  const started = startStandalone(dataDirectory, { PORT: String(port) })
  try {
    const url = `http://127.0.0.1:${port}/v1/me`
    while (!(await isAnswered(url, headers))) {
      if (started.child.exitCode !== null) throw new Error(`It ended:\n${started.output()}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
    const seconds = (performance.now() - began) / 1000
    return { seconds, cpuSeconds: processorSeconds(started.child.pid) }
  } finally {
    await ended(started)
  }
}

async function isAnswered(url: string, headers: Readonly<Record<string, string>>) {
  try {
    return (await fetch(url, { headers })).status === 200
  } catch {
    return false
  }
}

async function ended(started: Started): Promise<void> {
  started.child.kill('SIGTERM')
  await started.ended
}

/** On systems without `/proc` there is nothing to read: NaN. */
export function megabytesOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
