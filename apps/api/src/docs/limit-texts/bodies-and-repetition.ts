import { outOfRange, tooLong, tooMany, type Chapter } from './limit-text.ts'

export const BODIES_AND_REPETITION = {
  requestHeadBytes: {
    says: 'Size of the first line and the headers of a request',
    unit: 'bytes',
    where: 'every request',
    beyond: tooLong('headers'),
  },
  requestSeconds: {
    says: 'Time in which a request must arrive as a whole',
    unit: 'seconds',
    where: 'every request',
    beyond: { code: 'validation_error' },
  },
  bodyBytes: {
    says: 'Size of a request body',
    unit: 'bytes',
    where: 'all routes with a body',
    beyond: tooLong('body'),
  },
  bodyPieces: {
    says: 'Pieces in which a request body arrives',
    unit: '',
    where: 'all routes with a body',
    beyond: tooMany('body'),
  },
  bodyValues: {
    says: 'Members and elements of a request body, at every depth',
    unit: '',
    where: 'all routes with a body',
    beyond: tooMany('body'),
  },
  bodyDepth: {
    says: 'Depth of nested objects and lists',
    unit: '',
    where: 'all routes with a body',
    beyond: { code: 'validation_error', field: 'body', fieldCode: 'invalid_format' },
  },
  mapKeyCharacters: {
    says: 'Length of a key of your own in a map, where no shorter limit is given',
    unit: 'characters',
    where: 'all routes with a body',
    beyond: tooLong('headers.X-Team'),
  },
  faultsPerAnswer: {
    says: 'Entries in `errors` of one answer',
    unit: '',
    where: 'all routes',
    beyond: { instead: 'Only the first ones are listed.' },
  },
  compressionBytes: {
    says: 'Size from which a response is compressed, if `Accept-Encoding` allows it',
    unit: 'bytes',
    where: 'all responses',
    beyond: { instead: 'Smaller responses are sent as they are.' },
  },
  idempotencyKeyCharacters: {
    says: 'Length of an `Idempotency-Key`',
    unit: 'characters',
    where: 'idempotent POST routes',
    beyond: tooLong('Idempotency-Key'),
  },
  idempotencyHours: {
    says: 'How long the response is kept for its `Idempotency-Key`',
    unit: 'hours',
    where: 'idempotent POST routes',
    beyond: { instead: 'The key is free again, and the same request is executed again.' },
  },
  idempotencyWaitSeconds: {
    says: 'How long a request waits for another one with the same `Idempotency-Key`',
    unit: 'seconds',
    where: 'idempotent POST routes',
    beyond: { code: 'request_in_progress' },
  },
  identicalAppointmentMinutes: {
    says: 'How long a repeated request for the same appointment returns the existing one',
    unit: 'minutes',
    where: '`POST /v1/appointments`, with any or no `Idempotency-Key`',
    beyond: { instead: 'The request counts as a new appointment, and the time is taken.' },
  },
  depositProviderMinutes: {
    says: 'How long a payment provider that does not answer delays the expiry of a deposit',
    unit: 'minutes',
    where: 'deposits',
    beyond: { instead: 'The deposit expires.' },
  },
  appointmentsPerMerge: {
    says: 'Appointments of a client that is merged into another one',
    unit: '',
    where: 'the dashboard, `clients.merge`',
    beyond: { code: 'action_not_allowed' },
  },
  depositExpiryDays: {
    says: 'How far ahead the expiry of a deposit can be',
    unit: 'days',
    where: 'the dashboard, `deposits.charge`',
    beyond: outOfRange('expires_at'),
  },
  queueEstimateMinutes: {
    says: 'Step to which `estimated_wait_minutes` is rounded up',
    unit: 'minutes',
    where: 'queue entries',
    beyond: { instead: 'The next step is shown.' },
  },
  queueDeskHours: {
    says: 'Intervals in the weekly hours of a queue',
    unit: '',
    where: 'the dashboard, `queue.setDesk`',
    beyond: tooMany('hours'),
  },
  queueCapacity: {
    says: 'Maximum `capacity` of a queue',
    unit: 'active entries',
    where: 'the dashboard, `queue.setDesk`',
    beyond: outOfRange('capacity'),
  },
} satisfies Chapter
