/** Who carries messages, and what comes of handing one over. */
import type { MailPage } from './mail/mail-page.ts'

/** A file that goes along with an e-mail: the appointment, for the calendar of the client. */
export type CalendarPart = {
  readonly method: 'REQUEST' | 'CANCEL'
  /** RFC 5545. */
  readonly content: string
}

/** A button under a message, and what comes back when it is pressed. */
export type ReplyButton = { readonly payload: string; readonly title: string }

/** A template that the platform has approved, and the values of its places, in their order. */
export type ApprovedTemplate = {
  readonly name: string
  /** As the platform names it, as in `pt_BR`. */
  readonly language: string
  readonly values: readonly string[]
  readonly buttons: readonly string[]
}

export type OutgoingMessage = {
  /** Ours. It comes back in notices, so that a message whose sending was cut off is found again. */
  readonly id: string
  /** A phone in E.164, or an e-mail address. */
  readonly to: string
  readonly subject: string
  /** Whose name an e-mail has as its sender. Null: that of the service. */
  readonly sender: string | null
  readonly text: string
  /** Of an e-mail: what its page shows besides the text. Null: it has the text alone. */
  readonly page: MailPage | null
  readonly calendar: CalendarPart | null
  readonly buttons: readonly ReplyButton[]
  /** `List-Unsubscribe` of an e-mail, with one click (RFC 8058). Null: it has none. */
  readonly unsubscribeUrl: string | null
  /** Null: the text may be sent as it is. */
  readonly template: ApprovedTemplate | null
}

/**
 * `sent`: it was taken. `retry`: it was surely not taken, and may be later. `failed`: it will never be. `unknown`: it is
 * not known whether it was taken, so it must not be tried again.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly providerId: string | null }
  | {
      readonly kind: 'retry' | 'failed' | 'unknown'
      /** Stable, in lower case: for people who look for a cause. */
      readonly code: string
      /** As the provider says it, without line breaks, at most 300 characters. */
      readonly message: string
    }

export type MessagingProvider = {
  /** As it is stored with the message. */
  readonly name: string
  /** Never rejects. */
  send(message: OutgoingMessage): Promise<SendOutcome>
}

const MOST_CHARACTERS = 300

/** Without line breaks, tabs, runs of spaces and what cannot be seen. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
}

/** What a provider says, fit for a column and for a page. */
export function errorText(text: unknown): string {
  return Array.from(oneLine(String(text)))
    .slice(0, MOST_CHARACTERS)
    .join('')
}
