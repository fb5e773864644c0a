/** Bookmarks of the SDK: those that are too old, those of others, and texts that are none. */
import { Scheduling, type SyncedList } from '@scheduling/sdk'
import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import {
  copiedClinic,
  emptyCopy,
  runAndDie,
  runSync,
  sorted,
  truth,
} from '../../support/synced-copy.ts'

const DAY_MS = 86_400_000

const api = useSharedApi()

const clinic = () => copiedClinic(api)

describe('a bookmark', () => {
  it.each([
    ['older than the events that are kept', 1],
    ['of a time before the first event, which is not kept any more', 0],
  ])('%s begins again', async (_, eventsBefore) => {
    const { client, register, organization } = await clinic()
    const copy = emptyCopy()
    for (let count = 0; count < eventsBefore; count += 1) await register()
    await runSync(client, copy)
    await register()
    const { id } = await register()
    // As retention does it, a day at a time.
    await api.db.$executeRaw`DELETE FROM event WHERE organization_id = ${organization.row.id}
        AND sequence < (SELECT max(sequence) FROM event WHERE organization_id = ${organization.row.id})`
    const steps = await runSync(client, copy)
    expect(steps[0]?.kind).toBe('began')
    expect(copy.records.has(`client ${id}`)).toBe(true)
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
    expect(await runSync(client, copy)).toHaveLength(1)
  })

  it('of the newest event stays good, however long nothing happens', async () => {
    const { client, register } = await clinic()
    const copy = emptyCopy()
    try {
      await register()
      await runSync(client, copy)
      api.setNow(TEST_NOW + 40 * DAY_MS)
      expect(await runSync(client, copy)).toHaveLength(1)
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('with a cursor of someone else begins again', async () => {
    const [one, other] = [await clinic(), await clinic()]
    for (let count = 0; count < 3; count += 1) await one.register()
    const copy = emptyCopy()
    await runAndDie(one.client, copy, 3, 'after')
    expect(copy.bookmark).toContain('cursor')
    const steps = await runSync(other.client, copy)
    expect(steps[0]?.kind).toBe('began')
    expect(sorted(copy.records)).toEqual(sorted(await truth(other.client)))
  })

  it.each([
    ['no JSON', 'evt_1'],
    ['other JSON', '{"v":1}'],
    ['null', 'null'],
    ['a newer version', '{"v":2,"after":null,"done":[],"at":null}'],
    ['a place that is none', '{"v":1,"after":null,"done":[],"at":{"list":1}}'],
    ['empty text', ''],
  ])('that is %s is refused', async (_, bookmark) => {
    const { client } = await clinic()
    await expect(runSync(client, { ...emptyCopy(), bookmark })).rejects.toMatchObject({
      code: 'bookmark_invalid',
    })
  })

  it('is refused before anything is asked, like options that make no sense', async () => {
    const client = new Scheduling({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_x', maxRetries: 0 })
    const wrong = ['nothing', 'constructor'] as unknown as SyncedList[]
    for (const lists of [[], wrong]) {
      await expect(runSync(client, emptyCopy(), { lists })).rejects.toThrow(
        '`lists` must name some of',
      )
    }
    await expect(runSync(client, emptyCopy(), { followEverySeconds: 0 })).rejects.toThrow(TypeError)
  })
})
