/**
 * 256 KB in chunks of one byte take the server more than a second. So the pieces of a body are counted as they
 * arrive, before anything waits for them.
 */
import { LIMITS } from '@scheduling/core'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** The event of a request whose body arrives in too many pieces. */
export const TOO_MANY_PIECES = 'tooManyPieces'

const pieces = Symbol('pieces')
const most = Symbol('most pieces')

type Counted = IncomingMessage & { [pieces]?: number; [most]?: number }

/** Bytes that a piece of a large file has at least, in the mean. */
const FILE_PIECE_BYTES = 512

/** For a request that brings a file: as many pieces as a network makes of the largest one. */
export function allowPieces(request: Counted): void {
  request[most] = LIMITS.importBytes / FILE_PIECE_BYTES
}

const mostOf = (request: Counted): number => request[most] ?? LIMITS.bodyPieces

/** @param prototype of every request of a server: it stops reading a body that has too many pieces */
export function limitPieces(prototype: IncomingMessage): void {
  if (Object.hasOwn(prototype, 'push')) return
  const push: Readable['push'] = prototype.push
  prototype.push = function pushCounted(this: Counted, piece: unknown, encoding): boolean {
    const isEnd = piece === null
    const count = (this[pieces] ?? 0) + (isEnd ? 0 : 1)
    this[pieces] = count
    if (isEnd || count <= mostOf(this)) return push.call(this, piece, encoding)
    if (count === mostOf(this) + 1) this.emit(TOO_MANY_PIECES)
    // Tells the parser to stop reading from the socket.
    return false
  }
}

/** Whether the server stopped reading the body: then the connection can only be closed. */
export function isInTooManyPieces(request: Counted): boolean {
  return (request[pieces] ?? 0) > mostOf(request)
}
