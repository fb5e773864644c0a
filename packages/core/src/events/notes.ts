/**
 * Changes that have no type in the catalogue of events: the team's own affairs. The audit keeps them, and open
 * dashboards receive them as `{room, id}`. Webhooks and `/v1/events` do not have them.
 */
import type { Changes } from './new-event.ts'
import type { Room } from './rooms.ts'

type NoteKind = { readonly record: string; readonly room: Room; readonly when: string }

export const NOTES = {
  'user.invited': { record: 'invite', room: 'account', when: 'A person was invited to the team.' },
  'user.invite_resent': { record: 'invite', room: 'account', when: 'An invite was sent again.' },
  'user.invite_revoked': {
    record: 'invite',
    room: 'account',
    when: 'An invite was withdrawn, or replaced by a new one.',
  },
  'user.joined': { record: 'user', room: 'account', when: 'A person accepted an invite.' },
  'user.updated': { record: 'user', room: 'account', when: "A user's role or e-mail changed." },
  'user.email_asked': {
    record: 'user',
    room: 'account',
    when: 'A new e-mail was named for a user. It counts once the link that was sent to it is used.',
  },
  'user.removed': { record: 'user', room: 'account', when: 'A user lost access to the dashboard.' },
  'user.signed_in': { record: 'user', room: 'account', when: 'A user signed in.' },
  'user.password_changed': {
    record: 'user',
    room: 'account',
    when: 'A user changed the password.',
  },
  'user.password_reset': {
    record: 'user',
    room: 'account',
    when: 'A user set a new password with a link from an e-mail.',
  },
  'user.sessions_ended': {
    record: 'user',
    room: 'account',
    when: 'One or more sessions of a user were ended.',
  },
  'api_key.created': { record: 'api_key', room: 'apiKeys', when: 'An API key was created.' },
  'api_key.updated': {
    record: 'api_key',
    room: 'apiKeys',
    when: 'An API key was renamed, or what an agent reads of people changed.',
  },
  'api_key.revoked': { record: 'api_key', room: 'apiKeys', when: 'An API key was revoked.' },
  'organization.updated': {
    record: 'organization',
    room: 'organization',
    when: 'A setting of the organization changed, or a feature was switched on or off.',
  },
  'organization.created': {
    record: 'organization',
    room: 'organization',
    when: 'The operator created the organization.',
  },
  'organization.plan_changed': {
    record: 'organization',
    room: 'organization',
    when: 'The operator changed the plan, or the features that it has.',
  },
  'organization.suspended': {
    record: 'organization',
    room: 'organization',
    when: 'The operator suspended the organization.',
  },
  'organization.resumed': {
    record: 'organization',
    room: 'organization',
    when: 'The operator ended the suspension.',
  },
  'organization.sample_data_created': {
    record: 'organization',
    room: 'organization',
    when: 'Sample data was created.',
  },
  'organization.clock_advanced': {
    record: 'organization',
    room: 'organization',
    when: 'The clock of a test organization was moved forward.',
  },
  'service.meeting_url_changed': {
    record: 'service',
    room: 'professionals',
    when: 'The online room of a service changed.',
  },
  'professional.meeting_url_changed': {
    record: 'professional',
    room: 'professionals',
    when: 'The online room of a professional changed.',
  },
  'professional.photo_changed': {
    record: 'professional',
    room: 'professionals',
    when: 'The photo of a professional was set, replaced or removed. The entry has its versions, not the picture.',
  },
  'specialty.created': {
    record: 'specialty',
    room: 'specialties',
    when: 'A specialty was created.',
  },
  'specialty.updated': {
    record: 'specialty',
    room: 'specialties',
    when: 'A specialty was renamed.',
  },
  'specialty.deleted': {
    record: 'specialty',
    room: 'specialties',
    when: 'A specialty was removed.',
  },
  'professional.reactivated': {
    record: 'professional',
    room: 'professionals',
    when: 'A professional who had left came back.',
  },
  'working_hours.updated': {
    record: 'working_hours',
    room: 'schedule',
    when: 'The weekly hours of a professional changed.',
  },
  'date_override.updated': {
    record: 'date_override',
    room: 'schedule',
    when: 'The hours of one date were set.',
  },
  'date_override.deleted': {
    record: 'date_override',
    room: 'schedule',
    when: 'The hours of one date follow the week again.',
  },
  'holiday.created': { record: 'holiday', room: 'schedule', when: 'A holiday was added.' },
  'holiday.deleted': { record: 'holiday', room: 'schedule', when: 'A holiday was removed.' },
  'calendar_feed.created': {
    record: 'calendar_feed',
    room: 'schedule',
    when: 'An address was made under which calendar programs read the appointments of a professional.',
  },
  'calendar_feed.revoked': {
    record: 'calendar_feed',
    room: 'schedule',
    when: 'An address for calendar programs was revoked, by the team or because a login ended.',
  },
  'busy_calendar.connected': {
    record: 'professional',
    room: 'schedule',
    when: 'A calendar elsewhere was connected: the times in which it is busy cannot be booked.',
  },
  'busy_calendar.disconnected': {
    record: 'professional',
    room: 'schedule',
    when: 'A calendar elsewhere was disconnected, by the team or because the professional left.',
  },
  'appointment.team_notes_changed': {
    record: 'appointment',
    room: 'teamNotes',
    when: "The team's own notes about an appointment changed.",
  },
  'client.team_notes_changed': {
    record: 'client',
    room: 'teamNotes',
    when: "The team's own notes about a client changed.",
  },
  'client.exported': {
    record: 'client',
    room: 'clients',
    when: 'Everything about a client was downloaded.',
  },
  'client.erased': {
    record: 'client',
    room: 'clients',
    when: 'The personal data of a client was erased.',
  },
  'list.downloaded': {
    record: 'list',
    room: 'clients',
    when: 'A list was downloaded as CSV.',
  },
  'queue_desk.updated': {
    record: 'queue_desk',
    room: 'queue',
    when: 'A queue was opened or closed, or its hours or capacity changed.',
  },
  'deposit.asked': {
    record: 'deposit',
    room: 'deposits',
    when: 'A client was asked for a deposit. `deposit.created` follows once there is a payment code.',
  },
  'deposit.refund_asked': {
    record: 'deposit',
    room: 'deposits',
    when: 'A refund was asked for. `deposit.refunded` follows once it is settled.',
  },
  'messaging.connected': {
    record: 'messaging_connection',
    room: 'messaging',
    when: "The organization's own messaging number was connected, or its secrets were replaced.",
  },
  'messaging.central_connected': {
    record: 'messaging_connection',
    room: 'messaging',
    when: 'The central WhatsApp number was switched on.',
  },
  'messaging.central_disconnected': {
    record: 'messaging_connection',
    room: 'messaging',
    when: 'The central WhatsApp number was switched off.',
  },
  'message.received': {
    record: 'message',
    room: 'messaging',
    when: 'A client wrote to the central WhatsApp number. For own numbers, `messaging.message.received` tells it.',
  },
  'message.resent': { record: 'message', room: 'messaging', when: 'A message was sent again.' },
  'message.written': {
    record: 'message',
    room: 'messaging',
    when: 'A member of the team wrote to a client.',
  },
  'message_text.updated': {
    record: 'message_text',
    room: 'messaging',
    when: 'A text of messages was changed, or set back to that of the catalogue.',
  },
  'messaging_contact.unsubscribed': {
    record: 'client',
    room: 'messaging',
    when: 'The recipient of an e-mail stopped or allowed what visitors of the page cause.',
  },
  'messaging_contact.updated': {
    record: 'client',
    room: 'messaging',
    when: 'Whether a client agreed to messages by WhatsApp was set.',
  },
  'deposit.refund_rejected': {
    record: 'deposit',
    room: 'deposits',
    when: 'The bank rejected a refund. It can be tried again.',
  },
  'deposit.payment_returned': {
    record: 'deposit',
    room: 'deposits',
    when: 'A payment came too late, a second time or with the wrong amount. The payment, or its excess, is returned.',
  },
  'deposit.charge_refused': {
    record: 'deposit',
    room: 'deposits',
    when: 'The bank refused to make a payment code. The deposit expires without one.',
  },
  'payments.connected': {
    record: 'payment_connection',
    room: 'organization',
    when: 'An account at a bank was connected: clients pay into it from then on.',
  },
  'payments.disconnected': {
    record: 'payment_connection',
    room: 'organization',
    when: 'An account at a bank was disconnected.',
  },
  'appointment.link_asked': {
    record: 'appointment',
    room: 'appointments',
    when: 'A visitor booked the same on the public page again. The link goes to the contact of the client.',
  },
  'queue_entry.link_asked': {
    record: 'queue_entry',
    room: 'queue',
    when: 'A client who already waits joined again on the public page. The link goes to the contact of the client.',
  },
  'queue_entry.on_my_way': {
    record: 'queue_entry',
    room: 'queue',
    when: 'A client in the queue said "I am on my way" on the page of the link.',
  },
  'hold.created': {
    record: 'hold',
    room: 'appointments',
    when: 'Time was held for a caller that has not booked it yet.',
  },
  'hold.released': {
    record: 'hold',
    room: 'appointments',
    when: 'A hold was released by its caller or by the team, or replaced by a new one of the same visitor.',
  },
  'hold.expired': {
    record: 'hold',
    room: 'appointments',
    when: 'A hold was not booked in time.',
  },
  'waitlist_wish.added': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'A client left a wish for time that is taken now.',
  },
  'waitlist_wish.confirmed': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'A client confirmed a wish by the link of a message, or the team did.',
  },
  'waitlist_wish.offered': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'Time was offered to a client who waits, and is held for a while.',
  },
  'waitlist_wish.lapsed': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'An offer was not answered in time. The wish waits on behind the others, or ends.',
  },
  'waitlist_wish.declined': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'A client did not want what was offered, and waits on behind the others.',
  },
  'waitlist_wish.withdrawn': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'What was offered could no longer be booked, since the team has taken the time, or its message was not sent in time. The wish waits on at its place.',
  },
  'waitlist_wish.booked': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'A client booked what was offered.',
  },
  'waitlist_wish.removed': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'A client left the waitlist, or the team took the wish off it.',
  },
  'waitlist_wish.expired': {
    record: 'waitlist_wish',
    room: 'waitlist',
    when: 'The last day of a wish is over, or it was not confirmed in time.',
  },
  'webhook.created': { record: 'webhook', room: 'webhooks', when: 'A webhook was created.' },
  'webhook.updated': { record: 'webhook', room: 'webhooks', when: 'A webhook changed.' },
  'webhook.deleted': { record: 'webhook', room: 'webhooks', when: 'A webhook was deleted.' },
  'webhook.secret_rotated': {
    record: 'webhook',
    room: 'webhooks',
    when: 'The signing secret of a webhook was rotated.',
  },
  'webhook.recovered': {
    record: 'webhook',
    room: 'webhooks',
    when: 'Failed deliveries of a webhook were sent again.',
  },
  'webhook.deactivated': {
    record: 'webhook',
    room: 'webhooks',
    when: 'The service turned a webhook off: its endpoint kept failing, or wants nothing more.',
  },
  'webhook.redelivered': {
    record: 'webhook',
    room: 'webhooks',
    when: 'A delivery was sent again on request.',
  },
} as const satisfies Record<string, NoteKind>

export type NoteAction = keyof typeof NOTES

/** A note before it is written. */
export type NewNote = {
  readonly action: NoteAction
  /** Of the record that changed. Null: the record is the only one of its kind. */
  readonly id: number | string | null
  /**
   * The fields that changed. The value of a secret is never among them: a field that holds one has `***` on both
   * sides. Null: there is nothing to say beyond the action.
   */
  readonly changes: Changes | null
  /** The client whose data the changes hold: its erasure finds them, also when the record is gone. Left out: they hold none. */
  readonly clientId?: number
}
