/** Which service is called, and with which key: options, then the environment, then a stored profile. */
import type { Environment } from '../env.ts'
import { Failure, Misuse } from '../failure.ts'
import { configFile, readProfiles, requireProfileName, type Profile } from './file.ts'

export type Access = Profile & {
  /** Where the key came from, for people. */
  readonly from: string
}

/** What every command takes. */
export type Chosen = { readonly profile?: string; readonly url?: string }

const NOT_SIGNED_IN = 'No address and no key are known. Run: scheduling login'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Visible characters without spaces: what a header can carry. */
const KEY = /^[\x21-\x7e]{1,500}$/

/**
 * @throws Failure without an address or a key. A stored key goes to the address that it was stored with and nowhere
 *   else: another address in the environment needs a key beside it
 */
export async function findAccess(chosen: Chosen, env: Environment): Promise<Access> {
  const wantsProfile = chosen.profile !== undefined
  const givenUrl = givenAddress(chosen, env)
  const url = givenUrl === undefined ? null : serviceUrl(givenUrl)
  if (env.apiKey !== undefined && !wantsProfile) {
    const apiKey = requireKey(env.apiKey, 'SCHEDULING_API_KEY')
    const address = url ?? (await storedProfile(chosen, env))?.profile.url
    if (address !== undefined) return { url: address, apiKey, from: 'SCHEDULING_API_KEY' }
    throw new Failure(
      'SCHEDULING_API_KEY is set, but no address. Set SCHEDULING_URL too, or run: scheduling login',
    )
  }
  const stored = await storedProfile(chosen, env)
  if (stored === null) throw new Failure(NOT_SIGNED_IN)
  const { name, profile } = stored
  if (url !== null && url !== profile.url) {
    throw new Failure(
      `The key of the profile "${name}" belongs to ${profile.url}, and is not sent to ${url}. Set SCHEDULING_API_KEY as well, or log in to that address with a profile of its own: scheduling login --profile NAME --url ${url}`,
    )
  }
  return { ...profile, from: `profile "${name}"` }
}

/** Where the service is: its address alone needs no key. */
export async function findAddress(chosen: Chosen, env: Environment): Promise<string> {
  const given = givenAddress(chosen, env)
  if (given !== undefined) return serviceUrl(given)
  const stored = await storedProfile(chosen, env)
  if (stored === null)
    throw new Failure('No address is known. Run: scheduling login — or add: --url URL')
  return stored.profile.url
}

/** A named profile brings its address, too. */
function givenAddress(chosen: Chosen, env: Environment): string | undefined {
  return chosen.url ?? (chosen.profile === undefined ? env.url : undefined)
}

async function storedProfile(
  chosen: Chosen,
  env: Environment,
): Promise<{ readonly name: string; readonly profile: Profile } | null> {
  const file = configFile(env.configHome)
  const { current, byName } = await readProfiles(file)
  const asked = chosen.profile ?? env.profile
  const name = asked === undefined ? current : requireProfileName(asked)
  if (name === null) return null
  const profile = byName.get(name)
  if (profile === undefined) {
    throw new Failure(
      `There is no profile "${name}". ${byName.size === 0 ? '' : `There are: ${[...byName.keys()].join(', ')}. `}Run: scheduling login --profile ${name}`,
    )
  }
  return { name, profile }
}

/**
 * The address of a service, without a slash at its end.
 *
 * @throws Misuse for what is not an address
 */
export function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Misuse('The address of the service must begin with https:// or http://.')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Misuse('The address of the service must have no user, no "?" and no "#".')
  }
  return `${url.origin}${url.pathname}`.replace(/\/(?:v1\/?)?$/, '')
}

/** Whether the service runs on this machine, so that it can reach a receiver here. */
export function isOnThisMachine(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname)
}

/** Whether the key could be read on the way. */
export function isReadableOnTheWay(url: string): boolean {
  return new URL(url).protocol === 'http:' && !isOnThisMachine(url)
}

/** @throws Misuse, in words that do not repeat the key */
export function requireKey(key: string, where: string): string {
  const trimmed = key.trim()
  if (KEY.test(trimmed)) return trimmed
  throw new Misuse(`${where} does not hold an API key: it must be one word, such as svc_live_…`)
}
