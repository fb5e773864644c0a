import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Removes what comes with packages and what nothing that `npm start` installs reads, which is nearly half of it: source
 * maps with the sources that they lead to, texts about a package, and Prisma's compilers for other databases.
 */
export function prune(project) {
  const store = path.join(project, 'node_modules/.pnpm')
  for (const entry of readdirSync(store, { withFileTypes: true })) {
    const modules = path.join(store, entry.name, 'node_modules')
    if (!entry.isDirectory() || !existsSync(modules)) continue
    for (const folder of packagesIn(modules)) pruneFolder(folder)
  }
}

/** The folder of the package itself: what it needs stands beside it as links. */
function packagesIn(modules) {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return []
    const folder = path.join(modules, entry.name)
    return entry.name.startsWith('@') ? packagesIn(folder) : [folder]
  })
}

const UNREAD = [
  /\.map$/,
  /(?<!\.d)\.(?:ts|mts|cts|tsx)$/,
  /^(?!.*(?:licen[cs]e|notice)).*\.(?:md|markdown)$/i,
  /^query_compiler_(?!fast_bg\.postgresql\.(?:wasm-base64\.)?mjs$)/,
]

export const isUnread = (name) => UNREAD.some((pattern) => pattern.test(name))

/** Returns whether nothing is left in the folder. */
function pruneFolder(folder) {
  let left = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    const isGone = entry.isDirectory() ? pruneFolder(at) : isUnread(entry.name)
    if (isGone) rmSync(at, { recursive: true })
    else left += 1
  }
  return left === 0
}
