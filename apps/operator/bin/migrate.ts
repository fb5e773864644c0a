/**
 * `pnpm migrate`: brings the database of DATABASE_DIRECT_URL, else of DATABASE_URL, to what this version needs. Safe to
 * run again, and twice at once. `--check` only tells what it would apply.
 */
import { settingsOrExit } from '@scheduling/core'
import { isSafeUnderLoad, missingMigrations, wordsOfUnderLoad } from '@scheduling/database/migrate'
import { prepareDatabase } from '@scheduling/database/prepare'
import { parseArgs } from 'node:util'
import { refuse } from '../src/refuse.ts'

const USAGE = `Usage: pnpm migrate [--check]

  --check  tells which migrations are missing and what each does under load, and applies none. It ends with 0 where
           all of them are safe at any hour, beside processes of the version before; else with 2`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function readArguments() {
  try {
    return parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`)
    process.exit(1)
  }
}

async function check(databaseUrl: string): Promise<void> {
  const missing = await missingMigrations({ databaseUrl })
  for (const { name, underLoad } of missing)
    say(
      `Missing ${name}: ${underLoad === undefined ? 'it does not say' : wordsOfUnderLoad(underLoad)}`,
    )
  const unsafe = missing.filter(
    ({ underLoad }) => underLoad === undefined || !isSafeUnderLoad(underLoad),
  )
  if (missing.length === 0) say('The database is up to date.')
  else if (unsafe.length === 0) say(`${missing.length} to apply: safe under load.`)
  else {
    say(`${missing.length} to apply: not safe under load, because of ${unsafe.length}.`)
    process.exitCode = 2
  }
}

async function apply(databaseUrl: string): Promise<void> {
  const applied = await prepareDatabase(databaseUrl, {
    tell: (name) => say(`Applied ${name}`),
    onWaiting: (name, why) => say(`Waiting with ${name}: it did not get its locks. ${why}`),
    onDefaults: () =>
      say(
        'The role may not set its own defaults. Nothing is wrong without a pooler; for one, see docs/poolers.md.',
      ),
  })
  say(
    applied.length === 0
      ? 'The database is up to date.'
      : `The database is up to date: ${applied.length} applied.`,
  )
}

const options = readArguments()
if (options.help === true) {
  say(USAGE)
} else {
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = settingsOrExit(
    process.env,
    ['DATABASE_URL', 'DATABASE_DIRECT_URL'],
    ['DATABASE_URL'],
  )
  try {
    await (options.check === true ? check : apply)(DATABASE_DIRECT_URL)
  } catch (error) {
    refuse(error)
  }
}
