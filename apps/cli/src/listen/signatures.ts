/** Whether a delivery was signed with one of the secrets, by each of its two signatures. */
import { isSchedulingError, unwrapWebhook } from '@scheduling/sdk'
import { headerOf, type Delivery } from './delivery.ts'

/** Otherwise the code of the library that says what is wrong, such as `signature_wrong` or `timestamp_too_old`. */
export type Verdict = 'verified' | 'missing' | 'not_checked' | 'signed_here' | (string & {})

export type Signatures = { readonly service: Verdict; readonly standard: Verdict }

export type Checked = {
  readonly signatures: Signatures
  /** The secret that signed it; null if none did. */
  readonly secret: string | null
}

/** Of what this program signed itself. */
export const SIGNED_HERE: Signatures = { service: 'signed_here', standard: 'signed_here' }

const SCHEMES = {
  service: ['x-service-signature'],
  standard: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
} as const

export async function checkSignatures(
  delivery: Delivery,
  secrets: readonly string[],
): Promise<Checked> {
  const [service, standard] = [
    await verdictOf(delivery, SCHEMES.service, secrets),
    await verdictOf(delivery, SCHEMES.standard, secrets),
  ]
  return {
    signatures: { service: service.verdict, standard: standard.verdict },
    secret: service.secret ?? standard.secret,
  }
}

async function verdictOf(
  delivery: Delivery,
  names: readonly string[],
  secrets: readonly string[],
): Promise<{ readonly verdict: Verdict; readonly secret: string | null }> {
  // The library is shown one scheme alone: given both, it is content with either.
  const headers = Object.fromEntries(names.map((name) => [name, headerOf(delivery, name)]))
  if (names.every((name) => headers[name] === '')) return { verdict: 'missing', secret: null }
  let verdict: Verdict = 'not_checked'
  for (const secret of secrets) {
    const found = await verdictBy(delivery.body, headers, secret)
    if (found === 'verified') return { verdict: found, secret }
    // What one secret says in more detail is not covered up by the next.
    if (verdict === 'not_checked' || verdict === 'signature_wrong') verdict = found
  }
  return { verdict, secret: null }
}

async function verdictBy(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  secret: string,
): Promise<Verdict> {
  try {
    await unwrapWebhook(body, headers, [secret])
    return 'verified'
  } catch (error) {
    if (!isSchedulingError(error)) throw error
    // A template can make a body that is no event: its signature is right all the same.
    return error.code === 'body_not_an_event' ? 'verified' : error.code
  }
}
