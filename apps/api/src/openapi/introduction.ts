/** The text that opens the reference. */
import { LIMITS } from '@scheduling/core'

export const INTRODUCTION = `
Scheduling for clinics, salons and studios: team, services, clients, free slots, appointments, an online queue,
deposits and events, over HTTP and JSON.

## Authentication

Send your API key with every request: \`Authorization: Bearer <API key>\`. A key belongs to an organization and has
scopes: \`read\`, \`write\`, \`webhooks:manage\`. \`GET /v1/me\` checks a key. A record of another organization answers
\`404 not_found\`, never \`403\`.

A key with \`webhooks:manage\` can read all data: a webhook that subscribes to \`*\` receives every record that changes.
Give this scope only to a system that you would give \`read\`.

## Formats

- **Bodies** are JSON in UTF-8. Send \`Content-Type: application/json\`: a body without it is refused.
- **Responses** over ${LIMITS.compressionBytes / 1024} KB are compressed when \`Accept-Encoding\` asks for \`br\` or \`gzip\`.
- **Date-times** are ISO 8601 with an offset, such as \`2026-11-23T09:00:00-03:00\`. One without an offset is refused.
  Answers use the offset of the organization's time zone.
- **Dates** are local dates of the organization.
- **Money** is a string with two decimals, beside \`currency\`.
- **Text** is trimmed. Names, reasons and places are one line; \`notes\` may have line breaks and tabs. Control characters,
  marks that turn the direction of text, and invisible characters without effect are refused (\`invalid_format\`). Emoji and
  joiners inside words are fine. \`metadata\` is kept as it is, except that NUL is refused.
- **A field without a value** is present and \`null\`. Fields never disappear.
- **New fields, event types and values** may be added within v1. Ignore what you do not know.

Text is trimmed. Names, reasons and places are one line. \`notes\` may have line breaks and tabs. None of them has other
control characters, marks that turn the direction of text, or invisible characters that do nothing: \`invalid_format\`.
Joiners inside words and emoji are fine. \`metadata\` is yours and kept as it is, NUL excepted.

## Parameters

Write a list as \`status=A,B\`, as \`status[]=A&status[]=B\` or as \`status=A&status=B\`. Spaces around a value are ignored.

An empty value is not the same as a parameter that is left out. \`status=\` is refused. In a filter that looks for a value
(\`phone\`, \`email\`, \`cpf\`, \`url\`, \`metadata[key]\`), an empty value finds nothing.

Unknown parameters and body fields are ignored. With \`Prefer: handling=strict\` they are refused with \`unknown_field\`, and
the answer has \`Preference-Applied: handling=strict\`.

Paths are case-sensitive and do not end with a slash.

## Pages of a list

Lists take \`limit\` (${LIMITS.pageSizeDefault} by default, at most ${LIMITS.pageSizeMax}) and \`cursor\`. They answer
\`{data, has_more, next_cursor, next}\`. \`next\` is the full URL of the next page: follow it until it is \`null\`. A cursor is
valid only with the parameters of the page that gave it.

## Errors

Every error is \`application/problem+json\` with a stable \`code\`. Decide by the code. \`errors[]\` names all the fields at
fault, or the first ${LIMITS.faultsPerAnswer} of them.
Only \`429\`, \`500\` and \`503\` are worth a retry, after a pause.

## Idempotency

On routes that list it, send the header \`Idempotency-Key\`: at most ${LIMITS.idempotencyKeyCharacters} characters, one value per
operation. The same key with the same body within ${LIMITS.idempotencyHours} hours returns the first answer, with
\`Idempotent-Replayed: true\`. With another body the answer is \`409 duplicate_request\`. So a request whose answer was
lost, or was \`503 outcome_unknown\`, can be sent again safely: it is carried out once.

## Rate limits

| Requests | Limit |
| --- | --- |
| per key | ${LIMITS.requestsPerKeyPerMinute} a minute, ${LIMITS.requestsPerKeyPerSecond} a second |
| per organization, all keys together | ${LIMITS.requestsPerOrganizationPerMinute} a minute |
| per key, on \`/v1/availability/*\` | ${LIMITS.availabilityRequestsPerKeyPerMinute} a minute |

Beyond a limit the answer is \`429 rate_limited\`, with \`Retry-After\` in seconds.

Every response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. With a valid key they describe
the limit of which the least is left. Without one they tell how many invalid keys this address may still send. \`404\` for an
unknown path and \`405\` need no key, and are answered to a blocked address too. After
${LIMITS.unknownPathsPerAddressPerMinute} of them in a minute an address gets \`429\` in their place.

## Support

Every response has the header \`X-Request-Id\`. Tell it to support.
`.trim()
