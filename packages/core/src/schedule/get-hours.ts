import { z } from 'zod'
import { BESIDE_OTHERS, Id, NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { readSchedule, refuseLongWindow, Schedule, WINDOW_INPUT } from './schedule.ts'

/** `schedule.get` of one professional. A value of a path cannot be left out. */
export const getHours = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/professionals/{professional_id}/hours',
    tag: 'Hours',
    summary: 'Get the hours of a professional',
    description:
      'The weekly hours, and what changes them from `from` to `to`: hours of single dates, holidays, blocked times, and busy times of calendars elsewhere.',
  },
  scope: 'read',
  access: 'everybody',
  input: z
    .object({ professional_id: Id, ...WINDOW_INPUT, expand: NoExpand })
    .superRefine(refuseLongWindow, BESIDE_OTHERS),
  output: Schedule,
  problems: ['not_found'],
  run: readSchedule,
})
