import { searchOf } from '../../address/search.ts'

export const settingsSearch = searchOf({})
