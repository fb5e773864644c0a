import { oneOf, searchOf } from '../../address/search.ts'

export const SECTIONS = [
  'clinic',
  'contact',
  'booking',
  'day',
  'features',
  'payments',
  'tests',
] as const

export type Section = (typeof SECTIONS)[number]

export const settingsSearch = searchOf({ section: oneOf(...SECTIONS) })
