import { searchOf } from '../../address/search.ts'

export const peopleSearch = searchOf({})
