/**
 * Every setting of every process: one table. Each app reads the ones that it needs, once, at its start;
 * the table in the docs is made from here.
 */
import { LIMITS } from '../contract/limits.ts'
import { senderAddress, WHATSAPP_API_URL } from '@scheduling/messaging'
import { banksIn, type Banks } from '@scheduling/payments'
import { SAMPLERS } from '@scheduling/telemetry'
import { isIP } from 'node:net'
import { z } from 'zod'
import { normalPhone } from '../clients/phone.ts'
import { sealingKeys } from '../ground/crypto.ts'

function flag(byDefault: boolean) {
  return z
    .enum(['true', 'false', '1', '0'], { error: 'Expected true or false.' })
    .default(byDefault ? 'true' : 'false')
    .transform((text) => text === 'true' || text === '1')
}

const digits = z.string().regex(/^\d{1,10}$/, { error: 'Expected a whole number.' })

function wholeNumber(least: number, most: number, byDefault: number) {
  return within(digits.default(String(byDefault)), least, most)
}

function within(text: z.ZodType<string, string | undefined>, least: number, most: number) {
  return text.transform(Number).refine((number) => number >= least && number <= most, {
    error: `Expected ${least} to ${most}.`,
  })
}

/** Without the slashes at its end. A regular expression would take the square of a long run of slashes. */
export function withoutSlashes(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === '/') end -= 1
  return text.slice(0, end)
}

const address = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `Expected an address that begins with ${protocols.join(' or ')}//.`,
  })

/** An address behind which paths are put: without the slashes at its end. */
const base = address(['http:', 'https:'])
  .refine((text) => !/[?#@]/.test(text), {
    error: 'Expected an address without a user, a query and a fragment.',
  })
  .transform(withoutSlashes)

const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (all) => all.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    {
      error:
        'Expected origins such as https://app.example.com, without a path, separated by commas.',
    },
  )

/** `name=value` pairs, separated by commas, with percent escapes: as OpenTelemetry writes them. */
const pairs = z
  .string()
  .max(4096, { error: 'Expected at most 4096 characters.' })
  .default('')
  .transform((text, context): Readonly<Record<string, string>> => {
    try {
      return pairsIn(text)
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'Expected name=value pairs, with commas between.',
      })
      return z.NEVER
    }
  })

/** @throws for a pair without a name or an equals sign, and for an escape that is none */
function pairsIn(text: string): Record<string, string> {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=')
      if (at < 1) throw new Error('A pair has no name or no equals sign.')
      return [part.slice(0, at).trim(), decodeURIComponent(part.slice(at + 1).trim())]
    }),
  )
}

/** What the platform gave out, or is given: without spaces, as it goes into headers. */
const platformSecret = z
  .string()
  .min(16, { error: 'Expected at least 16 characters.' })
  .max(LIMITS.messagingSecretCharacters, {
    error: `Expected at most ${LIMITS.messagingSecretCharacters} characters.`,
  })
  .regex(/^[\x21-\x7E]+$/, { error: 'It cannot contain spaces or special characters.' })
  .optional()

const MOST_NETWORKS = 100
/** A wider network in an allow list allows too much of the internet. */
const WIDEST_PREFIX = 8

const networks = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((all) => all.length <= MOST_NETWORKS && all.every(isNetwork), {
    error: `Expected at most ${MOST_NETWORKS} IP addresses and networks such as 203.0.113.7 or 2001:db8:12::/48, separated by commas.`,
  })

