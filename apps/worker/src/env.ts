import { settingsOrExit, TELEMETRY_SETTINGS } from '@scheduling/core'

/** The settings of this process; every fault is listed and ends it. */
export const env = settingsOrExit(
  process.env,
  [
    'HOST',
    'WORKER_PORT',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_CONNECTIONS',
    'PUBLIC_BASE_URL',
    'ROOT_SECRET',
    'ENCRYPTION_KEYS',
    'ALLOW_LOOPBACK_WEBHOOKS',
    'PIX_BANKS',
    'SMTP_URL',
    'MAIL_FROM',
    'WHATSAPP_API_URL',
    'METRICS_TOKEN',
    ...TELEMETRY_SETTINGS,
    'LOG_LEVEL',
    'NODE_ENV',
  ],
  ['DATABASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS', 'PUBLIC_BASE_URL'],
)
