import type { Scheduling } from '@scheduling/sdk'

/** Whatever keeps messages: a topic of Kafka by its producer, a stream of NATS. It resolves when all of them are kept. */
export type Sink = (messages: readonly Message[]) => Promise<unknown>
/** `key` chooses the partition, so that one organization stays in order. `id` is that of the event. */
export type Message = { readonly key: string; readonly id: string; readonly value: string }
/** Where the bridge keeps how far it is; null: nothing was passed on yet. */
export type Bookmark = { read(): Promise<string | null>; write(after: string): Promise<unknown> }

/** Passes on what is new in the feed of one organization, in its order. Run it every few seconds. */
export async function tap(api: Scheduling, key: string, sink: Sink, bookmark: Bookmark) {
  let after = await bookmark.read()
  for (;;) {
    const page = await api.events.list(after === null ? { limit: 200 } : { after, limit: 200 })
    await sink(page.data.map((event) => ({ key, id: event.id, value: JSON.stringify(event) })))
    if (page.lastEventId !== null) await bookmark.write((after = page.lastEventId))
    if (!page.hasMore) return
  }
}
