import type { Chapter } from './limit-text.ts'

const TOOLS = 'tools at `/mcp`'
const REST_IS_SAID = { instead: 'The answer says that there are more.' }

export const AGENTS = {
  toolRequestIdCharacters: {
    says: 'Length of a `request_id`',
    unit: 'characters',
    where: TOOLS,
    beyond: { code: 'validation_error' },
  },
  toolConfirmationMinutes: {
    says: 'How long a confirmation can be given',
    unit: 'minutes',
    where: TOOLS,
    beyond: { instead: 'The tool refuses it with `confirmation_invalid`.' },
  },
  toolRecords: {
    says: 'Records in one answer',
    unit: '',
    where: TOOLS,
    beyond: REST_IS_SAID,
  },
  toolDayAppointments: {
    says: 'Appointments of one day in one answer',
    unit: '',
    where: '`day_agenda` at `/mcp`',
    beyond: REST_IS_SAID,
  },
  toolFreeTimes: {
    says: 'Free times in one answer',
    unit: '',
    where: '`find_free_times` at `/mcp`',
    beyond: { instead: 'Some of them are listed, from the first to the last.' },
  },
  toolFreeProfessionals: {
    says: 'Professionals who are named for one free time',
    unit: '',
    where: '`find_free_times` at `/mcp`',
    beyond: { instead: 'The answer says how many others are free.' },
  },
  toolNameCharacters: {
    says: 'Length of a name, as a tool shows it',
    unit: 'characters',
    where: TOOLS,
    beyond: { instead: 'The name is cut.' },
  },
} as const satisfies Chapter
