import { searchOf } from '../../address/search.ts'

export const calendarsSearch = searchOf({})
