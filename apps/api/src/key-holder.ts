import {
  actorOf,
  onClockOf,
  Problem,
  sourceOf,
  type Context,
  type KeyHolder,
  type KeyLookup,
  type Keys,
  type Service,
} from '@scheduling/core'
import type { ServerResponse } from 'node:http'
import { bearerOf } from './bearer.ts'
import { blocked, tooMany, usedUp, writeLimitHeaders } from './limit-headers.ts'
import type { IdentifiedRequest } from './request-id.ts'
import type { KnownRequest, RateLimits } from './rate-limits/rate-limits.ts'
import { switchedOff } from './switches.ts'

export type KeyCheck = { readonly keys: Keys; readonly limits: RateLimits }

type Sender = {
  readonly request: IdentifiedRequest
  readonly response: ServerResponse
  /** As its limits count. */
  readonly address: string
}

/** The calls of a request, as its limits count them. */
export type Calls = Pick<KnownRequest, 'calls' | 'availabilityCalls'>

/**
 * Finds whose API key the request carries, and counts its calls. An address that sends many different invalid keys is
 * blocked.
 *
 * The address is judged first: while it is blocked, no key is looked up for it, and a valid key is refused. Where no
 * key has to be looked up, one question to the counters says both, what it says of the address first.
 *
 * @throws `429 rate_limited`, `401 unauthorized`; `503 api_disabled` for an organization that is switched off
 */
export async function admitKey(check: KeyCheck, sender: Sender, calls: Calls): Promise<KeyHolder> {
  const header = sender.request.headers.authorization ?? ''
  if (header.trim() === '') {
    await lookAtAddress(check, sender)
    throw new Problem('unauthorized', 'Send the key as `Authorization: Bearer <API key>`.')
  }
  const value = bearerOf(header)
  const lookup = value === null ? UNKNOWN : await lookUp(check, sender, value)
  if (lookup.result === 'found') {
    sender.request.holder = lookup.holder
    await countCalls(check, sender, lookup.holder, calls)
    return lookup.holder
  }
  if (lookup.result === 'dead') {
    throw new Problem('unauthorized', 'The API key was revoked or has expired.')
  }
  const decision = await check.limits.countInvalidKey(sender.address, header)
  if (!decision.allowed) throw blocked(sender.response, decision)
  writeLimitHeaders(sender.response, decision)
  throw new Problem(
    'unauthorized',
    value === null
      ? 'This is not an API key. Send the key as `Authorization: Bearer <API key>`.'
      : 'The API key is not valid.',
  )
}

const UNKNOWN: KeyLookup = { result: 'unknown' }

async function lookUp(check: KeyCheck, sender: Sender, value: string): Promise<KeyLookup> {
  const known = check.keys.known(value)
  // What is counted next says whether the address is blocked.
  if (known !== null && known.result !== 'dead') return known
  await lookAtAddress(check, sender)
  return known ?? check.keys.find(value)
}

/** @throws `429 rate_limited` while the address is blocked */
async function lookAtAddress({ limits }: KeyCheck, { response, address }: Sender): Promise<void> {
  const look = await limits.lookAtAddress(address)
  if (!look.allowed) throw blocked(response, look)
  writeLimitHeaders(response, look)
}

/** @throws `429 rate_limited`; `503 api_disabled` for an organization that is switched off */
async function countCalls(
  { limits }: KeyCheck,
  { response, address }: Sender,
  { caller, organization }: KeyHolder,
  calls: Calls,
): Promise<void> {
  const decision = await limits.take({
    holder: 'key',
    address,
    keyId: caller.id,
    organizationId: organization.id,
    ...calls,
  })
  if (decision.window === 'blocked address') throw blocked(response, decision)
  writeLimitHeaders(response, decision)
  if (organization.apiDisabled) throw switchedOff()
  if (!decision.allowed) {
    throw tooMany(response, decision, usedUp(decision, 'key', 'all keys of the organization'))
  }
}

/** One call of a key, which carries no idempotency record yet. */
export function contextOfKey(
  service: Service,
  holder: KeyHolder,
  call: Pick<Context, 'requestId' | 'linkTo'>,
): Context {
  return {
    ...onClockOf(service, holder.organization),
    ...call,
    ...holder,
    actor: actorOf(holder.caller),
    source: sourceOf(holder.caller),
    idempotencyRecord: null,
  }
}
