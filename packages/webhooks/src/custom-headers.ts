import { WEBHOOK_LIMITS } from './limits.ts'

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

// The service sets the headers that frame the exchange, name the receiver, record the route or prove the sender.
const REFUSED_NAMES = new Set([
  'accept-encoding',
  'connection',
  'cookie',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  // As a key of an object it sets the prototype instead, and the header is lost.
  '__proto__',
])
const REFUSED_PREFIXES = ['content-', 'proxy-', 'webhook-', 'x-forwarded-', 'x-service-']
/** Some gateways in front of an endpoint require it. */
const ALLOWED_ALL_THE_SAME = 'proxy-authorization'

const CREDENTIAL_WORDS = ['token', 'secret', 'key', 'auth', 'password', 'credential']

/** Whether a header is a credential, by its name. The value of a credential can be written, but is never shown. */
export function isCredentialHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return CREDENTIAL_WORDS.some((word) => lower.includes(word))
}

export type HeaderFault = {
  /** The header's name as given; empty for a fault of the whole list. */
  name: string
  code: 'too_many' | 'duplicate_item' | 'invalid_format' | 'invalid_value' | 'too_long'
  /** A sentence for the customer; never quotes a value, which may be a secret. */
  message: string
}

/** The faults of headers that a customer wants to send with deliveries. If there are too many, only that is told. */
export function checkCustomHeaders(
  headers: Readonly<Record<string, string>>,
  limit: number = WEBHOOK_LIMITS.webhookHeaders,
): HeaderFault[] {
  if (Object.keys(headers).length > limit) {
    return [{ name: '', code: 'too_many', message: `At most ${limit} headers are allowed.` }]
  }
  const faults: HeaderFault[] = []
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const fault = nameFault(name) ?? valueFault(name, value)
    if (fault !== null) faults.push(fault)
    else if (seen.has(name.toLowerCase())) {
      const message = 'The header is listed twice. Header names are not case-sensitive.'
      faults.push({ name, code: 'duplicate_item', message })
    }
    seen.add(name.toLowerCase())
  }
  return faults
}

/** One list of headers from several. If a name is in two of them, in whatever case, the later one wins. */
export function mergedHeaders(
  ...lists: readonly Readonly<Record<string, string>>[]
): Record<string, string> {
  const merged = new Map<string, [name: string, value: string]>()
  for (const list of lists) {
    for (const [name, value] of Object.entries(list)) merged.set(name.toLowerCase(), [name, value])
  }
  return Object.fromEntries(merged.values())
}

function nameFault(name: string): HeaderFault | null {
  const { webhookHeaderNameCharacters: most } = WEBHOOK_LIMITS
  if (name.length > most) {
    const message = `A header name has at most ${most} characters.`
    return { name, code: 'too_long', message }
  }
  if (!TOKEN.test(name)) {
    const message = 'A header name consists of letters, digits and hyphens.'
    return { name, code: 'invalid_format', message }
  }
  const lower = name.toLowerCase()
  const isRefused =
    REFUSED_NAMES.has(lower) ||
    (lower !== ALLOWED_ALL_THE_SAME && REFUSED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
  const message = 'This header is set by the service and cannot be replaced.'
  return isRefused ? { name, code: 'invalid_value', message } : null
}

function valueFault(name: string, value: string): HeaderFault | null {
  const { webhookHeaderValueCharacters: most } = WEBHOOK_LIMITS
  if (value.length > most) {
    const message = `A header value has at most ${most} characters.`
    return { name, code: 'too_long', message }
  }
  // Headers travel as Latin-1; a control character could end the line and begin another header.
  if (/[^\x20-\x7e\xa0-\xff]/.test(value)) {
    const message =
      'A header value cannot contain line breaks, control characters or characters outside Latin-1.'
    return { name, code: 'invalid_value', message }
  }
  return null
}
