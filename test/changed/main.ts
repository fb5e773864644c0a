/**
 * `npm run test:changed [BASE]`: runs the static checks, and the parts of all tests that files changed since BASE can
 * break, with every row of the sampled tables. BASE is a commit; without it, the one that this branch left `origin/main` at, else HEAD.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { partsOf } from './parts.ts'

const root = path.join(import.meta.dirname, '../..')
const [given] = process.argv.slice(2)
const base = given ?? branchPoint()
const changed = lines(git('diff', '--name-only', base))
const added = lines(git('ls-files', '--others', '--exclude-standard'))
const { tests, scripts } = partsOf([...changed, ...added])

console.log(`Changed since ${base}: ${changed.length + added.length} files.`)
const env = { ...process.env, TEST_EXTENT: 'all' }
run('pnpm', ['run', 'check:static'])
if (tests.length > 0) {
  console.log(`Tests: ${tests.join(' ')}`)
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  run(process.execPath, [vitest, 'run', '--config', 'vitest.all.config.ts', ...tests])
}
for (const script of scripts) run('pnpm', script.split(' '))
if (tests.length === 0 && scripts.length === 0) console.log('No test depends on them.')

/** Ends this process where the program fails. */
function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function branchPoint(): string {
  try {
    return git('merge-base', 'HEAD', 'origin/main').trim()
  } catch {
    return 'HEAD'
  }
}

/** @throws with git's own words where BASE is no commit */
function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
