/** A test organization of the demo: its clock can be moved, and there is something that happens then. */
import { addDays, localDateOf } from '@scheduling/availability'
import { createDeposit, FEATURES, type Service } from '@scheduling/core'
import {
  countRows,
  findRow,
  insertRow,
  insertRows,
  inTransaction,
  PATIENCE,
  requireRow,
  tables,
  type Organization,
} from '@scheduling/database'
import { callersAt } from './callers.ts'
import { every, hoursRows } from './clinic.ts'

export const TEST_SLUG = 'clinica-aurora-teste'
export const TEST_OWNER_EMAIL = 'teste@aurora.example.com'

/** Makes it once; of a start that was interrupted, what is missing. */
export async function ensureTestOrganization(service: Service): Promise<Organization> {
  const { db } = service
  const known = await findRow(db, tables.organization, { slug: TEST_SLUG })
  const organization = known ?? (await makeOrganization(service))
  const where = { organizationId: organization.id }
  if ((await countRows(db, tables.queueEntry, where)) === 0) await fillLine(service, organization)
  if ((await countRows(db, tables.deposit, where)) === 0) await fillDeposit(service, organization)
  return organization
}

/** One professional, whose queue is open, an appointment type and a walk-in service. */
function makeOrganization(service: Service): Promise<Organization> {
  return inTransaction(service.db, PATIENCE, async (tx) => {
    const organization = await insertRow(tx, tables.organization, {
      name: 'Clínica Aurora (teste)',
      slug: TEST_SLUG,
      livemode: false,
      timeZone: 'America/Sao_Paulo',
      planName: 'Pro',
      planFeatures: [...FEATURES],
    })
    const organizationId = organization.id
    const professional = await insertRow(tx, tables.professional, {
      organizationId,
      name: 'Dra. Teste',
      email: TEST_OWNER_EMAIL,
      role: 'owner',
    })
    const professionalId = professional.id
    const hours = every([0, 1, 2, 3, 4, 5, 6], ['08:00', '18:00'])
    await insertRows(tx, tables.workingHours, hoursRows(organizationId, professionalId, hours))
    await insertRow(tx, tables.queueDesk, { organizationId, professionalId, isOpen: true })
    for (const values of [
      { name: 'Consulta', price: '180.00' },
      { name: 'Pronto atendimento', price: '120.00', bookingMode: 'QUEUE' },
    ] as const) {
      const { id: serviceId } = await insertRow(tx, tables.service, {
        organizationId,
        durationMinutes: 30,
        ...values,
      })
      await insertRow(tx, tables.professionalService, { organizationId, professionalId, serviceId })
    }
    return organization
  })
}

/** A client who waits until the day ends. */
async function fillLine(service: Service, organization: Organization): Promise<void> {
  const walkIn = await serviceOf(service, organization, 'QUEUE')
  await callersAt(service, organization).queue.createEntry({
    service_id: walkIn.id,
    client: { first_name: 'Clara', last_name: 'Teste', phone: '(11) 90000-0001' },
  })
}

/** An appointment whose deposit expires in half an hour. It is tomorrow, since a deposit also expires when its visit starts. */
async function fillDeposit(service: Service, organization: Organization): Promise<void> {
  const callers = callersAt(service, organization)
  const consultation = await serviceOf(service, organization, 'SCHEDULED')
  const date = addDays(localDateOf(service.now(), organization.timeZone), 1)
  const slots = await callers.availability.slots({ service_ids: [consultation.id], date })
  const start = slots.data[0]?.start
  if (start === undefined) throw new Error('The test organization of the demo has no free time.')
  const { id: appointmentId } = await callers.appointments.create({
    service_ids: [consultation.id],
    start,
    client: { first_name: 'Davi', last_name: 'Teste', phone: '(11) 90000-0002' },
  })
  await createDeposit(
    service,
    organization.id,
    { owner: { appointmentId }, amount: '50.00' },
    service.payments,
  )
}

function serviceOf(
  service: Service,
  { id: organizationId }: Organization,
  bookingMode: 'SCHEDULED' | 'QUEUE',
) {
  return requireRow(service.db, tables.service, { organizationId, bookingMode })
}
