import { z } from 'zod'
import { query } from '../procedure/endpoint.ts'
import { Id } from '../ground/fields.ts'
import { Problem } from '../contract/problems.ts'
import { expandedPerformers } from './performers.ts'
import { Service, SERVICE_RELATIONS, ServiceExpand, toService } from './service.ts'

/** `GET /v1/services/{service_id}`: inactive ones too. */
export const getService = query({
  method: 'GET',
  path: '/services/{service_id}',
  tag: 'Services',
  summary: 'Get a service',
  description: 'Returns inactive services too; see `is_active`.',
  scope: 'read',
  input: z.object({ service_id: Id, expand: ServiceExpand }),
  output: Service,
  success: { ok: 200 },
  problems: ['not_found'],
  async run({ db, organization }, input) {
    const row = await db.service.findUnique({
      where: { organizationId_id: { organizationId: organization.id, id: input.service_id } },
      include: SERVICE_RELATIONS,
    })
    if (row === null) throw new Problem('not_found', 'No service of this organization has this id.')
    const expanded = input.expand.includes('professionals')
      ? await expandedPerformers(db, organization, [row.id])
      : null
    return toService(row, organization, expanded)
  },
})
