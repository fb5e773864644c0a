/** A failure the reader can do something about: shown as its message alone, without a stack. */
export class PlainError extends Error {
  isPlain = true
}
