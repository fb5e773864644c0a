/** The bridge of docs/scale.md, from the real feed into a plain list. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Scheduling } from '@scheduling/sdk'
import { expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { copiedClinic } from '../../support/synced-copy.ts'
import { tap, type Bookmark, type Message } from './feed-tap.ts'

const api = useSharedApi()

function bookmarkIn(): Bookmark {
  let kept: string | null = null
  return { read: async () => kept, write: async (after) => void (kept = after) }
}

async function feedOf(client: Scheduling): Promise<string[]> {
  const { data } = await client.events.list({ limit: 200 })
  return data.map(({ id }) => id)
}

it('passes every event on, in the order of the feed, wherever it is killed, and some of them twice', async () => {
  const { client, register } = await copiedClinic(api)
  for (let count = 0; count < 5; count += 1) await register()
  const topic: Message[] = []
  const bookmark = bookmarkIn()
  const keep = async (messages: readonly Message[]): Promise<void> => void topic.push(...messages)
  await tap(client, 'clinic', keep, bookmark)
  await register()
  // The broker has kept the messages, and the bridge dies before it knows.
  const died = tap(
    client,
    'clinic',
    async (messages) => {
      await keep(messages)
      throw new Error('killed')
    },
    bookmark,
  )
  await expect(died).rejects.toThrow('killed')
  await register()
  await tap(client, 'clinic', keep, bookmark)
  await tap(client, 'clinic', keep, bookmark)
  const feed = await feedOf(client)
  expect(feed.length).toBeGreaterThanOrEqual(7)
  // A consumer that leaves out ids that it has seen has the feed itself.
  expect([...new Set(topic.map(({ id }) => id))]).toEqual(feed)
  expect(topic.length).toBe(feed.length + 1)
  expect(JSON.parse(topic.at(-1)?.value ?? '{}')).toMatchObject({ id: feed.at(-1) })
})

it('the docs show the bridge as it is tested', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/scale.md'), 'utf8')
  const code = readFileSync(path.join(import.meta.dirname, 'feed-tap.ts'), 'utf8')
  expect(page).toContain(code.trim())
})
