import { z } from 'zod'
import { LiveMessage } from '../events/live-feed.ts'
import { valueText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'

/** What changes in the organization, from an event on, as it happens. */
export const followChanges = procedure({
  kind: 'stream',
  scope: 'read',
  access: 'everybody',
  input: z.object({
    after: valueText().optional().meta({
      description: 'The id of the last event that you have seen. Left out: from now on.',
    }),
    lastEventId: valueText().optional().meta({
      description: 'The same, as clients of tRPC send it when they open a stream again. It wins.',
    }),
  }),
  output: LiveMessage,
  problems: [],
  run: (context, { after, lastEventId }) =>
    context.live.follow(context, lastEventId ?? after ?? null),
})
