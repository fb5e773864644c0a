import { settingsOrExit, PROCESS_SETTINGS } from '@scheduling/core'

/** The settings of this process; every fault is listed and ends it. */
export const env = settingsOrExit(
  {
    COUNT_IN_MEMORY: 'true',
    ALLOW_LOOPBACK_WEBHOOKS: process.env['NODE_ENV'] === 'production' ? 'false' : 'true',
    ...process.env,
  },
  [
    ...PROCESS_SETTINGS,
    'PORT',
    'DATA_DIR',
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
    'MAIL_FROM',
    'WHATSAPP_API_URL',
  ],
)

/** The environment of a process that this one starts, with these settings in it. */
export function environmentWith(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...process.env, ...settings }
}
