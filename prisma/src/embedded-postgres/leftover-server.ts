import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { EmbeddedPostgresError, systemErrorCode } from './problem.ts'

/**
 * Ends the server that a killed process left running on this cluster, and clears what a dead one left.
 * The caller holds the data folder's lock, so no other process may use it.
 *
 * It is shut down rather than taken over: then there is one way a server gets its settings, binaries and
 * port, and half a second more after a crash is no price.
 *
 * @returns whether the cluster was left without a proper shutdown, and so has to recover
 * @throws {EmbeddedPostgresError} when it can't be ended
 */
export async function stopLeftoverServer(
  cluster: string,
  log: (line: string) => void,
): Promise<{ needsRecovery: boolean }> {
  const lockFile = path.join(cluster, 'postmaster.pid')
  const postmaster = readPid(lockFile)
  let left = serverProcesses(cluster, postmaster)
  if (left.length > 0) log('Stopping the database server that an earlier run left behind.')
  const escalation = [
    { signal: 'SIGINT', seconds: 20 }, // fast shutdown
    { signal: 'SIGQUIT', seconds: 5 }, // immediate: recovers at the next start
    { signal: 'SIGKILL', seconds: 5 },
  ] as const
  for (const { signal, seconds } of escalation) {
    if (left.length === 0) break
    // Without their postmaster the others are ending already; SIGINT would only cancel their query.
    const hasPostmaster = postmaster !== undefined && left.includes(postmaster)
    if (signal === 'SIGINT' && !hasPostmaster) continue
    for (const pid of signal === 'SIGINT' ? [postmaster] : left) send(pid, signal)
    const deadline = performance.now() + seconds * 1000
    while (left.length > 0 && performance.now() < deadline) {
      await sleep(25)
      left = serverProcesses(cluster, postmaster)
    }
  }
  if (left.length > 0) {
    throw new EmbeddedPostgresError(
      `A database server of an earlier run still holds ${cluster} and does not end: process ${left.join(', ')}.`,
    )
  }
  const needsRecovery = existsSync(lockFile)
  // PostgreSQL takes the file for a living server when its process id was given to anyone else since.
  rmSync(lockFile, { force: true })
  return { needsRecovery }
}

/** The id in the first line of `postmaster.pid`. */
export function readPid(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * The living processes of a server on this cluster. On Linux all of them, known by working in its folder;
 * elsewhere its postmaster, known by its command line.
 */
function serverProcesses(cluster: string, postmaster: number | undefined): number[] {
  let folder: string
  try {
    folder = realpathSync(cluster)
  } catch {
    return []
  }
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && worksIn(name, folder))
      .map(Number)
  }
  if (postmaster === undefined) return []
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(postmaster)], {
    encoding: 'utf8',
  })
  return stdout.includes('postgres') && stdout.includes(cluster) ? [postmaster] : []
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    )
  } catch {
    return false // gone meanwhile, or another user's
  }
}

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}
