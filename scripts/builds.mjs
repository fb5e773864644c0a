import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { withInstallLock } from './install-lock.mjs'
import { PlainError } from './plain-error.mjs'
import { childEnvironment } from './pnpm.mjs'

/** What is built before the service starts, and what each is made from besides its own packages of the workspace. */
const BUILDS = [
  {
    what: 'the dashboard',
    folder: 'apps/dashboard',
    program: 'node_modules/vite/bin/vite.js',
    output: 'apps/dashboard/dist',
    also: [],
  },
  {
    what: 'the packages for callers',
    folder: 'apps/release',
    program: 'src/main.ts',
    output: 'packages/published/dist',
    also: ['packages/sdk-python', 'packages/sdk-php'],
  },
]

/** Builds each, unless it was built from what it is made from now. Its log is shown where it fails. */
export async function ensureBuilt(project, node) {
  for (const one of BUILDS) {
    const wanted = fingerprint(project, one)
    const stamp = path.join(project, one.output, 'made-from.txt')
    const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
    if (isBuilt()) continue
    await withInstallLock(project, async () => {
      if (isBuilt()) return
      console.log(`Building ${one.what}.`)
      await build(project, node, one)
      writeFileSync(stamp, wanted)
    })
  }
}

async function build(project, node, { what, folder, program }) {
  const cwd = path.join(project, folder)
  const lines = []
  const child = spawn(node, [path.join(cwd, program), 'build'], {
    cwd,
    env: { ...childEnvironment(), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => lines.push(line))
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new PlainError(`Could not build ${what}.\n${lines.join('\n')}`)
}

/** The sources of it and of each package of ours that it uses, and the versions of all others. */
function fingerprint(project, { folder, also }) {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'tsconfig.base.json']) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(project, file)))
  }
  for (const one of [...foldersOf(project, folder), ...also]) {
    for (const file of sourcesIn(path.join(project, one))) {
      hash.update(`\0${one}/${file}\0`).update(readFileSync(path.join(project, one, file)))
    }
  }
  return hash.digest('hex')
}

/** A package of ours, and those that it uses, each once. */
function foldersOf(project, first) {
  const folders = [first]
  for (const folder of folders) {
    const { dependencies } = JSON.parse(
      readFileSync(path.join(project, folder, 'package.json'), 'utf8'),
    )
    for (const [name, version] of Object.entries(dependencies ?? {})) {
      const short = name.slice(name.indexOf('/') + 1)
      const used = ['packages', 'apps']
        .map((group) => `${group}/${short}`)
        .find((one) => existsSync(path.join(project, one)))
      if (version.startsWith('workspace:') && used !== undefined && !folders.includes(used)) {
        folders.push(used)
      }
    }
  }
  return folders
}

/** Files of a package that a build can read, by name: no tests, nothing that was installed or built. */
function sourcesIn(folder, within = '') {
  return readdirSync(path.join(folder, within), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.posix.join(within, entry.name)
      if (entry.isDirectory()) {
        return /^(?:node_modules|dist|test|\..*)$/.test(entry.name) ? [] : sourcesIn(folder, name)
      }
      return /\.test\.tsx?$/.test(entry.name) ? [] : [name]
    })
}
