/** The text that opens the reference. */
import { LIMITS } from '@scheduling/core'

export const INTRODUCTION = `
Scheduling for clinics, salons and studios: team, services, clients, free slots, appointments, an online queue,
deposits and events, over HTTP and JSON.

## Authentication

Send your API key with every request: \`Authorization: Bearer <API key>\`. A key belongs to an organization and has
scopes: \`read\`, \`write\`, \`setup\`, \`webhooks:manage\`. \`GET /v1/me\` checks a key. For a record of another organization, the answer is
\`404 not_found\`, never \`403\`.

A key with \`webhooks:manage\` can read all data: a webhook that subscribes to \`*\` receives every record that changes.
Give this scope only to a system to which you would give \`read\`.

## Formats

- **Bodies** are JSON in UTF-8. Send \`Content-Type: application/json\`: a body without it is refused.
- **Responses** over ${LIMITS.compressionBytes / 1024} KB are compressed when \`Accept-Encoding\` asks for \`br\` or \`gzip\`.
- **Date-times** are ISO 8601 with an offset, such as \`2026-11-23T09:00:00-03:00\`. One without an offset is refused.
  Answers use the offset of the organization's time zone.
- **Dates** are local dates of the organization.
- **Money** is a string with two decimals. \`currency\` is a field of its own.
- **Text** is trimmed. Names, reasons and places are one line; \`notes\` can have line breaks and tabs. Other control
  characters, characters that change the direction of text, and invisible characters that have no effect are refused
  (\`invalid_format\`). Emoji and joiners inside words are allowed. \`metadata\` is stored as it is; only NUL is refused.
- **A field without a value** is present and \`null\`. Fields never disappear.
- **New fields, event types and values** may be added within v1. Ignore what you do not know.

## Parameters

Write a list as \`status=A,B\`, as \`status[]=A&status[]=B\` or as \`status=A&status=B\`. Spaces around a value are ignored.

An empty value is not the same as a missing parameter: \`status=\` is refused. In a filter that looks for a value
(\`phone\`, \`email\`, \`cpf\`, \`url\`, \`metadata[key]\`), an empty value finds nothing.

Unknown parameters and body fields are ignored. With \`Prefer: handling=strict\` they are refused with \`unknown_field\`, and
the answer has \`Preference-Applied: handling=strict\`.

Paths are case-sensitive and do not end with a slash.

## Pages of a list

Lists take \`limit\` (${LIMITS.pageSizeDefault} by default, at most ${LIMITS.pageSizeMax}) and \`cursor\`. They return
\`{data, has_more, next_cursor, next}\`. \`next\` is the full URL of the next page: follow it until it is \`null\`. A cursor is
valid only with the parameters of the page that returned it.

## Errors

Every error is \`application/problem+json\` with a stable \`code\`. Use the code to decide what to do. \`errors[]\` names all
fields that are wrong, or the first ${LIMITS.faultsPerAnswer} of them.
Only \`429\`, \`500\` and \`503\` are worth a retry, after a pause.

## Idempotency

On routes that list it, send the header \`Idempotency-Key\`: at most ${LIMITS.idempotencyKeyCharacters} characters, one value per
operation. The same key with the same body within ${LIMITS.idempotencyHours} hours returns the first answer, with
\`Idempotent-Replayed: true\`. With another body the answer is \`409 duplicate_request\`. So a request whose answer was
lost, or was \`503 outcome_unknown\`, can be sent again safely: it is executed once.

A refusal with the status 403, 404, 409 or 422 is kept for its key too. Use one key for each attempt of yours: to try again
after something changed, send a new one.

## Rate limits

| Requests | Limit |
| --- | --- |
| per key | ${LIMITS.requestsPerKeyPerMinute} a minute, ${LIMITS.requestsPerKeyPerSecond} a second |
| per organization, all keys together | ${LIMITS.requestsPerOrganizationPerMinute} a minute |
| per key, on \`/v1/availability/*\` | ${LIMITS.availabilityRequestsPerKeyPerMinute} a minute |

Beyond a limit the answer is \`429 rate_limited\`, with \`Retry-After\` in seconds.

Every response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. With a valid key, they describe
the limit that has the fewest requests left. Without one, they show how many invalid keys this address can still send. \`404\`
for an unknown path and \`405\` need no key, and a blocked address gets them too. After
${LIMITS.unknownPathsPerAddressPerMinute} of them in a minute, an address gets \`429\` instead.

## Support

Every response has the header \`X-Request-Id\`. Send its value to support if you need help.
`.trim()
