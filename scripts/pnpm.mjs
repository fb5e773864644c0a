import { spawn } from 'node:child_process'
import {
  accessSync,
  constants as access,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { constants, homedir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { onNpmGone } from './parent.mjs'

const PNPM_VERSION = '10.34.9'

/** What npm sets that says how to reach a registry. The rest of its variables only make pnpm complain. */
const KEPT_SETTINGS =
  /^npm_config_(?:\/\/.*|@.*|registry|cache|userconfig|globalconfig|https?_?proxy|proxy|noproxy|cafile|ca|cert|key|strict_ssl|offline|prefer_offline|fetch_.*|store_dir)$/

/** The environment without what the npm that started us added to it for its own use. */
export function childEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_') || KEPT_SETTINGS.test(name),
  )
  return Object.fromEntries(kept)
}

/**
 * Runs pnpm through npx in the project; resolves to its exit code. With `onLine` every line it writes goes
 * there, otherwise to our own output. `settings` are variables for it. A signal to us ends it and then us.
 */
export async function pnpm(project, args, { onLine, settings } = {}) {
  const env = {
    // An unreachable registry should be known within the minute.
    npm_config_fetch_retries: '2',
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '10000',
    npm_config_update_notifier: 'false',
    // Turborepo would report its use to its maker.
    TURBO_TELEMETRY_DISABLED: '1',
    ...childEnvironment(),
    ...writableHome(project),
    ...settings,
  }
  const command = fetchedPnpm(env) ?? npx()
  const child = spawn(command.program, [...command.args, ...args], {
    cwd: project,
    env: command.path === undefined ? env : withPath(env, command.path),
    shell: command.needsShell,
    stdio: onLine === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  if (onLine !== undefined) {
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', onLine)
    }
  }
  let interruption
  const interrupt = (signal) => {
    interruption = signal
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, interrupt)
  onNpmGone(() => interrupt('SIGTERM'))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  for (const signal of signals) process.off(signal, interrupt)
  if (interruption !== undefined) process.exit(128 + constants.signals[interruption])
  return code ?? 1
}

/**
 * The pnpm that npx fetched at an earlier time. npx itself asks the registry each time, so without this
 * nothing would run offline.
 */
function fetchedPnpm(env) {
  const cache = env.npm_config_cache ?? defaultCache(env.HOME ?? homedir())
  const npxCache = path.join(cache, '_npx')
  for (const entry of existsSync(npxCache) ? readdirSync(npxCache) : []) {
    const modules = path.join(npxCache, entry, 'node_modules')
    const program = path.join(modules, 'pnpm/bin/pnpm.cjs')
    if (existsSync(program) && versionOf(path.join(modules, 'pnpm')) === PNPM_VERSION) {
      return {
        program: process.execPath,
        args: [program],
        path: path.join(modules, '.bin'),
        needsShell: false,
      }
    }
  }
  return undefined
}

function defaultCache(home) {
  return process.platform === 'win32'
    ? path.join(process.env.LOCALAPPDATA ?? home, 'npm-cache')
    : path.join(home, '.npm')
}

function versionOf(packageFolder) {
  try {
    return JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/** Puts a folder first on the PATH, whatever the variable's case is here. */
function withPath(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [folder, env[name]].filter(Boolean).join(path.delimiter) }
}

/** npx with pnpm: that of the npm that started us, else the one on the PATH. */
function npx() {
  const pnpmPackage = ['--yes', `pnpm@${PNPM_VERSION}`]
  const beside =
    process.env.npm_execpath && path.join(path.dirname(process.env.npm_execpath), 'npx-cli.js')
  if (beside && existsSync(beside)) {
    return { program: process.execPath, args: [beside, ...pnpmPackage], needsShell: false }
  }
  return { program: 'npx', args: pnpmPackage, needsShell: process.platform === 'win32' }
}

/** npx and pnpm keep caches in the home folder. Where there is none to write to, they get one here. */
function writableHome(project) {
  const home = homedir()
  try {
    accessSync(home, access.W_OK)
    return {}
  } catch {
    const substitute = path.join(project, 'node_modules/.cache/home')
    mkdirSync(substitute, { recursive: true })
    const settings = path.join(home, '.npmrc')
    return {
      HOME: substitute,
      npm_config_cache: path.join(substitute, '.npm'),
      XDG_CACHE_HOME: path.join(substitute, '.cache'),
      XDG_CONFIG_HOME: path.join(substitute, '.config'),
      XDG_DATA_HOME: path.join(substitute, '.local/share'),
      XDG_STATE_HOME: path.join(substitute, '.local/state'),
      ...(existsSync(settings) ? { npm_config_userconfig: settings } : {}),
    }
  }
}
