/** What the page of an e-mail shows besides its text: facts of the record, in words that are ours. */

/** A link that we made, and the verb that names it. */
export type MailAction = { readonly label: string; readonly url: string }

export type MailRow = {
  readonly label: string
  readonly value: string
  readonly action?: MailAction | undefined
}

export type MailPage = {
  readonly language: 'pt' | 'en'
  readonly sender: {
    readonly name: string
    /** An absolute address. Null: the name stands alone. */
    readonly logoUrl: string | null
    /** `#RRGGBB`. Null, or no color: the usual one. */
    readonly color: string | null
    /** Where the sender is, in one line. */
    readonly place: string | null
  }
  /** The state in a word or two. Null: the text says everything. */
  readonly state: string | null
  /** What lists of mails show beside the subject. */
  readonly preview: string
  readonly card: {
    /** The date, in large letters. */
    readonly when: string | null
    readonly rows: readonly MailRow[]
    /** The card as a text of a message has it, in a paragraph of its own. */
    readonly asText: string
  } | null
  /** The one button. */
  readonly button: MailAction | null
  /** What else can be done, below the button. */
  readonly more: { readonly text: string | null; readonly action: MailAction | null }
  /** A code to copy, and what it is. */
  readonly code: { readonly label: string; readonly text: string } | null
  /** Every address in the text that we made, with its verb. Nothing else in it may become a link. */
  readonly actions: readonly MailAction[]
  /** Why the recipient gets it. */
  readonly why: string
  readonly unsubscribe: MailAction | null
}
