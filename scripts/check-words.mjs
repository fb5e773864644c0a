/**
 * Words that a reader stumbles over, in every text of the project: code, comments, tests and docs. A line names the client,
 * the user, the caller or the worker instead. Prints the places; exit code 1 when there are any.
 */
import { spawnSync } from 'node:child_process'

const WORDS = ['whoever', 'whomever', 'somebody', 'nobody', 'anybody', 'anew']

/** Applied migrations and patches stay as they are; a lock file is not ours; this file has the list. */
const LEFT_OUT = [
  ':!prisma/migrations',
  ':!patches',
  ':!pnpm-lock.yaml',
  ':!scripts/check-words.mjs',
]

const { status, stdout, stderr } = spawnSync(
  'git',
  ['grep', '-nIwi', '-E', WORDS.join('|'), '--', '.', ...LEFT_OUT],
  { encoding: 'utf8' },
)
// `git grep` answers 1 when it finds nothing.
if (status === 1) {
  console.log('No word of the list is used.')
} else {
  console.error(stdout || stderr)
  console.error(`Say who it is: ${WORDS.join(', ')} are not used here.`)
  process.exitCode = 1
}
