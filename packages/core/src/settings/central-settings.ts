/** The settings of the central WhatsApp number: all of them, or none. */
import type { CentralNumber } from '@scheduling/messaging'
import type { Settings } from './settings.ts'

export const CENTRAL_SETTINGS = [
  'WHATSAPP_CENTRAL_PHONE',
  'WHATSAPP_CENTRAL_PHONE_ID',
  'WHATSAPP_CENTRAL_TOKEN',
  'WHATSAPP_CENTRAL_APP_SECRET',
  'WHATSAPP_CENTRAL_VERIFY_TOKEN',
] as const

/** Null: the operator has none. */
export function centralNumberIn(
  settings: Settings<(typeof CENTRAL_SETTINGS)[number]>,
): CentralNumber | null {
  const {
    WHATSAPP_CENTRAL_PHONE: phone,
    WHATSAPP_CENTRAL_PHONE_ID: phoneNumberId,
    WHATSAPP_CENTRAL_TOKEN: accessToken,
    WHATSAPP_CENTRAL_APP_SECRET: appSecret,
    WHATSAPP_CENTRAL_VERIFY_TOKEN: verifyToken,
  } = settings
  const isWhole =
    phone !== undefined &&
    phoneNumberId !== undefined &&
    accessToken !== undefined &&
    appSecret !== undefined &&
    verifyToken !== undefined
  return isWhole ? { phone, phoneNumberId, accessToken, appSecret, verifyToken } : null
}
