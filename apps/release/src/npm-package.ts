/** A package for JavaScript as callers get it: its files, with a manifest that names nothing of this workspace. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { commandLine, PROGRAM } from './command-line.ts'
import { COMPILED_EXPORTS, compiled } from './compiled.ts'
import type { Files } from './files.ts'
import { withPublishedNames } from '@scheduling/published'

type Package = Pick<NpmPackage, 'files' | 'programs'> & {
  /** What its manifest says in place of that of the workspace. */
  readonly stated: object
}

/** Each folder that `npm pack` packs, and how it is built. */
const BUILDS: Readonly<Record<string, (folder: string) => Promise<Package>>> = {
  'packages/sdk': library,
  'packages/client': library,
  async 'apps/cli'(folder) {
    const files = await commandLine(folder)
    const stated = { bin: { scheduling: PROGRAM }, dependencies: undefined }
    return { files, programs: [PROGRAM], stated }
  },
}

const ROOT = path.join(import.meta.dirname, '../../..')

export type NpmPackage = {
  readonly version: string
  readonly files: Files
  /** Of the files, those that a shell may run. */
  readonly programs: readonly string[]
}

/** @param folder of the package, from the root of the project */
export async function npmPackage(folder: string): Promise<NpmPackage> {
  const build = BUILDS[folder]
  if (build === undefined) throw new Error(`${folder} is no package for callers.`)
  const at = path.join(ROOT, folder)
  const { name, version, description, license, type, sideEffects, engines, dependencies } =
    JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'))
  const { files, programs, stated } = await build(at)
  const manifest = {
    name: withPublishedNames(name),
    version,
    description,
    license,
    files: ['dist'],
    type,
    sideEffects,
    engines,
    dependencies,
    ...stated,
  }
  return {
    version,
    programs,
    files: new Map([
      ...files,
      ['README.md', withPublishedNames(readFileSync(path.join(at, 'README.md'), 'utf8'))],
      ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ]),
  }
}

async function library(folder: string): Promise<Package> {
  return { files: await compiled(folder), programs: [], stated: COMPILED_EXPORTS }
}
