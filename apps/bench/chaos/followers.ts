/** Those who follow a clinic: readers of the feed with a bookmark, dashboards with a stream, copies of a list. */
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './asking.ts'
import type { Door } from './callers.ts'
import type { Copy, Reader, Sighting } from './history.ts'
import type { Clinic } from './world.ts'

/** Something that came: to what kind of follower, through which process, and when it was asked for. */
export type Heard = (kind: 'feed' | 'stream' | 'copy', door: string, from: number) => void

export type Followers = {
  /** Reads on until each has all of it, and then stops. */
  finish(): Promise<{ readers: readonly Reader[]; copies: readonly Copy[] }>
}

const LOOK_EACH_MS = 400
const FINISH_WITHIN_MS = 30_000

/** One of each kind for each clinic; they go from door to door. */
export function startFollowers(
  clinics: readonly Clinic[],
  doors: readonly Door[],
  heard: Heard,
): Followers {
  const finishes = clinics.flatMap((clinic) => [
    followFeed(clinic, doors, heard),
    followStream(clinic, doors, heard),
  ])
  const copies = clinics.map((clinic) => keepCopy(clinic, doors, heard))
  return {
    async finish() {
      return {
        readers: await Promise.all(finishes.map((finish) => finish())),
        copies: await Promise.all(copies.map((finish) => finish())),
      }
    },
  }
}

function turns(doors: readonly Door[]): () => Door {
  let turn = 0
  return () => {
    const door = doors[(turn += 1) % doors.length]
    if (door === undefined) throw new Error('There is no process to ask.')
    return door
  }
}

function followFeed(clinic: Clinic, doors: readonly Door[], heard: Heard): () => Promise<Reader> {
  const seen: Sighting[] = []
  const next = turns(doors)
  let after: string | null = null
  const look = async (): Promise<boolean> => {
    const door = next()
    const from = Date.now()
    const query = after === null ? '' : `&after=${after}`
    const { outcome, body } = await ask(door.url, {
      method: 'GET',
      path: `/v1/events?limit=100${query}`,
      key: clinic.key,
    })
    if (outcome.kind !== 'ok') return true
    for (const { sequence, id } of body.data) seen.push({ sequence, id })
    after = body.last_event_id
    heard('feed', door.name, from)
    return body.has_more || body.data.length > 0
  }
  const finish = repeating(look)
  return async () => {
    await finish()
    return {
      name: `feed reader of ${clinic.organization}`,
      organization: clinic.organization,
      seen,
    }
  }
}

/** Looks each moment until it is told to finish; then until there is no more to see. */
function repeating(look: () => Promise<boolean>): () => Promise<void> {
  const finishing = new AbortController()
  const run = async (): Promise<void> => {
    while (!finishing.signal.aborted) {
      await look()
      await pause(LOOK_EACH_MS, undefined, { signal: finishing.signal }).catch(() => undefined)
    }
    const until = Date.now() + FINISH_WITHIN_MS
    while ((await look()) && Date.now() < until) await pause(20)
  }
  const running = run()
  return async () => {
    finishing.abort()
    await running
  }
}

function followStream(clinic: Clinic, doors: readonly Door[], heard: Heard): () => Promise<Reader> {
  const seen: Sighting[] = []
  const next = turns(doors)
  const stopping = new AbortController()
  let lastId: string | null = null
  let lastAt = Date.now()
  const open = async (): Promise<void> => {
    const door = next()
    const closing = new AbortController()
    // It pings each 15 s: one that says nothing for longer is broken, though no one said so.
    const watch = setInterval(() => {
      if (Date.now() - lastAt > 20_000) closing.abort()
    }, 1000)
    lastAt = Date.now()
    try {
      const response = await fetch(`${door.url}/trpc/live.changes?input=%7B%7D`, {
        headers: {
          accept: 'text/event-stream',
          cookie: clinic.cookie,
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        },
        signal: AbortSignal.any([stopping.signal, closing.signal]),
      })
      if (!response.ok || response.body === null) return
      let rest = ''
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        lastAt = Date.now()
        const blocks = `${rest}${chunk}`.split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) take(block, door)
      }
    } catch {
      // It is opened again.
    } finally {
      clearInterval(watch)
    }
  }
  const take = (block: string, door: Door): void => {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
      }),
    )
    const id = fields.get('id')
    if (id === undefined) return
    lastId = id
    heard('stream', door.name, lastAt)
    const data = JSON.parse(fields.get('data') ?? 'null')
    if (data?.object === 'event') seen.push({ sequence: data.sequence, id: data.id })
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await open()
      await pause(100)
    }
  })()
  return async () => {
    // What was written last arrives within two seconds.
    await pause(3000)
    stopping.abort()
    await running
    return { name: `stream of ${clinic.organization}`, organization: clinic.organization, seen }
  }
}

function keepCopy(clinic: Clinic, doors: readonly Door[], heard: Heard): () => Promise<Copy> {
  const records = new Map<number, string>()
  const next = turns(doors)
  let since = '2020-01-01T00:00:00Z'
  const page = async (query: string, into: Map<number, string>): Promise<any> => {
    const door = next()
    const from = Date.now()
    const path = `/v1/appointments?limit=100${query}`
    const { outcome, body } = await ask(door.url, { method: 'GET', path, key: clinic.key })
    if (outcome.kind !== 'ok') return null
    for (const record of body.data) into.set(record.id, JSON.stringify(record))
    if (into === records) heard('copy', door.name, from)
    return body
  }
  let cursor: string | null = null
  const look = async (): Promise<boolean> => {
    const query = `&updated_since=${encodeURIComponent(since)}`
    const body = await page(cursor === null ? query : `${query}&cursor=${cursor}`, records)
    if (body === null) return true
    cursor = body.next_cursor
    if (cursor !== null) return true
    const before = since
    since = body.data.at(-1)?.updated_at ?? since
    return since !== before
  }
  const finish = repeating(look)
  return async () => {
    await finish()
    const truth = new Map<number, string>()
    let at: string | null = null
    do {
      const body: any = await page(at === null ? '' : `&cursor=${at}`, truth)
      at = body === null ? at : body.next_cursor
    } while (at !== null)
    return { name: `copy of ${clinic.organization}`, records, truth }
  }
}
