import type { Beyond, Chapter } from './limit-text.ts'

/** In tRPC's own form, so there is no example of it here. */
const REFUSED: Beyond = { instead: 'The call is refused with `400 validation_error`.' }
const NO_ROOM: Beyond = { instead: 'The call is refused with `409 action_not_allowed`.' }
const WHERE = '`organization.update`'
const LOGO = '`organization.setLogo`'
const PHOTO = '`professionals.setPhoto`'

export const ORGANIZATION = {
  apiKeysPerOrganization: {
    says: 'API keys that work, per organization; revoked and expired ones do not count',
    unit: '',
    where: '`apiKeys.create`',
    beyond: NO_ROOM,
  },
  specialtiesPerOrganization: {
    says: 'Specialties per organization',
    unit: '',
    where: '`specialties.create`',
    beyond: NO_ROOM,
  },
  minAdvanceMaxMinutes: {
    says: 'Largest `min_advance_minutes`',
    unit: 'minutes',
    where: `${WHERE}, services`,
    beyond: REFUSED,
  },
  maxAdvanceMaxDays: {
    says: 'Largest `max_advance_days`',
    unit: 'days',
    where: `${WHERE}, services`,
    beyond: REFUSED,
  },
  cancellationWindowMaxMinutes: {
    says: 'Largest `cancellation_window_minutes`',
    unit: 'minutes',
    where: WHERE,
    beyond: REFUSED,
  },
  clientNoticeMaxMinutes: {
    says: 'Largest `client_notice_minutes`',
    unit: 'minutes',
    where: WHERE,
    beyond: REFUSED,
  },
  queueCallTimeoutMaxMinutes: {
    says: 'Largest `queue_call_timeout_minutes`',
    unit: 'minutes',
    where: WHERE,
    beyond: REFUSED,
  },
  depositExpiryMaxMinutes: {
    says: 'Largest `deposit_expiry_minutes`',
    unit: 'minutes',
    where: WHERE,
    beyond: REFUSED,
  },
  manualDepositMaxHours: {
    says: 'Largest `manual_deposit_hours`',
    unit: 'hours',
    where: WHERE,
    beyond: REFUSED,
  },
  reminderMaxHours: {
    says: 'Largest `reminder_hours`',
    unit: 'hours',
    where: WHERE,
    beyond: REFUSED,
  },
  addressCharacters: {
    says: 'Length of `street`, `complement`, `district`, `city` and `state` of `address`',
    unit: 'characters',
    where: WHERE,
    beyond: REFUSED,
  },
  addressCodeCharacters: {
    says: 'Length of `number` and `postal_code` of `address`',
    unit: 'characters',
    where: WHERE,
    beyond: REFUSED,
  },
  mapUrlCharacters: {
    says: 'Length of `map_url`',
    unit: 'characters',
    where: WHERE,
    beyond: REFUSED,
  },
  welcomeCharacters: {
    says: 'Length of `welcome_text`',
    unit: 'characters',
    where: WHERE,
    beyond: REFUSED,
  },
  logoBytes: {
    says: 'Size of the picture on the public pages',
    unit: 'bytes',
    where: LOGO,
    beyond: REFUSED,
  },
  logoSidePixels: {
    says: 'Width and height of the picture on the public pages',
    unit: 'pixels',
    where: LOGO,
    beyond: REFUSED,
  },
  photoBytes: {
    says: 'Size of the photo of a professional',
    unit: 'bytes',
    where: PHOTO,
    beyond: REFUSED,
  },
  photoSidePixels: {
    says: 'Width and height of the photo of a professional',
    unit: 'pixels',
    where: PHOTO,
    beyond: REFUSED,
  },
  auditEntriesReadPerPage: {
    says: 'Entries that one page of the audit reads when it has several filters',
    unit: '',
    where: '`audit.list`',
    beyond: { instead: 'The page comes out short, and `next_cursor` goes on from there.' },
  },
  messageCharacters: {
    says: 'Text of a message that a user types',
    unit: 'characters',
    where: '`messaging.sendText`',
    beyond: REFUSED,
  },
  messageSubjectCharacters: {
    says: 'Subject of a text of the catalogue, as a template',
    unit: 'characters',
    where: '`messaging.setText`',
    beyond: REFUSED,
  },
  messageBodyCharacters: {
    says: 'Text of the catalogue, as a template',
    unit: 'characters',
    where: '`messaging.setText`',
    beyond: REFUSED,
  },
  messagingSecretCharacters: {
    says: 'Token or secret of the messaging platform',
    unit: 'characters',
    where: '`messaging.connect`',
    beyond: REFUSED,
  },
} satisfies Chapter
