/** Procedures called with a session, as the dashboard in a browser does. */
import { cookieNames } from '@scheduling/api'
import { openSession, type Access, type Procedure } from '@scheduling/core'
import { randomBytes, scryptSync } from 'node:crypto'
import type { TestApi, TestOrganization } from './api.ts'
import { createProfessional } from './clinic.ts'

/** Of a service that is seen on http, as those of tests are. */
export const SESSION_COOKIE = cookieNames(false).session

export type DashboardReply = {
  readonly status: number
  /** Result of the procedure; undefined when it was refused. */
  readonly body: any
  /** The refusal; undefined when there was none. */
  readonly problem: any
  /** tRPC's own word for the refusal, by its status. */
  readonly code: string | undefined
  readonly headers: Headers
}

export type Dashboard = {
  query(procedure: string, input?: object): Promise<DashboardReply>
  mutate(procedure: string, input?: object): Promise<DashboardReply>
}

/** Calls a procedure by its kind. Of a stream, the reply is its first message. */
export function callAs(
  dashboard: Dashboard,
  { name, kind }: Pick<Procedure, 'name' | 'kind'>,
  input: object = {},
): Promise<DashboardReply> {
  return kind === 'mutation' ? dashboard.mutate(name, input) : dashboard.query(name, input)
}

export type Browser = Dashboard & {
  /** By name; it keeps those that answers set, and sends them along. */
  readonly cookies: Map<string, string>
}

/**
 * A browser without a session.
 *
 * @param headers that it sends with every request
 */
export function openBrowser(
  api: Pick<TestApi, 'url'>,
  headers: Readonly<Record<string, string>> = {},
): Browser {
  const cookies = new Map<string, string>()
  async function send(path: string, request: RequestInit = {}): Promise<DashboardReply> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${api.url}/trpc/${path}`, {
      ...request,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers, ...request.headers },
    })
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (/; Max-Age=0/.test(text)) cookies.delete(name)
      else cookies.set(name, pair.slice(name.length + 1))
    }
    const reply = await replyIn(response)
    return {
      status: reply.error?.data?.httpStatus ?? response.status,
      body: reply.result?.data,
      problem: reply.error?.data?.problem,
      code: reply.error?.data?.code,
      headers: response.headers,
    }
  }
  return {
    cookies,
    query(procedure, input = {}) {
      return send(`${procedure}?${new URLSearchParams({ input: JSON.stringify(input) })}`)
    },
    mutate(procedure, input = {}) {
      const body = JSON.stringify(input)
      return send(procedure, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    },
  }
}

let strangers = 0
/** A browser without a session, at an address where no one was before. The API must trust one proxy. */
export function openStranger(api: Pick<TestApi, 'url'>): Browser {
  strangers += 1
  return openBrowser(api, { 'x-forwarded-for': `10.1.${strangers >> 8}.${strangers & 255}` })
}

/** Of a stream: its first message, which may be the refusal. */
export async function replyIn(response: Response): Promise<any> {
  const type = response.headers.get('content-type')
  if (type !== 'text/event-stream' || response.body === null) return response.json()
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const [, error] = /^event: serialized-error\ndata: (.*)\n/m.exec(text) ?? []
    if (error !== undefined) return { error: JSON.parse(error) }
    const [, data] = /\n\ndata: (.*)\n/.exec(text) ?? []
    if (data !== undefined) return { result: { data: JSON.parse(data) } }
  }
  throw new Error(`A stream without a message: ${text}`)
}

/** What a browser would send of its session. */
export function cookieOf(browser: Pick<Browser, 'cookies'>): string {
  return `${SESSION_COOKIE}=${browser.cookies.get(SESSION_COOKIE)}`
}

/** What the browser of a user who is signed in sends. */
export async function sessionCookie(
  api: Pick<TestApi, 'service'>,
  user: { readonly id: number },
): Promise<string> {
  return `${SESSION_COOKIE}=${(await openSession(api.service, user.id)).token}`
}

/** The refusal of a procedure; undefined when there was none. */
export async function problemOf(response: Response): Promise<any> {
  const reply = await replyIn(response)
  return reply.error?.data?.problem
}

/** A stored hash at a cost that tests can pay hundreds of times. */
function quickHash(password: string): string {
  const [N, r, p] = [16, 1, 1]
  const salt = randomBytes(16)
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** A member of the team with an e-mail and, when one is given, a password: a new professional, unless one is named. */
export async function createUser(
  api: Pick<TestApi, 'db'>,
  organization: Pick<TestOrganization, 'row'>,
  {
    access = 'owner',
    password,
    professionalId,
  }: { access?: Access; password?: string; professionalId?: number | undefined } = {},
) {
  const role = access === 'owner' ? 'owner' : 'collaborator'
  const id =
    professionalId ??
    (await createProfessional(api.db, organization.row, { role, name: 'Dona' })).id
  const user = await api.db.user.create({
    data: {
      access,
      organizationId: organization.row.id,
      professionalId: id,
      email: `${crypto.randomUUID()}@example.com`,
      passwordHash: password === undefined ? 'none' : quickHash(password),
    },
  })
  return { ...user, professionalId: id }
}

/** Signs a member of the team in; the owner unless said otherwise. */
export async function signIn(
  api: TestApi,
  organization: Pick<TestOrganization, 'row'>,
  access: Access = 'owner',
  professionalId?: number,
): Promise<Browser> {
  const user = await createUser(api, organization, { access, professionalId })
  const browser = openBrowser(api)
  browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
  return browser
}
