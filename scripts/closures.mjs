import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * What commands need, from the least to everything. `start`: what `npm start` and its guide run. `test`: what
 * `npm test` needs as well. `all`: also the packages that only `npm run test:all` and the benchmarks need.
 */
export const CLOSURES = ['start', 'test', 'all']

/** Packages of tests with dependencies of their own, which are large. */
const LARGE = ['bench', 'deploy', 'generator-programs', 'generators', 'runtimes'].map(
  (name) => `@scheduling/${name}`,
)

/** What runs, what builds the dashboard and the packages for callers, their command line and the commands of operators. */
export const STARTED = ['standalone', 'dashboard', 'release', 'cli', 'operator']

const OF_PNPM = {
  start: [
    '--prod',
    ...STARTED.map((name) => `--filter=@scheduling/${name}...`),
    // The root has the Node that all of it runs in.
    '--filter=scheduling',
  ],
  test: ['--prod=false', ...LARGE.map((name) => `--filter=!${name}`)],
  all: ['--prod=false'],
}

/** The words by which pnpm installs it. NODE_ENV decides nothing. */
export const wordsOf = (closure) => OF_PNPM[closure]

/** The wider of two. */
export const wider = (one, other) => (CLOSURES.indexOf(one) > CLOSURES.indexOf(other) ? one : other)

/** What is installed already, be it by hand: what is there is never removed by a command that needs less. */
export function installedClosure(project) {
  const has = (folder) => existsSync(path.join(project, folder, 'node_modules'))
  if (has('apps/bench')) return 'all'
  return has('test') ? 'test' : 'start'
}
