import { searchOf } from '../../address/search.ts'

export const webhooksSearch = searchOf({})
