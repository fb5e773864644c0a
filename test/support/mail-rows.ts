/**
 * Every mail in every state, as one table: tests and pictures are made from it. To add one, add a row: the record as it
 * stands, and what its client is told.
 */
import { accountMailPage, createDeposit, sandboxPayments, sendMessage } from '@scheduling/core'
import type { Prisma } from '@scheduling/database'
import { renderMail, type MailPage, type OutgoingMessage } from '@scheduling/messaging'
import type { TestApi } from './api.ts'
import { MONDAY, openClinic, type BookableClinic } from './booking.ts'
import { createClientRow, EVERY_DAY } from './clinic.ts'
import { signIn } from './dashboard.ts'
import { png } from './pictures.ts'
import { tokenOf } from './public-booking.ts'
import { openQueue, type OpenQueue } from './queue.ts'
import { byWish, confirmationOf, free, openFullClinic, waitAs } from './waitlist.ts'

type Language = 'pt' | 'en'

type World = {
  readonly api: TestApi
  readonly language: Language
  readonly clinic: BookableClinic
}

/** What a client is told of. */
type Told = {
  readonly organizationId: number
  readonly record: string
  readonly recordId: number
  readonly clientId: number
  readonly columns?: Partial<Prisma.MessageUncheckedCreateInput>
}

type MailRow = {
  readonly name: string
  readonly purpose: string
  tell(world: World): Promise<Told>
}

/** With a word that is wider than a column of a small phone. */
const SERVICES = {
  pt: 'Avaliação otorrinolaringológica com audiometria',
  en: 'Otorhinolaryngological assessment with audiometry',
} as const

let hours = 0

async function appointment(
  { api, clinic }: World,
  columns: Partial<Prisma.AppointmentUncheckedUpdateInput> = {},
  message: Told['columns'] = {},
): Promise<Told> {
  const organizationId = clinic.organization.row.id
  const email = `c${crypto.randomUUID()}@example.com`
  const client = await createClientRow(api.db, clinic.organization.row, {
    first_name: 'Mariana',
    email,
  })
  hours += 1
  const start = new Date(Date.parse(`${MONDAY}T10:30:00-03:00`) + hours * 3_600_000).toISOString()
  const { body } = await clinic.book({ start, client_id: client.id, notify_client: false })
  await api.db.appointment.update({ where: { id: body.id }, data: columns })
  return {
    organizationId,
    record: 'appointment',
    recordId: body.id,
    clientId: client.id,
    columns: message,
  }
}

async function deposit(
  world: World,
  columns: Partial<Prisma.DepositUncheckedUpdateInput> = {},
  ofAppointment: Partial<Prisma.AppointmentUncheckedUpdateInput> = {},
): Promise<Told> {
  const { api } = world
  const told = await appointment(world)
  const { id } = await createDeposit(
    api.service,
    told.organizationId,
    { owner: { appointmentId: told.recordId }, amount: '50.00' },
    sandboxPayments(api.service),
  )
  await api.db.deposit.update({ where: { id }, data: columns })
  await api.db.appointment.update({ where: { id: told.recordId }, data: ofAppointment })
  return { ...told, record: 'deposit', recordId: id }
}

async function queueEntry(
  { api, language, clinic }: World,
  status: 'WAITING' | 'CALLED',
  columns: Parameters<OpenQueue['entry']>[1] = {},
): Promise<Told> {
  const { brandColor, name } = clinic.organization.row
  const queue = await openQueue(api, { organization: { language, brandColor, name } })
  const entry = await queue.entry(status, columns)
  const organizationId = queue.organization.row.id
  return { organizationId, record: 'queue_entry', recordId: entry.id, clientId: entry.clientId }
}

