/** The pages of links, in every state, as rows of the table of pages. */
import type { Prisma } from '@scheduling/database'
import type { Page } from 'playwright-core'
import type { TestApi } from './api.ts'
import { openClinic, type BookableClinic } from './booking.ts'
import { openStranger } from './dashboard.ts'
import { chooseTime, press } from './page-steps.ts'
import type { PageRow, Pages } from './pages.ts'
import { bookAs, joinAs, newClient, submissionId } from './public-booking.ts'
import { openQueue } from './queue.ts'

/** Far enough ahead for every notice. */
const AHEAD = '2026-12-03'
/** By `TEST_NOW`, less than a day ahead: the notice of the clinic is over. */
const SOON = '2026-11-20'

const slugOf = ({ clinic }: Pages) => clinic.slice(1)

let starts = 0

/** Someone books; each call another time. */
async function booked(
  pages: Pages,
  {
    service = 'quick',
    date = AHEAD,
  }: { service?: 'quick' | 'laser' | 'online'; date?: string } = {},
) {
  const visitor = openStranger(pages.api)
  const asked = { slug: slugOf(pages), service_ids: [pages.services[service].id] }
  const { body: free } = await visitor.query('publicBooking.slots', { ...asked, date })
  starts += 1
  const { start } = free.data[(starts * 3) % free.data.length]
  const { body, problem } = await visitor.mutate('publicBooking.book', {
    ...asked,
    submission_id: submissionId(),
    start,
    client: newClient(),
  })
  if (problem !== undefined) throw new Error(JSON.stringify(problem))
  const row = await pages.api.db.appointment.findFirstOrThrow({
    where: { organization: { slug: slugOf(pages) } },
    orderBy: { id: 'desc' },
  })
  return { url: String(body.url), deposit: body.appointment.deposit, row }
}

/** Someone joins the queue. */
async function joined(pages: Pages, change: Prisma.QueueEntryUncheckedUpdateInput = {}) {
  const { db } = pages.api
  const service = await db.service.findFirstOrThrow({
    where: { organization: { slug: slugOf(pages) }, name: 'Curativo' },
  })
  const { body, problem } = await openStranger(pages.api).mutate('publicBooking.joinQueue', {
    slug: slugOf(pages),
    submission_id: submissionId(),
    service_id: service.id,
    client: newClient(),
  })
  if (problem !== undefined) throw new Error(JSON.stringify(problem))
  const { id } = await db.queueEntry.findFirstOrThrow({
    where: { serviceId: service.id },
    orderBy: { id: 'desc' },
  })
  await db.queueEntry.update({ where: { id }, data: change })
  return String(body.url)
}

/** Someone has a deposit to pay, and this came of it. */
async function asked(pages: Pages, change: Prisma.DepositUncheckedUpdateInput = {}) {
  const { deposit, row, url } = await booked(pages, { service: 'laser' })
  const { db } = pages.api
  const { id } = await db.deposit.findFirstOrThrow({ where: { appointmentId: row.id } })
  await db.deposit.update({ where: { id }, data: change })
  return { url, deposit: String(deposit.url) }
}

async function reminded(pages: Pages): Promise<string> {
  const { url, row } = await booked(pages)
  const client = await pages.api.db.client.findUniqueOrThrow({
    where: { organizationId_id: { organizationId: row.organizationId, id: row.clientId } },
  })
  await pages.api.db.message.create({
    data: {
      id: pages.api.service.newId('msg'),
      organizationId: row.organizationId,
      direction: 'OUTBOUND',
      purpose: 'reminder',
      channel: 'email',
      status: 'SENT',
      address: client.email,
      clientId: row.clientId,
      record: 'appointment',
      recordId: row.id,
      cause: 'test',
      about: { start: row.startsAt.toISOString() },
    },
  })
  return url
}

const PAID = { status: 'PAID', paidAmount: '50.00', paidAt: new Date(0) } as const

