import { deflateRawSync } from 'node:zlib'

/** Neither random text nor random bytes of 32 or more were ever seen to pack into less than 27. */
const LEAST_PACKED_BYTES = 24

/** What stands in examples, and what people type for the time being. */
const WORDS =
  /secret|password|change|example|default|placeholder|production|qwerty|123456|abcdef|letmein/i

/**
 * Whether a secret of 32 bytes or more is obviously not random: of few characters, a piece repeated, a count
 * upwards, or words. It finds what was never made for use, not every weak secret.
 */
export function isGuessable(secret: Uint8Array): boolean {
  const steps = secret.map((byte, index) => byte - (secret[index - 1] ?? 0))
  return (
    deflateRawSync(secret).length < LEAST_PACKED_BYTES ||
    deflateRawSync(steps).length < LEAST_PACKED_BYTES ||
    WORDS.test(Buffer.from(secret).toString('latin1'))
  )
}
