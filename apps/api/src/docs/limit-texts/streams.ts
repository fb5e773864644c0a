import type { Chapter } from './limit-text.ts'

export const STREAMS = {
  streamsPerUser: {
    says: 'Streams of one user that are open at the same time, in each process of the API',
    unit: '',
    where: '`live.changes`',
    beyond: { instead: 'The stream is refused with `429 rate_limited`.' },
  },
  streamsPerOrganization: {
    says: 'Streams of one organization that are open at the same time, in each process of the API',
    unit: '',
    where: '`live.changes`',
    beyond: { instead: 'The stream is refused with `429 rate_limited`.' },
  },
  streamsPerProcess: {
    says: 'Streams that are open at the same time in one process of the API',
    unit: '',
    where: '`live.changes`',
    beyond: {
      instead:
        'The stream is refused with `service_unavailable`: try again, as another process may have room.',
    },
  },
  streamMaxSeconds: {
    says: 'How long a stream is open',
    unit: 'seconds',
    where: '`live.changes`',
    beyond: { instead: 'The stream ends. Clients open it again, from where it ended.' },
  },
  streamPingSeconds: {
    says: 'How often a stream sends a `ping`',
    unit: 'seconds',
    where: '`live.changes`',
    beyond: { instead: 'A client that hears nothing for three times as long opens it again.' },
  },
  streamStallSeconds: {
    says: 'How long a client may leave unread what a stream sends',
    unit: 'seconds',
    where: '`live.changes`',
    beyond: { instead: 'The connection is closed.' },
  },
  streamLagSeconds: {
    says: 'How long after a change a stream tells it, at most',
    unit: 'seconds',
    where: '`live.changes`',
    beyond: { instead: 'The stream ends if the database does not answer.' },
  },
  streamRightsSeconds: {
    says: 'How long a stream goes on after the session or the role of its user has ended, at most',
    unit: 'seconds',
    where: '`live.changes`',
    beyond: { instead: 'The stream ends with `unauthorized`.' },
  },
} satisfies Chapter
