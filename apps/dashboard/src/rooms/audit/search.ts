import { searchOf } from '../../address/search.ts'

export const auditSearch = searchOf({})
