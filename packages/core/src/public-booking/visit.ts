/** A visitor: a caller without an account, known by the address alone. */
import { findRow, tables, type Organization } from '@scheduling/database'
import { refuseFor } from '../account/attempts.ts'
import { clientName } from '../clients/client.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { serviceFor, type Actor, type Browser, type Context, type Service } from '../context.ts'
import { isProved, type Proved } from './proof.ts'
import type { VisitorCall } from '../procedure/visitor.ts'
import type { LinkedRecord } from '../links/record-link.ts'

/** The service at the time of the visited organization. */
export type Visited = Service & Pick<Context, 'organization'>

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
 * @throws `429 rate_limited`; `404 not_found`; `403 feature_not_enabled`; `400 validation_error` on `proof`
 */
export async function visitedToBook(
  { service, browser: { attempts, address }, visited }: VisitorCall,
  sent: Proved,
): Promise<Visited> {
  const proved = isProved(sent)
  refuseFor(
    await attempts.count(proved ? 'proved booking' : 'public booking', address),
    'Too many bookings were sent from this address.',
  )
  const organization = found(visited)
  requireTakesBookings(organization)
  if (!proved && (await attempts.count('unproven booking', String(organization.id))) > 0) {
    const message = 'This organization gets many bookings now. Send a valid proof with yours.'
    throw invalid('proof', 'required', message)
  }
  return serviceFor(service, organization)
}

/** @throws `403 feature_not_enabled` */
export function requireTakesBookings({ suspendedAt }: Organization): void {
  if (suspendedAt === null) return
  throw new Problem('feature_not_enabled', 'No bookings are taken here at the moment.')
}

/** Each procedure has its own count, so that moves do not use up the cancellations. @throws `429 rate_limited` */
export async function countChange(
  { browser, procedure }: VisitorCall,
  record: LinkedRecord,
  id: number,
): Promise<void> {
  refuseFor(
    await browser.attempts.count('public change', `${procedure} ${record} ${id}`),
    'This booking was changed too often.',
  )
}

/**
 * The organization of which a visitor reads.
 *
 * @throws `429 rate_limited`; `404 not_found`
 */
export async function visitedToRead(
  { service, browser }: VisitorCall,
  slug: string,
): Promise<Visited> {
  await countRead(browser)
  return serviceFor(service, found(await findRow(service.db, tables.organization, { slug })))
}

function found(organization: Organization | null): Organization {
  if (organization !== null) return organization
  throw new Problem('not_found', 'No organization takes bookings at this address.')
}

/** As events name the client who did something. */
export function clientActor(client: {
  readonly id: number
  readonly firstName: string
  readonly lastName: string | null
}): Actor {
  return { type: 'client', id: String(client.id), name: clientName(client) }
}
