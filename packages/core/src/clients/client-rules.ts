import type { Organization } from '@scheduling/database'
import { localDateOf } from '@scheduling/availability'
import { invalid, Problem } from '../contract/problems.ts'
import { EARLIEST_BIRTH_DATE } from './client.ts'
import { inside } from './columns.ts'
import { phoneKey } from './phone.ts'

export type Identifiers = {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly cpf?: string | null | undefined
}

export function hasIdentifier({ phone, email, cpf }: Identifiers): boolean {
  return phone != null || email != null || cpf != null
}

/**
 * @throws `422 client_identifier_required` if the organization requires an identifier and the client has none
 */
export function requireIdentifier(
  organization: Pick<Organization, 'requireClientIdentifier'>,
  client: Identifiers,
): void {
  if (!organization.requireClientIdentifier) return
  if (!hasIdentifier(client)) {
    throw new Problem(
      'client_identifier_required',
      'This organization requires a phone, an e-mail or a CPF for every client. Send at least one of `phone`, `email` and `cpf`.',
    )
  }
}

/**
 * Checks a birth date. A schema cannot, since today depends on the time zone of the organization.
 *
 * @param now epoch milliseconds
 * @throws `400 out_of_range` for a day before 1900 or after today
 */
export function requireBirthDate(
  date: string | null | undefined,
  now: number,
  timeZone: string,
  field: string,
): void {
  if (date == null) return
  if (date < EARLIEST_BIRTH_DATE || date > localDateOf(now, timeZone)) {
    throw invalid(
      inside(field, 'birth_date'),
      'out_of_range',
      `The birth date must be between ${EARLIEST_BIRTH_DATE} and today.`,
    )
  }
}

/** Identifiers in the form in which they are compared and locked, strongest first. */
export function comparable(client: Identifiers): {
  cpf: string | null
  phoneKey: string | null
  email: string | null
} {
  return {
    cpf: client.cpf ?? null,
    phoneKey: client.phone == null ? null : phoneKey(client.phone),
    email: client.email ?? null,
  }
}
