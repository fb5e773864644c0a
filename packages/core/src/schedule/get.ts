import { z } from 'zod'
import { BESIDE_OTHERS, Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { readSchedule, refuseLongWindow, Schedule, WINDOW_INPUT } from './schedule.ts'

/** The hours of one professional, or of everybody who is active, with what changes them in a window of dates. */
export const getSchedule = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  fillsProfessional: true,
  input: z
    .object({ professional_id: Id.optional(), ...WINDOW_INPUT })
    .superRefine(refuseLongWindow, BESIDE_OTHERS),
  output: Schedule,
  problems: ['not_found'],
  run: readSchedule,
})
