/** `pnpm backup [FILE]`: the embedded database of DATA_DIR, with its keys, in one file. The service may run meanwhile. */
import { settingsOrExit } from '@scheduling/core'
import { BackupError, takeBackup } from '@scheduling/database/backup'
import path from 'node:path'
import { refuse } from '../src/refuse.ts'
import { onlyArgument } from '../src/only-argument.ts'

const USAGE = `Usage: pnpm backup [FILE]

  FILE  is made, and must not exist. Default: scheduling-<time>.tar.gz in this folder

The file holds the keys of the service beside all of its data: a reader of it can read everything.`

const { DATABASE_URL, DATA_DIR, ROOT_SECRET, ENCRYPTION_KEYS } = settingsOrExit(process.env, [
  'DATABASE_URL',
  'DATA_DIR',
  'ROOT_SECRET',
  'ENCRYPTION_KEYS',
])
const given = onlyArgument(USAGE)
const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
const file = path.resolve(given ?? `scheduling-${stamp}.tar.gz`)

try {
  if (DATABASE_URL !== undefined) {
    throw new BackupError(
      'DATABASE_URL names a database of your own: back it up with pg_dump or pg_basebackup, as docs/backups.md says.',
    )
  }
  const { manifest, bytes } = await takeBackup(DATA_DIR, file, Date.now)
  // What settings say goes before what the file says.
  const areSettings = ROOT_SECRET !== undefined || ENCRYPTION_KEYS !== undefined
  const hasKeys = manifest.files.includes('secrets.json') && !areSettings
  process.stdout.write(
    `Backup of ${manifest.made_at}: ${file}, ${(bytes / 1e6).toFixed(1)} MB.\n` +
      (hasKeys
        ? 'It holds the keys of the service: keep it where you keep secrets.\n'
        : 'It holds not all keys: keep ROOT_SECRET and ENCRYPTION_KEYS elsewhere, it is of no use without them.\n'),
  )
} catch (error) {
  refuse(error)
}
