import { searchOf } from '../../address/search.ts'

export const keysSearch = searchOf({})
