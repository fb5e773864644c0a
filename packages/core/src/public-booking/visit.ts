/** A visitor: a caller without an account, of whom only the address is known. */
import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { refuseFor } from '../account/attempts.ts'
import { clientName } from '../clients/client.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { onClockOf, type Actor, type Browser, type Context, type Service } from '../context.ts'
import { isProved, type Proved } from './proof.ts'
import { inCountry } from '../ground/country.ts'
import { middleware } from '../procedure/trpc.ts'
import type { LinkedRecord } from '../links/record-link.ts'

/** The service at the time of the visited organization. */
export type Visited = Service & Pick<Context, 'organization'>

/** The word of an organization in addresses. What no organization has is not found. */
export const VisitedSlug = z.string().max(LIMITS.slugCharacters)

/** @throws `429 rate_limited` */
export async function countRead({
  attempts,
  address,
}: Pick<Browser, 'attempts' | 'address'>): Promise<void> {
  refuseFor(
    await attempts.count('public read', address),
    'Too many pages were asked for from this address.',
  )
}

/** By which is counted what a visitor causes: nothing of the address can be read from it. */
export function visitorOf(
  { crypto }: Pick<Service, 'crypto'>,
  { address }: Pick<Browser, 'address'>,
): string {
  return crypto.hmac('visitor', address).toString('base64url')
}

/**
 * The organization where a visitor books, joins the queue or asks to wait. Calls with a proof are counted apart, up to a
 * larger number for each address, and the organization accepts them however many calls without one it gets.
 *
 * @throws `429 rate_limited`; `404 not_found`; `400 validation_error` on `proof`
 */
export async function visitedToBook(
  service: Service,
  { attempts, address }: Pick<Browser, 'attempts' | 'address'>,
  sent: Proved,
): Promise<Visited> {
  const proved = isProved(sent)
  refuseFor(
    await attempts.count(proved ? 'proved booking' : 'public booking', address),
    'Too many bookings were sent from this address.',
  )
  const visited = await visitedBySlug(service, sent.slug)
  if (proved) return visited
  if ((await attempts.count('unproven booking', String(visited.organization.id))) > 0) {
    const message = 'This organization gets many bookings now. Send a valid proof with yours.'
    throw invalid('proof', 'required', message)
  }
  return visited
}

/** Each procedure has its own count, so that moves do not use up the cancellations. @throws `429 rate_limited` */
export async function countChange(
  { attempts }: Browser,
  procedure: string,
  record: LinkedRecord,
  id: number,
): Promise<void> {
  refuseFor(
    await attempts.count('public change', `${procedure} ${record} ${id}`),
    'This booking was changed too often.',
  )
}

/** Phone numbers in what a visitor sends are read as those of the organization's country. */
export const numbersOfVisited = middleware(async ({ ctx, getRawInput, next }) => {
  const { success, data } = NamesVisited.safeParse(await getRawInput())
  if (!success) return next()
  const visited = await findRow(ctx.service.db, tables.organization, { slug: data.slug })
  return visited === null ? next() : inCountry(visited, next)
})

const NamesVisited = z.object({ slug: VisitedSlug })

/** @throws `404 not_found` */
export async function visitedBySlug(service: Service, slug: string): Promise<Visited> {
  const organization = await findRow(service.db, tables.organization, { slug })
  if (organization === null)
    throw new Problem('not_found', 'No organization takes bookings at this address.')
  return { ...onClockOf(service, organization), organization }
}

/** As events name the client who did something. */
export function clientActor(client: {
  readonly id: number
  readonly firstName: string
  readonly lastName: string | null
}): Actor {
  return { type: 'client', id: String(client.id), name: clientName(client) }
}
