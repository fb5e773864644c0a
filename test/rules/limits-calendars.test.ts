/** Calendars of others, with every limit changed. */
import { itFollows, to } from '../support/changed-limits.ts'
import { createRateLimits } from '@scheduling/api'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../support/api.ts'
import { openClinic } from '../support/booking.ts'
import { fetchCalendar, pathOf, readIcs } from '../support/calendars.ts'
import { createAppointmentRow } from '../support/clinic.ts'
import { signIn } from '../support/dashboard.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ trustedProxies: 1 })
})
afterAll(() => api.close())
beforeEach(() => api.setNow(TEST_NOW))

/** The starts that a feed shows, of appointments at noon so many days from today. */
async function shown(days: readonly number[]): Promise<number[]> {
  const clinic = await openClinic(api)
  for (const day of days) {
    await createAppointmentRow(api.db, clinic.organization.row, {
      professional: clinic.professional,
      client: clinic.client,
      services: [clinic.service],
      start: new Date(TEST_NOW + 4 * HOUR_MS + day * DAY_MS).toISOString(),
    })
  }
  const owner = await signIn(api, clinic.organization)
  const input = { professional_id: clinic.professional.id, kind: 'full' }
  const { url } = (await owner.mutate('calendars.createFeed', input)).body
  const { entries } = readIcs((await fetchCalendar(api, pathOf(url))).text)
  return entries.map(({ start }) => (Date.parse(start) - TEST_NOW - 4 * HOUR_MS) / DAY_MS)
}

describe('a calendar follows', () => {
  itFollows('calendars', {
    async calendarFeedsPerProfessional() {
      const clinic = await openClinic(api)
      const owner = await signIn(api, clinic.organization)
      const input = { professional_id: clinic.professional.id, kind: 'full' }
      const codes = []
      for (let made = 0; made <= to('calendarFeedsPerProfessional'); made += 1) {
        codes.push((await owner.mutate('calendars.createFeed', input)).problem?.code ?? 'ok')
      }
      expect(codes.indexOf('action_not_allowed')).toBe(to('calendarFeedsPerProfessional'))
    },
    async calendarFeedPastDays() {
      const most = to('calendarFeedPastDays')
      expect(await shown([-most, -most - 1])).toEqual([-most])
    },
    async calendarFeedAheadDays() {
      const most = to('calendarFeedAheadDays')
      expect(await shown([most - 1, most])).toEqual([most - 1])
    },
    async calendarFeedEntries() {
      const days = [-1, -2, -3, 0, 1]
      expect(await shown(days)).toEqual([0, 1, -1, -2, -3].slice(0, to('calendarFeedEntries')))
    },
    async calendarReadsPerFeedPerHour() {
      const limits = createRateLimits({ scale: 1, now: () => TEST_NOW })
      let allowed = 0
      while ((await limits.countAttempt('calendar read', '1')).allowed) allowed += 1
      expect(allowed).toBe(to('calendarReadsPerFeedPerHour'))
      expect((await limits.lookAtAttempts('calendar read', '1')).retryAfterSeconds).toBe(3600)
      await limits.close()
    },
  })
})
