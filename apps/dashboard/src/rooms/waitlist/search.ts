import { searchOf } from '../../address/search.ts'

export const waitlistSearch = searchOf({})
