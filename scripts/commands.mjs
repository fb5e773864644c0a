import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { childEnvironment, pnpm } from './pnpm.mjs'
import { ensureBuilt } from './builds.mjs'
import { ensureInstalled } from './install.mjs'
import { onNpmGone } from './parent.mjs'
import { PlainError } from './plain-error.mjs'

/** What each command needs installed. */
const CLOSURES = { start: 'start', test: 'test', 'test:changed': 'all', 'test:all': 'all' }

/**
 * `start [arguments]` builds the dashboard and runs the whole service in one process. `test` runs the checks of every
 * day, `test:changed [base]` those that a change since then can break, `test:all` every check of the project. Each
 * installs what it needs first, and ends with the exit code of what it ran.
 */
export async function run(project, [command, ...rest]) {
  const closure = CLOSURES[command]
  if (closure === undefined) {
    throw new PlainError(`Usage: node scripts/run.mjs ${Object.keys(CLOSURES).join(' | ')}`)
  }
  const node = await ensureInstalled(project, closure)
  if (command === 'test') {
    process.exitCode = await pnpm(project, ['run', 'check', ...rest])
    return
  }
  if (command === 'test:all') {
    process.exitCode = await pnpm(project, ['run', 'check:all', ...rest], {
      settings: { TEST_EXTENT: 'all' },
    })
    return
  }
  await ensureBuilt(project, node)
  if (command === 'test:changed') {
    process.exitCode = await pnpm(project, ['exec', 'node', 'test/changed/main.ts', ...rest])
    return
  }
  const endWithParent = pathToFileURL(path.join(project, 'scripts/end-with-parent.mjs')).href
  const main = path.join(project, 'apps/standalone/src/main.ts')
  await become(node, ['--import', endWithParent, main, ...rest], project)
}

/**
 * Runs a program as if it were this process: it gets every signal once, and its end is ours.
 *
 * On Ctrl-C the terminal signals its whole process group and npm passes the signal on as well. A program
 * that takes a second Ctrl-C for "at once" would then never end in good order, so it gets a group of its
 * own and hears from us only.
 */
async function become(program, args, cwd) {
  const child = spawn(program, args, {
    cwd,
    env: childEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  })
  const lastSent = new Map()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) {
    process.on(signal, () => {
      const isEcho = Date.now() - (lastSent.get(signal) ?? 0) < 500
      lastSent.set(signal, Date.now())
      if (!isEcho) child.kill(signal)
    })
  }
  onNpmGone(() => child.kill('SIGTERM'))
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...end) => resolve(end))
  })
  if (signal === null) {
    process.exitCode = code
  } else {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
}
