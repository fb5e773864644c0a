/** Installs n8n's runtime and linter, checks the package of nodes with n8n's own rules, and builds it, before its tests. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { N8N_PACKAGE } from './package.ts'

const run = promisify(execFile)

/** The set-up of the project, after that of the server. */
export default async function setup(): Promise<void> {
  await passes('pnpm', ['install', '--frozen-lockfile', '--ignore-scripts', '--prefer-offline'])
  const binary = (name: string) => path.join(N8N_PACKAGE, 'node_modules/.bin', name)
  // `n8n-node lint` asks eslint for the same, and says nothing of a warning.
  await passes(binary('eslint'), ['.', '--max-warnings', '0'])
  await passes(binary('n8n-node'), ['lint'])
  await passes(binary('n8n-node'), ['build'])
}

async function passes(program: string, words: string[]): Promise<void> {
  // n8n's rules look at no file names while they are tested themselves.
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(program, words, { cwd: N8N_PACKAGE, env }).catch((error) => {
    throw new Error(`${path.basename(program)} ${words[0]}: ${error.stdout}${error.stderr}`)
  })
}
