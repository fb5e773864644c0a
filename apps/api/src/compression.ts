/** Answers in the encoding that the client asks for, RFC 9110, section 12.5.3. */
import { LIMITS } from '@scheduling/core'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/**
 * `quick`: made for one answer. A page of 50 clients takes 0.09 ms of CPU and shrinks to a seventh; docs/running.md
 * has the table. `small`: made once and kept.
 */
export type Effort = 'quick' | 'small'

const MOST_CHOICES = 20

/** The better one first. It wins when the client prefers neither. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The encoding in which a body of so many bytes is sent to this client. Null: as it is. */
export function encodingFor(request: IncomingMessage, bytes: number): Encoding | null {
  // A smaller body fits into one or two packets either way.
  if (bytes <= LIMITS.compressionBytes) return null
  const header = request.headers['accept-encoding']
  if (header === undefined) return null
  const weights = weightsOf(header)
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0
  let chosen: Encoding | null = null
  // A client that does not name `identity` does not ask for it.
  let most = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    const weight = weightOf(encoding)
    const isBetter = chosen === null ? weight > 0 && weight >= most : weight > most
    if (!isBetter) continue
    chosen = encoding
    most = weight
  }
  return chosen
}

/** `br;q=0.5, gzip` → the weight of each. Without `q` it is 1; with a `q` that is not a number it is 0. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const choice of header.toLowerCase().split(',', MOST_CHOICES)) {
    const [encoding = '', parameter] = choice.split(';', 2).map((part) => part.trim())
    const isWeighed = parameter?.startsWith('q=') === true
    const weight = isWeighed ? Number(parameter.slice('q='.length)) : 1
    weights.set(encoding, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/** Higher qualities take two to five times as long, for bodies that are a tenth smaller. */
const BROTLI_QUALITY = { quick: 1, small: 9 }
const GZIP_LEVEL = { quick: 3, small: 9 }
/** An answer is small; a larger window is memory that it never fills. */
const BROTLI_WINDOW = { quick: 18, small: constants.BROTLI_DEFAULT_WINDOW }

/**
 * Up to here a body is compressed at once, in 0.2 ms at most. Going to another thread and back takes as long, so it
 * is left to bodies that would keep other requests waiting.
 */
const AT_ONCE_BYTES = 32 * 1024

export async function compressed(
  body: string | Uint8Array,
  encoding: Encoding,
  effort: Effort,
): Promise<Uint8Array> {
  const bytes = Buffer.byteLength(body)
  const isAtOnce = effort === 'quick' && bytes <= AT_ONCE_BYTES
  if (encoding === 'gzip') {
    const options = { level: GZIP_LEVEL[effort] }
    return isAtOnce ? gzipSync(body, options) : inGzip(body, options)
  }
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }
  return isAtOnce ? brotliCompressSync(body, options) : inBrotli(body, options)
}
