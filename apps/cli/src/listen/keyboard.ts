/** What is typed while a receiver runs: `r` sends the last delivery again, `3r` or `3` and Enter the third. */
import type { ReadStream } from 'node:tty'

export type Pressed = {
  /** @param number null: the last one */
  resend(number: number | null): void
  stop(): void
}

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const MOST_DIGITS = 9

/** Reads keys of a terminal, or lines of a pipe. @returns how to leave the terminal as it was */
export function watchKeyboard(stdin: ReadStream, pressed: Pressed): () => void {
  let digits = ''
  const take = (key: string) => {
    if (/^\d$/.test(key)) {
      if (digits.length < MOST_DIGITS) digits += key
      return
    }
    const isEnter = key === '\r' || key === '\n'
    if (key === 'r' || (isEnter && digits !== ''))
      pressed.resend(digits === '' ? null : Number(digits))
    if (key === 'q' || key === CTRL_C || (key === CTRL_D && stdin.isTTY)) pressed.stop()
    digits = ''
  }
  const onData = (chunk: Buffer) => {
    for (const key of chunk.toString('latin1')) take(key)
  }
  const isTerminal = stdin.isTTY
  if (isTerminal) stdin.setRawMode(true)
  // A pipe that breaks is the end of the keyboard, and of nothing else.
  stdin.on('error', () => undefined)
  stdin.on('data', onData)
  stdin.resume()
  return () => {
    stdin.off('data', onData)
    if (isTerminal) stdin.setRawMode(false)
    stdin.pause()
  }
}
