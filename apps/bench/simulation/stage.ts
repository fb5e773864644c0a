/** The whole service as plain processes, on a database with ten thousand businesses, their callers and their receivers. */
import { LIMITS } from '@scheduling/core'
import { POOLER, REDIS, startArrangement } from '@scheduling/test/arrangement/arrangement.ts'
import { TEST_SECRETS } from '@scheduling/test/support/secrets.ts'
import { HEALTHY, openReceivers } from '../delivery/receivers.ts'
import { require } from '../figures.ts'
import { drivenBusinesses, fill, type Business } from './fill.ts'
import { RECEIVERS } from './kinds.ts'
import { openOpenLoad } from './open-load.ts'
import { DASHBOARDS } from './rates.ts'
import { cookieOf, hasWebhook } from './requests.ts'
import type { Width } from './rows.ts'
import { portsOf, type Stage } from './step.ts'

/** Endpoints on this machine: many webhooks share one, as they share no lane. */
const ENDPOINTS = 50
const AT_ONCE = 8
/** A little less than a process takes. */
const STREAMS_PER_API = LIMITS.streamsPerProcess - 50

export type Simulation = Stage & {
  readonly businesses: readonly Business[]
  /**
   * Brings in the businesses up to this one: their webhooks, and the streams of their dashboards.
   *
   * @returns how many streams are open
   */
  bringIn(count: number): Promise<number>
  close(): Promise<void>
}

export type Size = {
  readonly width: Width
  /** Of the businesses, the first ones, which are driven. */
  readonly driven: number
  readonly apis: number
  readonly workers: number
}

export async function openSimulation({ width, driven, apis, workers }: Size): Promise<Simulation> {
  const arrangement = await startArrangement({
    apis,
    workers,
    pooler: POOLER !== null,
    redis: REDIS !== null,
    // Each business calls with its own key, and each visitor from an address of its own: limits are as in production.
    env: { TRUSTED_PROXIES: '1' },
  })
  const load = openOpenLoad()
  const behaviours = Array.from({ length: ENDPOINTS }, (_, place) => behaviourAt(place))
  const receivers = await openReceivers(behaviours)
  const close = async (): Promise<void> => {
    await load.close()
    receivers.close()
    await arrangement.stop()
  }
  try {
    await fill(arrangement.databaseUrl, width)
    const businesses = await drivenBusinesses(arrangement.databaseUrl, TEST_SECRETS, driven)
    const [api] = arrangement.apis
    let present = 0
    let streams = 0
    const subscribe = async (business: Business, place: number): Promise<void> => {
      const endpoint = place % ENDPOINTS
      const answer = await fetch(`${api?.url}/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${business.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          // By its name, a delivery is found among the arrivals.
          name: String(endpoint),
          url: receivers.urls[endpoint],
          events: ['appointment.*'],
        }),
      })
      require(answer.status === 201, `a subscription was answered ${await answer.text()}`)
    }
    return {
      arrangement,
      load,
      receivers,
      prompt: new Set(behaviours.flatMap(({ isPrompt }, place) => (isPrompt ? [place] : []))),
      businesses,
      async bringIn(count) {
        const coming = businesses
          .map((business, place) => ({ business, place }))
          .slice(present, count)
        const rest = coming.filter(({ business, place }) => hasWebhook(business.kind, place))
        const take = async (): Promise<void> => {
          for (let one = rest.pop(); one !== undefined; one = rest.pop())
            await subscribe(one.business, one.place)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, take))
        const most = Math.min(Math.round(count * DASHBOARDS), apis * STREAMS_PER_API)
        // Where there are more dashboards than businesses, some owners have two.
        const cookies = Array.from({ length: Math.max(0, most - streams) }, (_, place) => {
          const business = businesses[(streams + place) % count]
          return business === undefined ? '' : cookieOf(business).slice('Cookie: '.length)
        })
        streams += await load.watch(portsOf(arrangement), cookies)
        present = count
        return streams
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The shares of the table, spread over the endpoints. */
function behaviourAt(place: number) {
  const spread = ((place * 7) % ENDPOINTS) / ENDPOINTS
  let until = 0
  const found = RECEIVERS.find(({ share }) => spread < (until += share) - 1e-9) ?? RECEIVERS[0]
  const { answers, delayMs, failShare } = found
  return { ...HEALTHY, answers, delayMs, failShare, isPrompt: found === RECEIVERS[0] }
}
