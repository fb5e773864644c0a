/** The packages for callers as `pnpm release` wrote them: a file for each, and a list of them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

export type PublishedFile = {
  /** As in `scheduling-sdk.tgz`; its address below `/docs/downloads`. */
  readonly file: string
  /** Where a tool reads the version from the name of the file, the same file under that name; null elsewhere. */
  readonly versionedFile: string | null
  readonly title: string
  readonly version: string
  /** Of the file, in lower-case hex. */
  readonly sha256: string
  readonly bytes: number
}

export const BUILT_FOLDER = fileURLToPath(new URL('../dist/', import.meta.url))

/** Null: nothing was built. */
export function publishedFiles(): readonly PublishedFile[] | null {
  try {
    return JSON.parse(readFileSync(path.join(BUILT_FOLDER, 'files.json'), 'utf8'))
  } catch {
    return null
  }
}

/** @param file one of the list, never a name that a caller sent */
export function readPublished({ file }: PublishedFile): Uint8Array {
  return readFileSync(path.join(BUILT_FOLDER, file))
}
