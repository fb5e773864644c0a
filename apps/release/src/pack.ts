/**
 * `prepack` and `postpack` of the packages for JavaScript. Between the two, a package's folder holds what its tarball
 * does: `npm pack` takes the manifest as it stands, and that of the workspace names its sources.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmPackage } from './npm-package.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const folder = process.cwd()
const manifest = path.join(folder, 'package.json')
const kept = path.join(folder, 'package.workspace.json')
const dist = path.join(folder, 'dist')

if (process.argv[2] === 'restore') {
  rmSync(dist, { recursive: true, force: true })
  if (existsSync(kept)) renameSync(kept, manifest)
} else {
  const { files } = await npmPackage(path.relative(ROOT, folder).replaceAll(path.sep, '/'))
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  renameSync(manifest, kept)
  for (const [name, text] of files) {
    // The one of the folder is the same.
    if (name !== 'README.md') writeFileSync(path.join(folder, name), text)
  }
}
