/** Files that the dashboard downloads: they are made while they are sent, and are as long as they are. */
import { unitOfWork } from '../change/unit-of-work.ts'
import type { Context } from '../context.ts'
import { notSignedIn } from '../contract/problems.ts'
import type { Feature } from '../contract/features.ts'
import type { NewNote } from '../events/notes.ts'
import type { Group } from '../procedure/accesses.ts'

export type Opened = {
  readonly fileName: string
  readonly contentType: string
  /** Nothing is read before it is asked for. The reading ends with the last request for more. */
  readonly pieces: AsyncIterable<Uint8Array>
}

export type Download = {
  /** Who of the team may have it. */
  readonly access: Group
  readonly feature?: Feature
  /**
   * Reads as much as is needed to refuse what can be refused.
   *
   * @param input as it came
   * @throws a `Problem`
   */
  readonly open: (context: Context, input: unknown) => Promise<Opened>
}

/** Writes to the audit who downloads, before anything is sent. */
export async function noteDownload(context: Context, note: NewNote): Promise<void> {
  if (context.caller.kind !== 'user') throw notSignedIn()
  await unitOfWork(context, {
    name: 'download',
    declared: new Set(),
    emits: { ok: [] },
    notes: [note.action],
    run: async (write) => {
      write.note(note)
      return { outcome: 'ok', reply: null }
    },
  })
}
