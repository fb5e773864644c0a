import type { IncomingMessage } from 'node:http'
import { WEBHOOK_LIMITS } from './limits.ts'

/** How much of a body is kept: enough for what is examined for secrets, whose characters have up to four bytes. */
export const BODY_KEPT_BYTES = 8 * WEBHOOK_LIMITS.deliveryResponseCharacters

/** How much of a body is read, in how many pieces, and how much of it is kept. */
export type AnswerBounds = {
  readonly keptBytes: number
  readonly readBytes: number
  readonly pieces: number
}

const OF_DELIVERIES: AnswerBounds = {
  keptBytes: BODY_KEPT_BYTES,
  readBytes: WEBHOOK_LIMITS.deliveryResponseBytes,
  pieces: WEBHOOK_LIMITS.deliveryResponsePieces,
}

export type Answer = { text: string | null; isCut: boolean }

/**
 * Reads the start of an answer's body from the moment its head is there, so that an endpoint can't have more read
 * than that, however it cuts it up.
 */
export class AnswerReader {
  readonly #incoming: IncomingMessage
  readonly #bounds: AnswerBounds
  readonly #kept: Buffer[] = []
  #readBytes = 0
  #pieces = 0
  #isStopped = false
  readonly #isOver: Promise<void>

  constructor(incoming: IncomingMessage, bounds: AnswerBounds = OF_DELIVERIES) {
    this.#incoming = incoming
    this.#bounds = bounds
    this.#isOver = new Promise((resolve) => {
      incoming.once('close', resolve).once('end', resolve)
    })
    // A body that breaks off is just shorter.
    incoming.on('error', () => {})
    incoming.on('data', (bytes: Buffer) => this.#take(bytes))
  }

  /**
   * The start of the body as text. Never inflates anything: a compressed or otherwise binary body is null. Ends by
   * itself after `timeoutMs`, or when the body has more bytes or pieces than are read.
   */
  async read(timeoutMs: number): Promise<Answer> {
    const { bytes, isCut } = await this.readBytes(timeoutMs)
    return { text: textOf(bytes, this.#incoming, isCut), isCut }
  }

  /** As `read`, the bytes as they came, and why no more of them were read. Null: no more came. */
  async readBytes(
    timeoutMs: number,
  ): Promise<{ bytes: Buffer; isCut: boolean; stopped: 'late' | 'too large' | null }> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#stop()
    }, timeoutMs)
    await this.#isOver
    clearTimeout(timer)
    const isCut =
      this.#isStopped || !this.#incoming.complete || this.#readBytes > this.#bounds.keptBytes
    const stopped = isLate ? 'late' : this.#isStopped ? 'too large' : null
    return { bytes: Buffer.concat(this.#kept), isCut, stopped }
  }

  #take(bytes: Buffer): void {
    if (this.#isStopped) return
    const { keptBytes, readBytes, pieces } = this.#bounds
    if (this.#readBytes < keptBytes) {
      this.#kept.push(bytes.subarray(0, keptBytes - this.#readBytes))
    }
    this.#readBytes += bytes.length
    this.#pieces += 1
    if (this.#readBytes > readBytes || this.#pieces >= pieces) this.#stop()
  }

  /** The stream goes, and with it the connection. */
  #stop(): void {
    this.#isStopped = true
    this.#incoming.destroy()
  }
}

function textOf(bytes: Buffer, { headers }: IncomingMessage, isCut: boolean): string | null {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  // A text that can't be read can't be masked either, and PostgreSQL stores no NUL.
  if (coding !== 'identity' || bytes.includes(0)) return bytes.length === 0 ? '' : null
  return new TextDecoder().decode(bytes, { stream: isCut })
}
