/**
 * Every number of this package that a customer can meet, each with its unit in its name. The code here and
 * in the packages above enforces them from this table, and core's `LIMITS` includes it.
 */
export const WEBHOOK_LIMITS = {
  webhookUrlCharacters: 2048,
  webhookHeaders: 10,
  webhookHeaderNameCharacters: 128,
  webhookHeaderValueCharacters: 1024,

  /** In `headers` and in `query`, each. */
  templateParts: 10,
  /** UTF-8. Body (for forms every field name and template), header and query names and values, together. */
  templateBytes: 16 * 1024,
  /** UTF-8. Body, headers and query of one rendered request, together. */
  templateResultBytes: 64 * 1024,
  templateMilliseconds: 100,
  templateNestedLoops: 2,
  /** Brackets, blocks, `not`s and every other nesting. */
  templateDepth: 60,
  templateNodes: 5000,
  /** Of the interpreter: the limit that does not depend on the speed of the machine. */
  templateSteps: 100_000,
  templateNameCharacters: 64,
  /** Faults that are listed for one text of a template. The first ones explain the rest. */
  templateTextFaults: 20,
  /** Faults that are listed for all texts of a template together. */
  templateFaults: 100,

  messageTemplateCharacters: 2000,
  /** UTF-16 units, before the message is put in the form of a platform, which has limits of its own. */
  chatTitleCharacters: 2000,
  chatValueCharacters: 300,
  /** Between two messages to one channel. */
  chatPauseSeconds: 1,

  signingSecretMinCharacters: 16,
  signingSecretMaxCharacters: 128,
  /** How far the time of a signature may be from the receiver's clock, in either direction. */
  signatureToleranceMinutes: 5,

  /** From the start of an attempt to the headers of the response. */
  deliverySeconds: 10,
  /** DNS lookup, TCP and TLS together. */
  deliveryConnectSeconds: 5,
  /** For the body, once the status is known. Only the delivery history shows it. */
  deliveryBodySeconds: 2,
  /** How long an idle connection to an endpoint stays open. */
  deliveryIdleSeconds: 4,
  /** Responses with a status 1xx before the real one. */
  deliveryInterimResponses: 16,
  /** Status line and headers. Beyond it the attempt fails. */
  deliveryResponseHeadBytes: 16 * 1024,
  /** Of a longer body the rest is not read: the connection is closed instead. */
  deliveryResponseBytes: 64 * 1024,
  /** Each piece in which a body arrives costs the same, whether it has one byte or thousands. */
  deliveryResponsePieces: 1024,
  /** How much of a body the delivery history shows. */
  deliveryResponseCharacters: 1024,

  /** A change of a webhook applies to every request that begins this long after it, or later. */
  webhookChangeSeconds: 2,

  /** Waits before the second attempt and each later one. */
  deliveryRetryMinutes: [1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60],
  /** Chat messages soon lose their value. */
  chatRetryMinutes: [1, 5],
  /** A wait is lengthened by a random part of itself, up to this; never shortened. */
  retryJitterPercent: 10,
  /** A longer `Retry-After` counts as this wait, jitter included. */
  retryAfterMinutes: 60,
  /** A webhook whose deliveries have only failed for this long is deactivated. */
  failingDays: 7,
  /** How long before that deactivation its owner is warned. */
  failingWarningHours: 24,
  /** A webhook that has failed for so long, in so many attempts in a row, causes `webhook.failing`. */
  failingToldMinutes: 60,
  failingToldAttempts: 3,
  /** How long deliveries wait for a feature that is off. */
  standstillDays: 7,

  eventRetentionDays: 30,
  deliveryRetentionDays: 30,
} as const
