/** What settings must be beside one another: in production, and where one speaks of another. */
import { createRequire } from 'node:module'
import { isIPv4 } from 'node:net'
import { sealingKeys } from '../ground/crypto.ts'
import { CENTRAL_SETTINGS } from './central-settings.ts'
import { isGuessable } from './guessable.ts'
import type { SettingName, Settings } from './settings.ts'

/** A setting is absent when it was not given, or when the process does not read it. */
type Given = Partial<Settings<SettingName>>

type Rule = {
  readonly setting: SettingName
  /** Holds for a process that reads the setting and all of these. */
  readonly beside: readonly SettingName[]
  /** Why the process can't start with it; null when it can. It never repeats a secret. */
  readonly fault: (given: Given) => string | null
}

const RANDOM = 'Make one with: openssl rand -base64 32'

/** What `NODE_ENV=production` refuses: each opens the service, or makes its cookies or links worthless. */
const IN_PRODUCTION: readonly Rule[] = [
  {
    setting: 'PUBLIC_BASE_URL',
    beside: [],
    fault({ PUBLIC_BASE_URL }) {
      if (PUBLIC_BASE_URL === undefined) return 'missing. Production needs its https:// address.'
      return PUBLIC_BASE_URL.startsWith('https:')
        ? null
        : 'Production needs an https:// address: keys and cookies must not travel in the clear.'
    },
  },
  {
    setting: 'ROOT_SECRET',
    beside: [],
    fault: ({ ROOT_SECRET }) =>
      ROOT_SECRET !== undefined && isGuessable(Buffer.from(ROOT_SECRET))
        ? `too easy to guess for production. ${RANDOM}`
        : null,
  },
  {
    setting: 'ENCRYPTION_KEYS',
    beside: [],
    fault({ ENCRYPTION_KEYS }) {
      const keys = ENCRYPTION_KEYS === undefined ? [] : [...sealingKeys(ENCRYPTION_KEYS).keys]
      const weak = keys.filter(([, key]) => isGuessable(key)).map(([id]) => `\`${id}\``)
      return weak.length === 0
        ? null
        : `too easy to guess for production: ${weak.join(', ')}. ${RANDOM}`
    },
  },
  {
    setting: 'METRICS_TOKEN',
    beside: ['HOST'],
    fault: ({ METRICS_TOKEN, HOST = '' }) =>
      METRICS_TOKEN === undefined && !isLoopback(HOST)
        ? `missing. HOST ${HOST} is reached from other machines, so production needs a token for /metrics.`
        : null,
  },
  {
    setting: 'ALLOW_LOOPBACK_WEBHOOKS',
    beside: [],
    fault: ({ ALLOW_LOOPBACK_WEBHOOKS }) =>
      ALLOW_LOOPBACK_WEBHOOKS === true
        ? 'a development setting; it must be off where NODE_ENV is production.'
        : null,
  },
]

const ALWAYS: readonly Rule[] = [
  ...CENTRAL_SETTINGS.map((setting): Rule => ({
    setting,
    beside: CENTRAL_SETTINGS,
    fault(given) {
      const other = CENTRAL_SETTINGS.find((name) => given[name] !== undefined)
      return other === undefined || given[setting] !== undefined
        ? null
        : `missing beside ${other}. The central number needs all of ${CENTRAL_SETTINGS.join(', ')}.`
    },
  })),
  {
    setting: 'DATABASE_DIRECT_URL',
    beside: ['DATABASE_URL'],
    fault: ({ DATABASE_DIRECT_URL, DATABASE_URL }) =>
      DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined
        ? 'needs DATABASE_URL, which may lead to the same database through a pooler.'
        : null,
  },
  {
    setting: 'DASHBOARD_ORIGINS',
    beside: ['PUBLIC_BASE_URL', 'PORT'],
    fault({ DASHBOARD_ORIGINS = [], PUBLIC_BASE_URL, PORT = 0 }) {
      const base = PUBLIC_BASE_URL ?? `http://localhost:${PORT}`
      const others = DASHBOARD_ORIGINS.filter((origin) => !isSameSite(origin, base))
      return others.length === 0
        ? null
        : `${others.join(', ')} is of another site than ${new URL(base).origin}: no browser would send the session's cookie from there. A dashboard needs the same scheme and the same registrable domain.`
    },
  },
]

/**
 * Every fault of settings that are valid one by one.
 *
 * @param read those that the process reads and that have no fault by themselves
 */
export function faultsBetween(
  given: Given,
  read: ReadonlySet<SettingName>,
): { readonly setting: SettingName; readonly fault: string }[] {
  const rules = [...ALWAYS, ...(given.NODE_ENV === 'production' ? IN_PRODUCTION : [])]
  return rules.flatMap(({ setting, beside, fault }) => {
    const applies = [setting, ...beside].every((name) => read.has(name))
    const found = applies ? fault(given) : null
    return found === null ? [] : [{ setting, fault: found }]
  })
}

/** Whether only this machine reaches an address to listen on. */
function isLoopback(host: string): boolean {
  const plain = host.replace(/^::ffff:/i, '')
  return plain === 'localhost' || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/**
 * As browsers decide where a `SameSite=Lax` cookie goes along: by scheme and registrable domain, private
 * suffixes of the Public Suffix List included. A host that has none is a site of its own.
 */
/** The list of all public suffixes is large, and few settings are held against it. */
function loadSuffixes(): typeof import('tldts') {
  return createRequire(import.meta.url)('tldts') as typeof import('tldts')
}

function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  if (a.protocol !== b.protocol) return false
  if (a.hostname === b.hostname) return true
  const { getDomain } = loadSuffixes()
  const site = getDomain(a.hostname, { allowPrivateDomains: true })
  return site !== null && site === getDomain(b.hostname, { allowPrivateDomains: true })
}
