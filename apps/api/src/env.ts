import { settingsOrExit, TELEMETRY_SETTINGS } from '@scheduling/core'

/** The settings of this process. If any is wrong, it lists all faults and exits. */
export const env = settingsOrExit(
  process.env,
  [
    'PORT',
    'HOST',
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
    'METRICS_TOKEN',
    ...TELEMETRY_SETTINGS,
    'LOG_LEVEL',
    'NODE_ENV',
  ],
  ['DATABASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS'],
)
