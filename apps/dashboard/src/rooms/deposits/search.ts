import { searchOf } from '../../address/search.ts'

export const depositsSearch = searchOf({})
