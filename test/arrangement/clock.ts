/** A clock of one process that can be moved while it runs. Its steady clock, which timers go by, stays as it is. */
import { existsSync, writeFileSync } from 'node:fs'

const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]

/** Null where this machine has no libfaketime. */
export const CLOCK_LIBRARY: string | null = LIBRARIES.find((file) => existsSync(file)) ?? null

export type Clock = {
  /** What its process needs in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Seconds that it is ahead of the machine's; less than 0: behind. It moves within a second. */
  setAhead(seconds: number): void
}

/** @param file where its process reads how far it is ahead */
export function openClock(file: string): Clock {
  if (CLOCK_LIBRARY === null) throw new Error('This machine has no libfaketime.')
  const setAhead = (seconds: number): void => {
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  }
  setAhead(0)
  return {
    env: {
      LD_PRELOAD: CLOCK_LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_CACHE_DURATION: '1',
    },
    setAhead,
  }
}
