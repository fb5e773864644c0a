import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'

/** An e-mail that somebody types to be found by. Whether it has the form of one does not matter. */
export const TypedEmail = z
  .string()
  .max(LIMITS.emailCharacters, { abort: true })
  .trim()
  .toLowerCase()
