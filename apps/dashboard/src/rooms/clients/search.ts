import { searchOf, text } from '../../address/search.ts'

export const clientsSearch = searchOf({ q: text(100) })
