/** What a request says, once its caller is known: its `Idempotency-Key`, its body, its input. */
import {
  fieldPath,
  invalidFields,
  Problem,
  readInput,
  UNKNOWN_FIELD,
  type FieldError,
} from '@scheduling/core'
import type { IncomingMessage } from 'node:http'
import { readBody } from './body.ts'
import { idempotencyKey } from './idempotency.ts'
import type { Match } from './route-table.ts'

export type ParsedRequest = {
  readonly idempotencyKey: string | null
  /** Null when there is none, or the route takes none. */
  readonly body: object | null
  /** Of the endpoint, parsed. */
  readonly input: unknown
}

/**
 * Reads all of it before it refuses anything, so that one answer names every fault. For a body that cannot be
 * read, the answer says only that, and nothing about the fields that it may hold.
 *
 * @param isStrict whether parameters and fields that the route does not know are faults
 * @throws `400 validation_error`
 */
export async function readRequest(
  request: IncomingMessage,
  { route, pathValues }: Match,
  queryString: string,
  isStrict: boolean,
): Promise<ParsedRequest> {
  const { endpoint } = route
  const faults: FieldError[] = []
  const key = await collectFaults(faults, () =>
    idempotencyKey(route, request.headers['idempotency-key']),
  )
  const takesBody = endpoint.rest.body !== 'none'
  const body = await collectFaults(faults, async () =>
    takesBody || isStrict ? readBody(request, endpoint.rest.body !== 'required') : null,
  )
  const raw = route.readInput({ pathValues, queryString, body: body ?? null })
  if (isStrict) {
    for (const name of raw.unknown) {
      faults.push({ field: fieldPath([name]), code: 'unknown_field', message: UNKNOWN_FIELD })
    }
  }
  const reading = readInput(endpoint.input, raw.input, isStrict)
  if ('faults' in reading) {
    const isRead = body !== undefined
    faults.push(...reading.faults.filter(({ field }) => isRead || !isInBody(route, field)))
  }
  if (faults.length > 0 || 'faults' in reading) throw invalidFields(faults)
  return {
    idempotencyKey: key ?? null,
    body: takesBody ? (body ?? null) : null,
    input: reading.value,
  }
}

/** What `read` returns; undefined, with its faults added to the list, when it refuses. */
async function collectFaults<Found>(
  faults: FieldError[],
  read: () => Found | Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
    faults.push(...error.errors)
    return undefined
  }
}

function isInBody({ bodyNames }: Match['route'], field: string): boolean {
  const [name = ''] = field.split(/[.[]/, 1)
  return bodyNames.has(name)
}
