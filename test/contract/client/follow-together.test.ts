/** Tabs of one browser: Node has the same locks and channels, and each call here is a tab. */
import { createSchedulingClient, followTogether, type LiveMessage } from '@scheduling/client'
import { EventSource } from 'eventsource'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createUser, sessionCookie } from '../../support/dashboard.ts'
import { fact } from '../../support/worker.ts'

const api = useSharedApi({ now: Date.now() })
let clinic: TestOrganization

beforeAll(async () => {
  clinic = await api.organization()
})

let clients = 0
const writeEvents = async (count: number) => {
  for (let made = 0; made < count; made += 1) {
    const email = `tab${(clients += 1)}@example.com`
    await api.call('POST', '/v1/clients', { key: clinic.key, body: { first_name: 'Ana', email } })
  }
}

type Tab = {
  readonly seen: LiveMessage[]
  readonly ended: (string | undefined)[]
  close(): void
}

/** A browser of one user, in which tabs are opened. */
async function openBrowserOf(user: { readonly id: number }) {
  const cookie = await sessionCookie(api, user)
  let streams = 0
  class WithCookie extends EventSource {
    constructor(url: string | URL) {
      streams += 1
      super(url, {
        fetch: (address, options) =>
          fetch(address, { ...options, headers: { ...options.headers, cookie } }),
      })
    }
  }
  const openTab = (): Tab => {
    const scheduling = createSchedulingClient({
      url: `${api.url}/trpc`,
      EventSource: WithCookie as unknown as typeof globalThis.EventSource,
    })
    const seen: LiveMessage[] = []
    const ended: (string | undefined)[] = []
    const close = followTogether(scheduling, String(user.id), {
      onMessage: (message) => seen.push(message),
      onEnd: (refusal) => ended.push(refusal?.code),
    })
    onTestFinished(close)
    return { seen, ended, close }
  }
  return { openTab, streams: () => streams }
}

const isPlaced = ({ seen }: Tab) => seen[0]?.object === 'position'
const sequencesOf = ({ seen }: Tab) =>
  seen.flatMap((message) => (message.object === 'event' ? [message.sequence] : []))

describe('followTogether', () => {
  it('has one stream for all tabs, and another when the tab that holds it is closed', async () => {
    const browser = await openBrowserOf(await createUser(api, clinic))
    const first = browser.openTab()
    await fact('the first tab', () => isPlaced(first))
    const [second, third] = [browser.openTab(), browser.openTab()]
    await fact('the others', () => isPlaced(second) && isPlaced(third))
    expect(browser.streams()).toBe(1)
    await writeEvents(3)
    await fact('three events', () => sequencesOf(third).length === 3)

    first.close()
    await writeEvents(20)
    await fact('all events in the tabs that are left', () =>
      [second, third].every((tab) => sequencesOf(tab).length === 23),
    )
    expect(browser.streams()).toBe(2)
    const [from = 0] = sequencesOf(second)
    const all = Array.from({ length: 23 }, (_, index) => from + index)
    expect([sequencesOf(second), sequencesOf(third)]).toEqual([all, all])
    expect(sequencesOf(first)).toEqual(all.slice(0, 3))
    // What may have been missed in between has no events: it is to be read again.
    expect(third.seen).toContainEqual({ object: 'note', room: '*', id: null })
  })

  it('ends in every tab when the session ends, and says why', async () => {
    const user = await createUser(api, clinic)
    const browser = await openBrowserOf(user)
    const tabs = [browser.openTab(), browser.openTab()]
    await fact('both tabs', () => tabs.every(isPlaced))
    await api.db.userSession.deleteMany({ where: { userId: user.id } })
    await fact('the end', () => tabs.every(({ ended }) => ended.length === 1))
    expect(tabs.map(({ ended }) => ended)).toEqual([['unauthorized'], ['unauthorized']])
  })

  it('gives each user a stream of their own', async () => {
    const [one, other] = [await createUser(api, clinic), await createUser(api, clinic)]
    const [browser, shared] = [await openBrowserOf(one), await openBrowserOf(other)]
    const tabs = [browser.openTab(), shared.openTab()]
    await fact('both tabs', () => tabs.every(isPlaced))
    expect([browser.streams(), shared.streams()]).toEqual([1, 1])
  })
})
