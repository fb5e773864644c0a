/** The text that opens the reference. */
import { LIMITS } from '@scheduling/core'

export const INTRODUCTION = `
Scheduling for clinics, salons and studios: team, services, clients, free slots, appointments, an online queue,
deposits and events, over HTTP and JSON.

## Authentication

Every request carries \`Authorization: Bearer <API key>\`. A key belongs to an organization and has scopes:
\`read\`, \`write\`, \`webhooks:manage\`. \`GET /v1/me\` checks a key. What belongs to another organization answers
\`404 not_found\`, never \`403\`.

\`webhooks:manage\` alone can read everything: whoever may subscribe a webhook to \`*\` receives every record that changes.
Give it only to what you would give \`read\`.

## Formats

Date-times are ISO 8601 with offset; those sent without an offset are refused. Dates are local to the organization.
Money is a string with two decimals beside \`currency\`. A field without a value is present with \`null\`; fields
never disappear. New fields, events and values may come within v1: ignore what you don't know.

## Parameters

A list is written \`status=A,B\`, \`status[]=A&status[]=B\` or \`status=A&status=B\`; spaces around a value are
ignored. An empty value is never the same as none: \`status=\` is refused, and where records are looked for by a value
(\`phone\`, \`email\`, \`cpf\`, \`url\`, \`metadata[key]\`), nothing else has it. Unknown parameters and fields are ignored.
Paths are case-sensitive and have no slash at their end.

## Pagination

Lists take \`limit\` (${LIMITS.pageSizeDefault} by default, at most ${LIMITS.pageSizeMax}) and \`cursor\`, and answer
\`{data, has_more, next_cursor, next}\`. Follow \`next\` until it is \`null\`.

## Errors

Every error is \`application/problem+json\` with a stable \`code\`; decide by it. \`errors[]\` names the fields at fault.
Only \`429\`, \`500\` and \`503\` are worth repeating, after a pause.

## Idempotency

Send \`Idempotency-Key\` (at most ${LIMITS.idempotencyKeyCharacters} characters, one value per operation) where a route
lists it. The same key with the same body within ${LIMITS.idempotencyHours} hours returns the first answer with
\`Idempotent-Replayed: true\`; with another body it is \`409 duplicate_request\`. With a key it is safe to repeat a request
whose answer was lost, or was \`503 outcome_unknown\`: it is carried out once.

## Rate limits

${LIMITS.requestsPerKeyPerMinute} requests a minute and ${LIMITS.requestsPerKeyPerSecond} a second per key,
${LIMITS.requestsPerOrganizationPerMinute} a minute per organization, and
${LIMITS.availabilityRequestsPerKeyPerMinute} a minute per key on \`/v1/availability/*\`. Above that:
\`429 rate_limited\` with \`Retry-After\` in seconds.

\`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` stand on every answer. With a known key they describe the tightest
of its windows; before, how many invalid keys the address may still send. Whether path and method exist is looked at
first, so \`404\` and \`405\` need no key and reach a blocked address too. \`/healthz\`, \`/readyz\` and \`/metrics\` are for
whoever runs the service: no limit holds there, so none is told.
`.trim()
