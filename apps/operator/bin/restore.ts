/** `pnpm restore FILE`: puts a backup in the place of the embedded database of DATA_DIR, and keeps what was there. */
import { settingsOrExit } from '@scheduling/core'
import { BackupError, restoreBackup } from '@scheduling/database/backup'
import path from 'node:path'
import { refuse } from '../src/refuse.ts'
import { onlyArgument } from '../src/only-argument.ts'

const USAGE = `Usage: pnpm restore FILE

  FILE  that pnpm backup made. The service must not run. What is in DATA_DIR stays beside it until the next restore`

const { DATABASE_URL, DATA_DIR } = settingsOrExit(process.env, ['DATABASE_URL', 'DATA_DIR'])
const file = onlyArgument(USAGE)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  if (file === undefined) throw new BackupError(USAGE)
  if (DATABASE_URL !== undefined) {
    throw new BackupError(
      'DATABASE_URL names a database of your own: restore it with pg_restore, as docs/backups.md says.',
    )
  }
  const { manifest, replaced } = await restoreBackup(DATA_DIR, path.resolve(file), say)
  say(`Restored what was there at ${manifest.made_at}.`)
  if (replaced !== null)
    say(`What it replaced is in ${replaced}. Delete it when you no longer need it.`)
  say(
    manifest.files.includes('secrets.json')
      ? 'If the service that it is of had ROOT_SECRET or ENCRYPTION_KEYS as settings, start with the same.'
      : 'It has no keys: start with the ROOT_SECRET and ENCRYPTION_KEYS that it was made with.',
  )
} catch (error) {
  refuse(error)
}
