/** A client who was found, or one who is being typed. */

export type ClientDraft = {
  readonly first_name: string
  readonly last_name: string
  readonly phone: string
  readonly email: string
  readonly cpf: string
  /** The user said that this is not the client with the same phone or e-mail. */
  readonly isOther?: boolean
  /** To messages by WhatsApp, to the phone. */
  readonly hasAgreed?: boolean
}

export type ClientChoice =
  | { readonly kind: 'known'; readonly id: number; readonly name: string }
  | { readonly kind: 'new'; readonly draft: ClientDraft }

const EMPTY: ClientDraft = { first_name: '', last_name: '', phone: '', email: '', cpf: '' }

const CPF_FORM = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/

/** Puts what was typed into the search where it belongs: an address, a CPF, a phone number or a name. */
export function draftOf(typed: string): ClientDraft {
  const text = typed.trim()
  if (text === '') return EMPTY
  if (text.includes('@')) return { ...EMPTY, email: text }
  if (CPF_FORM.test(text)) return { ...EMPTY, cpf: text }
  const digits = [...text].filter((sign) => sign >= '0' && sign <= '9').length
  const letters = [...text].some((sign) => sign.toLowerCase() !== sign.toUpperCase())
  if (!letters && digits >= 6) return { ...EMPTY, phone: text }
  const [first = '', ...others] = text.split(' ').filter((word) => word !== '')
  return { ...EMPTY, first_name: first, last_name: others.join(' ') }
}

/** How lists write the client's name. */
export function nameOf(choice: ClientChoice): string {
  if (choice.kind === 'known') return choice.name
  const { first_name, last_name } = choice.draft
  return [first_name, last_name]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
}

type ClientInput =
  | { readonly client_id: number }
  | {
      readonly client: {
        readonly first_name: string
        readonly last_name: string | null
        readonly phone: string | null
        readonly email: string | null
        readonly cpf: string | null
        readonly on_match?: 'create'
      }
    }

/** The part of an input that names the client, for calls that take `client_id` or `client`. */
export function clientInputOf(choice: ClientChoice): ClientInput {
  if (choice.kind === 'known') return { client_id: choice.id }
  const { first_name, last_name, phone, email, cpf, isOther = false } = choice.draft
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
  return {
    client: {
      first_name: first_name.trim(),
      last_name: orNull(last_name),
      phone: orNull(phone),
      email: orNull(email),
      cpf: orNull(cpf),
      ...(isOther && { on_match: 'create' }),
    },
  }
}

/** Whether a call can be tried: a known client, or a new one with a name. */
export function isNamed(choice: ClientChoice | null): choice is ClientChoice {
  return choice !== null && (choice.kind === 'known' || choice.draft.first_name.trim() !== '')
}
