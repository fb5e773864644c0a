/** A disk of a size that can be filled: a file system in memory. Root can mount one, where it may. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Disk = {
  /** Leaves no block free. */
  fill(): void
  free(): void
  unmount(): void
}

/** More than a server of an arrangement writes; of it, memory holds what is written. */
const SIZE = '2g'
const FILLER = 'filler'
const BLOCK = Buffer.alloc(1024 * 1024)

export const CAN_MOUNT: boolean = canMount()

/** @throws where this process may not mount */
export function mountDisk(folder: string): Disk {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`No disk can be mounted: ${stderr}`)
  const filler = path.join(folder, FILLER)
  return {
    fill() {
      try {
        while (statfsSync(folder).bavail > 0) writeFileSync(filler, BLOCK, { flag: 'a' })
      } catch {
        // It is full.
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => void spawnSync('umount', [folder]),
  }
}

function canMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  const folder = mkdtempSync(path.join(tmpdir(), 'disk-'))
  try {
    mountDisk(folder).unmount()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
