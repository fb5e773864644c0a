import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../figures.ts'
import { answerQuestions } from '../stage/asked-process.ts'
import { bytesOf, openLine, type Line } from '../stage/line.ts'
import type { FromOpenLoad, OpenResult, Timed, ToOpenLoad } from './open-load.ts'

/** To all APIs together. What finds none free waits for one, and this counts. */
const MOST_LINES = 600
/** The APIs close a connection that is idle for five seconds: what is older may be closed while we send. */
const IDLE_MS = 3000
/** Of an answer that is kept to show what went wrong. */
const SHOWN = 400

/** By whose feed: the last event that was seen. */
const seen = new Map<string, string>()
let streamed = 0

type Kind = { readonly statuses: Record<number, number>; readonly waits: number[] }

async function send(ports: readonly number[], shots: readonly Timed[]): Promise<OpenResult> {
  const kinds: Record<string, Kind> = {}
  const faults: Record<string, string> = {}
  const late: number[] = []
  const desk = lineDesk(ports)
  const streamedBefore = streamed
  const began = performance.now()
  const one = async (shot: Timed): Promise<void> => {
    const due = began + shot.at
    const kind = (kinds[shot.kind] ??= { statuses: {}, waits: [] })
    const count = (status: number): void =>
      void (kind.statuses[status] = (kind.statuses[status] ?? 0) + 1)
    const line = await desk.take()
    try {
      if (line === null) throw new Error('Wrong: no connection.')
      const { status, text } = await line.send(
        bytesOf(followed(shot), shot.credential),
        (answered) => answered >= 400 || shot.follows !== undefined,
      )
      count(status)
      kind.waits.push(performance.now() - due)
      if (status >= 400)
        faults[`${shot.kind} ${status}`] ??= text.split('\r\n\r\n')[1]?.slice(0, SHOWN) ?? ''
      else if (shot.follows !== undefined) remember(shot.follows, text)
      desk.give(line)
    } catch (error) {
      count(0)
      faults[`${shot.kind} 0`] ??= String(error)
      desk.drop(line)
    }
  }
  const under: Promise<void>[] = []
  for (const shot of shots) {
    const wait = began + shot.at - performance.now()
    if (wait > 0) await pause(wait)
    late.push(performance.now() - began - shot.at)
    under.push(one(shot))
  }
  await Promise.all(under)
  desk.close()
  return {
    kinds,
    faults,
    senderLateMs: quantile(late, 0.99),
    seconds: (performance.now() - began) / 1000,
    connections: desk.most(),
    streamed: streamed - streamedBefore,
  }
}

/** The first look at a feed is at its end. */
function followed(shot: Timed): Timed {
  if (shot.follows === undefined) return shot
  const after = seen.get(shot.follows)
  return { ...shot, path: `${shot.path}${after === undefined ? 'latest=true' : `after=${after}`}` }
}

function remember(whose: string, text: string): void {
  const id = /"last_event_id":"([^"]+)"/.exec(text)?.[1]
  if (id !== undefined) seen.set(whose, id)
}

/** Lines to the APIs in turn, opened as they are needed and used again. */
function lineDesk(ports: readonly number[]) {
  const free: { readonly line: Line; readonly since: number }[] = []
  const waiting: ((line: Line | null) => void)[] = []
  let open = 0
  let opened = 0
  const openOne = async (): Promise<Line | null> => {
    open += 1
    opened = Math.max(opened, open)
    const port = ports[open % ports.length] ?? 0
    return openLine(port).catch(() => null)
  }
  return {
    take(): Promise<Line | null> {
      for (let one = free.pop(); one !== undefined; one = free.pop()) {
        if (one.line.isOpen && performance.now() - one.since < IDLE_MS)
          return Promise.resolve(one.line)
        one.line.end()
        open -= 1
      }
      if (open < MOST_LINES) return openOne()
      return new Promise((resolve) => waiting.push(resolve))
    },
    give(line: Line): void {
      const next = waiting.shift()
      if (next === undefined) free.push({ line, since: performance.now() })
      else next(line)
    },
    drop(line: Line | null): void {
      line?.end()
      open -= 1
      const next = waiting.shift()
      if (next !== undefined) void openOne().then(next)
    },
    most: () => opened,
    close: () => free.forEach(({ line }) => line.end()),
  }
}

/** Opens streams a few at a time, and reads what comes. */
async function watch(ports: readonly number[], cookies: readonly string[]): Promise<number> {
  let opened = 0
  const rest = cookies.map((cookie, place) => ({ cookie, port: ports[place % ports.length] }))
  const take = async (): Promise<void> => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop())
      if (await follow(next.port ?? 0, next.cookie)) opened += 1
  }
  await Promise.all(Array.from({ length: 8 }, take))
  return opened
}

function follow(port: number, cookie: string): Promise<boolean> {
  return new Promise((resolve) => {
    const path = `/trpc/live.changes?input=${encodeURIComponent('{}')}`
    const headers = { accept: 'text/event-stream', cookie }
    const outgoing = request({ port, host: '127.0.0.1', agent: false, path, headers })
    outgoing.once('response', (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (chunk.includes('\ndata: {') || chunk.startsWith('data: {')) streamed += 1
      })
      response.on('error', () => undefined)
      resolve(response.statusCode === 200)
    })
    outgoing.on('error', () => resolve(false))
    outgoing.end()
  })
}

answerQuestions<ToOpenLoad, FromOpenLoad>(async (question) =>
  question.ask === 'send'
    ? send(question.ports, question.shots)
    : { open: await watch(question.ports, question.cookies) },
)
