import { settingsOrExit } from '@scheduling/core'

/** The settings of these commands, which are those of the API; every fault is listed and ends them. */
export const env = settingsOrExit(process.env, [
  'DATABASE_URL',
  'PUBLIC_BASE_URL',
  'ROOT_SECRET',
  'ENCRYPTION_KEYS',
])
