/** Packages of ours, installed as others get them: what `pnpm pack` puts into the archive, without its network. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')
const TSC = path.join(ROOT, 'node_modules/.bin/tsc')

/**
 * `prepack`, then the files and the manifest with what is published of it.
 *
 * @param name of a folder in `packages`
 * @param folder whose `node_modules` it goes into
 * @returns its manifest
 */
export async function installPackage(
  name: string,
  folder: string,
): Promise<{ readonly dependencies?: Readonly<Record<string, string>> }> {
  const source = path.join(ROOT, 'packages', name)
  const installed = path.join(folder, 'node_modules/@scheduling', name)
  await mkdir(installed, { recursive: true })
  await run(TSC, [
    '-p',
    path.join(source, 'tsconfig.pack.json'),
    '--outDir',
    path.join(installed, 'dist'),
  ])
  const text = readFileSync(path.join(source, 'package.json'), 'utf8')
  const { publishConfig, ...manifest } = JSON.parse(text)
  await writeFile(
    path.join(installed, 'package.json'),
    JSON.stringify({ ...manifest, ...publishConfig }),
  )
  return manifest
}
