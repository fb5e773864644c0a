import { settingsOrExit, PROCESS_SETTINGS } from '@scheduling/core'

/** The settings of this process; every fault is listed and ends it. */
export const env = settingsOrExit(
  process.env,
  [...PROCESS_SETTINGS, 'WORKER_PORT', 'MAIL_FROM', 'WHATSAPP_API_URL'],
  ['DATABASE_URL', 'ROOT_SECRET', 'ENCRYPTION_KEYS', 'PUBLIC_BASE_URL'],
)
