import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { noSuchProfessional } from './load.ts'

/** The online room of a professional, which no record shows. */
export const getMeetingUrl = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z.object({ professional_id: Id }),
  output: z.object({
    object: z.literal('professional_meeting_url'),
    meeting_url: z.string().nullable(),
  }),
  problems: ['not_found'],
  async run({ db, organization }, { professional_id: id }) {
    const own = await findRow(db, tables.professional, { organizationId: organization.id, id })
    if (own === null) throw noSuchProfessional()
    return { object: 'professional_meeting_url' as const, meeting_url: own.meetingUrl }
  },
})
