import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { withInstallLock } from './install-lock.mjs'
import { PlainError } from './plain-error.mjs'
import { childEnvironment } from './pnpm.mjs'

const DASHBOARD = 'apps/dashboard'

/** Builds the dashboard, unless it was built from what it is made from now. Its log is shown where it fails. */
export async function ensureBuilt(project, node) {
  const wanted = fingerprint(project)
  const stamp = path.join(project, DASHBOARD, 'dist/made-from.txt')
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isBuilt()) return
  await withInstallLock(project, async () => {
    if (isBuilt()) return
    console.log('Building the dashboard.')
    await build(project, node)
    writeFileSync(stamp, wanted)
  })
}

async function build(project, node) {
  const folder = path.join(project, DASHBOARD)
  const lines = []
  const child = spawn(node, [path.join(folder, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: folder,
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
  if (code !== 0) throw new PlainError(`The dashboard could not be built.\n${lines.join('\n')}`)
}

/** The sources of the dashboard and of each package of ours that it uses, and the versions of all others. */
function fingerprint(project) {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'tsconfig.base.json']) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(project, file)))
  }
  for (const folder of foldersOf(project)) {
    for (const file of sourcesIn(path.join(project, folder))) {
      hash.update(`\0${folder}/${file}\0`).update(readFileSync(path.join(project, folder, file)))
    }
  }
  return hash.digest('hex')
}

/** The dashboard, and what it uses of ours, each once. */
function foldersOf(project) {
  const folders = [DASHBOARD]
  for (const folder of folders) {
    const { dependencies } = JSON.parse(
      readFileSync(path.join(project, folder, 'package.json'), 'utf8'),
    )
    for (const [name, version] of Object.entries(dependencies ?? {})) {
      const used = `packages/${name.slice(name.indexOf('/') + 1)}`
      if (version.startsWith('workspace:') && !folders.includes(used)) folders.push(used)
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
