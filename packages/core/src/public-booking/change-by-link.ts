import { workOf, type Work } from '../change/system-work.ts'
import { noteLinkUsed } from '../change/write-messages.ts'
import type { Actor } from '../context.ts'
import type { Declared } from '../events/emissions.ts'
import { isLinkOf, type LinkedRow } from '../links/record-link.ts'
import type { TrpcContext } from '../procedure/trpc-context.ts'
import { openKind, requireLink, whileThere, type LinkKind, type OpenedRow } from './links.ts'
import { countChange, visitorOf } from './visit.ts'

type Call = Pick<TrpcContext, 'service' | 'browser' | 'requestId'> & { readonly declared: Declared }

/** A kind of record whose links change it. */
export type ChangedKind<Row> = LinkKind<Row> & {
  /** The client whose record it is. */
  readonly actorOf: (row: Row) => Actor
}

/** What the holder of a link changes: as its client, and counted by procedure and record, and refused if the link was taken back meanwhile. */
export async function changeByLink<Row extends LinkedRow>(
  { service, browser, requestId, declared }: Call,
  kind: ChangedKind<Row>,
  token: string,
  run: (work: Work, opened: OpenedRow<Row>) => Promise<Row>,
): Promise<OpenedRow<Row>> {
  const { record, actorOf } = kind
  const opened = await openKind(service, browser, kind, token)
  const { visited, row: seen } = opened
  await countChange(browser, declared.name, record, seen.id)
  const row = await workOf(
    service,
    visited.organization.id,
    {
      actorOf,
      source: 'public_booking',
      requestId,
      declared,
      visitor: visitorOf(service, browser),
    },
    async (work) => {
      const after = await whileThere(run(work, opened))
      requireLink(service, kind, after, token)
      const { byMessage } = kind
      if (byMessage !== undefined && isLinkOf(service, byMessage, after, token)) {
        await noteLinkUsed(work.tx, record, after)
      }
      return after
    },
  )
  return { visited, row }
}