function isNetwork(text: string): boolean {
  const [address = '', prefix = '32', ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= WIDEST_PREFIX && Number(prefix) <= most
}

/** Shown to people, who click on it. */
const contact = z.string().refine((text) => isMail(text) || isPage(text), {
  error: 'Expected an e-mail address, or an address that begins with https://.',
})

function isMail(text: string): boolean {
  return z.email().max(LIMITS.emailCharacters).safeParse(text).success
}

function isPage(text: string): boolean {
  return /^https:\/\/[\x21-\x7E]{1,500}$/.test(text) && URL.canParse(text)
}

type Setting = { readonly schema: z.ZodType; readonly means: string; readonly byDefault: string }

export const SETTINGS = {
  PORT: {
    schema: wholeNumber(0, 65_535, 3000),
    means: 'The port of the HTTP API. 0 chooses a free one.',
    byDefault: '3000',
  },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    means: 'The address on which the HTTP API listens, and a worker with WORKER_PORT.',
    byDefault: '127.0.0.1',
  },
  WORKER_PORT: {
    schema: within(digits, 0, 65_535).optional(),
    means:
      'The port on which a worker answers /healthz, /readyz and /metrics. 0 chooses a free one. Without it, a worker listens on none.',
    byDefault: 'none',
  },
  DATA_DIR: {
    schema: z.string().min(1).default('.data'),
    means: 'The folder of the embedded database, its secrets and `demo.json`.',
    byDefault: '.data',
  },
  DATABASE_URL: {
    schema: address(['postgres:', 'postgresql:']).optional(),
    means:
      'The PostgreSQL to use, version 15 or newer. Without it, `npm start` runs an embedded one.',
    byDefault: 'embedded',
  },
  DATABASE_DIRECT_URL: {
    schema: address(['postgres:', 'postgresql:']).optional(),
    means:
      'Leads to the same database straight, where DATABASE_URL leads through a pooler in transaction mode. Used for what needs a session: LISTEN, locks of a session, the job queue, deliveries, migrations ([Poolers](poolers.md)).',
    byDefault: 'DATABASE_URL',
  },
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(2, 500, 20),
    means:
      'The connections of one process through DATABASE_URL. A worker opens twelve more for deliveries and its heartbeat, and the counters of an API process have four. With DATABASE_DIRECT_URL, an API process opens up to four more there, and a worker up to twenty, its twelve among them.',
    byDefault: '20',
  },
  PUBLIC_BASE_URL: {
    schema: base.optional(),
    means:
      'The public address of the API. Links are built on it, never on the Host header. Production requires https.',
    byDefault: 'http://localhost:PORT',
  },
  DASHBOARD_ORIGINS: {
    schema: origins,
    means:
      'Origins of dashboards, separated by commas. Their pages can call `/trpc`, as pages of PUBLIC_BASE_URL can. They must belong to the same site: the same scheme and the same registrable domain.',
    byDefault: 'none',
  },
  LIMITS_SCALE: {
    schema: z
      .string()
      .default('1')
      .transform(Number)
      .refine((number) => Number.isFinite(number) && number > 0 && number <= 1_000_000, {
        error: 'Expected a number above 0.',
      }),
    means: 'Multiplies every rate limit.',
    byDefault: '1',
  },
  HOLDS_PER_KEY: {
    schema: wholeNumber(1, 10_000, LIMITS.holdsPerKey),
    means: 'How many times one API key can hold at once.',
    byDefault: String(LIMITS.holdsPerKey),
  },
  HOLDS_PER_ORGANIZATION: {
    schema: wholeNumber(1, 10_000, LIMITS.holdsPerOrganization),
    means: 'How many times can be held at once in one organization.',
    byDefault: String(LIMITS.holdsPerOrganization),
  },
  REDIS_URL: {
    schema: address(['redis:', 'rediss:']).optional(),
    means:
      'The Redis for the rate limits of several API processes. Without it, they count in the database.',
    byDefault: 'none',
  },
  COUNT_IN_MEMORY: {
    schema: flag(false),
    means:
      'An API process counts requests in its memory while no other API process counts on the same database. That saves a query per request. Ignored with REDIS_URL.',
    byDefault: 'false; true in `npm start`',
  },
  REQUEST_LOG: {
    schema: flag(true),
    means:
      'Whether requests of API keys are kept for seven days. Without it, `GET /v1/requests` has none.',
    byDefault: 'true',
  },
  SUPPORT_ADDRESS: {
    schema: contact.optional(),
    means:
      'Where callers of the API find help: an e-mail address or a page on https. The docs show it on every page and beside the errors.',
    byDefault: 'none',
  },
  WEBHOOK_ADDRESSES: {
    schema: networks,
    means:
      'The IP addresses and networks that webhooks are sent from, separated by commas, as receivers see them. The docs list them for allow lists; they change nothing else.',
    byDefault: 'none',
  },
  TRUSTED_PROXIES: {
    schema: wholeNumber(0, 10, 0),
    means:
      'The number of your own proxies in front of the API. Only they can name the client address, in X-Forwarded-For.',
    byDefault: '0',
  },
  ROOT_SECRET: {
    schema: z.string().min(32, { error: 'Expected at least 32 characters.' }).optional(),
    means:
      'The keys of all keyed hashes are derived from it: for API keys, cursors, links and sessions. Changing it revokes them. Production refuses one that is easy to guess.',
    byDefault: 'generated once and kept in DATA_DIR (embedded only)',
  },
  ENCRYPTION_KEYS: {
    schema: z
      .string()
      .superRefine((text, context) => {
        try {
          sealingKeys(text)
        } catch (error) {
          context.addIssue({
            code: 'custom',
            message: error instanceof Error ? error.message : 'Not valid.',
          })
        }
      })
      .optional(),
    means:
      'The keys for encryption at rest: `id:base64 of 32 bytes`, separated by commas, the current key first. Production refuses those that are easy to guess.',
    byDefault: 'generated once and kept in DATA_DIR (embedded only)',
  },
  ALLOW_LOOPBACK_WEBHOOKS: {
    schema: flag(false),
    means:
      'For development only: webhooks can use http addresses of this machine. Production refuses to start with it.',
    byDefault: 'false; true in `npm start`',
  },
  SMTP_URL: {
    schema: address(['smtp:', 'smtps:'])
      .refine((text) => !URL.canParse(text) || new URL(text).hostname !== '', {
        error: 'Expected the host of a mail server, such as smtp://mail.example.com:587.',
      })
      .optional(),
    means: 'The mail server. Without it, e-mails wait in the outbox table.',
    byDefault: 'none',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .refine((from) => senderAddress(from) !== null, {
        message: 'must be one sender with an address, such as Agenda <no-reply@example.com>.',
      })
      .default('Agenda <no-reply@localhost>'),
    means: 'The sender of e-mails.',
    byDefault: 'Agenda <no-reply@localhost>',
  },
  WHATSAPP_API_URL: {
    schema: base.default(WHATSAPP_API_URL),
    means: 'The address of the WhatsApp Cloud API, with its version.',
    byDefault: WHATSAPP_API_URL,
  },
  WHATSAPP_CENTRAL_PHONE: {
    schema: z
      .string()
      .refine((text) => text.startsWith('+') && normalPhone(text) !== null, {
        error: 'Expected a phone with its country code, such as +551133334444.',
      })
      .transform((text) => normalPhone(text) ?? text)
      .optional(),
    means:
      'The number that organizations without a WhatsApp number of their own send from, with its country code ([The central number](running.md#the-central-whatsapp-number)). This and the other four of `WHATSAPP_CENTRAL_` go together, and are the same for every process.',
    byDefault: 'none',
  },
  WHATSAPP_CENTRAL_PHONE_ID: {
    schema: z
      .string()
      .regex(/^\d{1,40}$/, { error: 'Expected the id of the number, which has digits alone.' })
      .optional(),
    means: 'The Phone number ID of the central number, as the platform shows it.',
    byDefault: 'none',
  },
  WHATSAPP_CENTRAL_TOKEN: {
    schema: platformSecret,
    means: 'A permanent token of a system user of the platform, for the central number.',
    byDefault: 'none',
  },
  WHATSAPP_CENTRAL_APP_SECRET: {
    schema: platformSecret,
    means: 'The secret of the app whose notices come here: they are signed with it.',
    byDefault: 'none',
  },
  WHATSAPP_CENTRAL_VERIFY_TOKEN: {
    schema: platformSecret,
    means:
      'Chosen by you: what you enter at the platform beside the address of the central number, `PUBLIC_BASE_URL/messaging/whatsapp/central`.',
    byDefault: 'none',
  },
  PIX_BANKS: {
    schema: z
      .string()
      .default('')
      .transform((text, context): Banks => {
        try {
          return banksIn(text)
        } catch (error) {
          const message = error instanceof Error ? error.message : 'Not valid.'
          context.addIssue({ code: 'custom', message })
          return z.NEVER
        }
      }),
    means:
      'The banks that organizations can connect to: `name=base URL of the Pix API|token URL`, separated by semicolons. The same for every process.',
    byDefault: 'none: teams confirm deposits by hand',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, { error: 'Expected at least 16 characters.' }).optional(),
    means:
      'The bearer token of /metrics, of the API and of workers. Without it, /metrics answers this machine only. Production requires it unless HOST is loopback.',
    byDefault: 'none',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: base.optional(),
    means:
      'The OpenTelemetry collector that traces and metrics go to, by OTLP over HTTP: `/v1/traces` and `/v1/metrics` below it. Without it, telemetry is off.',
    byDefault: 'none',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: pairs,
    means: 'Headers for the collector, such as a token: `name=value`, separated by commas.',
    byDefault: 'none',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().min(1).max(100).optional(),
    means: 'How the process is called in traces and in metrics that are sent.',
    byDefault: 'scheduling-api, scheduling-worker or scheduling',
  },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum(SAMPLERS).default('always_on'),
    means:
      'Which traces are recorded: `always_on`, `always_off` or `traceidratio`. With `parentbased_` before it, the flag in the `traceparent` of callers decides instead, so any caller can have a trace recorded: choose it only where a gateway of yours writes that header.',
    byDefault: 'always_on',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .default('1')
      .transform(Number)
      .refine((ratio) => ratio >= 0 && ratio <= 1, { error: 'Expected a number from 0 to 1.' }),
    means: 'The share of traces that `traceidratio` records.',
    byDefault: '1',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    schema: pairs,
    means:
      'Attributes of the process in traces and metrics, such as `deployment.environment.name=production`: `name=value`, separated by commas.',
    byDefault: 'none',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    means: 'The lowest level that is logged.',
    byDefault: 'info',
  },
  NODE_ENV: {
    schema: z.string().default('development'),
    means:
      '`production` refuses settings that are for development only, and creates no demo clinic. Any other value means development.',
    byDefault: 'development',
  },
} as const satisfies Record<string, Setting>

/** What every process that serves reads. */
export const PROCESS_SETTINGS = [
  'HOST',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_CONNECTIONS',
  'PUBLIC_BASE_URL',
  'ROOT_SECRET',
  'ENCRYPTION_KEYS',
  'ALLOW_LOOPBACK_WEBHOOKS',
  'PIX_BANKS',
  'WHATSAPP_CENTRAL_PHONE',
  'WHATSAPP_CENTRAL_PHONE_ID',
  'WHATSAPP_CENTRAL_TOKEN',
  'WHATSAPP_CENTRAL_APP_SECRET',
  'WHATSAPP_CENTRAL_VERIFY_TOKEN',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_RESOURCE_ATTRIBUTES',
  'LOG_LEVEL',
  'NODE_ENV',
] as const satisfies readonly (keyof typeof SETTINGS)[]

export type SettingName = keyof typeof SETTINGS
export type Settings<Names extends SettingName> = {
  readonly [Name in Names]: z.output<(typeof SETTINGS)[Name]['schema']>
}
