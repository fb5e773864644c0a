import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
/** A run fills a tenth of it. */
const ROOM_BYTES = 4 * 2 ** 30

const checkout = path.join(import.meta.dirname, '../..')

/** Where test databases lie: in memory, or in the checkout where memory has no room for them. */
export function databasesFolder(): string {
  return memoryFolder() ?? path.join(checkout, 'node_modules/.cache')
}

/**
 * A folder in memory, for this checkout and user. Each test database is a thousand files, made and removed again, and for
 * each file that it makes, an ext4 file system without a journal looks at all that were removed in the last minutes.
 *
 * @returns null where memory has no file system or too little room, or where another user made the folder
 */
function memoryFolder(): string | null {
  const uid = process.getuid?.()
  if (uid === undefined) return null
  const digest = createHash('sha256').update(`${uid} ${checkout}`).digest('hex')
  const folder = path.join(IN_MEMORY, `scheduling-${digest.slice(0, 16)}`)
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < ROOM_BYTES) return null
    // Root starts the server as another user, who has to enter.
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    const made = lstatSync(folder)
    return made.isDirectory() && made.uid === uid ? folder : null
  } catch {
    return null
  }
}
