import type { Refusal } from './app-router.ts'
import { refusalOf, type SchedulingClient } from './client.ts'

type Handlers = Parameters<SchedulingClient['live']['changes']['subscribe']>[1]

/** What `live.changes` tells, as tRPC's client hands it over. */
export type LiveMessage = Parameters<NonNullable<Handlers['onData']>>[0]['data']

export type Follower = {
  /** Gets `position` first, and then each event once, in order, and notes. */
  onMessage(message: LiveMessage): void
  /** The stream has ended for all tabs, such as when the session has. */
  onEnd(refusal: Refusal | null): void
  /** The connection broke. It is opened again by itself, and the stream goes on where it was. */
  onBreak?(): void
}

/** What tabs say to each other. */
type ChannelMessage =
  | { readonly kind: 'message'; readonly id: string; readonly data: LiveMessage }
  /** A tab that came later asks where the stream is. */
  | { readonly kind: 'where' }
  | { readonly kind: 'end'; readonly refusal: Refusal | null }
  | { readonly kind: 'break' }

/**
 * Follows `live.changes`, with one stream for all tabs of a browser. One tab holds a lock of the browser and the
 * stream, and passes on what comes. When that tab is closed, another gets the lock, and goes on after what it has seen.
 *
 * @param whose one for each user, such as the user's id: tabs with the same one share a stream
 * @returns stops following
 */
export function followTogether(
  client: Pick<SchedulingClient, 'live'>,
  whose: string,
  follower: Follower,
): () => void {
  const name = `scheduling changes ${whose}`
  const channel = new BroadcastChannel(name)
  const stopping = new AbortController()
  let last: { readonly id: string; readonly position: string | null } | null = null
  let sequence = 0
  let isLeader = false

  const stop = (): void => {
    stopping.abort()
    channel.close()
  }
  const end = (refusal: Refusal | null): void => {
    if (stopping.signal.aborted) return
    stop()
    follower.onEnd(refusal)
  }
  /** What a tab that has come before has seen already, it gets again from a new leader. */
  const take = (id: string, data: LiveMessage): void => {
    if (data.object === 'position') {
      const isFirst = last === null
      last ??= { id, position: data.last_event_id }
      if (isFirst) follower.onMessage(data)
      return
    }
    // It has not heard yet where the stream is: what comes before that, it does not miss.
    if (last === null) return
    if (data.object === 'event') {
      if (data.sequence <= sequence) return
      sequence = data.sequence
    }
    last = { id, position: data.object === 'event' ? data.id : last.position }
    follower.onMessage(data)
  }

  const hear = (message: ChannelMessage): void => {
    if (message.kind === 'end') end(message.refusal)
    else if (message.kind === 'break') follower.onBreak?.()
    else if (message.kind === 'message') take(message.id, message.data)
    else if (isLeader && last !== null) {
      const data = { object: 'position', last_event_id: last.position } as const
      say({ kind: 'message', id: last.id, data })
    }
  }
  // Only tabs of this origin have the channel, and they say nothing else there.
  channel.addEventListener('message', (event: Event) =>
    hear((event as Event & { readonly data: ChannelMessage }).data),
  )
  const say = (message: ChannelMessage): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
    if (!stopping.signal.aborted) channel.postMessage(message)
  }

  /** Holds the lock until this tab stops. */
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      isLeader = true
      const from = last === null ? {} : { lastEventId: last.id }
      const stream = client.live.changes.subscribe(from, {
        onData({ id, data }) {
          take(id, data)
          say({ kind: 'message', id, data })
        },
        onConnectionStateChange({ state, error }) {
          if (state !== 'connecting' || error === null) return
          say({ kind: 'break' })
          follower.onBreak?.()
        },
        onError(error) {
          say({ kind: 'end', refusal: refusalOf(error) })
          end(refusalOf(error))
        },
      })
      const leave = (): void => {
        stream.unsubscribe()
        resolve()
      }
      if (stopping.signal.aborted) leave()
      else stopping.signal.addEventListener('abort', leave)
    })

  say({ kind: 'where' })
  navigator.locks.request(name, { signal: stopping.signal }, lead).catch(() => undefined)
  return stop
}
