/** Strangers who book, as a page of an organization would let them. */
import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '@scheduling/core'
import type { TestApi } from './api.ts'
import { at, type BookableClinic } from './booking.ts'
import { openStranger, type Browser, type DashboardReply } from './dashboard.ts'
import type { OpenQueue } from './queue.ts'

/** 128 bits, as a page makes them. */
export function submissionId(): string {
  return randomBytes(16).toString('base64url')
}

/** A client with an e-mail address of its own. */
export function newClient(values: object = {}) {
  return { first_name: 'Maria', email: `m${crypto.randomUUID()}@example.com`, ...values }
}

/** Books Monday 09:00 for a new client, unless said otherwise, from an address of its own. */
export function bookAs(
  api: TestApi,
  { organization, service }: Pick<BookableClinic, 'organization' | 'service'>,
  body: object = {},
  browser: Browser = openStranger(api),
): Promise<DashboardReply> {
  return browser.mutate('publicBooking.book', {
    slug: organization.row.slug,
    submission_id: submissionId(),
    service_ids: [service.id],
    start: at('09:00'),
    client: newClient(),
    ...body,
  })
}

/** Joins the queue as someone new, unless said otherwise. */
export function joinAs(
  api: TestApi,
  { organization, service }: Pick<OpenQueue, 'organization' | 'service'>,
  body: object = {},
  browser: Browser = openStranger(api),
): Promise<DashboardReply> {
  return browser.mutate('publicBooking.joinQueue', {
    slug: organization.row.slug,
    submission_id: submissionId(),
    service_id: service.id,
    client: newClient(),
    ...body,
  })
}

/** The token at the end of an address. */
export function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

/**
 * What a page works out for a submission: a text whose hash begins with at least so many zero bits.
 *
 * @param most zero bits that it has at the most
 */
export function proofFor(
  sent: { readonly slug: string | null; readonly submission_id: string },
  least: number = LIMITS.proofBits,
  most = 32,
): string {
  for (let tried = 0; ; tried += 1) {
    const proof = tried.toString(36)
    const text = `${sent.slug}:${sent.submission_id}:${proof}`
    const zeros = Math.clz32(createHash('sha256').update(text).digest().readUInt32BE(0))
    if (zeros >= least && zeros <= most) return proof
  }
}
