/** A browser: it comes inside a package on Linux, elsewhere an installed Chrome is used. */
import { chromium, type Browser } from 'playwright-core'
import { unpackedChromium } from './chromium.ts'

const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--headless=shell']

let shared: Promise<Browser> | undefined

/**
 * The same for all test files of a process, which it ends with. Each file closes the contexts that it opens.
 *
 * @throws where there is none, in words
 */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= openBrowser())
}

/** One of its own. @throws where there is none, in words */
export async function openBrowser(): Promise<Browser> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return chromium.launch({ ...(await unpackedChromium()), args: ARGUMENTS })
  }
  return chromium.launch({ channel: 'chrome' }).catch((error: unknown) => {
    throw new Error('The tests of pages need Google Chrome on this system.', { cause: error })
  })
}
