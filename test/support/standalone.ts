/** `npm start` as a stranger runs it: a process of its own, with its own database and demo clinic. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'

const project = path.join(import.meta.dirname, '../..')

export type Started = {
  readonly child: ChildProcess
  /** All that it has printed. */
  readonly output: () => string
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
}

/**
 * @param environment beside `DATA_DIR`; the port is a free one unless it names another
 * @param command for Node.js, in the folder of the project
 */
export function startStandalone(
  dataDirectory: string,
  environment: Readonly<Record<string, string>> = {},
  command: readonly string[] = ['apps/standalone/src/main.ts'],
): Started {
  const child = spawn(process.execPath, [...command], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDirectory, PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => text, ended }
}

/** @throws when it has ended, or says nothing of being ready in time */
export async function untilReady(started: Started, withinMs = 120_000): Promise<void> {
  const isReady = () => started.output().includes('Stop with Ctrl-C.')
  await new Promise<void>((resolve, reject) => {
    const finish = (error?: Error) => {
      clearTimeout(timer)
      started.child.stdout?.off('data', look)
      if (error === undefined) resolve()
      else reject(error)
    }
    const look = () => isReady() && finish()
    const timer = setTimeout(
      () => finish(new Error(`Not ready in time:\n${started.output()}`)),
      withinMs,
    )
    void started.ended.then(() => finish(new Error(`It ended:\n${started.output()}`)))
    started.child.stdout?.on('data', look)
    look()
  })
}

/** What it wrote for those who want to try it. */
export function readDemo(dataDirectory: string): any {
  return JSON.parse(readFileSync(path.join(dataDirectory, 'demo.json'), 'utf8'))
}

export function shell(command: string): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    // Not `exit`: what was written last may still be on its way then.
    child.once('close', (code) => resolve({ code, out }))
  })
}

/** All records of the demo, page by page. */
export async function contentsOf({ base_url: base, api_keys: keys, organization_id: id }: any) {
  const list = async (where: string, cursor = ''): Promise<any[]> => {
    const response = await fetch(`${base}/v1/${where}limit=200${cursor}`, {
      headers: { authorization: `Bearer ${keys.full}` },
    })
    const page: any = await response.json()
    if (page.next_cursor === null) return page.data
    const next = `&cursor=${encodeURIComponent(page.next_cursor)}`
    return [...page.data, ...(await list(where, next))]
  }
  const events = await list('events?')
  expect(new Set(events.map(({ organization_id: of }) => of))).toEqual(new Set([id]))
  const shown = new Map<number, any>()
  for (const { type, data } of events) {
    if (type.startsWith('queue.entry.')) shown.set(data.object.id, data.object)
  }
  return {
    clients: await list('clients?'),
    appointments: await list('appointments?'),
    deposits: await list('deposits?'),
    // The route lists one day; the events tell of yesterday too.
    entries: [...shown.values()],
  }
}
