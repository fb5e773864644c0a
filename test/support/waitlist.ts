/** Clients who wait for time, and a day on which there is none. */
import { linkToken, offerFreeTime } from '@scheduling/core'
import type { TestApi } from './api.ts'
import { at, MONDAY, openClinic, type BookableClinic } from './booking.ts'
import { openStranger, type Browser, type DashboardReply } from './dashboard.ts'
import { newClient, submissionId, tokenOf } from './public-booking.ts'

export type FullClinic = BookableClinic & {
  /** The only appointment that there is time for. */
  readonly appointmentId: number
}

/** Open on Mondays from nine to half past nine, and that is taken on the coming one. */
export async function openFullClinic(
  api: TestApi,
  values: Parameters<typeof openClinic>[1] = {},
): Promise<FullClinic> {
  const clinic = await openClinic(api, {
    hours: { weekdays: [1], intervals: [['09:00', '09:30']] },
    ...values,
  })
  const { body } = await clinic.book()
  return { ...clinic, appointmentId: body.id }
}

/** Asks to wait for the coming Monday as someone new, unless said otherwise; at an address where no one was before. */
export function waitAs(
  api: TestApi,
  { organization, service }: Pick<BookableClinic, 'organization' | 'service'>,
  body: object = {},
  browser: Browser = openStranger(api),
): Promise<DashboardReply> {
  return browser.mutate('publicBooking.joinWaitlist', {
    slug: organization.row.slug,
    submission_id: submissionId(),
    service_ids: [service.id],
    from_date: MONDAY,
    to_date: MONDAY,
    client: newClient(),
    ...body,
  })
}

/** The token of the link in the message about a wish, which confirms it. */
export async function confirmationOf(
  api: Pick<TestApi, 'db' | 'service'>,
  { organization }: Pick<BookableClinic, 'organization'>,
  token: string,
): Promise<string> {
  const wishes = await api.db.waitlistWish.findMany({
    where: { organizationId: organization.row.id },
  })
  const wish = wishes.find((one) => linkToken(api.service, 'waitlist_wish', one) === token)
  if (wish === undefined) throw new Error('No wish has this link.')
  return linkToken(api.service, 'waitlist_confirmation', wish)
}

/** The token of a new wish that was confirmed. */
export async function waiting(
  api: TestApi,
  clinic: Pick<BookableClinic, 'organization' | 'service'>,
  body: object = {},
): Promise<string> {
  const reply = await waitAs(api, clinic, body)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.problem))
  const token = tokenOf(reply.body.url)
  await byWish(api, 'confirmWish', await confirmationOf(api, clinic, token))
  return token
}

/** What a client does with the link. */
export function byWish(
  api: TestApi,
  procedure: 'getWish' | 'confirmWish' | 'bookOffer' | 'declineOffer' | 'leaveWaitlist',
  token: string,
  browser: Browser = openStranger(api),
): Promise<DashboardReply> {
  return browser.mutate(`publicBooking.${procedure}`, { token })
}

export async function statusOf(api: TestApi, token: string): Promise<string> {
  return (await byWish(api, 'getWish', token)).body.status
}

/** Cancels the appointment of a full clinic, and does what a worker does then. */
export async function free(api: TestApi, clinic: FullClinic): Promise<void> {
  await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
  await offerFreeTime(api.service, clinic.organization.row.id)
}

/** The messages of offers are sent, as far as the service knows. */
export async function told(
  api: Pick<TestApi, 'db'>,
  { organization }: Pick<BookableClinic, 'organization'>,
): Promise<void> {
  await api.db.message.updateMany({
    where: { organizationId: organization.row.id, purpose: 'offer', status: 'QUEUED' },
    data: { status: 'SENT', nextAttemptAt: null },
  })
}

export const NINE = at('09:00')
