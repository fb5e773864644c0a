import { router } from '../procedure/trpc.ts'
import { createCalendarFeed } from './create-feed.ts'
import { listCalendarFeeds } from './list-feeds.ts'
import { revokeCalendarFeed } from './revoke-feed.ts'

/** What professionals share with the calendars that they use elsewhere. */
export const calendars = router({
  listFeeds: listCalendarFeeds,
  createFeed: createCalendarFeed,
  revokeFeed: revokeCalendarFeed,
})
