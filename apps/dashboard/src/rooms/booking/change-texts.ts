/** Who did what with an appointment, and when: in its history, and when another user was faster. */
import type { Texts } from '../../words/language.tsx'

type Words = {
  readonly did: Readonly<Record<string, (who: string) => string>>
  other(who: string): string
  readonly actors: Readonly<Record<'client' | 'api_key' | 'agent' | 'system' | 'user', string>>
  readonly you: string
  faster(what: string, when: string): string
  readonly fasterNote: string
  moved(from: string, to: string): string
}

const pt: Words = {
  did: {
    'appointment.created': (who) => `${who} agendou`,
    'appointment.confirmed': (who) => `${who} confirmou`,
    'appointment.completed': (who) => `${who} concluiu`,
    'appointment.no_show': (who) => `${who} marcou que o cliente não compareceu`,
    'appointment.cancelled': (who) => `${who} cancelou`,
    'appointment.rescheduled': (who) => `${who} remarcou`,
    'appointment.updated': (who) => `${who} alterou os dados`,
    'appointment.team_notes_changed': (who) => `${who} mudou as anotações internas`,
    'appointment.deleted': (who) => `${who} excluiu`,
    'appointment.reminder_sent': () => 'Lembrete enviado ao cliente',
    'appointment.link_asked': (who) => `${who} pediu o link de novo`,
  },
  other: (who) => `${who} fez uma alteração`,
  actors: {
    client: 'O cliente',
    api_key: 'Uma integração',
    agent: 'O assistente',
    system: 'O sistema',
    user: 'Alguém da equipe',
  },
  you: 'Você',
  faster: (what, when) => `${what}: ${when}`,
  fasterNote: 'O que você ia fazer não foi gravado. Abaixo está o estado atual.',
  moved: (from, to) => `de ${from} para ${to}`,
}

const en: Words = {
  did: {
    'appointment.created': (who) => `${who} booked it`,
    'appointment.confirmed': (who) => `${who} confirmed it`,
    'appointment.completed': (who) => `${who} completed it`,
    'appointment.no_show': (who) => `${who} marked the client as a no-show`,
    'appointment.cancelled': (who) => `${who} cancelled it`,
    'appointment.rescheduled': (who) => `${who} moved it`,
    'appointment.updated': (who) => `${who} changed its data`,
    'appointment.team_notes_changed': (who) => `${who} changed the team's notes`,
    'appointment.deleted': (who) => `${who} deleted it`,
    'appointment.reminder_sent': () => 'A reminder was sent to the client',
    'appointment.link_asked': (who) => `${who} asked for the link again`,
  },
  other: (who) => `${who} changed something`,
  actors: {
    client: 'The client',
    api_key: 'An integration',
    agent: 'The assistant',
    system: 'The system',
    user: 'Someone of the team',
  },
  you: 'You',
  faster: (what, when) => `${what}: ${when}`,
  fasterNote: 'What you were about to do was not saved. Below is what it is now.',
  moved: (from, to) => `from ${from} to ${to}`,
}

export const CHANGE_TEXTS: Texts<Words> = { pt, en }
