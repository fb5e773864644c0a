/** The dashboard's door: procedures called with a session, as a browser does. */
import { openSession, SESSION_COOKIE } from '@scheduling/core'
import type { TestApi, TestOrganization } from './api.ts'
import { createProfessional } from './clinic.ts'

export type DashboardReply = {
  readonly status: number
  /** Result of the procedure; undefined when it was refused. */
  readonly body: any
  /** The refusal; undefined when there was none. */
  readonly problem: any
}

export type Dashboard = {
  query(procedure: string, input?: object): Promise<DashboardReply>
  mutate(procedure: string, input?: object): Promise<DashboardReply>
}

/** Signs a member of the team in; the owner unless said otherwise. */
export async function signIn(
  api: TestApi,
  organization: Pick<TestOrganization, 'row'>,
  role: 'owner' | 'collaborator' = 'owner',
): Promise<Dashboard> {
  const professional = await createProfessional(api.db, organization.row, { role, name: 'Dona' })
  const user = await api.db.user.create({
    data: {
      organizationId: organization.row.id,
      professionalId: professional.id,
      email: `${crypto.randomUUID()}@example.com`,
      passwordHash: 'none',
    },
  })
  const { token } = await openSession(api.service, user.id)
  const cookie = `${SESSION_COOKIE}=${token}`
  const read = async (response: Response): Promise<DashboardReply> => {
    const reply: any = await response.json()
    return {
      status: response.status,
      body: reply.result?.data,
      problem: reply.error?.data?.problem,
    }
  }
  return {
    async query(procedure, input = {}) {
      const query = new URLSearchParams({ input: JSON.stringify(input) })
      return read(await fetch(`${api.url}/trpc/${procedure}?${query}`, { headers: { cookie } }))
    },
    async mutate(procedure, input = {}) {
      return read(
        await fetch(`${api.url}/trpc/${procedure}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        }),
      )
    },
  }
}
