/** The clinic that the requests of `asked.ts` are made to. Its clock stands at Friday 20 November 2026, 08:00. */
import { at } from '../support/booking.ts'
import type { TestApi, TestOrganization } from '../support/api.ts'
import {
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createProfessional,
  createQueueEntryRow,
  createService,
  queueDesk,
  workingHours,
} from '../support/clinic.ts'

export const DAYS = { friday: '2026-11-20', monday: '2026-11-23', tuesday: '2026-11-24' } as const

export type World = {
  readonly organization: TestOrganization
  /** Ids, by what someone would say. */
  readonly ana: number
  readonly bruno: number
  readonly cleaning: number
  readonly consultation: number
  readonly walkIn: number
  readonly mariaSouza: number
  readonly mariaOliveira: number
  readonly joao: number
  /** Friday 09:00, a consultation with Ana. */
  readonly ofOliveira: number
  /** Monday 09:00, a consultation with Bruno. */
  readonly ofJoao: number
  /** Tuesday 10:00, a cleaning with Ana, with a deposit that is not paid. */
  readonly ofSouza: number
  /** Maria Souza waits in today's queue for the triage. */
  readonly entryOfSouza: number
  /** João waits for a consultation on Tuesday. */
  readonly wishOfJoao: number
  /** Tuesday 16:00, a cleaning with Ana. */
  readonly held: number
}

export async function openWorld({ db, organization: open, call }: TestApi): Promise<World> {
  const organization = await open({ name: 'Clínica Aurora' })
  const { row } = organization
  const [ana, bruno] = [
    await createProfessional(db, row, { name: 'Ana Lima' }),
    await createProfessional(db, row, { name: 'Bruno Reis' }),
  ]
  for (const professional of [ana, bruno]) await workingHours(db, row, professional)
  await queueDesk(db, row, ana)
  const cleaning = await createService(db, row, { name: 'Limpeza', performedBy: [ana] })
  const consultation = await createService(db, row, { name: 'Consulta', performedBy: [ana, bruno] })
  const walkIn = await createService(db, row, {
    name: 'Triagem',
    bookingMode: 'QUEUE',
    performedBy: [ana],
  })
  const person = (first_name: string, last_name: string, phone: string) =>
    createClientRow(db, row, { first_name, last_name, phone })
  const mariaSouza = await person('Maria', 'Souza', '11911110000')
  const mariaOliveira = await person('Maria', 'Oliveira', '11922220000')
  const joao = await person('João', 'Pereira', '11933330000')
  const booked = (
    client: typeof joao,
    professional: typeof ana,
    service: typeof cleaning,
    start: string,
  ) =>
    createAppointmentRow(db, row, {
      client,
      professional,
      services: [service],
      start,
      status: 'PENDING',
    })
  const ofOliveira = await booked(mariaOliveira, ana, consultation, at('09:00', DAYS.friday))
  const ofJoao = await booked(joao, bruno, consultation, at('09:00', DAYS.monday))
  const ofSouza = await booked(mariaSouza, ana, cleaning, at('10:00', DAYS.tuesday))
  await createDepositRow(db, row, { appointment: ofSouza, expiresAt: at('20:00', DAYS.friday) })
  const entryOfSouza = await createQueueEntryRow(db, row, {
    client: mariaSouza,
    service: walkIn,
    professional: ana,
    date: DAYS.friday,
    arrivedAt: at('07:50', DAYS.friday),
    status: 'WAITING',
  })
  const post = async (path: string, body: object): Promise<number> => {
    const reply = await call('POST', path, { key: organization.key, body })
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body.id
  }
  const wishOfJoao = await post('/v1/waitlist/entries', {
    client_id: joao.id,
    service_ids: [consultation.id],
    from_date: DAYS.tuesday,
    to_date: DAYS.tuesday,
  })
  const held = await post('/v1/holds', {
    service_ids: [cleaning.id],
    start: at('16:00', DAYS.tuesday),
    professional_id: ana.id,
  })
  return {
    entryOfSouza: entryOfSouza.id,
    wishOfJoao,
    held,
    organization,
    ana: ana.id,
    bruno: bruno.id,
    cleaning: cleaning.id,
    consultation: consultation.id,
    walkIn: walkIn.id,
    mariaSouza: mariaSouza.id,
    mariaOliveira: mariaOliveira.id,
    joao: joao.id,
    ofOliveira: ofOliveira.id,
    ofJoao: ofJoao.id,
    ofSouza: ofSouza.id,
  }
}

/** Everything that a request could change, one line for each thing, as a person would write it down. */
export async function written({ db }: Pick<TestApi, 'db'>, world: World): Promise<string[]> {
  const where = { organizationId: world.organization.row.id }
  const clock = (date: Date): string =>
    new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 16)
  const named = (one: { firstName: string; lastName: string | null }): string =>
    `${one.firstName} ${one.lastName ?? ''}`.trim()
  const [clients, appointments, entries, deposits, holds, wishes] = await Promise.all([
    db.client.findMany({ where }),
    db.appointment.findMany({ where, include: { client: true, professional: true } }),
    db.queueEntry.findMany({ where, include: { client: true, service: true } }),
    db.deposit.findMany({ where, include: { client: true } }),
    db.timeHold.findMany({ where, include: { professional: true } }),
    db.waitlistWish.findMany({ where, include: { client: true } }),
  ])
  return [
    ...clients.map((one) => `client ${named(one)}`),
    ...appointments.map(
      (one) =>
        `${clock(one.startsAt)} ${named(one.client)} with ${one.professional.name}: ${one.status}${one.notes === null ? '' : `, ${one.notes}`}`,
    ),
    ...wishes.map((one) => `wish ${named(one.client)}: ${one.status}`),
    ...entries.map((one) => `queue ${named(one.client)}, ${one.service.name}: ${one.status}`),
    ...holds.map(
      (one) => `hold ${clock(one.startsAt)} with ${one.professional.name}: ${one.status}`,
    ),
    ...deposits.map((one) => `deposit ${named(one.client)}: ${one.status}`),
  ].toSorted()
}
