/** The demo clinic: what its tables hold on the first day. */
import { formatInstant } from '@scheduling/availability'
import { FEATURES, type Service } from '@scheduling/core'
import {
  insertRow,
  insertRows,
  inTransaction,
  PATIENCE,
  tables,
  type NewRow,
  type Organization,
} from '@scheduling/database'

export const OWNER_EMAIL = 'helena@aurora.example.com'
export const COLLABORATOR_EMAIL = 'rafael@aurora.example.com'

type Hours = Readonly<Record<number, readonly (readonly [opens: string, closes: string])[]>>

const WORKDAYS = [1, 2, 3, 4, 5]
const SATURDAY = 6
export const every = (
  weekdays: readonly number[],
  ...pieces: (readonly [string, string])[]
): Hours => Object.fromEntries(weekdays.map((weekday) => [weekday, pieces]))

type Member = {
  readonly key: string
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'collaborator'
  readonly registry: string | null
  readonly hours: Hours
  readonly queue: boolean
}

/** On each day but Sunday a professional gives consultations from 08:00 on: the next free one is in the daytime, and soon. */
const TEAM: readonly Member[] = [
  {
    key: 'helena',
    name: 'Dra. Helena Duarte',
    email: OWNER_EMAIL,
    role: 'owner',
    registry: 'CRM-SP 104233',
    hours: every(WORKDAYS, ['08:00', '12:00'], ['13:00', '17:00']),
    queue: true,
  },
  {
    key: 'rafael',
    name: 'Rafael Nogueira',
    email: COLLABORATOR_EMAIL,
    role: 'collaborator',
    registry: 'CREFITO-3 88120-F',
    hours: every(WORKDAYS, ['09:00', '12:00'], ['13:00', '17:00']),
    queue: false,
  },
  {
    key: 'camila',
    name: 'Camila Prado',
    email: 'camila@aurora.example.com',
    role: 'collaborator',
    registry: 'CRP 06/55102',
    hours: {
      ...every([2, 3, 4, 5], ['09:00', '13:00'], ['14:00', '17:00']),
      ...every([SATURDAY], ['08:00', '12:00']),
    },
    queue: false,
  },
  {
    key: 'bruno',
    name: 'Dr. Bruno Tavares',
    email: 'bruno@aurora.example.com',
    role: 'collaborator',
    registry: 'CRM-SP 131877',
    hours: { ...every([1, 3, 5], ['13:00', '17:00']), ...every([SATURDAY], ['08:00', '12:00']) },
    queue: true,
  },
]

const SPECIALTIES = [
  'Clínica médica',
  'Fisioterapia',
  'Psicologia',
  'Estética',
  // Without a service.
  'Nutrição',
] as const

type DemoService = {
  readonly specialty: (typeof SPECIALTIES)[number]
  readonly performers: readonly string[]
  readonly values: Omit<NewRow<typeof tables.service>, 'organizationId' | 'specialtyId'>
}

const SERVICES: readonly DemoService[] = [
  {
    specialty: 'Clínica médica',
    performers: ['helena', 'bruno'],
    values: {
      name: 'Consulta',
      description: 'Consulta clínica de 30 minutos.',
      durationMinutes: 30,
      price: '180.00',
      color: '#3B82F6',
      slotIntervalMinutes: 30,
    },
  },
  {
    specialty: 'Fisioterapia',
    performers: ['rafael'],
    values: {
      name: 'Avaliação fisioterapêutica',
      description: 'Para quem vem pela primeira vez.',
      durationMinutes: 45,
      bufferAfterMinutes: 15,
      price: '220.00',
      color: '#10B981',
    },
  },
  {
    specialty: 'Psicologia',
    performers: ['camila', 'helena'],
    values: {
      name: 'Teleconsulta',
      description: 'Atendimento por vídeo.',
      serviceType: 'TELEMEDICINE',
      durationMinutes: 30,
      price: '150.00',
      color: '#8B5CF6',
    },
  },
  {
    specialty: 'Clínica médica',
    performers: ['helena', 'bruno'],
    values: {
      name: 'Pronto atendimento',
      description: 'Por ordem de chegada.',
      bookingMode: 'QUEUE',
      durationMinutes: 20,
      price: '120.00',
      color: '#F59E0B',
    },
  },
  {
    specialty: 'Fisioterapia',
    performers: ['rafael'],
    values: {
      name: 'Pilates em grupo',
      description: 'Turma de até três pessoas.',
      durationMinutes: 60,
      slotIntervalMinutes: 60,
      maxCapacity: 3,
      price: '70.00',
      color: '#14B8A6',
    },
  },
  {
    specialty: 'Estética',
    performers: ['helena'],
    values: {
      name: 'Procedimento estético',
      description: 'Reserva com sinal por Pix.',
      durationMinutes: 60,
      bufferBeforeMinutes: 10,
      bufferAfterMinutes: 10,
      price: '450.00',
      color: '#EC4899',
      requiresDeposit: true,
      depositAmount: '100.00',
    },
  },
  {
    specialty: 'Fisioterapia',
    performers: ['rafael'],
    values: {
      name: 'Acupuntura',
      description: 'Não é mais oferecida.',
      durationMinutes: 40,
      price: '160.00',
      isActive: false,
    },
  },
  {
    specialty: 'Clínica médica',
    performers: ['helena'],
    values: {
      name: 'Retorno',
      description: 'Só para quem a clínica convida.',
      durationMinutes: 15,
      price: null,
      hiddenFromPublicBooking: true,
    },
  },
  {
    specialty: 'Psicologia',
    performers: ['camila'],
    values: {
      name: 'Psicoterapia',
      description: 'Sessão individual.',
      durationMinutes: 50,
      slotIntervalMinutes: 60,
      price: '200.00',
      color: '#6366F1',
    },
  },
]