async function wish({ api, language }: World, isOffered: boolean): Promise<Told> {
  const clinic = await openFullClinic(api, { organization: { language } })
  const { body } = await waitAs(api, clinic)
  const token = tokenOf(body.url)
  const organizationId = clinic.organization.row.id
  const found = await api.db.waitlistWish.findFirstOrThrow({ where: { organizationId } })
  const told = { organizationId, clientId: found.clientId ?? 0 }
  if (!isOffered) return { ...told, record: 'waitlist_wish', recordId: found.id }
  await byWish(api, 'confirmWish', await confirmationOf(api, clinic, token))
  await free(api, clinic)
  const offer = await api.db.waitlistOffer.findFirstOrThrow({ where: { organizationId } })
  return { ...told, record: 'waitlist_offer', recordId: offer.id }
}

const ROOM = 'https://meet.example.com/sala-de-espera-da-clinica-aurora-7f3a9c'
const CONFIRMED = { status: 'CONFIRMED' } as const
const ONLINE = { type: 'TELEMEDICINE' } as const
/** A visitor made it, so the mail can be stopped. */
const BY_VISITOR = { visitor: 'someone' }

const MAIL_ROWS: readonly MailRow[] = [
  {
    name: 'request received',
    purpose: 'booked',
    tell: (world) => appointment(world, {}, BY_VISITOR),
  },
  { name: 'confirmed', purpose: 'confirmed', tell: (world) => appointment(world, CONFIRMED) },
  { name: 'moved', purpose: 'moved', tell: (world) => appointment(world, CONFIRMED) },
  {
    name: 'cancelled by the team',
    purpose: 'cancelled',
    tell: (world) =>
      appointment(
        world,
        { status: 'CANCELLED_PROFESSIONAL', cancelledAt: new Date() },
        { about: { reason: 'A profissional adoeceu' } },
      ),
  },
  {
    name: 'cancelled by the client',
    purpose: 'cancelled',
    tell: (world) => appointment(world, { status: 'CANCELLED_CLIENT', cancelledAt: new Date() }),
  },
  {
    name: 'over',
    purpose: 'no_show',
    tell: (world) => appointment(world, { status: 'NO_SHOW', noShowAt: new Date() }),
  },
  { name: 'reminder', purpose: 'reminder', tell: (world) => appointment(world, CONFIRMED) },
  { name: 'online, requested', purpose: 'booked', tell: (world) => appointment(world, ONLINE) },
  {
    name: 'online, confirmed',
    purpose: 'confirmed',
    tell: (world) => appointment(world, { ...ONLINE, ...CONFIRMED, meetingUrl: ROOM }),
  },
  {
    name: 'online, without a room yet',
    purpose: 'room',
    tell: (world) => appointment(world, { ...ONLINE, ...CONFIRMED }),
  },
  { name: 'waiting for the deposit', purpose: 'deposit_asked', tell: (world) => deposit(world) },
  {
    name: 'deposit received',
    purpose: 'deposit_paid',
    tell: (world) => deposit(world, { status: 'PAID', paidAt: new Date() }, CONFIRMED),
  },
  {
    name: 'deposit not paid in time',
    purpose: 'deposit_expired',
    tell: (world) =>
      deposit(
        world,
        { status: 'EXPIRED' },
        { status: 'CANCELLED_CLIENT', cancelledAt: new Date() },
      ),
  },
  {
    name: 'deposit refunded',
    purpose: 'deposit_refunded',
    tell: (world) =>
      deposit(
        world,
        { status: 'REFUNDED', refundedAmount: '50.00' },
        { status: 'CANCELLED_CLIENT', cancelledAt: new Date() },
      ),
  },
  { name: 'link again', purpose: 'link', tell: (world) => appointment(world, CONFIRMED) },
  { name: 'in the queue', purpose: 'joined', tell: (world) => queueEntry(world, 'WAITING') },
  {
    name: 'called',
    purpose: 'called',
    tell: (world) => queueEntry(world, 'CALLED', { place: 'Sala 2, primeiro andar' }),
  },
  { name: 'wish to confirm', purpose: 'wish', tell: (world) => wish(world, false) },
  { name: 'time offered', purpose: 'offer', tell: (world) => wish(world, true) },
  {
    name: 'own text',
    purpose: 'confirmed',
    async tell(world) {
      const told = await appointment(world, CONFIRMED)
      const body =
        'Oi, {{ data.object.client_first_name }}!\n\nEsperamos você na {{ data.object.when }}. Traga seus exames e um documento.\n\nSe precisar mudar, use este link: {{ data.object.link }}'
      const { organizationId } = told
      const key = { organizationId, purpose: 'confirmed', language: world.language }
      await world.api.db.messageText.create({ data: { ...key, subject: 'Até já', body } })
      return told
    },
  },
]

