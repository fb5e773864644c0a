import { settingsOrExit, PROCESS_SETTINGS } from '@scheduling/core'

/** The settings of this process. If any is wrong, it lists all faults and exits. */
export const env = settingsOrExit(
  process.env,
  [
    ...PROCESS_SETTINGS,
    'PORT',
    'DASHBOARD_ORIGINS',
    'LIMITS_SCALE',
    'HOLDS_PER_KEY',
    'HOLDS_PER_ORGANIZATION',
    'REDIS_URL',
    'COUNT_IN_MEMORY',
    'REQUEST_LOG',
    'SUPPORT_ADDRESS',
    'WEBHOOK_ADDRESSES',
    'TRUSTED_PROXIES',
  ],
  ['DATABASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS'],
)
