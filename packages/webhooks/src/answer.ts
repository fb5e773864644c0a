import type { IncomingMessage } from 'node:http'
import { WEBHOOK_LIMITS } from './limits.ts'

/** How much of a body is kept: enough for what the history shows of it after masking. */
export const BODY_KEPT_BYTES = 16 * WEBHOOK_LIMITS.deliveryResponseCharacters

export type Answer = { text: string | null; isCut: boolean }

/**
 * Reads the start of an answer's body from the moment its head is there, so that an endpoint can't have more read
 * than that, however it cuts it up.
 */
export class AnswerReader {
  readonly #incoming: IncomingMessage
  readonly #kept: Buffer[] = []
  #readBytes = 0
  #pieces = 0
  #isStopped = false
  readonly #isOver: Promise<void>

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
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
    const timer = setTimeout(() => this.#stop(), timeoutMs)
    await this.#isOver
    clearTimeout(timer)
    const isCut = this.#isStopped || !this.#incoming.complete || this.#readBytes > BODY_KEPT_BYTES
    return { text: textOf(Buffer.concat(this.#kept), this.#incoming, isCut), isCut }
  }

  #take(bytes: Buffer): void {
    if (this.#isStopped) return
    if (this.#readBytes < BODY_KEPT_BYTES) {
      this.#kept.push(bytes.subarray(0, BODY_KEPT_BYTES - this.#readBytes))
    }
    this.#readBytes += bytes.length
    this.#pieces += 1
    const { deliveryResponseBytes, deliveryResponsePieces } = WEBHOOK_LIMITS
    if (this.#readBytes > deliveryResponseBytes || this.#pieces >= deliveryResponsePieces) {
      this.#stop()
    }
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
