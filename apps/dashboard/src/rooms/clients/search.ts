import { oneOf, searchOf, text } from '../../address/search.ts'

export const clientsSearch = searchOf({ q: text(100) })

export const CLIENT_TABS = ['appointments', 'deposits', 'messages', 'history'] as const
export type ClientTab = (typeof CLIENT_TABS)[number]

export const clientSearch = searchOf({ tab: oneOf(...CLIENT_TABS) })
