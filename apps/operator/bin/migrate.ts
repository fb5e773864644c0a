/** `pnpm migrate`: brings the database of DATABASE_URL to what this version needs. Safe to run again, and twice at once. */
import { settingsOrExit } from '@scheduling/core'
import { prepareDatabase } from '@scheduling/database/prepare'
import { refuse } from '../src/refuse.ts'

const { DATABASE_URL } = settingsOrExit(process.env, ['DATABASE_URL'], ['DATABASE_URL'])
const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const applied = await prepareDatabase(DATABASE_URL, (name) => say(`Applied ${name}`))
  say(
    applied.length === 0
      ? 'The database is up to date.'
      : `The database is up to date: ${applied.length} applied.`,
  )
} catch (error) {
  refuse(error)
}
