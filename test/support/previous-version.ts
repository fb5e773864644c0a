/** The version before this one, as it was committed, ready to run beside it. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PROJECT = path.join(import.meta.dirname, '../..')

export type PreviousVersion = {
  /** Where it can be run: its own files, with the packages that are installed here. */
  readonly folder: string
  /** The first migration that it does not have. */
  readonly lacks: string
  remove(): void
}

/**
 * The commit before the one that brought the newest migration: what runs while that one is applied.
 *
 * @returns null where there is no history that goes so far, as in a copy without `.git`
 */
export async function previousCommit(): Promise<{ commit: string; lacks: string } | null> {
  const migrations = readdirSync(path.join(PROJECT, 'prisma/migrations'), { withFileTypes: true })
  const newest = migrations
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .at(-1)
  if (newest === undefined) return null
  const added = await git([
    'log',
    '--diff-filter=A',
    '--format=%H',
    '-1',
    '--',
    `prisma/migrations/${newest}`,
  ])
  if (added === null || added === '') return null
  const commit = await git(['rev-parse', '--verify', '--quiet', `${added}^`])
  return commit === null ? null : { commit, lacks: newest }
}

async function git(args: readonly string[]): Promise<string | null> {
  return run('git', args, { cwd: PROJECT }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}

/** Puts it into a folder of its own, which `remove` removes. */
export async function previousVersion(previous: {
  commit: string
  lacks: string
}): Promise<PreviousVersion> {
  const folder = mkdtempSync(path.join(tmpdir(), 'previous-version-'))
  const archive = path.join(folder, 'version.tar')
  await run('git', ['archive', '--output', archive, previous.commit], { cwd: PROJECT })
  await run('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  symlinkSync(path.join(PROJECT, 'node_modules'), path.join(folder, 'node_modules'))
  for (const workspace of workspaces(folder)) linkPackages(folder, workspace)
  // As it is made now: what an earlier version made its client with may not be installed any more.
  cpSync(path.join(PROJECT, 'prisma/generate.ts'), path.join(folder, 'prisma/generate.ts'))
  await run(process.execPath, ['generate.ts'], { cwd: path.join(folder, 'prisma') })
  return {
    folder,
    lacks: previous.lacks,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function workspaces(folder: string): string[] {
  const within = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(path.join(folder, parent)).map((name) => path.join(parent, name)),
  )
  return ['prisma', ...within].filter((one) => existsSync(path.join(folder, one, 'package.json')))
}

/** Gives a workspace the links that it has here: those to packages lead to the installed ones, those to others of ours to theirs. */
function linkPackages(folder: string, workspace: string): void {
  const links = path.join(PROJECT, workspace, 'node_modules')
  if (existsSync(links))
    cpSync(links, path.join(folder, workspace, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  const { dependencies = {} } = JSON.parse(
    readFileSync(path.join(folder, workspace, 'package.json'), 'utf8'),
  ) as { dependencies?: Record<string, string> }
  const lacks = (name: string): boolean =>
    !existsSync(path.join(folder, workspace, 'node_modules', name))
  for (const name of Object.keys(dependencies).filter(lacks)) {
    // This version needs it elsewhere only.
    const elsewhere = workspaces(PROJECT)
      .map((other) => path.join(PROJECT, other, 'node_modules', name))
      .find((place) => existsSync(place))
    if (elsewhere === undefined) continue
    const place = path.join(folder, workspace, 'node_modules', name)
    mkdirSync(path.dirname(place), { recursive: true })
    symlinkSync(realpathSync(elsewhere), place)
  }
  const missing = Object.keys(dependencies).filter(lacks)
  if (missing.length > 0)
    throw new Error(
      `The version before needs ${missing.join(', ')} in ${workspace}, which is not installed any more.`,
    )
}
