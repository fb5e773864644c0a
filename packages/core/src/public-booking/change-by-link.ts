import { workOf, type Work } from '../change/system-work.ts'
import { noteLinkUsed } from '../change/write-messages.ts'
import type { Actor } from '../context.ts'
import { isLinkOf, type LinkedRow } from '../links/record-link.ts'
import type { VisitorCall } from '../procedure/visitor.ts'
import { openKind, readByLink, requireLink, whileThere, type LinkKind } from './links.ts'
import { countChange, visitorOf, type Visited } from './visit.ts'

/** A kind of record whose links change it. */
export type ChangedKind<Row, View> = LinkKind<Row> & {
  /** The client whose record it is. */
  readonly actorOf: (row: Row) => Actor
  /** Renders the record for the holder of the link. */
  readonly view: (visited: Visited, row: Row, token: string) => Promise<View>
}

/** Returns the record of a link as its holder sees it. */
export async function viewByLink<Row extends LinkedRow, View>(
  call: VisitorCall,
  kind: ChangedKind<Row, View>,
  token: string,
): Promise<View> {
  const { visited, row } = await readByLink(call, kind, token)
  return kind.view(visited, row, token)
}

/**
 * Changes the record of a link as its client, and returns it as its holder sees it. Changes are counted by procedure and
 * record. A link that was revoked meanwhile is refused.
 */
export async function changeByLink<Row extends LinkedRow, View>(
  call: VisitorCall,
  kind: ChangedKind<Row, View>,
  token: string,
  run: (work: Work, row: Row) => Promise<Row>,
): Promise<View> {
  const { record, actorOf } = kind
  const { service, browser, requestId } = call
  const { visited, row: seen } = await openKind(service, browser, kind, token)
  await countChange(call, record, seen.id)
  const row = await workOf(
    service,
    visited.organization,
    {
      actorOf,
      source: 'public_booking',
      requestId,
      declared: call.declaredOf('ok'),
      visitor: visitorOf(service, browser),
    },
    async (work) => {
      const after = await whileThere(run(work, seen))
      requireLink(service, kind, after, token)
      const { byMessage } = kind
      if (byMessage !== undefined && isLinkOf(service, byMessage, after, token)) {
        await noteLinkUsed(work.tx, record, after)
      }
      return after
    },
  )
  return kind.view(visited, row, token)
}
