import type { Chapter } from './limit-text.ts'

export const DELIVERIES = {
  deliverySeconds: {
    says: 'Time for one attempt, until the headers of the response',
    unit: 'seconds',
    where: 'deliveries',
    beyond: { instead: 'The attempt fails with `timeout`.' },
  },
  deliveryConnectSeconds: {
    says: 'Time to connect: DNS lookup, TCP and TLS together',
    unit: 'seconds',
    where: 'deliveries',
    beyond: { instead: 'The attempt fails with `connect_timeout`.' },
  },
  deliveryBodySeconds: {
    says: 'Time to read the body of the response, after its headers',
    unit: 'seconds',
    where: 'deliveries',
    beyond: { instead: 'The rest is left out.' },
  },
  deliveryIdleSeconds: {
    says: 'How long an idle connection to your server stays open',
    unit: 'seconds',
    where: 'deliveries',
    beyond: { instead: 'The connection is closed.' },
  },
  deliveryInterimResponses: {
    says: 'Responses with a status `1xx` before the real one',
    unit: '',
    where: 'deliveries',
    beyond: { instead: 'The attempt fails with `connection_error`.' },
  },
  deliveryResponseHeadBytes: {
    says: 'Size of the headers of the response',
    unit: 'bytes',
    where: 'deliveries',
    beyond: { instead: 'The attempt fails with `connection_error`.' },
  },
  deliveryResponseBytes: {
    says: 'How much of the body of the response is read',
    unit: 'bytes',
    where: 'deliveries',
    beyond: { instead: 'The connection is closed.' },
  },
  deliveryResponsePieces: {
    says: 'Pieces in which the body of the response is read',
    unit: '',
    where: 'deliveries',
    beyond: { instead: 'The connection is closed.' },
  },
  deliveryResponseCharacters: {
    says: "How much of the endpoint's response is kept",
    unit: 'characters',
    where: '`response_body` of a delivery',
    beyond: { instead: 'The rest is left out.' },
  },
  deliveryRetryMinutes: {
    says: 'Waits before the second attempt and each later one',
    unit: 'minutes',
    where: 'deliveries',
    beyond: { instead: 'The delivery has failed for good.' },
  },
  chatRetryMinutes: {
    says: 'Waits before the second attempt and each later one, in chat formats',
    unit: 'minutes',
    where: 'deliveries to a chat platform',
    beyond: { instead: 'The delivery has failed for good.' },
  },
  retryJitterPercent: {
    says: 'By how much a wait is lengthened at random, at most',
    unit: 'percent',
    where: 'deliveries',
    beyond: { instead: 'A wait is never longer than that, and never shortened.' },
  },
  retryAfterMinutes: {
    says: 'How long a `Retry-After` of your server counts',
    unit: 'minutes',
    where: 'deliveries',
    beyond: { instead: 'A longer one counts as this one.' },
  },
  chatPauseSeconds: {
    says: 'Time between two messages to one chat channel',
    unit: 'seconds',
    where: 'deliveries to a chat platform',
    beyond: { instead: 'The next message waits.' },
  },
  failingDays: {
    says: 'How long a webhook can fail without a success',
    unit: 'days',
    where: 'webhooks',
    beyond: { instead: 'The webhook is deactivated (`FAILING_7_DAYS`).' },
  },
  failingWarningHours: {
    says: 'How long before this deactivation the owner gets an e-mail',
    unit: 'hours',
    where: 'webhooks',
    beyond: { instead: 'The webhook is deactivated at its next failure.' },
  },
  failingToldMinutes: {
    says: 'How long a webhook fails before your other webhooks get `webhook.failing`',
    unit: 'minutes',
    where: 'webhooks',
    beyond: { instead: 'The event is written. There is one until a delivery succeeds.' },
  },
  failingToldAttempts: {
    says: 'Failed attempts in a row before your other webhooks get `webhook.failing`',
    unit: '',
    where: 'webhooks',
    beyond: { instead: 'The event is written. There is one until a delivery succeeds.' },
  },
  standstillDays: {
    says: 'How long deliveries wait while the feature `webhooks` or `api` is off',
    unit: 'days',
    where: 'deliveries',
    beyond: { instead: 'They become `DISCARDED`.' },
  },
} satisfies Chapter
