/**
 * The links that clients are sent: to an appointment, a place in the queue, a deposit, or what they wait for. A visitor who has one may see that
 * record and act on it, so a link names one record, cannot be guessed, and tells nothing about other records.
 */
import type { Service } from '../context.ts'
import { sameBytes, type Cryptography } from '../ground/crypto.ts'

/** The first segment of the path, by the record that the link opens. */
export const LINK_PATHS = {
  appointment: 'a',
  queue_entry: 'f',
  deposit: 'd',
  waitlist_wish: 'w',
} as const
export type LinkedRecord = keyof typeof LINK_PATHS

/** What calendar programs read: the feed of a professional, and the appointment of a client. */
export type CalendarLink = 'calendar_feed' | 'appointment_calendar'

/** What opens a record as its own link does, and stands in a message only: the person who has it was reached there. */
export type MessageLink = 'appointment_message' | 'queue_entry_message' | 'waitlist_confirmation'

/** What a token is made for. For anything else it is a stranger's: a calendar cannot cancel the appointment it shows. */
export type LinkPurpose = LinkedRecord | CalendarLink | MessageLink

/** The first segment of the path under which calendars are. */
export const CALENDAR_PATH = 'calendar'

/** The columns of a record that its link is made of. Raising `linkVersion` kills every earlier link. */
export type LinkedRow = {
  readonly id: number
  readonly organizationId: number
  readonly linkVersion: number
}

/** A MAC of the record and its version, the id of the record under a pad, and a mark of both. */
const MAC_BYTES = 16
const ID_BYTES = 4
const MARK_BYTES = 4
/** In base64url, without a bit to spare: each token has one spelling. */
const TOKEN = /^[\w-]{32}$/

type Signer = { readonly crypto: Pick<Cryptography, 'hmac'> }

/**
 * The address that a client opens.
 *
 * @param purpose of the token; left out: the link of the record itself
 */
export function linkTo(
  service: Signer & Pick<Service, 'publicBaseUrl'>,
  record: LinkedRecord,
  row: LinkedRow,
  purpose: LinkedRecord | MessageLink = record,
): string {
  return `${service.publicBaseUrl}/${LINK_PATHS[record]}/${linkToken(service, purpose, row)}`
}

/** The address that a calendar program reads. It says what it is: some programs look at nothing else. */
export function calendarLinkTo(
  service: Signer & Pick<Service, 'publicBaseUrl'>,
  purpose: CalendarLink,
  row: LinkedRow,
): string {
  return `${service.publicBaseUrl}/${CALENDAR_PATH}/${linkToken(service, purpose, row)}.ics`
}

/** What stands in the link: 128 bits that only this service can make, and an id that only it can read. */
export function linkToken(service: Signer, record: LinkPurpose, row: LinkedRow): string {
  const mac = macOf(service, record, row)
  const id = Buffer.alloc(ID_BYTES)
  id.writeUInt32BE(row.id)
  const hidden = Buffer.concat([mac, padded(service, record, mac, id)])
  return Buffer.concat([hidden, markOf(service, record, hidden)]).toString('base64url')
}

/**
 * The id of the record that a token names; null for a text that was never a token for this purpose, which needs
 * no query. The record decides with `isLinkOf` whether the token still opens it.
 */
export function linkedId(service: Signer, record: LinkPurpose, token: string): number | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const hidden = bytes.subarray(0, MAC_BYTES + ID_BYTES)
  if (!sameBytes(bytes.subarray(hidden.length), markOf(service, record, hidden))) return null
  const mac = hidden.subarray(0, MAC_BYTES)
  return padded(service, record, mac, hidden.subarray(MAC_BYTES)).readUInt32BE()
}

/** Whether a token opens this record, as its version is now. */
export function isLinkOf(
  service: Signer,
  record: LinkPurpose,
  row: LinkedRow,
  token: string,
): boolean {
  if (!TOKEN.test(token)) return false
  const mac = Buffer.from(token, 'base64url').subarray(0, MAC_BYTES)
  return sameBytes(mac, macOf(service, record, row))
}

function macOf({ crypto }: Signer, record: LinkPurpose, row: LinkedRow): Buffer {
  const { organizationId, id, linkVersion } = row
  return crypto
    .hmac('link', `${record} ${organizationId} ${id} ${linkVersion}`)
    .subarray(0, MAC_BYTES)
}

/** Ids count up: in the clear they would tell how many bookings there are. */
function padded({ crypto }: Signer, record: LinkPurpose, mac: Uint8Array, id: Buffer): Buffer {
  const pad = crypto.hmac('link-id', Buffer.concat([Buffer.from(`${record} `), mac]))
  return Buffer.from(id.map((byte, at) => byte ^ (pad[at] ?? 0)))
}

function markOf({ crypto }: Signer, record: LinkPurpose, hidden: Uint8Array): Buffer {
  return crypto
    .hmac('link-mark', Buffer.concat([Buffer.from(`${record} `), hidden]))
    .subarray(0, MARK_BYTES)
}
