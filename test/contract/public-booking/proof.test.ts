/** A proof of work raises how much one address can send, and does nothing else. */
import { LIMITS } from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { openBrowser, type DashboardReply } from '../../support/dashboard.ts'
import { bookAs, joinAs, proofFor, newClient, submissionId } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'
import { startVisitedApi } from '../../support/visited-api.ts'

let api: TestApi
let clinic: BookableClinic
let addresses = 0

beforeAll(async () => {
  api = await startVisitedApi(SCALE)
})
afterAll(() => api.close())
beforeEach(async () => {
  clinic = await openClinic(api)
  addresses += 1
})

const here = () => openBrowser(api, { 'x-forwarded-for': `10.7.0.${addresses}` })
const slug = () => clinic.organization.row.slug

/** A fifth of the limits: each proof costs a hundred milliseconds. */
const SCALE = 0.2
const LIMIT = LIMITS.publicBookingsPerAddressPerHour * SCALE
const LIMIT_WITH_PROOF = LIMITS.publicBookingsWithProofPerAddressPerHour * SCALE

/** Refused for its contact, so that nothing has to be found for it. It counts all the same. */
const REFUSED = { client: { first_name: 'Maria' } }
const isLimited = ({ problem }: DashboardReply) => problem?.code === 'rate_limited'

/** Sends bookings without a proof until they are refused for their number. */
async function useUp(): Promise<void> {
  for (let sent = 0; sent < LIMIT; sent += 1) {
    expect(isLimited(await bookAs(api, clinic, REFUSED, here()))).toBe(false)
  }
  expect(isLimited(await bookAs(api, clinic, REFUSED, here()))).toBe(true)
}

function proved(more: object = {}) {
  const submission_id = submissionId()
  return { submission_id, proof: proofFor({ slug: slug(), submission_id }), ...more }
}

describe('publicBooking.book with a proof', () => {
  it('200: where others of the address have sent too much; and for no longer than its own limit', async () => {
    await useUp()
    const { status, body } = await bookAs(api, clinic, proved(), here())
    expect([status, body.outcome]).toEqual([200, 'created'])
    const counted = []
    for (let sent = 1; sent < LIMIT_WITH_PROOF; sent += 1) {
      counted.push(isLimited(await bookAs(api, clinic, { ...proved(), ...REFUSED }, here())))
    }
    expect(new Set(counted)).toEqual(new Set([false]))
    const last = await bookAs(api, clinic, proved(), here())
    expect([last.status, last.problem.code]).toEqual([429, 'rate_limited'])
    expect(last.headers.get('retry-after')).toBe('3600')
  })

  it('200: leaves those without one their own', async () => {
    for (let sent = 0; sent < LIMIT + 1; sent += 1) {
      expect(isLimited(await bookAs(api, clinic, { ...proved(), ...REFUSED }, here()))).toBe(false)
    }
    expect((await bookAs(api, clinic, {}, here())).status).toBe(200)
  })

  it('200: a wrong one counts as none, and nothing is refused for it', async () => {
    const wrong = ['', 'x', '\u00e9', '0'.repeat(LIMITS.proofCharacters)]
    for (const proof of wrong) {
      const { status } = await bookAs(api, await openClinic(api), { proof }, here())
      expect([proof, status]).toEqual([proof, 200])
    }
  })

  it('429 rate_limited: with a wrong one, that of another submission, or of another organization', async () => {
    await useUp()
    const other = await openClinic(api)
    const mine = proved()
    const theirs = proofFor({
      slug: other.organization.row.slug,
      submission_id: mine.submission_id,
    })
    const sent = [
      { ...mine, proof: 'wrong' },
      { ...mine, proof: '' },
      { ...mine, proof: `${mine.proof} ` },
      { ...mine, proof: theirs },
      { ...mine, submission_id: submissionId() },
    ]
    for (const body of sent) {
      expect(isLimited(await bookAs(api, clinic, body, here()))).toBe(true)
    }
    expect(isLimited(await bookAs(api, other, mine, here()))).toBe(true)
    expect((await bookAs(api, clinic, mine, here())).status).toBe(200)
  })

  it('200: sent again it books once, with the proof, without it and with another', async () => {
    const sent = { ...proved(), client: newClient() }
    const first = await bookAs(api, clinic, sent, here())
    expect(first.body.outcome).toBe('created')
    for (const proof of [sent.proof, undefined, 'another']) {
      const again = await bookAs(api, clinic, { ...sent, proof }, here())
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    const where = { where: { organizationId: clinic.organization.row.id } }
    expect(await api.db.appointment.count(where)).toBe(1)
  })

  it('409 duplicate_request: a proof of one booking is none for a second one', async () => {
    const sent = { ...proved(), client: newClient() }
    expect((await bookAs(api, clinic, sent, here())).status).toBe(200)
    const again = await bookAs(api, clinic, { ...sent, client: newClient() }, here())
    expect([again.status, again.problem.code]).toEqual([409, 'duplicate_request'])
  })

  it('400 validation_error: one that is too long, or no text', async () => {
    for (const [proof, code] of [
      ['x'.repeat(LIMITS.proofCharacters + 1), 'too_long'],
      ['x'.repeat(100_000), 'too_long'],
      [17, 'invalid_type'],
      [null, 'invalid_type'],
    ]) {
      const { status, problem } = await bookAs(api, clinic, { proof }, here())
      expect([status, problem.errors]).toMatchObject([400, [{ field: 'proof', code }]])
    }
  })
})

describe('publicBooking.joinQueue with a proof', () => {
  it('200: where others of the address have sent too much', async () => {
    await useUp()
    const queue = await openQueue(api)
    expect(isLimited(await joinAs(api, queue, {}, here()))).toBe(true)
    const submission_id = submissionId()
    const proof = proofFor({ slug: queue.organization.row.slug, submission_id })
    const { status, body } = await joinAs(api, queue, { submission_id, proof }, here())
    expect([status, body.outcome]).toEqual([200, 'created'])
  })
})
