import { isIP } from 'node:net'
import { WEBHOOK_LIMITS } from './limits.ts'
import { isRefusedAddress } from './public-address.ts'
import type { Resolver } from './resolver.ts'

/** RFC 1035. */
const HOST_MAX_CHARACTERS = 253
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

// Ends of names that the public DNS never serves: private networks use them, or they are set aside (RFC
// 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, ICANN's reservation of .internal and its collision list).
// `.example` is allowed: it leads nowhere, and many documents use it.
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'test',
  'invalid',
  'onion',
  'alt',
]

export type DestinationRules = {
  /** Development only: http and https to this machine, on any port. */
  allowLoopbackHttp?: boolean
  /** Our own public hosts, `host` (any port) or `host:port`. */
  ownHosts?: readonly string[]
}

export type RefusalReason =
  | 'malformed'
  | 'too_long'
  | 'scheme'
  | 'credentials'
  | 'fragment'
  | 'ip_literal'
  | 'single_label'
  | 'private_name'
  | 'own_host'
  | 'port'
  | 'refused_address'

export type DestinationCheck =
  /** `url.href` is what is stored and dialled. */
  | { ok: true; url: URL }
  /** `message` is a sentence for the customer. */
  | { ok: false; reason: RefusalReason; message: string }

/**
 * Whether deliveries may be sent to this URL, as far as its text tells: `https`, a public domain
 * name, port 443, 8443 or 1024 and above, not too long, no credentials, no fragment.
 */
export function checkDestinationUrl(text: string, rules: DestinationRules = {}): DestinationCheck {
  if (text.length > WEBHOOK_LIMITS.webhookUrlCharacters) return tooLong()
  // The parser would silently drop white space and repair slashes. The text must be the address that is meant.
  if (/[\s\p{Cc}\\]/u.test(text) || !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return malformed()
  const url = URL.parse(text)
  if (url === null) return malformed()
  if (url.href.length > WEBHOOK_LIMITS.webhookUrlCharacters) return tooLong()

  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return refuse('credentials', 'The URL must not contain a user name or password.')
  }
  if (text.includes('#')) return refuse('fragment', 'The URL must not have a fragment (#…).')

  if (rules.allowLoopbackHttp && isLoopbackHost(url.hostname) && /^https?:$/.test(url.protocol)) {
    const isOurs = rules.ownHosts?.some((host) => host.toLowerCase() === hostAndPort(url))
    return isOurs ? ownHost() : { ok: true, url }
  }
  if (url.protocol !== 'https:') return refuse('scheme', 'The URL must begin with https://.')
  return checkHost(url, rules.ownHosts ?? [])
}

/**
 * Also looks up the name: one that resolves to a refused address now is refused. A name
 * that does not resolve is accepted, since it may not have been set up yet; every delivery checks
 * the address it dials.
 */
export async function resolveDestination(
  text: string,
  rules: DestinationRules,
  resolver: Resolver,
  signal?: AbortSignal,
): Promise<DestinationCheck> {
  const check = checkDestinationUrl(text, rules)
  if (!check.ok || isLoopbackHost(check.url.hostname)) return check
  let addresses: readonly string[]
  try {
    addresses = await resolver(check.url.hostname, signal)
  } catch {
    return check
  }
  return addresses.some((address) => isRefusedAddress(address))
    ? refuse('refused_address', 'The host of the URL resolves to an address that is not public.')
    : check
}

/** The three spellings of this machine that development may send to, as `URL.hostname` has them. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname)
}

function checkHost(url: URL, ownHosts: readonly string[]): DestinationCheck {
  const { hostname } = url
  if (hostname.startsWith('[') || isIP(hostname) !== 0) {
    return refuse('ip_literal', 'The URL must name a public domain, not an IP address.')
  }
  if (hostname.endsWith('.')) {
    return refuse('malformed', 'The host must not end with a dot.')
  }
  const isOurs = ownHosts.some((host) =>
    [hostname, hostAndPort(url)].includes(host.toLowerCase().replace(/\.$/, '')),
  )
  if (isOurs) return ownHost()
  const suffix = privateSuffixOf(hostname)
  if (suffix !== undefined) {
    const ending = hostname === suffix ? suffix : `.${suffix}`
    return refuse(
      'private_name',
      `The host must be a public domain, such as hooks.example.com: \`${ending}\` is not part of the public internet.`,
    )
  }
  const labels = hostname.split('.')
  if (labels.length < 2) {
    return refuse(
      'single_label',
      'The host must be a full public domain, such as hooks.example.com.',
    )
  }
  const isName =
    hostname.length <= HOST_MAX_CHARACTERS &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LABEL.test(labels.at(-1) ?? '')
  if (!isName) return refuse('malformed', 'The host is not a valid domain name.')
  const port = Number(url.port || 443)
  if (port !== 443 && port !== 8443 && port < 1024) {
    return refuse('port', 'The port must be 443, 8443, or 1024 or higher.')
  }
  return { ok: true, url }
}

function privateSuffixOf(hostname: string): string | undefined {
  return PRIVATE_SUFFIXES.find((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`))
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`
}

function malformed(): DestinationCheck {
  return refuse(
    'malformed',
    'The URL is not valid: it must look like https://hooks.example.com/path.',
  )
}

function tooLong(): DestinationCheck {
  const { webhookUrlCharacters: most } = WEBHOOK_LIMITS
  return refuse('too_long', `The URL must not be longer than ${most} characters.`)
}

function ownHost(): DestinationCheck {
  return refuse('own_host', 'The URL must not point back to this service.')
}

function refuse(reason: RefusalReason, message: string): DestinationCheck {
  return { ok: false, reason, message }
}
