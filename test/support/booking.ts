/** A clinic that can be booked, and the calls that a test of appointments makes over and over. */
import type { Client, Prisma, Professional, Service } from '@scheduling/database'
import type { Call, Reply, TestApi, TestOrganization } from './api.ts'
import { createClientRow, createProfessional, createService, workingHours } from './clinic.ts'

const DAY_MS = 86_400_000

/** The Monday after the test's clock. */
export const MONDAY = '2026-11-23'

/** For tests whose clock runs: a Monday that is at least a week away. */
export const COMING_MONDAY = mondayAfter(Date.now() + 7 * DAY_MS)

function mondayAfter(instant: number): string {
  const ahead = 8 - (new Date(instant).getUTCDay() || 7)
  return new Date(instant + ahead * DAY_MS).toISOString().slice(0, 10)
}

/** By the clock of the test: one that runs can be past the Monday of the others. */
export function mondayOf({ service }: TestApi): string {
  return service.now() < Date.parse(MONDAY) ? MONDAY : COMING_MONDAY
}

/** A wall-clock time in São Paulo, as the API shows it. */
export function at(clock: string, date = MONDAY): string {
  return `${date}T${clock}:00-03:00`
}

export type BookableClinic = {
  readonly organization: TestOrganization
  readonly professional: Professional
  readonly professionals: readonly Professional[]
  readonly service: Service
  readonly client: Client
  /** Calls with the organization's key. */
  call(method: string, path: string, call?: Call): Promise<Reply>
  /** `POST /v1/appointments`: the service at the coming Monday, 09:00, for the client with the first professional, unless said otherwise. */
  book(body?: Readonly<Record<string, unknown>>, call?: Call): Promise<Reply>
  /** Starts that the slots route lists on a date, of one professional or of all. */
  starts(date?: string, professional?: Pick<Professional, 'id'>): Promise<string[]>
}

/**
 * By default one professional, Monday to Friday 09:00–12:00 and 13:00–18:00, who performs one service of 30
 * minutes with a start each 15 minutes.
 */
export async function openClinic(
  api: TestApi,
  values: {
    organization?: Partial<Prisma.OrganizationUncheckedCreateInput>
    service?: Partial<Prisma.ServiceUncheckedCreateInput>
    professionals?: number
    hours?: Parameters<typeof workingHours>[3]
  } = {},
): Promise<BookableClinic> {
  const organization = await api.organization(values.organization)
  const { row, key } = organization
  const professionals: Professional[] = []
  for (let index = 0; index < (values.professionals ?? 1); index += 1) {
    const professional = await createProfessional(api.db, row, { name: `Profissional ${index}` })
    await workingHours(api.db, row, professional, values.hours)
    professionals.push(professional)
  }
  const service = await createService(api.db, row, {
    ...values.service,
    performedBy: professionals,
  })
  const client = await createClientRow(api.db, row, { phone: '11987654321' })
  const [professional] = professionals
  if (professional === undefined) throw new Error('A clinic has a professional.')
  const call: BookableClinic['call'] = (method, path, more = {}) =>
    api.call(method, path, { key, ...more })
  return {
    organization,
    professional,
    professionals,
    service,
    client,
    call,
    book: (body = {}, more = {}) =>
      call('POST', '/v1/appointments', {
        ...more,
        body: {
          service_ids: [service.id],
          start: at('09:00', mondayOf(api)),
          professional_id: professional.id,
          ...('client' in body ? {} : { client_id: client.id }),
          ...body,
        },
      }),
    async starts(date = MONDAY, only) {
      const filter = only === undefined ? '' : `&professional_id=${only.id}`
      const path = `/v1/availability/slots?service_ids=${service.id}&date=${date}${filter}`
      const reply = await call('GET', path)
      return reply.body.data.map((slot: { start: string }) => slot.start)
    },
  }
}

/** Books on the Monday of `COMING_MONDAY`; the id of the appointment. Fails when it is refused. */
export async function booked(
  clinic: BookableClinic,
  clock: string,
  body: object = {},
): Promise<number> {
  const reply = await clinic.book({ start: at(clock, COMING_MONDAY), ...body })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}

/** An action on an appointment. Fails when it is refused. */
export async function act(
  clinic: BookableClinic,
  id: number,
  action: string,
  body: object = {},
): Promise<void> {
  const reply = await clinic.call('POST', `/v1/appointments/${id}/${action}`, { body })
  if (reply.status !== 200) throw new Error(reply.text)
}

/** The time that is taken in the calendars of a clinic, by id. */
export function holdsOf(api: Pick<TestApi, 'db'>, { organization }: BookableClinic) {
  return api.db.calendarHold.findMany({
    where: { organizationId: organization.row.id },
    orderBy: { id: 'asc' },
  })
}

/** Another client of the same organization. */
export async function anotherClient(api: TestApi, clinic: BookableClinic): Promise<Client> {
  const { row } = clinic.organization
  const email = `c${crypto.randomUUID()}@example.com`
  return createClientRow(api.db, row, { first_name: 'Rui', last_name: 'Melo', email })
}

/** `field:code` of every entry of a refusal. */
export function faults(reply: Reply): string[] {
  return reply.body.errors.map(
    (error: { field: string; code: string }) => `${error.field}:${error.code}`,
  )
}
