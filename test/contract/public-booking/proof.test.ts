/** A proof of work raises how much one address can send, and counts for an organization that gets much without one. */
import { LIMITS } from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../../support/api.ts'
import { fetchPage } from '../../support/fetch-page.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { openBrowser, type DashboardReply } from '../../support/dashboard.ts'
import { bookAs, joinAs, proofFor, newClient, submissionId } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'
import { waitAs } from '../../support/waitlist.ts'
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

describe('an organization that gets many bookings without a proof', () => {
  const MOST = LIMITS.publicBookingsWithoutProofPerOrganizationPerHour * SCALE
  const asks = ({ status, problem }: DashboardReply) =>
    status === 400 &&
    problem.errors.some(({ field, code }: any) => `${field} ${code}` === 'proof required')

  /** From addresses of which none sends too much. */
  async function flood(slugged: BookableClinic): Promise<void> {
    for (let sent = 0; sent < MOST; sent += 1) {
      const from = openBrowser(api, { 'x-forwarded-for': `10.8.${addresses}.${sent}` })
      expect(asks(await bookAs(api, slugged, REFUSED, from))).toBe(false)
    }
  }

  it('400 validation_error: asks everyone for one, to book and to wait; another organization does not', async () => {
    const other = await openClinic(api)
    const clients = () =>
      api.db.client.count({ where: { organizationId: clinic.organization.row.id } })
    const before = await clients()
    await flood(clinic)
    expect(asks(await bookAs(api, clinic, {}, here()))).toBe(true)
    expect(asks(await waitAs(api, clinic, {}, here()))).toBe(true)
    const wrong = { ...proved(), submission_id: submissionId() }
    expect(asks(await bookAs(api, clinic, wrong, here()))).toBe(true)
    expect(await clients()).toBe(before)
    expect((await bookAs(api, other, {}, here())).status).toBe(200)
    const { status, body } = await bookAs(api, clinic, proved(), here())
    expect([status, body.outcome]).toEqual([200, 'created'])
  })

  it('400 validation_error: asks those who join its queue', async () => {
    const queue = await openQueue(api)
    await flood({ ...clinic, organization: queue.organization })
    expect(asks(await joinAs(api, queue, {}, here()))).toBe(true)
    const submission_id = submissionId()
    const proof = proofFor({ slug: queue.organization.row.slug, submission_id })
    expect((await joinAs(api, queue, { submission_id, proof }, here())).status).toBe(200)
  })

  it('has pages that wait for it, and tell those without a script the phone of the clinic', async () => {
    await api.db.organization.update({
      where: { id: clinic.organization.row.id },
      data: { phone: '+551134567890' },
    })
    await flood(clinic)
    const sent = {
      servico: String(clinic.service.id),
      inicio: at('09:00'),
      envio: submissionId(),
      nome: 'Ana',
      email: 'ana@example.com',
    }
    const answer = async (path: string, more: object = {}) => {
      const reply = await fetchPage(`${api.url}/${slug()}/${path}?idioma=pt`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `10.7.0.${addresses}` },
        body: new URLSearchParams({ ...sent, ...more }),
      })
      return { status: reply.status, html: await reply.text() }
    }
    for (const path of ['reservar', 'espera']) {
      const days = path === 'espera' ? { de: MONDAY, ate: MONDAY, parte: 'any', semana: '1' } : {}
      const { status, html } = await answer(path, days)
      expect([path, status]).toEqual([path, 400])
      expect(html).toMatch(/<form [^>]*data-proof[^>]* data-needed>/)
      expect(html).toMatch(/<noscript>.*Ligue para \(11\) 3456-7890\..*<\/noscript>/)
      expect(html).toContain('Confirme de novo')
      expect(html).toContain('ana@example.com')
    }
    const proof = proofFor({ slug: slug(), submission_id: sent.envio })
    expect((await answer('reservar', { prova: proof })).status).toBe(303)
  })
})
