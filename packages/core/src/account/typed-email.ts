import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'

/** An e-mail to find a user by. Its form is not checked. */
export const TypedEmail = z
  .string()
  .max(LIMITS.emailCharacters, { abort: true })
  .trim()
  .toLowerCase()
