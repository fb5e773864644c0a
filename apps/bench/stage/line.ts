/**
 * A connection that is kept alive, with one request at a time. It reads of an answer its status and its length, and of
 * its body what someone wants: on a machine of two cores, what the sender does is taken from the service.
 */
import { connect, type Socket } from 'node:net'
import type { Shot } from './load.ts'

const HEAD_ENDS = '\r\n\r\n'
/** The last chunk of an answer without a length: what answers here has no such line within. */
const LAST_CHUNK = '\r\n0\r\n\r\n'
/** An answer that takes longer is a fault. */
const PATIENCE_MS = 30_000

export type Answer = {
  readonly status: number
  /** Head and body where someone wanted it, else the head. */
  readonly text: string
}

export type Line = {
  /** False once the other side has closed it. */
  readonly isOpen: boolean
  /** @throws when the connection breaks, or no answer comes in time */
  send(request: Buffer, wants: (status: number) => boolean): Promise<Answer>
  end(): void
}

export async function openLine(port: number): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  // Between two requests no one else listens.
  socket.on('error', () => undefined)
  return {
    get isOpen() {
      return socket.readyState === 'open'
    },
    end: () => socket.destroy(),
    send(request, wants) {
      socket.write(request)
      return answerOf(socket, wants)
    },
  }
}

function answerOf(socket: Socket, wants: (status: number) => boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0)
    let status = 0
    let missing = Number.POSITIVE_INFINITY
    /** The end of what came, of an answer in chunks. */
    let tail: string | null = null
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
        if (tail !== null) tail = (tail + chunk.toString('latin1')).slice(-LAST_CHUNK.length)
        if (wants(status)) head = Buffer.concat([head, chunk])
      } else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_ENDS)
        if (end === -1) return
        const text = head.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        status = Number(text.slice(9, 12))
        if (length !== undefined) missing = Number(length) + end + HEAD_ENDS.length - head.length
        else tail = head.toString('latin1').slice(-LAST_CHUNK.length)
      }
      if (missing === 0 || tail === LAST_CHUNK) done()
    }
    socket.on('data', read).on('error', done).on('close', closed)
  })
}

/** @param credential the header that says who calls */
export function bytesOf({ method, path, body }: Shot, credential: string): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    credential,
    'Accept: application/json',
  ]
  if (method === 'GET') return Buffer.from(`${head.join('\r\n')}${HEAD_ENDS}`)
  const text = JSON.stringify(body ?? {})
  const more = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  return Buffer.from(`${[...head, ...more].join('\r\n')}${HEAD_ENDS}${text}`)
}
