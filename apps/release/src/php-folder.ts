/** The library for PHP: a folder to unzip, with a loader of its own for programs without Composer. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Files } from './files.ts'
import { PUBLISHED } from '@scheduling/published'

/** What the archive unpacks to. */
const TOP = 'scheduling-php'

export function phpFolder(folder: string): { readonly version: string; readonly files: Files } {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const composer = JSON.parse(read('composer.json'))
  const sources = readdirSync(path.join(folder, 'src')).map((name) => `src/${name}`)
  const named = `${JSON.stringify({ ...composer, name: PUBLISHED.php }, null, 2)}\n`
  const files = new Map([[`${TOP}/composer.json`, named]])
  for (const name of ['README.md', 'autoload.php', ...sources]) {
    files.set(`${TOP}/${name}`, read(name))
  }
  return { version: composer.version, files }
}