export type SeenMail = { readonly name: string; readonly subject: string; readonly html: string }

/** Sends each mail of the table, and those of accounts, and keeps them. */
export async function mailsIn(api: TestApi, language: Language): Promise<SeenMail[]> {
  const clinic = await openClinic(api, {
    organization: { language, brandColor: '#0f7b6c', clientNoticeMinutes: 1440 },
    service: { name: SERVICES[language], price: '180.00' },
    hours: { weekdays: EVERY_DAY, intervals: [['00:00', '24:00']] },
  })
  // Both looks of the top are seen: a name alone, and a picture beside it.
  if (language === 'en') {
    const owner = await signIn(api, clinic.organization)
    const picture = png({ width: 96, height: 64 }).toString('base64')
    await owner.mutate('organization.setLogo', { picture })
  }
  await api.db.professional.update({
    where: { id: clinic.professional.id },
    data: { name: 'Dra. Helena Vasconcelos' },
  })
  const seen: SeenMail[] = []
  for (const { name: row, purpose, tell } of MAIL_ROWS) {
    const { columns, ...told } = await tell({ api, language, clinic })
    const { page, subject, text } = await sent(api, { ...told, purpose, ...columns })
    if (page === null) throw new Error(`${row} has no page.`)
    seen.push({ name: row, subject, html: renderMail(page, { subject, text }) })
  }
  return [...seen, ...mailsOfAccounts(api, language)]
}

async function sent(
  api: TestApi,
  columns: Omit<
    Prisma.MessageUncheckedCreateInput,
    'id' | 'direction' | 'channel' | 'status' | 'cause'
  >,
): Promise<OutgoingMessage> {
  const row = await api.db.message.create({
    data: {
      ...columns,
      id: api.service.newId('msg'),
      direction: 'OUTBOUND',
      channel: 'email',
      status: 'QUEUED',
      cause: 'seen',
      nextAttemptAt: new Date(0),
    },
  })
  let taken: OutgoingMessage | null = null
  const email = {
    name: 'kept',
    address: 'no-reply@example.com',
    send: async (message: OutgoingMessage) => {
      taken = message
      return { kind: 'sent' as const, providerId: null }
    },
    close: () => undefined,
  }
  const outcome = await sendMessage(api.service, { email, whatsappApiUrl: '' }, row)
  if (taken === null) {
    const { errorCode } = await api.db.message.findUniqueOrThrow({ where: { id: row.id } })
    throw new Error(`${columns.purpose} was not sent: ${outcome}, ${errorCode}`)
  }
  return taken
}

function mailsOfAccounts({ service }: TestApi, language: Language): SeenMail[] {
  const link = `${service.publicBaseUrl}/app/invite#x7Yk2mQ9bT4cVn1LrD8sWz0HqKe5JpAg`
  const text =
    language === 'pt'
      ? `Olá, João!\n\nVocê foi convidado para a equipe da Clínica Aurora. Para escolher uma senha e entrar, abra este endereço nos próximos 7 dias:\n\n${link}\n\nO convite só pode ser usado uma vez. Se você não o esperava, ignore esta mensagem.\n`
      : `Hello, João!\n\nYou are invited to the team of Clínica Aurora. To choose a password and sign in, open this address within 7 days:\n\n${link}\n\nThe invitation can be used once. If you did not expect it, ignore this message.\n`
  const page: MailPage = accountMailPage(service, { name: 'Clínica Aurora', language }, text)
  const subject = 'Convite'
  return [{ name: 'invite', subject, html: renderMail(page, { subject, text }) }]
}
