import { tooLong, tooMany, type Chapter } from './limit-text.ts'

export const FIELDS = {
  metadataKeys: {
    says: 'Keys in `metadata`, after merging',
    unit: '',
    where: 'clients, appointments',
    beyond: tooMany('metadata'),
  },
  metadataChanges: {
    says: 'Keys in `metadata` of one request, including those with null',
    unit: '',
    where: 'clients, appointments',
    beyond: tooMany('metadata'),
  },
  metadataKeyCharacters: {
    says: 'Length of a key in `metadata`: letters, digits, `_`, `.`, `-`',
    unit: 'characters',
    where: 'clients, appointments',
    beyond: { code: 'validation_error', field: 'metadata.a key', fieldCode: 'invalid_format' },
  },
  metadataValueCharacters: {
    says: 'Length of a value in `metadata`',
    unit: 'characters',
    where: 'clients, appointments',
    beyond: tooLong('metadata.crm_note'),
  },
  firstNameCharacters: {
    says: 'Length of `first_name`',
    unit: 'characters',
    where: 'clients',
    beyond: tooLong('first_name'),
  },
  lastNameCharacters: {
    says: 'Length of `last_name`',
    unit: 'characters',
    where: 'clients',
    beyond: tooLong('last_name'),
  },
  nameCharacters: {
    says: 'Length of other names',
    unit: 'characters',
    where: 'API keys, organizations, professionals, services, specialties',
    beyond: tooLong('name'),
  },
  slugMinCharacters: {
    says: 'Minimum length of `slug`',
    unit: 'characters',
    where: 'organizations',
    beyond: { instead: 'The slug is refused.' },
  },
  slugCharacters: {
    says: 'Maximum length of `slug`',
    unit: 'characters',
    where: 'organizations',
    beyond: { instead: 'The slug is refused.' },
  },
  emailCharacters: {
    says: 'Length of an e-mail address',
    unit: 'characters',
    where: 'clients',
    beyond: tooLong('email'),
  },
  notesCharacters: {
    says: 'Length of `notes`',
    unit: 'characters',
    where: 'appointments, queue entries',
    beyond: tooLong('notes'),
  },
  meetingUrlCharacters: {
    says: 'Length of `meeting_url`',
    unit: 'characters',
    where: 'appointments, services, professionals',
    beyond: tooLong('meeting_url'),
  },
  reasonCharacters: {
    says: 'Length of `reason`',
    unit: 'characters',
    where: 'reschedule, cancel',
    beyond: tooLong('reason'),
  },
  searchCharacters: {
    says: 'Length of a search text, `q`',
    unit: 'characters',
    where: '`GET /v1/clients`',
    beyond: tooLong('q'),
  },
  placeCharacters: {
    says: 'Length of `place`',
    unit: 'characters',
    where: 'calling a queue entry',
    beyond: tooLong('place'),
  },
  valueCharacters: {
    says: 'Length of a date, date-time, id, phone number, CPF or time zone, as written',
    unit: 'characters',
    where: 'all routes',
    beyond: tooLong('phone'),
  },
} satisfies Chapter
