/** The format of `tar`, as far as backups need it: folders, and files of known size, written and read as streams. */
import { createHash } from 'node:crypto'

const BLOCK = 512
const MAX_NAME_BYTES = 100
const MAX_SIZE = 8 ** 11 - 1

export type Entry = {
  /** With `/` between folders; that of a folder ends with one. */
  readonly name: string
  /** In bytes; 0 of a folder. */
  readonly size: number
}

/** The last entry: the digest of all bytes before it. Who finds it right has the whole archive, unchanged. */
const DIGEST = 'sha256'

/** The archive is not what was written: cut off, changed, or of another kind. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive'
}

/** Makes the bytes of an archive: hand each chunk that it yields on, in order. */
export class ArchiveWriter {
  readonly #hash = createHash('sha256')

  /** @param content must be exactly as long as `size` says */
  async *entry({ name, size }: Entry, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield this.#passed(header(name, size))
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      yield this.#passed(chunk)
    }
    if (written !== size)
      throw new Error(`${name} has ${written} bytes, and ${size} were announced.`)
    yield this.#passed(padding(size))
  }

  *folder(name: string): Generator<Buffer> {
    yield this.#passed(header(name, 0))
  }

  /** The last entry, and the end of the archive. */
  *end(): Generator<Buffer> {
    const digest = Buffer.from(this.#hash.digest('hex'))
    yield Buffer.concat([header(DIGEST, digest.length), digest, padding(digest.length)])
    yield Buffer.alloc(2 * BLOCK)
  }

  #passed(chunk: Buffer): Buffer {
    this.#hash.update(chunk)
    return chunk
  }
}

/**
 * Reads an archive to its end. Each entry's content must be read before the next one is asked for.
 *
 * @throws {DamagedArchive} at the end when the digest is not that of what was read, or as soon as nothing fits
 */
export async function* readArchive(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Entry & { readonly content: AsyncIterable<Buffer> }> {
  const input = new Input(source)
  for (;;) {
    const digest = input.digest()
    const { name, size } = parsedHeader(await input.exactly(BLOCK))
    if (name === DIGEST && size <= BLOCK) {
      const recorded = (await input.exactly(size)).toString('latin1')
      if (recorded !== digest) throw new DamagedArchive('its content is not what was written')
      return
    }
    let isRead = false
    const content = (async function* () {
      yield* input.upTo(size)
      await input.exactly(padding(size).length)
      isRead = true
    })()
    yield { name, size, content }
    if (!isRead) throw new Error(`${name} was not read to its end.`)
  }
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const isFolder = name.endsWith('/')
  if (Buffer.byteLength(name) > MAX_NAME_BYTES || size > MAX_SIZE)
    throw new Error(`${name} (${size} bytes) does not fit into an archive.`)
  block.write(name, 0)
  block.write(isFolder ? '0000700\0' : '0000600\0', 100)
  block.write('0000000\0'.repeat(2), 108)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write(`${'0'.repeat(11)}\0`, 136)
  block.write(' '.repeat(8), 148)
  block.write(isFolder ? '5' : '0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function parsedHeader(block: Buffer): Entry {
  const text = (from: number, to: number): string =>
    block.toString('utf8', from, to).split('\0', 1)[0] ?? ''
  const sum = Number.parseInt(text(148, 156), 8)
  const size = Number.parseInt(text(124, 136), 8)
  block.fill(' ', 148, 156)
  if (sum !== sumOf(block) || !(size >= 0))
    throw new DamagedArchive('it is not an archive, or a part of one')
  return { name: text(0, MAX_NAME_BYTES), size }
}

function sumOf(block: Buffer): number {
  return block.reduce((sum, byte) => sum + byte, 0)
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** Takes as many bytes as asked for from chunks of any length, and holds one chunk at a time. */
class Input {
  readonly #chunks: AsyncIterator<Buffer>
  #left: Buffer = Buffer.alloc(0)
  readonly #hash = createHash('sha256')

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** Of all that was taken. */
  digest(): string {
    return this.#hash.copy().digest('hex')
  }

  async *upTo(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0;) {
      if (this.#left.length === 0) {
        const { done, value } = await this.#chunks.next()
        if (done === true) throw new DamagedArchive('it is cut off')
        this.#left = value
      }
      const taken = this.#left.subarray(0, missing)
      this.#left = this.#left.subarray(taken.length)
      this.#hash.update(taken)
      missing -= taken.length
      yield taken
    }
  }

  /** For small things: they are held. */
  async exactly(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.upTo(bytes)) parts.push(part)
    return Buffer.concat(parts)
  }
}
