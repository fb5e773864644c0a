import { formatInstant } from '@scheduling/availability'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { askedRoutes } from '../../support/asked-routes.ts'
import { attemptRow, createdWebhook, resolveNames } from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

const api = useSharedApi({ now: NOW })
let organization: TestOrganization
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

beforeAll(async () => {
  resolveNames(api)
  organization = await api.organization({ timeZone: 'UTC' })
})

const instant = (ms: number) => formatInstant(ms, 'UTC')

const { get } = askedRoutes(api, () => organization)
const statistics = ({ id }: { readonly id: string }, hours = {}) =>
  get(`/webhooks/${id}/statistics`, hours)

describe('GET /v1/webhooks/{webhook_id}/statistics', () => {
  it('200: counts attempts by hour, with their times; pings and what is older are left out', async () => {
    const webhook = await createdWebhook(api, organization)
    const row = (minutesAgo: number, status: string, durationMs: number, more = {}) =>
      attemptRow(api, webhook, {
        eventId: `evt_${minutesAgo}`,
        status,
        durationMs,
        createdAt: NOW - minutesAgo * MINUTE_MS,
        ...more,
      })
    for (let index = 1; index <= 19; index += 1) await row(index, 'SUCCEEDED', index)
    await row(20, 'FAILED', 9000)
    await row(61, 'FAILED', 100)
    await row(180, 'SUCCEEDED', 50)
    await row(181, 'SUCCEEDED', 50)
    await row(5, 'SUCCEEDED', 1, { trigger: 'TEST', eventType: 'ping' })
    await row(6, 'DISCARDED', 0)
    await attemptRow(api, await createdWebhook(api, organization), {
      eventId: 'evt_other',
      createdAt: NOW - 1000,
    })
    const { body } = await statistics(webhook, { hours: 3 })
    expect(body).toEqual({
      object: 'webhook_statistics',
      since: instant(NOW - 3 * HOUR_MS),
      attempts: 22,
      succeeded: 20,
      failed: 2,
      success_rate: 20 / 22,
      p50_ms: 11,
      p95_ms: 100,
      waiting: 0,
      by_hour: [
        {
          from: instant(NOW - 3 * HOUR_MS),
          attempts: 1,
          succeeded: 1,
          failed: 0,
          success_rate: 1,
          p50_ms: 50,
          p95_ms: 50,
        },
        {
          from: instant(NOW - 2 * HOUR_MS),
          attempts: 1,
          succeeded: 0,
          failed: 1,
          success_rate: 0,
          p50_ms: 100,
          p95_ms: 100,
        },
        {
          from: instant(NOW - HOUR_MS),
          attempts: 20,
          succeeded: 19,
          failed: 1,
          success_rate: 0.95,
          p50_ms: 10,
          p95_ms: 19,
        },
      ],
    })
  })

  it('200: of a webhook that was sent nothing there is nothing to divide', async () => {
    const webhook = await createdWebhook(api, organization)
    const { body } = await statistics(webhook)
    expect(body).toMatchObject({ attempts: 0, success_rate: null, p50_ms: null, p95_ms: null })
    expect(body.by_hour).toHaveLength(24)
    const { problem } = await statistics(webhook, { hours: 721 })
    expect(problem.code).toBe('validation_error')
  })

  it('404 not_found: a webhook of another organization', async () => {
    const foreign = await createdWebhook(api, await api.organization())
    const { problem } = await statistics(foreign)
    expect(problem.code).toBe('not_found')
  })
})
