/** The library for Python as a wheel: an archive that `pip` unpacks, and that Python can import as it is. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Files } from './files.ts'
import { PUBLISHED } from '@scheduling/published'

export type Wheel = {
  readonly version: string
  /** Under which `pip` takes it: it reads the name and the version there. */
  readonly file: string
  readonly files: Files
}

/** @param folder with `pyproject.toml` and the module */
export function pythonWheel(folder: string): Wheel {
  const project = readFileSync(path.join(folder, 'pyproject.toml'), 'utf8')
  const facts = new Map(
    [...project.matchAll(/^([a-z-]+) = "([^"]*)"$/gm)].map(([, name, value]) => [name, value]),
  )
  const stated = (name: string) =>
    facts.get(name) ?? fail(`pyproject.toml does not say \`${name}\`.`)
  const version = stated('version')
  const { python } = PUBLISHED
  const about = `${python}-${version}.dist-info`
  const files = new Map<string, string>()
  const source = path.join(folder, 'scheduling')
  for (const name of readdirSync(source).filter((one) => /\.py$|^py\.typed$/.test(one))) {
    files.set(`scheduling/${name}`, readFileSync(path.join(source, name), 'utf8'))
  }
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8')
  files.set(
    `${about}/METADATA`,
    `Metadata-Version: 2.1
Name: ${python}
Version: ${version}
Summary: ${stated('description')}
Requires-Python: ${stated('requires-python')}
Description-Content-Type: text/markdown

${readme}`,
  )
  files.set(
    `${about}/WHEEL`,
    'Wheel-Version: 1.0\nGenerator: scheduling\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  )
  const rows = [...files].map(([name, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url')
    return `${name},sha256=${digest},${Buffer.byteLength(text)}`
  })
  files.set(`${about}/RECORD`, `${rows.join('\n')}\n${about}/RECORD,,\n`)
  return { version, file: `${python}-${version}-py3-none-any.whl`, files }
}

function fail(message: string): never {
  throw new Error(message)
}
