import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { openQueue, today, WITHOUT_QUEUE, YESTERDAY } from '../../support/queue.ts'

const api = useSharedApi()

describe('queue.getScreen', () => {
  it('200: who is called, newest first, and who comes next, with reduced names', async () => {
    const queue = await openQueue(api)
    const named = (first_name: string, last_name: string | null) =>
      createClientRow(api.db, queue.organization.row, {
        first_name,
        last_name,
        email: `c${crypto.randomUUID()}@example.com`,
      })
    const served = await queue.entry('IN_SERVICE', {
      client: await named('Rita', 'Melo'),
      calledAt: today('07:40'),
      callCount: 1,
    })
    const called = await queue.entry('CALLED', {
      client: await named('Maria Clara', 'de Souza'),
      place: 'Sala 2',
    })
    const second = await queue.entry('WAITING', { arrivedAt: today('07:30') })
    const first = await queue.entry('WAITING', {
      client: await named('Zé', null),
      arrivedAt: today('07:10'),
    })
    for (const status of ['SKIPPED', 'COMPLETED', 'NO_SHOW', 'CANCELLED'] as const) {
      await queue.entry(status)
    }
    await queue.entry('WAITING', { date: YESTERDAY })
    await (await openQueue(api)).entry('CALLED')
    const professional = { id: queue.professional.id, name: queue.professional.name }
    for (const role of ['owner', 'manager'] as const) {
      const user = await signIn(api, queue.organization, role)
      expect((await user.query('queue.getScreen')).body).toEqual({
        calls: [
          {
            entry_id: called.id,
            is_in_service: false,
            name: 'Maria S.',
            place: 'Sala 2',
            professional,
            call_count: 1,
            called_at: today('07:55'),
          },
          {
            entry_id: served.id,
            is_in_service: true,
            name: 'Rita M.',
            place: null,
            professional,
            call_count: 1,
            called_at: today('07:40'),
          },
        ],
        next: [
          { entry_id: first.id, name: 'Zé' },
          { entry_id: second.id, name: 'Ana S.' },
        ],
        waiting_count: 2,
      })
    }
  })

  it('200: a full queue, of which no more is told than can be read', async () => {
    const queue = await openQueue(api)
    for (let count = 0; count < 14; count += 1) {
      await queue.entry('WAITING')
      await queue.entry('CALLED')
    }
    const owner = await signIn(api, queue.organization)
    const { body } = await owner.query('queue.getScreen')
    expect([body.calls.length, body.next.length, body.waiting_count]).toEqual([8, 12, 14])
  })

  it('403 feature_not_enabled, and 401 without a session', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api, { organization })
      const { status, problem } = await (
        await signIn(api, queue.organization)
      ).query('queue.getScreen')
      expect([status, problem.code]).toEqual([403, 'feature_not_enabled'])
    }
    expect((await openStranger(api).query('queue.getScreen')).status).toBe(401)
  })
})
