import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { nullableLines } from '../ground/fields.ts'

/** What the team writes. Empty equals null. */
export const WrittenNotes = nullableLines(LIMITS.notesCharacters)

/** What was written, of two clients that were merged perhaps: then it can be longer than what can be written. */
export const TeamNotes = z.string().nullable()
