/** Where words and values go: results to stdout, everything that accompanies them to stderr. */
import type { Writable } from 'node:stream'
import { jsonText } from './safe-text.ts'

const PAINTS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

export type Paint = keyof typeof PAINTS

export type Terminal = {
  readonly isJson: boolean
  /** Whether a person sits at it who may be asked. */
  readonly isInteractive: boolean
  /** Whether stderr shows motion: a terminal that is not asked to be plain. */
  readonly isLively: boolean
  /** Columns of a line of results. */
  readonly width: number
  /** A result: with `--json` the value as one line of JSON, else the words. */
  result(value: unknown, words: string | readonly string[]): void
  /** What accompanies results: a line for people, on stderr. */
  note(words: string): void
  /** Words for people that are the output of a command that runs on: on stdout, with `--json` on stderr. */
  line(words: string): void
  /** Colors words that are results, if stdout is a terminal that may show colors. */
  paint(paint: Paint, words: string): string
}

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

const DEFAULT_WIDTH = 100
/** A terminal that does not know its width says 0. */
const NARROWEST = 40

/** @param options.isPlain no color and no motion, whatever the streams can do */
export function createTerminal(
  streams: {
    readonly stdin: { isTTY?: boolean }
    readonly stdout: Stream
    readonly stderr: Stream
  },
  options: { readonly isJson: boolean; readonly isPlain: boolean },
): Terminal {
  const { stdin, stdout, stderr } = streams
  const { isJson, isPlain } = options
  const isColored = stdout.isTTY === true && !isPlain && !isJson
  const write = (stream: Stream, line: string) => void stream.write(`${line}\n`)
  return {
    isJson,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    isLively: stderr.isTTY === true && !isPlain && (stderr.columns ?? 0) >= NARROWEST,
    width: Math.max(stdout.columns ?? DEFAULT_WIDTH, NARROWEST),
    result(value, words) {
      if (isJson) write(stdout, jsonText(value))
      else for (const line of [words].flat()) write(stdout, line)
    },
    note: (words) => write(stderr, words),
    line: (words) => write(isJson ? stderr : stdout, words),
    paint: (paint, words) => (isColored ? `\u001b[${PAINTS[paint]}m${words}\u001b[0m` : words),
  }
}