export const LINK_PAGE_ROWS: readonly PageRow[] = [
  {
    name: 'appointment, just booked',
    go: async (page, pages) => page.goto(`${(await booked(pages)).url}?novo=1`),
  },
  {
    name: 'appointment, online, too late to change',
    go: async (page, pages) =>
      page.goto((await booked(pages, { service: 'online', date: SOON })).url),
  },
  {
    name: 'appointment, to be confirmed',
    go: async (page, pages) => page.goto(await reminded(pages)),
  },
  {
    name: 'appointment, confirmed by its client',
    async go(page, pages) {
      await page.goto(await reminded(pages))
      await press(page, 'form[action$="/confirmar"] button')
    },
  },
  {
    name: 'appointment with a deposit',
    go: async (page, pages) => page.goto((await asked(pages)).url),
  },
  {
    name: 'appointment, to be cancelled',
    go: async (page, pages) => page.goto(`${(await booked(pages)).url}/cancelar`),
  },
  {
    name: 'appointment, to be cancelled, with a fault',
    status: 400,
    async go(page, pages) {
      await page.goto(`${(await booked(pages)).url}/cancelar`)
      await page.evaluate("document.querySelector('[name=motivo]').value = 'a\\u202eb'")
      await press(page, 'form[action$="/cancelar"] button')
    },
  },
  {
    name: 'appointment, cancelled',
    async go(page, pages) {
      await page.goto(`${(await booked(pages)).url}/cancelar`)
      await press(page, 'form[action$="/cancelar"] button')
    },
  },
  {
    name: 'appointment, cancelled twice',
    status: 409,
    async go(page, pages) {
      const { url, row } = await booked(pages)
      await page.goto(`${url}/cancelar`)
      await pages.api.db.appointment.update({
        where: { id: row.id },
        data: { status: 'CANCELLED_PROFESSIONAL', cancelledAt: new Date(), holdId: null },
      })
      await press(page, 'form[action$="/cancelar"] button')
    },
  },
  {
    name: 'appointment, to be moved',
    go: async (page, pages) => page.goto(`${(await booked(pages)).url}/mover`),
  },
  {
    name: 'appointment, to be moved to a full day',
    go: async (page, pages) => page.goto(`${(await booked(pages)).url}/mover?dia=2026-11-01`),
  },
  {
    name: 'appointment, from when to when',
    async go(page, pages) {
      await page.goto(`${(await booked(pages, { service: 'laser' })).url}/mover?dia=2026-12-04`)
      await chooseTime(page)
    },
  },
  {
    name: 'appointment, moved',
    async go(page, pages) {
      await page.goto(`${(await booked(pages)).url}/mover?dia=2026-12-05`)
      await chooseTime(page)
      await press(page, 'form[action$="/mover"] button')
    },
  },
  {
    name: 'appointment, the other time was taken',
    status: 409,
    async go(page, pages) {
      const { row } = await booked(pages)
      const start = encodeURIComponent(row.startsAt.toISOString())
      await page.goto(`${(await booked(pages)).url}/mover?inicio=${start}`)
      await press(page, 'form[action$="/mover"] button')
    },
  },
  {
    name: 'deposit',
    go: async (page, pages) => page.goto((await asked(pages)).deposit),
  },
  {
    name: 'deposit, its code is on its way',
    go: async (page, pages) => page.goto((await asked(pages, { paymentCode: null })).deposit),
  },
  {
    name: 'deposit, the bank is asked in the last moment',
    go: async (page, pages) =>
      page.goto(
        (await asked(pages, { expiresAt: new Date(pages.api.service.now() - 60_000) })).deposit,
      ),
  },
  {
    name: 'deposit, paid',
    go: async (page, pages) =>
      page.goto((await asked(pages, { ...PAID, paidAt: new Date() })).deposit),
  },
  {
    name: 'deposit, not paid in time',
    go: async (page, pages) =>
      page.goto((await asked(pages, { status: 'EXPIRED', expiredAt: new Date() })).deposit),
  },
  {
    name: 'deposit, refunded',
    go: async (page, pages) => {
      const refunded = {
        ...PAID,
        paidAt: new Date(),
        status: 'REFUNDED',
        refundedAmount: '50.00',
      } as const
      const { deposit } = await asked(pages, { ...refunded, refundedAt: new Date() })
      return page.goto(deposit)
    },
  },
  {
    name: 'queue entry, waiting',
    go: async (page, pages) => page.goto(`${await joined(pages)}?novo=1`),
  },
  {
    name: 'queue entry, on the way',
    async go(page, pages) {
      await page.goto(await joined(pages))
      await press(page, 'form[action$="/a-caminho"] button')
    },
  },
  {
    name: 'queue entry, called',
    go: async (page, pages) =>
      page.goto(
        await joined(pages, {
          status: 'CALLED',
          place: 'Consultório 3, segundo andar, à direita',
          callExpiresAt: new Date(pages.api.service.now() + 600_000),
        }),
      ),
  },
  {
    name: 'queue entry, skipped',
    go: async (page, pages) => page.goto(await joined(pages, { status: 'SKIPPED' })),
  },
  {
    name: 'queue entry, to be left',
    go: async (page, pages) => page.goto(`${await joined(pages)}/sair`),
  },
  {
    name: 'queue entry, left',
    async go(page, pages) {
      await page.goto(`${await joined(pages)}/sair`)
      await press(page, 'form[action$="/sair"] button')
    },
  },
  {
    name: 'link that does not work',
    status: 404,
    go: (page, { api }) => page.goto(`${api.url}/a/unknown`),
  },
  {
    name: 'appointment, confirmed',
    go: (page, pages) => openAppointment(page, pages, { columns: { status: 'CONFIRMED' } }),
  },
  {
    name: 'appointment, online',
    go: (page, pages) =>
      openAppointment(page, pages, {
        service: { serviceType: 'TELEMEDICINE' },
        columns: { status: 'CONFIRMED', meetingUrl: 'https://meet.example/sala-7' },
      }),
  },
  {
    name: 'appointment, cancelled by the team',
    go: (page, pages) =>
      openAppointment(page, pages, { columns: { status: 'CANCELLED_PROFESSIONAL', holdId: null } }),
  },
  {
    name: 'appointment, over',
    go: (page, pages) => openAppointment(page, pages, { columns: { status: 'COMPLETED' } }),
  },
  {
    name: 'appointment, to be moved, with whom',
    go: (page, pages) => openAppointment(page, pages, { more: '/mover', professionals: 2 }),
  },
  { name: 'appointment, nowhere to move', go: openNowhere },
  {
    name: 'queue entry, served',
    async go(page, pages) {
      await openCalled(page, pages)
      await press(page, 'form[action$="/cheguei"] button')
    },
  },
]

