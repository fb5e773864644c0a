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

import { withInstallLock } from './install-lock.mjs'
import { PlainError } from './plain-error.mjs'
import { childEnvironment, pnpm } from './pnpm.mjs'

/**
 * Installs the packages and makes the Prisma client, unless both are there and as the sources want them.
 * Returns the path of the project's own Node.
 */
export async function ensureInstalled(project) {
  const node = path.join(
    project,
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!isComplete(project, node)) {
    await withInstallLock(project, async () => {
      // Another run may have done it while we waited.
      if (!isComplete(project, node)) await install(project, node)
    })
  }
  linkNode(project, node)
  return node
}

function isComplete(project, node) {
  const client = path.join(project, 'prisma/src/generated/client.ts')
  return existsSync(node) && existsSync(client) && read(markerOf(project)) === fingerprint(project)
}

async function install(project, node) {
  console.log('Installing packages. The first time this takes a minute or two.')
  const lines = []
  const code = await pnpm(
    project,
    // Everything, even under NODE_ENV=production: the Node that runs the service is a development dependency.
    [
      'install',
      '--frozen-lockfile',
      '--prod=false',
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
  writeFileSync(markerOf(project), fingerprint(project))
  console.log('Installed.')
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
    ...['apps', 'packages'].flatMap((group) => foldersIn(project, group)),
  ]
  const schema = filesIn(project, 'prisma/schema')
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'prisma/generate.ts', ...schema]
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