/** The word in the address of its pages. */
export const CLINIC_SLUG = 'clinica-aurora'

/** A first start does much at once, and a slow machine takes its time. */
const PATIENT = { ...PATIENCE, transactionMs: 60_000 }

/** Makes organization, team, hours, specialties and services. */
export async function makeClinic(service: Service): Promise<Organization> {
  return inTransaction(service.db, PATIENT, async (tx) => {
    const organization = await insertRow(tx, tables.organization, {
      name: 'Clínica Aurora',
      slug: CLINIC_SLUG,
      timeZone: 'America/Sao_Paulo',
      planName: 'Pro',
      planFeatures: [...FEATURES],
      // Three days to pay, so that the demo has an open deposit to show for a while.
      depositExpiryMinutes: 3 * 24 * 60,
      clientNoticeMinutes: 2 * 60,
      phone: '+551130000000',
      whatsappPhone: '+5511900000000',
      addressStreet: 'Rua Harmonia',
      addressNumber: '123',
      addressComplement: 'sala 4',
      addressDistrict: 'Vila Madalena',
      addressCity: 'São Paulo',
      addressState: 'SP',
      addressPostalCode: '05435-000',
      brandColor: '#0f766e',
      welcomeText: 'Cuidamos de você na Vila Madalena, de segunda a sábado.',
    })
    const organizationId = organization.id
    const year = Number(formatInstant(service.now(), organization.timeZone).slice(0, 4))
    await insertRows(
      tx,
      tables.holiday,
      [year, year + 1].map((each) => ({
        organizationId,
        date: new Date(`${each}-12-25`),
        name: 'Natal',
      })),
    )
    const ids = new Map<string, number>()
    for (const member of TEAM) {
      const { key, hours, queue, ...values } = member
      const row = await insertRow(tx, tables.professional, { organizationId, ...values })
      ids.set(key, row.id)
      await insertRows(tx, tables.workingHours, hoursRows(organizationId, row.id, hours))
      if (queue)
        await insertRow(tx, tables.queueDesk, {
          organizationId,
          professionalId: row.id,
          isOpen: true,
          capacity: 20,
        })
    }
    // The owner works in the morning of Christmas Eve.
    await insertRows(
      tx,
      tables.dateOverride,
      [year, year + 1].map((each) => ({
        organizationId,
        professionalId: ids.get('helena') ?? 0,
        date: new Date(`${each}-12-24`),
        opensMinutes: [8 * 60],
        closesMinutes: [12 * 60],
      })),
    )
    const specialties = new Map<string, number>()
    for (const name of SPECIALTIES) {
      specialties.set(name, (await insertRow(tx, tables.specialty, { organizationId, name })).id)
    }
    for (const { specialty, performers, values } of SERVICES) {
      const row = await insertRow(tx, tables.service, {
        ...values,
        organizationId,
        specialtyId: specialties.get(specialty) ?? null,
      })
      await insertRows(
        tx,
        tables.professionalService,
        performers.flatMap((key) => {
          const professionalId = ids.get(key)
          return professionalId === undefined
            ? []
            : [{ organizationId, professionalId, serviceId: row.id }]
        }),
      )
    }
    return organization
  })
}

/** A second organization, to show tenant isolation. */
export async function makeOtherOrganization(service: Service): Promise<Organization> {
  return inTransaction(service.db, PATIENT, async (tx) => {
    const organization = await insertRow(tx, tables.organization, {
      name: 'Studio Lótus',
      slug: 'studio-lotus',
      timeZone: 'America/Manaus',
      planName: 'Pro',
      planFeatures: [...FEATURES],
    })
    const organizationId = organization.id
    const professional = await insertRow(tx, tables.professional, {
      organizationId,
      name: 'Lívia Sampaio',
      email: 'livia@lotus.example.com',
      role: 'owner',
    })
    await insertRows(
      tx,
      tables.workingHours,
      hoursRows(organizationId, professional.id, every([1, 2, 3, 4, 5, 6], ['09:00', '18:00'])),
    )
    const massage = await insertRow(tx, tables.service, {
      organizationId,
      name: 'Massagem relaxante',
      durationMinutes: 50,
      price: '140.00',
    })
    await insertRow(tx, tables.professionalService, {
      organizationId,
      professionalId: professional.id,
      serviceId: massage.id,
    })
    return organization
  })
}

export function hoursRows(organizationId: number, professionalId: number, hours: Hours) {
  return Object.entries(hours).flatMap(([weekday, pieces]) =>
    pieces.map(([opens, closes]) => ({
      organizationId,
      professionalId,
      weekday: Number(weekday),
      opensMinute: minuteOf(opens),
      closesMinute: minuteOf(closes),
    })),
  )
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
