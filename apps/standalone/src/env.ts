import { settingsOrExit, TELEMETRY_SETTINGS } from '@scheduling/core'

/** The settings of this process; every fault is listed and ends it. */
export const env = settingsOrExit(
  {
    COUNT_IN_MEMORY: 'true',
    ALLOW_LOOPBACK_WEBHOOKS: process.env['NODE_ENV'] === 'production' ? 'false' : 'true',
    ...process.env,
  },
  [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_CONNECTIONS',
    'PUBLIC_BASE_URL',
    'DASHBOARD_ORIGINS',
    'LIMITS_SCALE',
    'REDIS_URL',
    'COUNT_IN_MEMORY',
    'TRUSTED_PROXIES',
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
)

/** The environment of a process that this one starts, with these settings in it. */
export function environmentWith(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...process.env, ...settings }
}
