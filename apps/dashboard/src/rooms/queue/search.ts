import { id, searchOf } from '../../address/search.ts'

export const queueSearch = searchOf({ professional: id() })