type AppointmentWay = {
  /** Behind its address. */
  readonly more?: string
  readonly service?: Partial<Prisma.ServiceUncheckedCreateInput>
  /** Of the appointment, once it is booked. */
  readonly columns?: Prisma.AppointmentUncheckedUpdateInput
  readonly professionals?: number
}

/** Opens the page of a new appointment, or one behind it. */
async function openAppointment(
  page: Page,
  { api }: Pages,
  { more = '', service = {}, columns = {}, professionals = 1 }: AppointmentWay,
): Promise<void> {
  const clinic = await openClinic(api, { service, professionals })
  const { path, id } = await bookedAt(api, clinic)
  await api.db.appointment.update({ where: { id }, data: columns })
  await page.goto(`${api.url}${path}${more}`)
}

/** Books Monday 09:00 as a stranger. */
async function bookedAt(api: TestApi, clinic: BookableClinic) {
  const { body, problem } = await bookAs(api, clinic)
  if (problem !== undefined) throw new Error(JSON.stringify(problem))
  const where = { organizationId: clinic.organization.row.id }
  const { id } = await api.db.appointment.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
  return { id, path: new URL(body.url).pathname }
}

/** Opens the page of an appointment that cannot be moved, since no one works any more. */
async function openNowhere(page: Page, { api }: Pages): Promise<void> {
  const clinic = await openClinic(api)
  const { path } = await bookedAt(api, clinic)
  await api.db.workingHours.deleteMany({ where: { organizationId: clinic.organization.row.id } })
  await page.goto(`${api.url}${path}/mover`)
}

/** Opens the page of someone whose turn it is. */
async function openCalled(page: Page, { api }: Pages): Promise<void> {
  const queue = await openQueue(api)
  const { body } = await joinAs(api, queue)
  const where = { organizationId: queue.organization.row.id }
  const { id } = await api.db.queueEntry.findFirstOrThrow({ where })
  const called = { professional_id: queue.professional.id, place: 'Sala 3' }
  await queue.call('POST', `/v1/queue/entries/${id}/call`, { body: called })
  await page.goto(body.url)
}
