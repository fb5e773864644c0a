/** One browser for the suite: it comes inside a package on Linux, elsewhere an installed Chrome is used. */
import { chromium, type Browser } from 'playwright-core'

const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--headless=shell']

/** @throws where there is none, in words */
export async function openBrowser(): Promise<Browser> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return chromium.launch({ ...(await packagedBrowser()), args: ARGUMENTS })
  }
  return chromium.launch({ channel: 'chrome' }).catch((error: unknown) => {
    throw new Error('The tests of pages need Google Chrome on this system.', { cause: error })
  })
}

/** Unpacked once for each machine, with the few libraries that a bare system lacks. */
async function packagedBrowser() {
  // The package unpacks its libraries only where it believes to run as a function.
  const runtime = process.env['AWS_LAMBDA_JS_RUNTIME']
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x'
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const executablePath = await packaged.executablePath()
    return { executablePath, env: environment() }
  } finally {
    if (runtime === undefined) delete process.env['AWS_LAMBDA_JS_RUNTIME']
    else process.env['AWS_LAMBDA_JS_RUNTIME'] = runtime
  }
}

/** What this process has, and where the package says that its libraries are. */
function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}
