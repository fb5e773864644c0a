/**
 * The file of profiles: an address and a key each. Only its owner may read it, and it is replaced as a whole, so that
 * a crash leaves the old one.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { Failure, messageOf, Misuse, systemCode } from '../failure.ts'

export type Profile = { readonly url: string; readonly apiKey: string }

export type Profiles = {
  /** The name of the profile that is used when none is named; null if there is none. */
  readonly current: string | null
  readonly byName: ReadonlyMap<string, Profile>
}

const NO_PROFILES: Profiles = { current: null, byName: new Map() }
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/
/** Read, write or run by the group or by others. */
const OPEN_TO_OTHERS = 0o077
const LARGEST_FILE_BYTES = 1_000_000

/** @param configHome `XDG_CONFIG_HOME` */
export function configFile(configHome: string | undefined): string {
  const isAbsolute = configHome !== undefined && path.isAbsolute(configHome)
  const home = isAbsolute ? configHome : path.join(homedir(), '.config')
  return path.join(home, 'scheduling', 'config.json')
}

/** @throws Misuse for a name that no profile can have */
export function requireProfileName(name: string): string {
  if (PROFILE_NAME.test(name)) return name
  throw new Misuse(
    'A profile has a name of 1 to 32 letters, digits, "_" or "-", and begins with a letter or a digit.',
  )
}

/** @throws Failure for a file that others can read, or that is not what this program wrote */
export async function readProfiles(file: string): Promise<Profiles> {
  let text: string
  try {
    const { mode, size } = await stat(file)
    if (process.platform !== 'win32' && (mode & OPEN_TO_OTHERS) !== 0) {
      throw new Failure(
        `Others on this machine can read the keys in ${file}. Run: chmod 600 ${file} — and revoke the keys if another user may have read them.`,
      )
    }
    if (size > LARGEST_FILE_BYTES) throw unreadable(file, 'it is too large')
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return NO_PROFILES
    if (error instanceof Failure) throw error
    throw new Failure(`The file of profiles can't be read: ${messageOf(error)}.`)
  }
  return parsed(text, file)
}

function parsed(text: string, file: string): Profiles {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    // What the parser says quotes the text, which holds keys.
    throw unreadable(file, 'it is not JSON')
  }
  if (!isRecord(content) || !isRecord(content['profiles']))
    throw unreadable(file, 'it has no profiles')
  const byName = new Map<string, Profile>()
  for (const [name, value] of Object.entries(content['profiles'])) {
    const { url, api_key: apiKey } = isRecord(value) ? value : {}
    if (!PROFILE_NAME.test(name) || typeof url !== 'string' || typeof apiKey !== 'string') {
      throw unreadable(file, 'a profile in it has no address or no key')
    }
    byName.set(name, { url, apiKey })
  }
  const { current } = content
  return { current: typeof current === 'string' && byName.has(current) ? current : null, byName }
}

function unreadable(file: string, why: string): Failure {
  return new Failure(
    `The file of profiles ${file} can't be used: ${why}. Repair it, or delete it and run: scheduling login`,
  )
}

/** Written beside the old file, which is then replaced. */
export async function writeProfiles(file: string, profiles: Profiles): Promise<void> {
  const content = {
    current: profiles.current,
    profiles: Object.fromEntries(
      [...profiles.byName].map(([name, { url, apiKey }]) => [name, { url, api_key: apiKey }]),
    ),
  }
  const beside = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(beside, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(beside, 0o600)
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw new Failure(`The file of profiles can't be written: ${messageOf(error)}.`)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
