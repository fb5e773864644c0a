/**
 * `pnpm pictures [FOLDER]` takes pictures of every page of clients in every state, `pnpm mails [FOLDER]` of every mail, and
 * `pnpm screens [FOLDER]` of every page and dialog of the dashboard, for people to look at; `node test/pictures/main.ts agenda
 * [FOLDER]` of full agendas, with what a drag costs. Without a folder: `.data/pictures` and so on, which git ignores.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const [, , kind = 'pictures', folder = `.data/${kind}`] = process.argv.filter(
  (word) => word !== '--',
)

// The pages stand as the tests have them, which a test runner sets up.
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const config = path.join(import.meta.dirname, 'vitest.config.ts')
const child = spawn(process.execPath, [vitest, 'run', '--reporter=verbose', '--config', config], {
  cwd: root,
  env: { ...process.env, PICTURES: path.resolve(root, folder), PICTURES_OF: kind },
  stdio: 'inherit',
})
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
