/** Which files of this package may import which. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { appRouter } from './router.ts'

type Import = { readonly from: string; readonly to: string }

const source = import.meta.dirname
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const imports: readonly Import[] = files.flatMap((from) =>
  relativeImports(from).map((to) => ({ from, to })),
)

const routers = importedBy('router.ts').filter((file) => path.posix.basename(file) === 'index.ts')
const verbs = new Set(routers.flatMap(importedBy).filter((file) => !file.startsWith('procedure/')))

describe('the files of the core', () => {
  it('of a verb are imported by the router of their folder alone: verbs meet in nouns and rules', () => {
    expect(verbs).toContain('appointments/create.ts')
    const borrowed = imports.filter(({ from, to }) => verbs.has(to) && !routers.includes(from))
    expect(borrowed.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  it('of a verb stand in the folder that is called as their router', () => {
    const folders = routers.map((file) => path.posix.dirname(file))
    const names = Object.keys(appRouter._def.record).map(kebabCase)
    expect(folders.toSorted()).toEqual(names.toSorted())
    const strangers = routers.flatMap((router) =>
      importedBy(router).filter(
        (file) => verbs.has(file) && path.posix.dirname(file) !== path.posix.dirname(router),
      ),
    )
    expect(strangers).toEqual([])
  })
})

function importedBy(file: string): string[] {
  return imports.filter(({ from }) => from === file).map(({ to }) => to)
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The files that a file imports or exports from, types included; paths from the source folder. */
function relativeImports(file: string): string[] {
  const { module, errors } = parseSync(file, readFileSync(path.join(source, file), 'utf8'))
  expect(errors).toEqual([])
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ]
  const targets = requests
    .filter((request) => request.startsWith('.'))
    .map((request) => path.posix.join(path.posix.dirname(file), request))
  return [...new Set(targets)]
}
