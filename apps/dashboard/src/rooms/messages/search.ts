import { searchOf } from '../../address/search.ts'

export const messagesSearch = searchOf({})
