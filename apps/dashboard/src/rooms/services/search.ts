import { searchOf } from '../../address/search.ts'

export const servicesSearch = searchOf({})
