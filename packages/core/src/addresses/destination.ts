/** Addresses of customers' choice, to which requests of this service go: webhooks, and calendars that are read. */
import {
  checkDestinationUrl,
  resolveDestination,
  type DestinationCheck,
  type DestinationRules,
} from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { invalid, type FieldError, type Problem } from '../contract/problems.ts'

const LOOK_UP_MS = 2000

type Parts = Pick<Service, 'allowLoopbackWebhooks' | 'ownHosts' | 'resolver'>

export function destinationRules(
  service: Pick<Service, 'allowLoopbackWebhooks' | 'ownHosts'>,
): DestinationRules {
  return { allowLoopbackHttp: service.allowLoopbackWebhooks, ownHosts: service.ownHosts }
}

/** The address by its text alone; `href` is what is stored, compared and dialled. */
export function readDestination(
  text: string,
  rules: DestinationRules,
): { readonly href: string } | { readonly fault: FieldError } {
  const check = checkDestinationUrl(text, rules)
  if (check.ok) return { href: check.url.href }
  return { fault: { field: 'url', code: faultCode(check), message: check.message } }
}

function faultCode({ reason }: Exclude<DestinationCheck, { ok: true }>): FieldError['code'] {
  if (reason === 'too_long') return 'too_long'
  return reason === 'malformed' ? 'invalid_format' : 'invalid_value'
}

/**
 * Looks the host up, for at most two seconds. A name without an answer by then is accepted, as one that
 * does not resolve is: every request checks the address that it dials.
 *
 * @param href what `readDestination` accepted
 * @returns the refusal when the name leads to an address that is not public; else null
 */
export async function refusalOfHost(service: Parts, href: string): Promise<Problem | null> {
  const { promise: expiry, resolve: expire } = Promise.withResolvers<null>()
  const stopping = new AbortController()
  const timer = setTimeout(() => {
    stopping.abort()
    expire(null)
  }, LOOK_UP_MS)
  try {
    const check = await Promise.race([
      resolveDestination(href, destinationRules(service), service.resolver, stopping.signal),
      expiry,
    ])
    return check === null || check.ok ? null : invalid('url', 'invalid_value', check.message)
  } finally {
    clearTimeout(timer)
  }
}
