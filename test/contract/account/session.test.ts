import { cookieNames } from '@scheduling/api'
import { dropExpired, openSession } from '@scheduling/core'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import {
  createUser,
  openBrowser,
  SESSION_COOKIE,
  sessionCookie,
  signIn,
} from '../../support/dashboard.ts'

const PASSWORD = 'correct horse battery staple'
const DAY_MS = 86_400_000

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
})

describe('a session', () => {
  it.each([
    ['webhooks.preview', { url: 'https://example.com/' }],
    ['clients.create', { first_name: 'Late' }],
  ])('401: ends for %s too while the body of the call still comes', async (procedure, input) => {
    const send = async (between: (user: { readonly id: number }) => Promise<unknown>) => {
      const user = await createUser(api, organization)
      const cookie = await sessionCookie(api, user)
      const [head, rest] = [JSON.stringify(input).slice(0, 5), JSON.stringify(input).slice(5)]
      const call = request(`${api.url}/trpc/${procedure}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
      })
      const answered = once(call, 'response') as Promise<[IncomingMessage]>
      call.write(head)
      // The session is looked up once the head of the request is there.
      await setTimeout(300)
      await between(user)
      call.end(rest)
      const [response] = await answered
      response.resume()
      return response.statusCode
    }
    expect(await send(async () => undefined)).not.toBe(401)
    const ended = await send(({ id }) => api.db.userSession.deleteMany({ where: { userId: id } }))
    expect(ended).toBe(401)
  })

  it('of a collaborator works with clients and appointments, and sees its own organization only', async () => {
    const collaborator = await signIn(api, organization, 'manager')
    const made = await collaborator.mutate('clients.create', {
      first_name: 'Bia',
      email: 'bia@example.com',
    })
    expect(made.status).toBe(200)
    const { body } = await api.call('GET', '/v1/events?limit=200', { key: organization.key })
    const event = body.data.find((candidate: any) => candidate.data.object.id === made.body.id)
    expect(event.context).toMatchObject({
      actor: { type: 'user', name: 'Dona' },
      source: 'dashboard',
    })
    expect((await collaborator.query('appointments.list')).status).toBe(200)
    expect((await collaborator.query('webhooks.list')).problem.code).toBe('forbidden_scope')
    const stranger = await createClientRow(api.db, (await api.organization()).row, {})
    const seen = await collaborator.query('clients.get', { client_id: stranger.id })
    expect(seen.problem).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('of someone deactivated ends, and does not come back with them', async () => {
    const user = await createUser(api, organization)
    const { token } = await openSession(api.service, user.id)
    const browser = openBrowser(api)
    browser.cookies.set(SESSION_COOKIE, token)
    expect((await browser.query('clients.list')).status).toBe(200)
    const setActive = (isActive: boolean) =>
      api.db.professional.update({ where: { id: user.professionalId }, data: { isActive } })
    await setActive(false)
    expect((await browser.query('clients.list')).problem.code).toBe('unauthorized')
    expect(await api.db.userSession.count({ where: { userId: user.id } })).toBe(0)
    await setActive(true)
    expect((await browser.query('clients.list')).status).toBe(401)
  })

  it('lasts 14 days; its row, and those of people who left, are cleaned away', async () => {
    const now = api.service.now()
    const staying = await createUser(api, organization)
    const leaving = await createUser(api, organization)
    const browser = openBrowser(api)
    browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, staying.id)).token)
    const rows = () =>
      api.db.userSession.count({ where: { userId: { in: [staying.id, leaving.id] } } })
    try {
      api.setNow(now + 14 * DAY_MS - 1000)
      expect((await browser.query('clients.list')).status).toBe(200)
      await openSession(api.service, staying.id)
      await openSession(api.service, leaving.id)
      await dropExpired(api.service, api.connection.pool)
      expect(await rows()).toBe(3)
      api.setNow(now + 14 * DAY_MS)
      expect((await browser.query('clients.list')).status).toBe(401)
      await api.db.professional.update({
        where: { id: leaving.professionalId },
        data: { isActive: false },
      })
      api.setNow(now + 14 * DAY_MS + 1)
      await dropExpired(api.service, api.connection.pool)
      expect(await rows(), 'the one that was opened a moment ago').toBe(1)
    } finally {
      api.setNow(now)
    }
  })

  it('on https is in cookies that only this very host can set, and a browser sends on https alone', async () => {
    const secure = await startTestApi({ publicBaseUrl: 'https://api.example.com', beside: api })
    try {
      const { email } = await createUser(api, organization, { password: PASSWORD })
      const browser = openBrowser(secure, { origin: 'https://api.example.com' })
      const entered = await browser.mutate('account.signIn', { email, password: PASSWORD })
      const names = cookieNames(true)
      expect(names.session).toBe('__Host-scheduling_session')
      const set = entered.headers.getSetCookie()
      expect(set.map((text) => text.split('=')[0])).toEqual([names.session, names.device])
      for (const text of set) {
        expect(text).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/)
        expect(text).not.toMatch(/domain/i)
      }
      expect((await browser.query('clients.list')).status).toBe(200)
      const planted = openBrowser(secure)
      planted.cookies.set(SESSION_COOKIE, browser.cookies.get(names.session) ?? '')
      expect((await planted.query('clients.list')).status, 'by a sibling of the host').toBe(401)
      const left = await browser.mutate('account.signOut')
      expect(left.headers.getSetCookie()[0]).toMatch(
        /^__Host-scheduling_session=; Path=\/; .*Secure; Max-Age=0$/,
      )
    } finally {
      await secure.close()
    }
  })
})
