/** Chromium out of its package, unpacked into the checkout: what lies in the system's temporary folder is another user's. */
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = path.join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../..')
const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/chromium')

/** The package inflates each of its archives into the temporary folder of the process. */
const INFLATE = `
  import { inflate } from '@sparticuz/chromium'
  await Promise.all(process.argv.slice(1).map((archive) => inflate(archive)))`

/** Its fonts and its cache of fonts, and no others: pages look the same on every machine. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`

/** Unpacks it unless that was done before. Processes that do so at once do not see each other. */
export async function unpackedChromium(cache = CACHE) {
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'))
  const folder = path.join(cache, String(version))
  if (!existsSync(folder)) await unpack(cache, folder)
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...process.env,
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      // A few libraries that a bare system lacks.
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
    },
  }
}

async function unpack(cache: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const partial = mkdtempSync(path.join(cache, 'partial-'))
  try {
    const archives = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) =>
      path.join(PACKAGE, 'bin', name),
    )
    const script = ['--input-type=module', '--eval', INFLATE, ...archives]
    const env = { ...process.env, TMPDIR: partial }
    await promisify(execFile)(process.execPath, script, { cwd: import.meta.dirname, env })
    writeFileSync(path.join(partial, 'fonts/fonts.conf'), fontsOf(folder))
    renameSync(partial, folder)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
