import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stopLeftoverServer } from '../embedded-postgres/leftover-server.ts'
import { FILES_BESIDE } from './manifest.ts'

/** What was read out of a backup lies beside what it will replace, under this ending. */
export const RESTORED = '.restored'
/** What was replaced, which stays. */
export const REPLACED = '.replaced'

/** Exists from the moment at which a restore is sure to happen until it has. */
const JOURNAL = 'restore-under-way.json'

/**
 * Decides that what was restored takes its place, and puts it there. A kill before leaves all as it was; one after is
 * made up for by the next start or restore, with `finishSwap`.
 *
 * @param files of `FILES_BESIDE` that the backup has; the others go, too
 */
export async function swapIn(
  dataDirectory: string,
  cluster: string,
  files: readonly string[],
): Promise<void> {
  const journal = path.join(dataDirectory, JOURNAL)
  writeFileSync(`${journal}.new`, `${JSON.stringify({ files })}\n`, { mode: 0o600, flush: true })
  renameSync(`${journal}.new`, journal)
  await finishSwap(dataDirectory, cluster)
}

/**
 * Puts the rest of it in place, where a restore was killed after its decision; else removes what one left before it.
 * @returns whether there was a decision
 */
export async function finishSwap(dataDirectory: string, cluster: string): Promise<boolean> {
  const journal = path.join(dataDirectory, JOURNAL)
  const all = places(dataDirectory, cluster)
  const isDecided = existsSync(journal)
  if (isDecided) {
    const kept = new Set(
      filesIn(readFileSync(journal, 'utf8')).map((name) => path.join(dataDirectory, name)),
    )
    for (const place of all) {
      const isRestored = existsSync(place + RESTORED)
      const goes = isRestored || !(place === cluster || kept.has(place))
      if (goes && existsSync(place)) {
        // It has not gone yet, so that one is of the restore before.
        rmSync(place + REPLACED, { recursive: true, force: true })
        renameSync(place, place + REPLACED)
      }
      if (isRestored) renameSync(place + RESTORED, place)
    }
    rmSync(journal)
  }
  // A restore that was killed while it tried the database may have left its server.
  if (existsSync(cluster + RESTORED)) await stopLeftoverServer(cluster + RESTORED, () => undefined)
  for (const place of all) rmSync(place + RESTORED, { recursive: true, force: true })
  return isDecided
}

function places(dataDirectory: string, cluster: string): string[] {
  return [cluster, ...FILES_BESIDE.map((name) => path.join(dataDirectory, name))]
}

function filesIn(journal: string): readonly string[] {
  const value: unknown = JSON.parse(journal)
  const files = typeof value === 'object' && value !== null && 'files' in value ? value.files : []
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : []
}
