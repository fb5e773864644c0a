import { searchOf } from '../../address/search.ts'

export const professionalsSearch = searchOf({})
