/** What a subscription may be beyond the shape of its fields. Pure: faults in, nothing looked up. */
import {
  checkChatUrl,
  checkCustomHeaders,
  checkSize,
  isOwnSecret,
  readChatFormat,
  type DestinationRules,
  type WebhookTemplate,
} from '@scheduling/webhooks'
import { readDestination } from '../addresses/destination.ts'
import { LIMITS } from '../contract/limits.ts'
import type { FieldError } from '../contract/problems.ts'
import type { WebhookFormat } from './webhook-format.ts'

/** The address by its text alone; `href` is what is stored, compared and dialled. */
export function readUrl(
  text: string,
  format: WebhookFormat,
  rules: DestinationRules,
): { href: string } | { fault: FieldError } {
  const read = readDestination(text, rules)
  if ('fault' in read) return read
  const chat = readChatFormat(format)
  const fault = chat === null ? null : checkChatUrl(chat, read.href)
  return fault === null ? read : { fault }
}

export function headerFaults(headers: Readonly<Record<string, string>>): FieldError[] {
  return checkCustomHeaders(headers, LIMITS.webhookHeaders).map(({ name, code, message }) => ({
    field: name === '' ? 'headers' : `headers.${name}`,
    code,
    message,
  }))
}

/** A signing secret of the caller's own; null or absent: one is generated. */
export function ownSecretFaults(secret: string | null | undefined): FieldError[] {
  if (secret == null || isOwnSecret(secret)) return []
  const { signingSecretMinCharacters: least, signingSecretMaxCharacters: most } = LIMITS
  // Characters are counted only where the count can matter.
  const length = secret.length > 2 * most ? secret.length : [...secret].length
  if (length < least) {
    return [{ field: 'secret', code: 'too_short', message: `At least ${least} characters.` }]
  }
  if (length > most) {
    return [{ field: 'secret', code: 'too_long', message: `At most ${most} characters.` }]
  }
  const message = 'A signing secret cannot contain white space or invisible characters.'
  return [{ field: 'secret', code: 'invalid_format', message }]
}

export function secretCountFaults(secrets: Readonly<Record<string, unknown>>): FieldError[] {
  const count = Object.keys(secrets).length
  if (count <= LIMITS.webhookSecrets) return []
  const message = `The webhook would have ${count} secrets, but at most ${LIMITS.webhookSecrets} are allowed. To delete a secret, send null for it.`
  return [{ field: 'secrets', code: 'too_many', message }]
}

export function templateMissing(): FieldError {
  return {
    field: 'template',
    code: 'required',
    message: 'A webhook with `format: custom` requires a template.',
  }
}

/** The faults of a template that are found without parsing it. */
export function templateSizeFaults(template: WebhookTemplate | null | undefined): FieldError[] {
  return template == null ? [] : checkSize(template)
}

type OfFormat = {
  readonly template?: WebhookTemplate | null | undefined
  readonly secrets?: Readonly<Record<string, unknown>> | undefined
  readonly message_template?: string | null | undefined
  readonly show_full_personal_data?: boolean | undefined
  readonly secret?: string | null | undefined
}

/** Fields that mean nothing for this format: accepting them would look like they did. */
export function formatFaults(format: WebhookFormat, sent: OfFormat): FieldError[] {
  const isChat = readChatFormat(format) !== null
  const faults: FieldError[] = []
  const refuse = (field: string, message: string) =>
    faults.push({ field, code: 'invalid_value', message })
  if (format !== 'custom') {
    if (sent.template != null)
      refuse('template', 'A template is allowed with `format: custom` only.')
    if (Object.keys(sent.secrets ?? {}).length > 0)
      refuse('secrets', 'Secrets are allowed with `format: custom` only.')
  }
  if (!isChat) {
    if (sent.message_template != null)
      refuse('message_template', 'A title template is allowed with chat formats only.')
    if (sent.show_full_personal_data === true)
      refuse(
        'show_full_personal_data',
        'This field is allowed with chat formats only. Other formats get every field.',
      )
  } else if (sent.secret != null) {
    refuse('secret', 'Messages to chat platforms are not signed.')
  }
  return faults
}
