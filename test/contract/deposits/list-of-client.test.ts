import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../support/api.ts'
import { createDepositRow } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { openQueue, today } from '../../support/queue.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe('deposits.listOfClient', () => {
  it('200: those of one client, newest first, page by page', async () => {
    const queue = await openQueue(api)
    const { row } = queue.organization
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) {
      const entry = await queue.entry('WAITING', { client: queue.client, status: 'COMPLETED' })
      const deposit = await createDepositRow(api.db, row, {
        queueEntry: entry,
        expiresAt: today('12:00'),
        createdAt: new Date(today(`07:0${count}`)),
      })
      ids.unshift(deposit.id)
    }
    await createDepositRow(api.db, row, {
      queueEntry: await queue.entry('WAITING'),
      expiresAt: today('12:00'),
    })
    const user = await signIn(api, queue.organization, 'collaborator')
    const input = { client_id: queue.client.id, limit: 2, expand: ['queue_entry'] }
    const { body } = await user.query('deposits.listOfClient', input)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
    expect(body.data[0].queue_entry).toMatchObject({ object: 'queue_entry' })
    const rest = await user.query('deposits.listOfClient', { ...input, cursor: body.next_cursor })
    expect(rest.body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2))
    expect(rest.body.has_more).toBe(false)
  })

  it('200: nothing of another organization; 401 without a session', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    await createDepositRow(api.db, queue.organization.row, {
      queueEntry: entry,
      expiresAt: today('12:00'),
    })
    const stranger = await signIn(api, (await openQueue(api)).organization)
    const input = { client_id: entry.clientId }
    expect((await stranger.query('deposits.listOfClient', input)).body.data).toEqual([])
    expect((await openStranger(api).query('deposits.listOfClient', input)).status).toBe(401)
  })
})
