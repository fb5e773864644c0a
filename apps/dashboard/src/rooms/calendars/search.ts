import { id, searchOf } from '../../address/search.ts'

export const calendarsSearch = searchOf({ professional_id: id() })
