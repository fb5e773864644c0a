import { searchOf } from '../../address/search.ts'

export const queueSearch = searchOf({})
