import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { expandServices, findService } from './load.ts'
import { Service, ServiceExpand, toService } from './service.ts'

/** `GET /v1/services/{service_id}`, also for a service that is no longer offered. */
export const getService = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/services/{service_id}',
    tag: 'Services',
    summary: 'Get a service',
    description: 'Returns inactive services too; see `is_active`.',
  },
  scope: 'read',
  access: 'everybody',
  input: z.object({ service_id: Id, expand: ServiceExpand }),
  output: Service,
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const row = await findService(db, organization.id, input.service_id)
    return expandServices.one(db, context, toService(row, organization.timeZone), input.expand)
  },
})
