/**
 * One call of every route, which the demo clinic accepts as it is printed: the samples, and the examples of
 * parameters and bodies. The inputs of the procedures type them: a renamed field does not compile here.
 */
import type { AppRouter } from '@scheduling/core'
import type { inferRouterInputs } from '@trpc/server'
import { createHash } from 'node:crypto'
import type { ExampleDays } from './example-days.ts'
import { EXAMPLE_IDS } from './example-ids.ts'

type Inputs = inferRouterInputs<AppRouter>

type Call<Input> = {
  /** What the printed call sends: path, query and body in one object. */
  readonly sends: Partial<Input>
  /** Examples of the parameters that it leaves out. Each can be added, or replaces those that it excludes. */
  readonly others?: Partial<Input>
}

type Calls = {
  readonly [Group in keyof Inputs]?: {
    readonly [Verb in keyof Inputs[Group]]?: Call<Inputs[Group][Verb]>
  }
}

export type ExampleCall = {
  readonly sends: Readonly<Record<string, unknown>>
  readonly others: Readonly<Record<string, unknown>>
}

const AFTERNOON = { opens_minute: 780, closes_minute: 1080 }

function calls({ day, dayAfter, before, at }: ExampleDays): Calls {
  const since = at(before, '00:00')
  const year = Number(dayAfter.slice(0, 4))
  return {
    account: { get: { sends: {} } },
    professionals: {
      list: {
        sends: { service_id: 1, limit: 2 },
        others: { include_inactive: true, updated_since: since, expand: ['services'] },
      },
      get: { sends: { professional_id: 1 }, others: { expand: ['services'] } },
      create: {
        sends: { name: 'Dra. Lívia Prado', email: 'livia.prado@example.com', service_ids: [1] },
      },
      update: { sends: { professional_id: 3, registry: 'CREFITO 3/12345-F' } },
      deactivate: { sends: { professional_id: 4, appointments: 'keep' } },
      reactivate: { sends: { professional_id: 4 } },
    },
    schedule: {
      getHours: { sends: { professional_id: 1 }, others: { from: day, to: dayAfter } },
      setWeek: {
        sends: {
          professional_id: 3,
          intervals: [{ weekday: 2, ...AFTERNOON }],
          appointments: 'keep',
        },
      },
      setDate: { sends: { professional_id: 1, date: dayAfter, intervals: [AFTERNOON] } },
      clearDate: {
        sends: { professional_id: 1, date: `${year}-12-24`, appointments: 'keep' },
        others: {
          decisions: [{ appointment_id: 24, action: 'keep' }],
          holds: 'release',
          reason: 'The clinic opens all day.',
          preview: true,
          version: 'q9X2v7Tq1rB3n5M8w0K4s6Z2p1L7d3Fj',
        },
      },
      listHolidays: { sends: { from: day, limit: 2 }, others: { to: `${year + 1}-12-31` } },
      addHoliday: { sends: { date: `${year + 1}-01-25`, name: 'Aniversário de São Paulo' } },
      removeHoliday: { sends: { date: `${year}-12-25` } },
      listBlockedTimes: {
        sends: { from: day, limit: 2 },
        others: { to: dayAfter, professional_id: 1 },
      },
      createBlockedTime: {
        sends: {
          professional_id: 1,
          start: at(dayAfter, '12:00'),
          end: at(dayAfter, '13:00'),
          reason: 'Reunião de equipe',
        },
      },
      deleteBlockedTime: { sends: { blocked_time_id: 1 } },
    },
    specialties: {
      list: { sends: { limit: 2 } },
      create: { sends: { name: 'Fonoaudiologia' } },
      rename: { sends: { specialty_id: 2, name: 'Fisioterapia e reabilitação' } },
      delete: { sends: { specialty_id: 5 } },
    },
    services: {
      list: {
        sends: { booking_mode: 'SCHEDULED', limit: 2 },
        others: {
          include_inactive: true,
          specialty_id: 1,
          updated_since: since,
          expand: ['professionals'],
        },
      },
      get: { sends: { service_id: 1 }, others: { expand: ['professionals'] } },
      create: {
        sends: {
          name: 'Avaliação postural',
          duration_minutes: 50,
          price: '210.00',
          professional_ids: [1],
        },
      },
      update: { sends: { service_id: 2, price: '190.00' } },
      deactivate: { sends: { service_id: 9, appointments: 'keep' } },
    },
    clients: {
      list: {
        sends: { q: 'mariana', limit: 2 },
        others: {
          phone: '+5511987654321',
          email: 'ana.clara.souza@example.com',
          cpf: '529.982.247-25',
          metadata: { crm_id: 'C-1000' },
          updated_since: since,
          created_since: since,
        },
      },
      create: {
        sends: {
          first_name: 'Marina',
          last_name: 'Prado',
          email: 'marina.prado@example.com',
          phone: '(11) 98765-4321',
          cpf: '529.982.247-25',
          birth_date: '1988-04-23',
          metadata: { crm_id: 'A-1029' },
        },
      },
      get: { sends: { client_id: 1 } },
      update: {
        sends: {
          client_id: 2,
          phone: '+55 21 99876-5432',
          metadata: { crm_id: 'A-2041', newsletter: null },
        },
      },
    },
    availability: {
      slots: {
        sends: { service_ids: [1], date: day },
        others: {
          professional_id: 1,
          from: day,
          to: dayAfter,
          timezone: 'America/Sao_Paulo',
        },
      },
      nextDates: {
        sends: { service_ids: [1], limit: 2 },
        others: { professional_id: 1, timezone: 'America/Sao_Paulo' },
      },
    },
    appointments: {
      list: {
        sends: { from: before, status: ['PENDING', 'CONFIRMED'], expand: ['client'], limit: 2 },
        others: {
          to: dayAfter,
          professional_id: 1,
          client_id: 1,
          service_id: 1,
          type: 'IN_PERSON',
          updated_since: since,
          created_since: since,
        },
      },
      create: {
        sends: {
          service_ids: [1],
          start: at(day, '09:00'),
          client: { first_name: 'Joana', last_name: 'Lima', phone: '(11) 97654-3210' },
          notes: 'First visit.',
          metadata: { crm_deal: 'D-3177' },
        },
        others: { expand: ['client', 'services'] },
      },
      get: { sends: { appointment_id: 7 }, others: { expand: ['client', 'deposit'] } },
      update: {
        sends: { appointment_id: 9, notes: 'Brings her exams.', metadata: { crm_deal: 'D-3178' } },
        others: { expand: ['client'] },
      },
      reschedule: {
        sends: { appointment_id: 24, start: at(day, '10:30'), reason: 'Asked by phone.' },
        others: { expand: ['client'] },
      },
      cancel: {
        sends: { appointment_id: 12, reason: 'The client is travelling.' },
        others: { expand: ['client'] },
      },
      confirm: { sends: { appointment_id: 14 }, others: { expand: ['client'] } },
      arrive: { sends: { appointment_id: 14 }, others: { expand: ['client'] } },
      start: { sends: { appointment_id: 14 }, others: { expand: ['client'] } },
      complete: { sends: { appointment_id: 11 }, others: { expand: ['client'] } },
      noShow: { sends: { appointment_id: 13 }, others: { expand: ['client'] } },
      markInvoiced: {
        sends: { appointment_id: 11, issued: true },
        others: { expand: ['client'] },
      },
      setMeetingUrl: {
        sends: { appointment_id: 17, meeting_url: 'https://meet.example.com/room-7' },
        others: { expand: ['client'] },
      },
    },
    holds: {
      list: { sends: { status: ['HELD'], limit: 2 } },
      create: {
        sends: { service_ids: [1], start: at(day, '15:00'), minutes: 10, holder: 'session-81' },
      },
      get: { sends: { hold_id: 1 } },
      release: { sends: { hold_id: 1 } },
    },
    waitlist: {
      list: {
        sends: { status: ['WAITING', 'OFFERED'], limit: 2 },
        others: { expand: ['client'], client_id: 1, service_id: 1, professional_id: 1 },
      },
      add: {
        sends: {
          client_id: 3,
          service_ids: [1],
          from_date: day,
          to_date: dayAfter,
          from_minute: 1080,
        },
      },
      offer: { sends: { entry_id: 1, start: at(day, '16:00') } },
      remove: { sends: { entry_id: 1 } },
    },
    testClock: {
      get: { sends: {} },
      advance: { sends: { by_minutes: 1440 }, others: { to: at(dayAfter, '09:00') } },
    },
    queue: {
      listEntries: {
        sends: { status: ['WAITING', 'CALLED'], expand: ['client'], limit: 2 },
        others: { professional_id: 1, date: before, updated_since: since },
      },
      createEntry: {
        sends: {
          service_id: 4,
          client: { first_name: 'Paulo', last_name: 'Reis', phone: '(11) 96543-2109' },
          notes: 'Came with a child.',
        },
        others: { expand: ['client'] },
      },
      getEntry: { sends: { entry_id: 4 }, others: { expand: ['client', 'service'] } },
      callEntry: {
        sends: { entry_id: 9, place: 'Room 1' },
        others: { expand: ['client'] },
      },
      completeEntry: { sends: { entry_id: 5 }, others: { expand: ['client'] } },
      skipEntry: { sends: { entry_id: 11 }, others: { expand: ['client'] } },
      cancelEntry: { sends: { entry_id: 10 }, others: { expand: ['client'] } },
    },
    deposits: {
      list: {
        sends: { from: before, expand: ['client'], limit: 2 },
        others: { to: day, appointment_id: 26, updated_since: since },
      },
      get: { sends: { deposit_id: 2 }, others: { expand: ['client', 'appointment'] } },
    },
    requests: {
      list: {
        sends: { status: '4xx', limit: 2 },
        others: {
          code: 'slot_unavailable',
          route: '/v1/appointments',
          since,
          api_key_id: EXAMPLE_IDS.apiKey,
        },
      },
      get: { sends: { request_id: EXAMPLE_IDS.request } },
    },
    events: {
      list: {
        sends: { after: EXAMPLE_IDS.event, limit: 2 },
        others: {
          since,
          type: ['appointment.*', 'client.created'],
          latest: true,
          order: 'newest_first',
        },
      },
      get: { sends: { event_id: EXAMPLE_IDS.event } },
      listTypes: { sends: {} },
    },
    webhooks: {
      list: {
        sends: { active: true, limit: 2 },
        others: { url: 'https://crm.example.com/hooks/scheduling' },
      },
      create: {
        sends: {
          url: 'https://crm.example.com/hooks/scheduling',
          events: ['appointment.*', 'client.created'],
          name: 'CRM',
        },
      },
      get: { sends: { webhook_id: EXAMPLE_IDS.webhook } },
      update: {
        sends: {
          webhook_id: EXAMPLE_IDS.webhook,
          events: ['appointment.*', 'queue.entry.created'],
          filters: { service_ids: [1, 2] },
        },
      },
      delete: { sends: { webhook_id: EXAMPLE_IDS.oldWebhook } },
      rotateSecret: { sends: { webhook_id: EXAMPLE_IDS.webhook, revoke_previous: false } },
      test: { sends: { webhook_id: EXAMPLE_IDS.webhook, event_type: 'appointment.created' } },
      listDeliveries: {
        sends: { webhook_id: EXAMPLE_IDS.webhook, status: ['FAILED'], limit: 2 },
      },
      searchDeliveries: {
        sends: { status: ['UNDELIVERED'], from: before, limit: 2 },
        others: {
          to: day,
          webhook_id: EXAMPLE_IDS.webhook,
          event_type: 'appointment.created',
          event_id: EXAMPLE_IDS.event,
        },
      },
      getDelivery: {
        sends: { webhook_id: EXAMPLE_IDS.webhook, delivery_id: EXAMPLE_IDS.delivery },
      },
      recover: { sends: { webhook_id: EXAMPLE_IDS.webhook, since } },
      statistics: { sends: { webhook_id: EXAMPLE_IDS.webhook, hours: 2 } },
      preview: {
        sends: { format: 'slack', event_type: 'appointment.created' },
      },
      redeliver: {
        sends: { webhook_id: EXAMPLE_IDS.webhook, delivery_id: EXAMPLE_IDS.delivery },
      },
    },
  }
}

/**
 * @param procedure as in `clients.create`
 * @throws for a route without an example
 */
export function exampleCall(procedure: string, days: ExampleDays): ExampleCall {
  const [group = '', verb = ''] = procedure.split('.')
  const ofGroup: unknown = Reflect.get(calls(days), group)
  const found: unknown =
    typeof ofGroup === 'object' && ofGroup !== null ? Reflect.get(ofGroup, verb) : undefined
  if (!isCall(found)) throw new Error(`${procedure} has no example.`)
  return { others: {}, ...found }
}

/** An entry of the table above, found by name. */
function isCall(found: unknown): found is Pick<ExampleCall, 'sends'> & Partial<ExampleCall> {
  return typeof found === 'object' && found !== null && 'sends' in found
}

/** One key per operation and week, as the days in the body change each week. It looks like a UUID. */
export function exampleIdempotencyKey(procedure: string, { now }: ExampleDays): string {
  const hex = createHash('sha256').update(`${procedure} ${now}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
