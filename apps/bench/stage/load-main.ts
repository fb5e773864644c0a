/** Sends the requests of a load over its connections, each of them one at a time. */
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../figures.ts'
import { answerQuestions } from './asked-process.ts'
import { bytesOf, openLine, type Line } from './line.ts'
import type { Load, LoadResult } from './load.ts'

async function send(load: Load): Promise<LoadResult> {
  const requests = load.shots.map((shot) => bytesOf(shot, `Authorization: Bearer ${load.key}`))
  const expected = new Set(load.expected)
  const isWrong = (status: number): boolean => !expected.has(status)
  const statuses: Record<number, number> = {}
  const portOf = (place: number): number => load.ports[place % load.ports.length] ?? 0
  const lines = await Promise.all(
    Array.from({ length: load.connections }, (_, place) => openLine(portOf(place))),
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
      const { status, text } = await line.send(request, isWrong)
      if (isWrong(status)) throw new Error(`Wrong: ${text}`)
      statuses[status] = (statuses[status] ?? 0) + 1
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
