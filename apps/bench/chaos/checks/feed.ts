/** Every reader sees the events of an organization in one order, with nothing left out and nothing twice. */
import type { Anomaly, Event, History, Reader } from '../history.ts'

export function checkFeed({ events, readers }: History): Anomaly[] {
  const feeds = Map.groupBy(events, ({ organization }) => organization)
  const inOrder = new Map<number, readonly Event[]>()
  const anomalies: Anomaly[] = []
  for (const [organization, feed] of feeds) {
    const sorted = feed.toSorted((one, other) => one.sequence - other.sequence)
    inOrder.set(organization, sorted)
    anomalies.push(...checkPositions(organization, sorted))
  }
  return [
    ...anomalies,
    ...readers.flatMap((reader) => checkReader(reader, inOrder.get(reader.organization) ?? [])),
  ]
}

function checkPositions(organization: number, feed: readonly Event[]): Anomaly[] {
  const anomalies: Anomaly[] = []
  const of = `of the feed of ${organization}`
  feed.forEach(({ sequence, createdAt }, place) => {
    const before = feed[place - 1]
    if (sequence !== place + 1 && sequence !== (before?.sequence ?? 0) + 1)
      anomalies.push({
        kind: 'event lost',
        what: `position ${sequence} ${of} follows ${before?.sequence ?? 0}`,
        at: createdAt,
      })
    if (before !== undefined && createdAt < before.createdAt)
      anomalies.push({
        kind: 'event out of order',
        what: `position ${sequence} ${of} is older than the one before`,
        at: createdAt,
      })
  })
  if (new Set(feed.map(({ id }) => id)).size !== feed.length)
    anomalies.push({ kind: 'event twice', what: `an id ${of}`, at: null })
  return anomalies
}

function checkReader({ name, seen }: Reader, feed: readonly Event[]): Anomaly[] {
  const [first] = seen
  const last = seen.at(-1)
  const missed = { kind: 'event lost', at: null } as const
  if (first === undefined || last === undefined)
    return feed.length === 0 ? [] : [{ ...missed, what: `${name} saw nothing` }]
  const anomalies: Anomaly[] = []
  const ids = new Map(feed.map(({ sequence, id }) => [sequence, id]))
  let before = first.sequence - 1
  for (const { sequence, id } of seen) {
    const at = feed[sequence - 1]?.createdAt ?? null
    if (sequence > before + 1)
      anomalies.push({ kind: 'event lost', what: `${name} saw ${sequence} after ${before}`, at })
    else if (sequence === before)
      anomalies.push({ kind: 'event twice', what: `${name} saw ${sequence} twice`, at })
    else if (sequence < before)
      anomalies.push({
        kind: 'event out of order',
        what: `${name} saw ${sequence} after ${before}`,
        at,
      })
    if (ids.get(sequence) !== id)
      anomalies.push({
        kind: 'seen in another order',
        what: `${name} saw ${id} at ${sequence}`,
        at,
      })
    before = sequence
  }
  const end = feed.at(-1)?.sequence ?? 0
  if (last.sequence < end)
    anomalies.push({ ...missed, what: `${name} ends at ${last.sequence} of ${end}` })
  return anomalies
}
