/** Where lines of the log go: standard output, which may be full, closed or unread. */
import { fstatSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'

export type LogOutput = {
  /** Never throws, and never waits for a reader. @param line with its line break */
  write(line: string): void
  /** Lines that were lost since the process began. */
  readonly lost: () => number
}

/** Lines that come within so long are written together. */
const GATHERED_FOR_MS = 10
/** As much as is gathered before it is written sooner. */
const MOST_GATHERED = 64 * 1024
/** As much as waits for a reader that is slow, or for a disk that is full. What comes then is lost. */
const MOST_WAITING_BYTES = 1024 * 1024
const AGAIN_AFTER_MS = 100

/** No reader will come back. */
const CLOSED: ReadonlySet<string> = new Set(['EPIPE', 'EBADF', 'ECONNRESET', 'ENOTCONN'])

/**
 * Lines are written together every few milliseconds, or when the process ends: a write for each turn of the event loop
 * takes a tenth of a busy API. Only SIGKILL within that time loses them. What can't be written waits, up to a bound,
 * and is tried again. A line that was written in part is finished first, or it would spoil the one behind it.
 *
 * @param told makes a line that tells how many were lost
 */
export function logOutput(fd: number, told: (lost: number) => string): LogOutput {
  let gathered = ''
  let gathering: NodeJS.Timeout | null = null
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let lost = 0
  let untold = 0
  let isClosed = false
  let timer: NodeJS.Timeout | null = null
  withoutBlocking(fd)
  process.once('exit', () => putGathered())

  const lose = (lines: number): void => {
    lost += lines
    untold += lines
  }
  /** @returns whether all of it was written */
  const put = (lines: Buffer): boolean => {
    let written = 0
    try {
      while (written < lines.length) written += writeSync(fd, lines, written)
      return true
    } catch (error) {
      isClosed = CLOSED.has(codeOf(error))
      keep(lines.subarray(written))
      return false
    }
  }
  const putGathered = (): void => {
    if (gathering !== null) clearTimeout(gathering)
    gathering = null
    const lines = Buffer.from(gathered)
    gathered = ''
    if (!put(lines)) retry()
  }
  const keep = (rest: Buffer): void => {
    waiting.unshift(rest)
    waitingBytes += rest.length
  }
  const flush = (): void => {
    timer = null
    while (waiting.length > 0) {
      const next = waiting.shift()
      if (next === undefined) break
      waitingBytes -= next.length
      if (!put(next)) break
    }
    if (isClosed) {
      lose(waiting.reduce((sum, lines) => sum + linesIn(lines), 0))
      waiting = []
      waitingBytes = 0
    } else if (waiting.length > 0) retry()
    else if (untold > 0) {
      const lines = untold
      untold = 0
      if (!put(Buffer.from(told(lines)))) retry()
    }
  }
  const retry = (): void => {
    // A process that has nothing else to do ends, whatever waits.
    timer ??= setTimeout(flush, AGAIN_AFTER_MS).unref()
  }
  return {
    write(text) {
      if (isClosed) return lose(1)
      if (waiting.length > 0 || untold > 0) {
        const line = Buffer.from(text)
        if (waitingBytes + line.length > MOST_WAITING_BYTES) return lose(1)
        waiting.push(line)
        waitingBytes += line.length
        return retry()
      }
      gathered += text
      if (gathered.length > MOST_GATHERED) return putGathered()
      gathering ??= setTimeout(putGathered, GATHERED_FOR_MS).unref()
    },
    lost: () => lost,
  }
}

/**
 * A pipe whose reader is frozen holds up who writes, unless it is told not to. Node tells it when it makes a socket of
 * it, which nothing is asked of. Files and terminals do not hold up.
 */
function withoutBlocking(fd: number): void {
  try {
    const found = fstatSync(fd)
    if (!found.isFIFO() && !found.isSocket()) return
    const socket = new Socket({ fd, readable: false, writable: true }).unref()
    socket.on('error', () => undefined)
    KEPT.push(socket)
  } catch {
    // It is closed: the first line finds out.
  }
}

/** Node closes what is no longer referred to. */
const KEPT: Socket[] = []

/** Each ends with its line break, also one of which only the end is left. */
function linesIn(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}
