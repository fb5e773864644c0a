import { searchOf } from '../../address/search.ts'

export const hoursSearch = searchOf({})
