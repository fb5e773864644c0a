/**
 * Sends requests over keep-alive connections, each one at a time. It reads of an answer only its status and its
 * length: on a machine of two cores, what the sender does is taken from the service.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../figures.ts'
import { answerQuestions } from './asked-process.ts'
import type { Load, LoadResult, Shot } from './load.ts'

const HEAD_ENDS = '\r\n\r\n'
/** An answer that takes longer is a fault. */
const PATIENCE_MS = 30_000

/** Sends the bytes of a request, and resolves with the status once the whole answer has come. */
type Line = {
  send(request: Buffer, isExpected: (status: number) => boolean): Promise<void>
  end(): void
}

async function openLine(port: number, count: (status: number) => void): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    end: () => socket.destroy(),
    async send(request, isExpected) {
      socket.write(request)
      const { status, text } = await answerOf(socket, isExpected)
      if (!isExpected(status)) throw new Error(`Wrong: ${text}`)
      count(status)
    },
  }
}

function answerOf(
  socket: Socket,
  isExpected: (status: number) => boolean,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0)
    let status = 0
    let missing = Number.POSITIVE_INFINITY
    const done = (error?: Error): void => {
      clearTimeout(timer)
      socket.off('data', read).off('error', done).off('close', closed)
      if (error === undefined) resolve({ status, text: head.toString('utf8') })
      else reject(error)
    }
    const closed = (): void => done(new Error('Wrong: a connection was closed.'))
    const timer = setTimeout(() => done(new Error('Wrong: no answer in time.')), PATIENCE_MS)
    const read = (chunk: Buffer): void => {
      if (status !== 0) {
        missing -= chunk.length
        if (!isExpected(status)) head = Buffer.concat([head, chunk])
      } else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_ENDS)
        if (end === -1) return
        const text = head.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        if (length === undefined) return done(new Error(`Wrong: no Content-Length in ${text}`))
        status = Number(text.slice(9, 12))
        missing = Number(length) + end + HEAD_ENDS.length - head.length
      }
      if (missing === 0) done()
    }
    socket.on('data', read).on('error', done).on('close', closed)
  })
}

function bytesOf({ method, path, body }: Shot, key: string): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
  ]
  if (method === 'GET') return Buffer.from(`${head.join('\r\n')}${HEAD_ENDS}`)
  const text = JSON.stringify(body ?? {})
  const more = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  return Buffer.from(`${[...head, ...more].join('\r\n')}${HEAD_ENDS}${text}`)
}

async function send(load: Load): Promise<LoadResult> {
  const requests = load.shots.map((shot) => bytesOf(shot, load.key))
  const expected = new Set(load.expected)
  const isExpected = (status: number): boolean => expected.has(status)
  const statuses: Record<number, number> = {}
  const count = (status: number): void => void (statuses[status] = (statuses[status] ?? 0) + 1)
  const portOf = (place: number): number => load.ports[place % load.ports.length] ?? 0
  const lines = await Promise.all(
    Array.from({ length: load.connections }, (_, place) => openLine(portOf(place), count)),
  )
  const waits: number[] = []
  let taken = 0
  const began = performance.now()
  const until = load.seconds === null ? Number.POSITIVE_INFINITY : began + load.seconds * 1000
  const work = async (line: Line): Promise<void> => {
    while (performance.now() < until) {
      if (load.seconds === null && taken === requests.length) return
      const request = requests[taken % requests.length]
      if (request === undefined) throw new Error('Wrong: a load has no request.')
      const due = load.rate === undefined ? 0 : began + (taken * 1000) / load.rate
      taken += 1
      if (due > performance.now()) await pause(due - performance.now())
      const from = performance.now()
      await line.send(request, isExpected)
      waits.push(performance.now() - from)
    }
  }
  try {
    await Promise.all(lines.map(work))
  } finally {
    for (const line of lines) line.end()
  }
  const at = (share: number): number => quantile(waits, share)
  return {
    seconds: (performance.now() - began) / 1000,
    statuses,
    latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
  }
}

answerQuestions(send)
