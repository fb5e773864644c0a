/** The client as others use it: packed, in a project that knows nothing of the workspace. */
import { createSchedulingClient, refusalOf, type AppRouter } from '@scheduling/client'
import type { inferRouterOutputs } from '@trpc/server'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createUser, sessionCookie } from '../../support/dashboard.ts'
import { outsideProject, type OutsideProject } from '../../support/outside-project.ts'
import { fact } from '../../support/worker.ts'

const PASSWORD = 'correct horse battery staple'

const api = useSharedApi({ now: Date.now() })
let clinic: TestOrganization
let email: string
let project: OutsideProject

beforeAll(async () => {
  clinic = await api.organization()
  email = (await createUser(api, clinic, { password: PASSWORD })).email
  project = await outsideProject('client')
})
afterAll(async () => {
  await project.remove()
})

const USES = `
import { createSchedulingClient, refusalOf, type AppRouter, type inferRouterOutputs } from '@scheduling/client'

const scheduling = createSchedulingClient({ url: 'https://api.example.com/trpc' })

export async function book() {
  const { data } = await scheduling.clients.list.query({ q: 'maria', limit: 10 })
  const names: string[] = data.map(({ first_name }) => first_name)
  const made = await scheduling.appointments.create.mutate({ service_ids: [1], start: '2026-11-23T09:00:00-03:00', client_id: data[0]?.id ?? 1 })
  const status: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'NO_SHOW' | 'CANCELLED_CLIENT' | 'CANCELLED_PROFESSIONAL' = made.status
  scheduling.live.changes.subscribe({ after: 'evt_1' }, {
    onData({ id, data: message }) {
      const seen: string = id
      if (message.object === 'event') return [seen, message.type, message.data.changes]
      // @ts-expect-error: only events have a type.
      if (message.object === 'note') return [message.room, message.type]
      return message.last_event_id
    },
  })
  // @ts-expect-error: there is no such procedure.
  await scheduling.clients.remove.mutate({ client_id: 1 })
  // @ts-expect-error: a list is read, not changed.
  await scheduling.clients.list.mutate({})
  // @ts-expect-error: an id is a number.
  await scheduling.clients.get.query({ client_id: '1' })
  // @ts-expect-error: the start is missing.
  await scheduling.holds.create.mutate({ service_ids: [1] })
  // @ts-expect-error: a client has no such field.
  data.map(({ surname }) => surname)
  // @ts-expect-error: it is not always there.
  const phone: string = data[0].phone
  return { names, status, phone }
}

export function codeOf(error: unknown) {
  const refusal = refusalOf(error)
  // @ts-expect-error: there is no such code.
  if (refusal?.code === 'nothing') return null
  return refusal?.code === 'slot_unavailable' ? refusal.errors.map(({ field }) => field) : refusal?.title
}

export type Client = inferRouterOutputs<AppRouter>['clients']['list']['data'][number]
`

describe('a project outside the workspace', () => {
  it('is told what is wrong, and gets no type of the service with it', async () => {
    const { said } = await project.compile(USES, { listFiles: true, extendedDiagnostics: true })
    expect(said).not.toContain('error TS')
    const files = said.split('\n').filter((file) => file.includes('scheduling'))
    expect(files.map((file) => file.replace(/.*node_modules\//, '')).toSorted()).toEqual([
      '@scheduling/client/dist/app-router.d.ts',
      '@scheduling/client/dist/client.d.ts',
      '@scheduling/client/dist/follow-together.d.ts',
      '@scheduling/client/dist/index.d.ts',
    ])
    // With the types of the service the compiler makes 590,000, and takes half a minute.
    const [, types] = /^Types: +(\d+)$/m.exec(said) ?? []
    expect(Number(types)).toBeLessThan(10_000)
  })

  it('calls the service as it is packed', async () => {
    const printed = await project.run(`
      import { createSchedulingClient, refusalOf } from '@scheduling/client'
      let cookie = ''
      const scheduling = createSchedulingClient({
        url: '${api.url}/trpc',
        async fetch(url, options) {
          const response = await fetch(url, { ...options, headers: { ...options.headers, cookie } })
          cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ') || cookie
          return response
        },
      })
      const refused = await scheduling.clients.list.query({}).catch(refusalOf)
      await scheduling.account.signIn.mutate({ email: '${email}', password: '${PASSWORD}' })
      const [{ data }, me] = await Promise.all([scheduling.clients.list.query({}), scheduling.account.get.query({})])
      console.log(JSON.stringify([refused.code, data, me.object]))
    `)
    expect(JSON.parse(printed)).toEqual(['unauthorized', [], 'organization'])
  })
})

describe('a stream', () => {
  it('is followed by the ready client, over connections that break', async () => {
    const cookie = await sessionCookie(api, await createUser(api, clinic))
    let opened = 0
    let breakOff = (): void => undefined
    class WithCookie extends EventSource {
      constructor(url: string | URL, init?: object) {
        super(url, {
          ...init,
          async fetch(address, options) {
            opened += 1
            const stop = new AbortController()
            breakOff = () => stop.abort(new Error('The network broke.'))
            const signal = AbortSignal.any([
              stop.signal,
              ...(options.signal ? [options.signal as AbortSignal] : []),
            ])
            return fetch(address, {
              ...options,
              signal,
              headers: { ...options.headers, cookie },
            })
          },
        })
      }
    }
    const scheduling = createSchedulingClient({
      url: `${api.url}/trpc`,
      EventSource: WithCookie as unknown as typeof globalThis.EventSource,
    })
    const told: inferRouterOutputs<AppRouter>['events']['list']['data'] = []
    let position: string | null | undefined
    const subscription = scheduling.live.changes.subscribe(
      {},
      {
        onData({ data }) {
          if (data.object === 'position') position = data.last_event_id
          if (data.object === 'event') told.push(data)
        },
      },
    )
    onTestFinished(() => subscription.unsubscribe())
    await fact('the first message', () => position !== undefined)
    const create = async (name: string) =>
      api.call('POST', '/v1/clients', {
        key: clinic.key,
        body: { first_name: name, email: `${name}@example.com` },
      })
    await create('one')
    await fact('the first event', () => told.length === 1)
    breakOff()
    await create('two')
    await create('three')
    await fact('the others', () => told.length === 3)
    expect(opened).toBeGreaterThan(1)
    expect(told.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })

  it('that is refused says why', async () => {
    const scheduling = createSchedulingClient({
      url: `${api.url}/trpc`,
      EventSource: EventSource as unknown as typeof globalThis.EventSource,
    })
    const error = await new Promise((resolve) => {
      const subscription = scheduling.live.changes.subscribe({}, { onError: resolve })
      onTestFinished(() => subscription.unsubscribe())
    })
    expect(refusalOf(error)).toMatchObject({ code: 'unauthorized', status: 401 })
  })
})
