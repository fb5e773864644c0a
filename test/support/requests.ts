/** Rows of the request log. */
import type { Prisma } from '@scheduling/database'
import type { TestApi, TestOrganization } from './api.ts'

type Values = Partial<Prisma.RequestLogUncheckedCreateInput>

/** A request of the organization's own key, received now. */
export async function createRequestRow(
  api: TestApi,
  { row }: Pick<TestOrganization, 'row'>,
  values: Values = {},
) {
  const key = await api.db.apiKey.findFirstOrThrow({
    where: { organizationId: row.id },
    orderBy: { createdAt: 'asc' },
  })
  const now = new Date(api.service.realNow())
  return api.db.requestLog.create({
    data: {
      requestDay: now,
      organizationId: row.id,
      id: api.service.newId('req'),
      receivedAt: now,
      keyId: key.id,
      method: 'GET',
      route: '/v1/clients/{client_id}',
      pathIds: { client_id: 7 },
      status: 200,
      faults: [],
      durationMs: 4,
      isReplayed: false,
      times: 1,
      ...values,
    },
  })
}
