import { id, oneOf, searchOf } from '../../address/search.ts'

export const HOURS_TABS = ['week', 'dates', 'holidays', 'blocked'] as const

export const hoursSearch = searchOf({ professional_id: id(), tab: oneOf(...HOURS_TABS) })
