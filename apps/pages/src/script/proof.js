/**
 * Works out what raises how much one address can send: a text so that the SHA-256 of `{slug}:{submission}:{text}` begins
 * with enough zero bits. It begins when the form is first touched, in slices, so that the page stays quick.
 */
const SLICE_MS = 12
const REST_MS = 4

/** Of the roots of the first primes, 32 bits behind the point: square for the state, cube for the rounds. */
const ROUNDS = new Int32Array(64)
const STATE = new Int32Array(8)
for (let found = 0, number = 2; found < 64; number += 1) {
  let divisor = 2
  while (number % divisor !== 0) divisor += 1
  if (divisor < number) continue
  if (found < 8) STATE[found] = (number ** (1 / 2) % 1) * 2 ** 32
  ROUNDS[found] = (number ** (1 / 3) % 1) * 2 ** 32
  found += 1
}
const words = new Int32Array(64)

/**
 * The first word of the hash. The text is cut into blocks of 64 bytes, with its length in the last.
 *
 * @param {Int32Array} blocks whole blocks, as words
 */
function firstWord(blocks) {
  const state = STATE.slice()
  for (let from = 0; from < blocks.length; from += 16) {
    for (let at = 0; at < 64; at += 1) {
      if (at < 16) words[at] = blocks[from + at] ?? 0
      else {
        const x = words[at - 15] ?? 0
        const y = words[at - 2] ?? 0
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
        words[at] = (words[at - 16] ?? 0) + s0 + (words[at - 7] ?? 0) + s1
      }
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let at = 0; at < 64; at += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[at] ?? 0) + (words[at] ?? 0)) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const last = [a, b, c, d, e, f, g, h]
    for (let at = 0; at < 8; at += 1) state[at] = (state[at] ?? 0) + (last[at] ?? 0)
  }
  return state[0] ?? 0
}

/** @param {string} text of ASCII */
function blocksOf(text) {
  const blocks = new Int32Array(((text.length + 72) >> 6) * 16)
  for (let at = 0; at <= text.length; at += 1) {
    const byte = at < text.length ? text.charCodeAt(at) : 0x80
    blocks[at >> 2] = (blocks[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8))
  }
  blocks[blocks.length - 1] = text.length * 8
  return blocks
}

/**
 * @param {string} prefix
 * @param {number} bits
 * @param {(proof: string) => void} done
 */
function solve(prefix, bits, done, tried = 0) {
  const until = performance.now() + SLICE_MS
  for (let next = tried; ; next += 1) {
    const proof = next.toString(36)
    if (Math.clz32(firstWord(blocksOf(prefix + proof))) >= bits) {
      done(proof)
      return
    }
    if (next % 64 === 0 && performance.now() > until) {
      setTimeout(() => solve(prefix, bits, done, next + 1), REST_MS)
      return
    }
  }
}

for (const form of document.querySelectorAll('form[data-proof]')) {
  if (!(form instanceof HTMLFormElement)) continue
  const { proof: bits, slug, field = '', submission = '', needed } = form.dataset
  const into = form.elements.namedItem(field)
  const id = form.elements.namedItem(submission)
  if (!(into instanceof HTMLInputElement) || !(id instanceof HTMLInputElement)) continue
  /** @type {HTMLElement | null} */
  let pressed = null
  const begin = () => {
    if (into.value !== '') return
    solve(`${slug}:${id.value}:`, Number(bits), (proof) => {
      into.value = proof
      if (form.ariaBusy === 'true') form.requestSubmit(pressed)
    })
  }
  if (needed === undefined) {
    form.addEventListener('focusin', begin, { once: true })
    continue
  }
  begin()
  form.addEventListener('submit', (event) => {
    if (into.value !== '') return
    // It is sent once the proof is there.
    event.preventDefault()
    pressed = event.submitter
    form.ariaBusy = 'true'
  })
}
