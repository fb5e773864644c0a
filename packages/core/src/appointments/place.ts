import type { AppointmentType, Organization } from '@scheduling/database'
import { addressOf, writtenAddress } from '../organization/address.ts'

/** Where an appointment takes place, as clients and calendars are told. Null: online, or nothing is known. */
export function placeOf(type: AppointmentType, organization: Organization): string | null {
  const address = type === 'IN_PERSON' ? addressOf(organization) : null
  return address === null ? null : writtenAddress(address)
}
