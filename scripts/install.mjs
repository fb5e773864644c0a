import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { installedClosure, wider, wordsOf } from './closures.mjs'
import { withInstallLock } from './install-lock.mjs'
import { PlainError } from './plain-error.mjs'
import { childEnvironment, pnpm } from './pnpm.mjs'
import { prune } from './prune.mjs'

/**
 * Installs the packages of a closure (see `closures.mjs`) and makes the Prisma client, unless both are there and as the
 * sources want them. Returns the path of the project's own Node.
 */
export async function ensureInstalled(project, closure) {
  const node = path.join(
    project,
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!isComplete(project, node, closure)) {
    await withInstallLock(project, async () => {
      // Another run may have done it while we waited.
      if (!isComplete(project, node, closure)) {
        await install(project, node, wider(closure, installedClosure(project)))
      }
    })
  }
  linkNode(project, node)
  return node
}

function isComplete(project, node, closure) {
  const client = path.join(project, 'prisma/src/generated/client.ts')
  if (!existsSync(node) || !existsSync(client)) return false
  const [installed, made] = read(markerOf(project)).split(' ')
  return wider(closure, installed) === installed && made === fingerprint(project)
}

async function install(project, node, closure) {
  console.log('Installing packages. The first time this takes a minute or two.')
  const lines = []
  rememberDevelopment(project, closure !== 'start')
  const code = await pnpm(
    project,
    [
      'install',
      ...wordsOf(closure),
      '--frozen-lockfile',
      '--reporter=append-only',
      '--config.confirm-modules-purge=false',
    ],
    {
      onLine(line) {
        const isRepeatedRetry =
          /Will retry/.test(line) && lines.some((earlier) => /Will retry/.test(earlier))
        lines.push(line)
        if (isWorthShowing(line) && !isRepeatedRetry) console.log(`  ${line}`)
      },
    },
  )
  if (code !== 0) throw new PlainError(explain(lines.join('\n')))
  const generated = spawnSync(node, [path.join(project, 'prisma/generate.ts')], {
    env: childEnvironment(),
    encoding: 'utf8',
  })
  if (generated.status !== 0) {
    throw new PlainError(
      `The Prisma client could not be made.\n${generated.stdout}${generated.stderr}`,
    )
  }
  // Tests look into more of what they use.
  if (closure === 'start') prune(project)
  // An installation of more by hand adds to what is there.
  rememberDevelopment(project, true)
  writeFileSync(markerOf(project), `${closure} ${fingerprint(project)}`)
  console.log('Installed.')
}

/**
 * pnpm empties `node_modules` when an earlier installation had development dependencies and this one has not, or the
 * reverse. What is wanted is to add to what is there, so it gets to read that the earlier one was of this kind.
 */
function rememberDevelopment(project, isWithDevelopment) {
  const file = path.join(project, 'node_modules/.modules.yaml')
  const state = read(file)
  if (state === '') return
  const said = state.replace(/("?devDependencies"?: )(?:true|false)/, `$1${isWithDevelopment}`)
  // A file of its own, not a link that other folders share.
  writeFileSync(`${file}.new`, said)
  renameSync(`${file}.new`, file)
}

/**
 * Puts a link in the place of the shell script by which pnpm starts the project's Node: the script does not
 * pass signals on, and npm finds it before the machine's own Node.
 */
function linkNode(project, node) {
  const shim = path.join(project, 'node_modules/.bin/node')
  if (process.platform === 'win32' || lstatSync(shim, { throwIfNoEntry: false })?.isSymbolicLink())
    return
  const link = `${shim}.${process.pid}`
  try {
    symlinkSync(path.relative(path.dirname(shim), node), link)
    renameSync(link, shim)
  } catch {
    // Someone else's node_modules, which we may only read: the script does start Node.
  }
}

/**
 * Progress and real trouble. Not shown: blank lines, that pnpm can't link Node's program before Node has
 * unpacked itself (it links it then), and what npm and the packages say of settings and of each other. npm's
 * errors come with a stack; `explain` has the gist of them.
 */
function isWorthShowing(line) {
  return (
    line.trim() !== '' &&
    !/Failed to create bin|\bnpm (?:warn|notice|error)|deprecated|peer dependenc/i.test(line)
  )
}

const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|CERT_|SELF_SIGNED/

/** One line on why the installation failed where we know it, else what pnpm said is already above. */
function explain(output) {
  const cause = UNREACHABLE.exec(output)?.[0]
  if (cause !== undefined) {
    const host = /https?:\/\/[^/\s"']+/.exec(output)?.[0] ?? 'the package registry'
    return (
      `The packages could not be fetched: no connection to ${host} (${cause}). Check the network or the proxy, ` +
      `or name another registry with \`npm config set registry <url>\`, then run this again.`
    )
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return (
      `The packages could not be written. Another user may own node_modules: delete it or give it to yourself ` +
      `(sudo chown -R "$(id -u)" node_modules), then run this again.`
    )
  }
  if (/ENOSPC/.test(output)) return 'The packages could not be written: the disk is full.'
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return `A package.json was changed without pnpm-lock.yaml. Run \`npx pnpm@10 install\`, then this again.`
  }
  return `The packages could not be installed; pnpm's own words are above.\n${output.split('\n').slice(-15).join('\n')}`
}

function markerOf(project) {
  return path.join(project, 'node_modules/.installed')
}

/** What an installation depends on: the lock file, every manifest, Prisma's schema, and the machine's kind. */
function fingerprint(project) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const folders = [
    '',
    'prisma',
    'test',
    'test/generators/programs',
    ...['apps', 'packages', 'test'].flatMap((group) => foldersIn(project, group)),
  ]
  const schema = filesIn(project, 'prisma/schema')
  const patches = filesIn(project, 'patches')
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    '.pnpmfile.cjs',
    'prisma/generate.ts',
    ...schema,
    ...patches,
  ]
  for (const file of [...folders.map((folder) => path.join(folder, 'package.json')), ...files]) {
    hash.update(`\0${file}\0`).update(read(path.join(project, file)))
  }
  return hash.digest('hex')
}

function foldersIn(project, group) {
  return filesIn(project, group).filter((folder) =>
    existsSync(path.join(project, folder, 'package.json')),
  )
}

function filesIn(project, folder) {
  const at = path.join(project, folder)
  return existsSync(at)
    ? readdirSync(at)
        .sort()
        .map((name) => path.join(folder, name))
    : []
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
