import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A Node of the major version 20 on this machine, which is the oldest that our packages name; null: there is none. */
export async function nodeTwenty(): Promise<string | null> {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const binary = path.join(folder, name)
    if (!existsSync(binary)) continue
    const said = await run(binary, ['--version']).catch(() => ({ stdout: '' }))
    if (said.stdout.startsWith('v20.')) return binary
  }
  return null
}
