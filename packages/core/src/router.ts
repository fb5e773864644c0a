import { emissionsOf } from './procedure/procedure-list.ts'
import { router } from './procedure/trpc.ts'
import { apiKeys } from './api-keys/index.ts'
import { messaging } from './messaging/index.ts'
import { organization } from './organization/index.ts'
import { account } from './account/index.ts'
import { appointments } from './appointments/index.ts'
import { audit } from './audit/index.ts'
import { availability } from './availability/index.ts'
import { calendars } from './calendars/index.ts'
import { clients } from './clients/index.ts'
import { deposits } from './deposits/index.ts'
import { events } from './events/index.ts'
import { holds } from './holds/index.ts'
import { live } from './live/index.ts'
import { overview } from './overview/index.ts'
import { payments } from './payments/index.ts'
import { professionals } from './professionals/index.ts'
import { publicBooking } from './public-booking/index.ts'
import { queue } from './queue/index.ts'
import { requests } from './requests/index.ts'
import { schedule } from './schedule/index.ts'
import { services } from './services/index.ts'
import { testClock } from './test-clock/index.ts'
import { specialties } from './specialties/index.ts'
import { teamNotes } from './team-notes/index.ts'
import { waitlist } from './waitlist/index.ts'
import { webhooks } from './webhooks/index.ts'

/** Every procedure of the service, once. */
export const appRouter = router({
  account,
  apiKeys,
  appointments,
  audit,
  availability,
  calendars,
  clients,
  deposits,
  events,
  holds,
  live,
  messaging,
  organization,
  overview,
  payments,
  professionals,
  publicBooking,
  queue,
  requests,
  schedule,
  services,
  teamNotes,
  testClock,
  specialties,
  waitlist,
  webhooks,
})

export type AppRouter = typeof appRouter

/** Which call emits what: what the procedures declare. A call that is not listed emits nothing. */
export const EMISSIONS = emissionsOf(appRouter)
