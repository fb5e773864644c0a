import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { noSuchService } from './load.ts'

const Rules = z.object({
  min_advance_minutes: z.int().min(0).nullable(),
  max_advance_days: z.int().min(0).nullable(),
})

/**
 * The rules of booking that a service has of its own, null where it has none, beside those of the organization. The
 * record of the service shows what comes of both, and an editor has to tell them apart. Beside them its online room,
 * which no record shows.
 */
export const getServiceRules = procedure({
  kind: 'read',
  scope: 'read',
  access: 'managers',
  input: z.object({ service_id: Id }),
  output: z.object({
    object: z.literal('service_rules'),
    own: Rules,
    organization: Rules,
    meeting_url: z.string().nullable(),
  }),
  problems: ['not_found'],
  async run({ db, organization }, { service_id: id }) {
    const own = await findRow(db, tables.service, { organizationId: organization.id, id })
    if (own === null) throw noSuchService()
    return {
      object: 'service_rules' as const,
      own: { min_advance_minutes: own.minAdvanceMinutes, max_advance_days: own.maxAdvanceDays },
      organization: {
        min_advance_minutes: organization.minAdvanceMinutes,
        max_advance_days: organization.maxAdvanceDays,
      },
      meeting_url: own.meetingUrl,
    }
  },
})
