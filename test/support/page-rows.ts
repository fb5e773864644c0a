/** The table of all pages that clients see. */
import { LINK_PAGE_ROWS } from './link-pages.ts'
import { BOOKING_PAGE_ROWS, type PageRow } from './pages.ts'
import { WAITLIST_PAGE_ROWS } from './waitlist-pages.ts'

export const PAGE_ROWS: readonly PageRow[] = [
  ...BOOKING_PAGE_ROWS,
  ...LINK_PAGE_ROWS,
  ...WAITLIST_PAGE_ROWS,
]
