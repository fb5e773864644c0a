/** Hours as people ask for them. */
import { z } from 'zod'

/** Minutes after midnight: the first, and the one after the last. */
export const PARTS = {
  morning: [0, 720],
  afternoon: [720, 1080],
  evening: [1080, 1440],
} as const

export const PartOfDay = z.enum(['morning', 'afternoon', 'evening']).optional().meta({
  description: 'Until 12:00, until 18:00, or later. Default: any.',
})
