/**
 * Every setting of every process: one table. Each app reads the ones that it needs, once, at its start;
 * the table in the docs is made from here.
 */
import { z } from 'zod'
import { sealingKeys } from '../ground/crypto.ts'

function flag(byDefault: boolean) {
  return z
    .enum(['true', 'false', '1', '0'], { error: 'Expected true or false.' })
    .default(byDefault ? 'true' : 'false')
    .transform((text) => text === 'true' || text === '1')
}

function wholeNumber(least: number, most: number, byDefault: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/, { error: 'Expected a whole number.' })
    .default(String(byDefault))
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
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

type Setting = { readonly schema: z.ZodType; readonly means: string; readonly byDefault: string }

export const SETTINGS = {
  PORT: {
    schema: wholeNumber(0, 65_535, 3000),
    means: 'Port of the HTTP API; 0 takes a free one.',
    byDefault: '3000',
  },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    means: 'Address that the HTTP API listens on.',
    byDefault: '127.0.0.1',
  },
  DATA_DIR: {
    schema: z.string().min(1).default('.data'),
    means: 'Folder of the embedded database, its secrets and `demo.json`.',
    byDefault: '.data',
  },
  DATABASE_URL: {
    schema: address(['postgres:', 'postgresql:']).optional(),
    means: 'PostgreSQL 15 or newer to use. Without it `npm start` runs an embedded one.',
    byDefault: 'embedded',
  },
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(2, 500, 20),
    means: 'Connections of one process to the database; a worker opens ten more for deliveries.',
    byDefault: '20',
  },
  PUBLIC_BASE_URL: {
    // Paths are put behind it with a slash of their own.
    schema: address(['http:', 'https:']).transform(withoutSlashes).optional(),
    means:
      'Where the API is seen from outside; links are built on it, never on the Host header. Production needs https.',
    byDefault: 'http://localhost:PORT',
  },
  DASHBOARD_ORIGINS: {
    schema: origins,
    means:
      'Origins of dashboards, comma separated, whose pages may call `/trpc` beside those of PUBLIC_BASE_URL: of the same site only, that is the same scheme and registrable domain.',
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
  REDIS_URL: {
    schema: address(['redis:', 'rediss:']).optional(),
    means:
      'Redis for the rate limits of several API processes; without it they share the database.',
    byDefault: 'none',
  },
  TRUSTED_PROXIES: {
    schema: wholeNumber(0, 10, 0),
    means: 'Proxies of yours in front; only they may say the client address in X-Forwarded-For.',
    byDefault: '0',
  },
  ROOT_SECRET: {
    schema: z.string().min(32, { error: 'Expected at least 32 characters.' }).optional(),
    means:
      'Keys of all keyed hashes are derived from it: API keys, cursors, links, sessions. Changing it revokes them. Production refuses one that is easy to guess.',
    byDefault: 'made once, kept in DATA_DIR (embedded only)',
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
      'Encryption at rest: `id:base64 of 32 bytes`, comma separated, the current key first. Production refuses those that are easy to guess.',
    byDefault: 'made once, kept in DATA_DIR (embedded only)',
  },
  ALLOW_LOOPBACK_WEBHOOKS: {
    schema: flag(false),
    means:
      'Development only: webhooks may go to http on this machine. Production refuses to start with it.',
    byDefault: 'false; true in `npm start`',
  },
  SMTP_URL: {
    schema: address(['smtp:', 'smtps:']).optional(),
    means: 'Mail server. Without it e-mails wait in the outbox table.',
    byDefault: 'none',
  },
  MAIL_FROM: {
    schema: z.string().min(3).default('Agenda <no-reply@localhost>'),
    means: 'Sender of e-mails.',
    byDefault: 'Agenda <no-reply@localhost>',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, { error: 'Expected at least 16 characters.' }).optional(),
    means:
      'Bearer token of /metrics. Without it /metrics answers this machine only. Production needs it unless HOST is loopback.',
    byDefault: 'none',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    means: 'Least level that is logged.',
    byDefault: 'info',
  },
  NODE_ENV: {
    schema: z.string().default('development'),
    means:
      '`production`, written so, refuses what only development may have, and makes no demo clinic. Anything else is development.',
    byDefault: 'development',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export type Settings<Names extends SettingName> = {
  readonly [Name in Names]: z.output<(typeof SETTINGS)[Name]['schema']>
}
