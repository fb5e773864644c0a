import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * `svc_live_` or `svc_test_`, 32 base62 characters and a checksum of 6. With the checksum, a mistyped key is
 * refused without a query, and secret scanners can recognize a key.
 */
const SHAPE = /^svc_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const DISPLAY_CHARACTERS = 12

/** A new key value from a secure random source. It is shown once, and only its hash is stored. */
export function newApiKeyValue(livemode: boolean): string {
  const head = `svc_${livemode ? 'live' : 'test'}_${Array.from({ length: 32 }, () => BASE62[randomInt(62)]).join('')}`
  return head + checksum(head)
}

export function isWellFormedApiKey(value: string): boolean {
  return SHAPE.test(value) && checksum(value.slice(0, -6)) === value.slice(-6)
}

function checksum(head: string): string {
  let rest = crc32(head)
  let text = ''
  for (let digit = 0; digit < 6; digit += 1) {
    text = (BASE62[rest % 62] ?? '') + text
    rest = Math.floor(rest / 62)
  }
  return text
}
