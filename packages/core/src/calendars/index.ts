import { router } from '../procedure/trpc.ts'
import { connectBusyCalendar } from './connect-busy.ts'
import { createCalendarFeed } from './create-feed.ts'
import { disconnectBusyCalendar } from './disconnect-busy.ts'
import { getBusyCalendar } from './get-busy.ts'
import { listCalendarFeeds } from './list-feeds.ts'
import { revokeCalendarFeed } from './revoke-feed.ts'

/** The calendars that professionals use elsewhere: what they read from here, and what is read from them. */
export const calendars = router({
  listFeeds: listCalendarFeeds,
  createFeed: createCalendarFeed,
  revokeFeed: revokeCalendarFeed,
  getBusy: getBusyCalendar,
  connectBusy: connectBusyCalendar,
  disconnectBusy: disconnectBusyCalendar,
})
