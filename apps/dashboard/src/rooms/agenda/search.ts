import { date, oneOf, searchOf } from '../../address/search.ts'

export const agendaSearch = searchOf({ date: date(), view: oneOf('day', 'week') })
