import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { childEnvironment, pnpm } from './pnpm.mjs'
import { ensureInstalled } from './install.mjs'
import { onNpmGone } from './parent.mjs'
import { PlainError } from './plain-error.mjs'

/**
 * `start [arguments]` builds the dashboard and runs the whole service in one process; `test` runs every check of the
 * project. Both install what is missing first, and end with the exit code of what they ran.
 */
export async function run(project, [command, ...rest]) {
  if (command !== 'start' && command !== 'test') {
    throw new PlainError('Usage: node scripts/run.mjs start | test')
  }
  const node = await ensureInstalled(project)
  if (command === 'test') {
    process.exitCode = await pnpm(project, ['run', 'check', ...rest])
    return
  }
  await build(project)
  const endWithParent = pathToFileURL(path.join(project, 'scripts/end-with-parent.mjs')).href
  const main = path.join(project, 'apps/standalone/src/main.ts')
  await become(node, ['--import', endWithParent, main, ...rest], project)
}

/** Builds the dashboard, unless it is built already. Its log is shown where it fails. */
async function build(project) {
  const lines = []
  const code = await pnpm(project, ['run', 'build'], { onLine: (line) => lines.push(line) })
  if (code !== 0) throw new PlainError(`The dashboard could not be built.\n${lines.join('\n')}`)
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
