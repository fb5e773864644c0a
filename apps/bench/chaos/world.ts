/** The clinics that the load runs in, and who may call. */
import { cookieNames } from '@scheduling/api'
import { createApiKey, FEATURES, openSession, SCOPES } from '@scheduling/core'
import { connect } from '@scheduling/database'
import {
  createClientRow,
  createProfessional,
  createService,
  EVERY_DAY,
  queueDesk,
  workingHours,
} from '@scheduling/test/support/clinic.ts'
import type { Secrets } from '@scheduling/test/support/secrets.ts'
import { benchService } from '../stage/service.ts'

export type Clinic = {
  readonly organization: number
  readonly key: string
  /** The cookie of its owner. */
  readonly cookie: string
  readonly professionals: readonly number[]
  /** 30 minutes, one client at a time. */
  readonly service: number
  /** 30 minutes, `SEATS` clients at a time. */
  readonly classService: number
  readonly queueService: number
  readonly clients: readonly number[]
}

/** Of a service that is seen on http. */
const SESSION_COOKIE = cookieNames(false).session
export const SEATS = 3
const PROFESSIONALS = 3
const CLIENTS = 40

/** Open day and night, so that the time of a run changes nothing. The last one is no one's: its key is counted. */
export async function makeClinics(
  databaseUrl: string,
  secrets: Secrets,
  count: number,
): Promise<Clinic[]> {
  const { db, close } = connect(databaseUrl, { connections: 4, name: 'bench' })
  const service = benchService(db, secrets)
  const make = async (place: number): Promise<Clinic> => {
    const organization = await db.organization.create({
      data: {
        name: `Clínica ${place}`,
        slug: `clinica-${place}`,
        timeZone: 'America/Sao_Paulo',
        planName: 'Pro',
        planFeatures: [...FEATURES],
        // Its deposits have codes without a bank.
        livemode: false,
        minAdvanceMinutes: 0,
        maxAdvanceDays: null,
      },
    })
    const key = await createApiKey(db, service, organization, { name: 'Chaos', scopes: SCOPES })
    const professionals = []
    for (let index = 0; index < PROFESSIONALS; index += 1) {
      const role = index === 0 ? 'owner' : 'collaborator'
      const made = await createProfessional(db, organization, {
        name: `Profissional ${index}`,
        role,
      })
      const intervals = [['00:00', '24:00']] as const
      await workingHours(db, organization, made, { weekdays: EVERY_DAY, intervals })
      await queueDesk(db, organization, made)
      professionals.push(made)
    }
    const serving = { performedBy: professionals }
    const single = await createService(db, organization, serving)
    const ofClass = await createService(db, organization, {
      ...serving,
      name: 'Aula',
      maxCapacity: SEATS,
    })
    const queue = await createService(db, organization, {
      ...serving,
      name: 'Curativo',
      bookingMode: 'QUEUE',
      durationMinutes: 20,
    })
    const clients = []
    for (let index = 0; index < CLIENTS; index += 1)
      clients.push(
        await createClientRow(db, organization, { email: `c${index}.${place}@example.com` }),
      )
    const [owner] = professionals
    if (owner === undefined) throw new Error('A clinic has an owner.')
    const user = await db.user.create({
      data: {
        organizationId: organization.id,
        professionalId: owner.id,
        email: `dona${place}@example.com`,
        passwordHash: 'none',
      },
    })
    const { token } = await openSession(service, user.id)
    return {
      organization: organization.id,
      key: key.value,
      cookie: `${SESSION_COOKIE}=${token}`,
      professionals: professionals.map(({ id }) => id),
      service: single.id,
      classService: ofClass.id,
      queueService: queue.id,
      clients: clients.map(({ id }) => id),
    }
  }
  try {
    const clinics = []
    for (let place = 1; place <= count; place += 1) clinics.push(await make(place))
    return clinics
  } finally {
    service.sender.close()
    await close()
  }
}
