import type { Professional } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { createProfessional } from '../../support/clinic.ts'
import { openQueue, today, YESTERDAY } from '../../support/queue.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'

const api = useOwnApi()

describe('queue.listCalls', () => {
  it('200: when each call of today becomes a no-show, and later after a second call', async () => {
    const queue = await openQueue(api)
    const other = await openQueue(api)
    const [first, second] = [await queue.entry('WAITING'), await queue.entry('WAITING')]
    await queue.entry('WAITING')
    await queue.entry('CALLED', { date: YESTERDAY, callExpiresAt: today('08:05') })
    const owner = await signIn(api, queue.organization)
    const listed = async () => (await owner.query('queue.listCalls')).body.data
    const call = (id: number) => queue.call('POST', `/v1/queue/entries/${id}/call`, { body: {} })
    expect(await listed()).toEqual([])
    await call(first.id)
    api.setNow(TEST_NOW + 60_000)
    await call(second.id)
    expect(await listed()).toEqual([
      { entry_id: first.id, call_expires_at: '2026-11-20T08:10:00-03:00' },
      { entry_id: second.id, call_expires_at: '2026-11-20T08:11:00-03:00' },
    ])
    api.setNow(TEST_NOW + 120_000)
    await call(first.id)
    expect((await listed())[1]).toEqual({
      entry_id: first.id,
      call_expires_at: '2026-11-20T08:12:00-03:00',
    })
    const stranger = await signIn(api, other.organization)
    expect((await stranger.query('queue.listCalls')).body.data).toEqual([])
  })

  it('200: to a professional, the own calls and those that are for any', async () => {
    const queue = await openQueue(api)
    const { row } = queue.organization
    const other = await createProfessional(api.db, row)
    const called = (whose: { professional?: Professional }) =>
      queue.entry('CALLED', { ...whose, callExpiresAt: today('08:05') })
    const [own, ofAny] = [await called({ professional: queue.professional }), await called({})]
    await called({ professional: other })
    const user = await signIn(api, queue.organization, 'professional', queue.professional.id)
    const { body } = await user.query('queue.listCalls')
    expect(body.data.map(({ entry_id }: any) => entry_id)).toEqual([own.id, ofAny.id])
  })

  it('401 and 403 feature_not_enabled: without a session; the online queue is off', async () => {
    expect((await openBrowser(api).query('queue.listCalls')).status).toBe(401)
    const queue = await openQueue(api, { organization: { switchedOff: ['online_queue'] } })
    const { status, problem } = await (
      await signIn(api, queue.organization)
    ).query('queue.listCalls')
    expect([status, problem.code]).toEqual([403, 'feature_not_enabled'])
  })
})
