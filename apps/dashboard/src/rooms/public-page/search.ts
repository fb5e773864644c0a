import { searchOf } from '../../address/search.ts'

export const publicPageSearch = searchOf({})
