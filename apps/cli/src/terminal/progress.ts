/** A bar on stderr for what takes long. Without a lively terminal there is none, and nothing is printed. */
import { progress } from '@clack/prompts'
import { oneLine } from './safe-text.ts'
import type { Terminal } from './terminal.ts'

export type Progress = {
  /** So many parts are done. @param doing what comes next, for people */
  advance(parts: number, doing: string): void
}

/**
 * Runs `work` under a bar of `total` parts, and takes the bar away at its end.
 *
 * The bar owns the keyboard while it runs, and ends the process when Ctrl-C is pressed: that must not look like success.
 */
export async function withProgress<Result>(
  terminal: Pick<Terminal, 'isLively'>,
  total: number,
  doing: string,
  work: (bar: Progress) => Promise<Result>,
): Promise<Result> {
  if (!terminal.isLively || total < 2) return work({ advance: () => undefined })
  const bar = progress({ max: total, size: 24, output: process.stderr, withGuide: false })
  const ended = () => {
    process.exitCode = 1
  }
  process.on('exit', ended)
  bar.start(oneLine(doing))
  try {
    return await work({ advance: (parts, next) => bar.advance(parts, oneLine(next)) })
  } finally {
    bar.clear()
    process.off('exit', ended)
  }
}
