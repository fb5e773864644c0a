/** `pnpm release`: builds the packages for callers, and prints what they are. */
import { BUILT_FOLDER, type PublishedFile } from '@scheduling/published'
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from './release.ts'

const built = await buildAll()
// A service that reads the folder meanwhile finds the one before, or this one.
const making = path.join(BUILT_FOLDER, `../.making-${process.pid}`)
mkdirSync(making)
const listed = built.map(({ body, ...about }): PublishedFile => {
  writeFileSync(path.join(making, about.file), body)
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { ...about, sha256, bytes: body.length }
})
writeFileSync(path.join(making, 'files.json'), `${JSON.stringify(listed, null, 2)}\n`)
rmSync(BUILT_FOLDER, { recursive: true, force: true })
renameSync(making, BUILT_FOLDER)
for (const { sha256, file, version } of listed) console.log(`${sha256}  ${file}  ${version}`)
