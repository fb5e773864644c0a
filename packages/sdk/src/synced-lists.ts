/** The lists that `sync()` can copy. */
import type { Resources } from './api-methods.ts'
import type {
  Appointment,
  Client,
  Deposit,
  ListEventsInput,
  Page,
  Professional,
  QueueEntry,
  Service,
} from './api-records.ts'
import type { CallOptions } from './options.ts'

/** What each list consists of. */
export type SyncedRecords = {
  clients: Client
  appointments: Appointment
  professionals: Professional
  services: Service
  deposits: Deposit
  queueEntries: QueueEntry
}

export type SyncedList = keyof SyncedRecords

type ListRow<Item> = {
  /** The events of its records. */
  readonly events: Extract<NonNullable<ListEventsInput['type']>[number], `${string}.*`>
  /** What is read to its end, one after the other. */
  readonly reads: readonly ((
    api: Resources,
    at: { readonly limit: number; readonly cursor?: string },
    call: CallOptions,
  ) => PromiseLike<Page<Item>>)[]
}

/** The beginning of time: a list of one day then shows every day. */
const EVER = '1970-01-01T00:00:00Z'

export const SYNCED_LISTS: { readonly [List in SyncedList]: ListRow<SyncedRecords[List]> } = {
  clients: { events: 'client.*', reads: [(api, at, call) => api.clients.list(at, call)] },
  appointments: {
    events: 'appointment.*',
    reads: [(api, at, call) => api.appointments.list(at, call)],
  },
  professionals: {
    events: 'professional.*',
    reads: [(api, at, call) => api.professionals.list(at, call)],
  },
  services: {
    events: 'service.*',
    reads: [(api, at, call) => api.services.list({ ...at, includeInactive: true }, call)],
  },
  deposits: { events: 'deposit.*', reads: [(api, at, call) => api.deposits.list(at, call)] },
  queueEntries: {
    events: 'queue.*',
    reads: [
      (api, at, call) => api.queue.listEntries({ ...at, updatedSince: EVER }, call),
      // A list of what changed holds back what is new during a write. That of today does not.
      (api, at, call) => api.queue.listEntries(at, call),
    ],
  },
}
