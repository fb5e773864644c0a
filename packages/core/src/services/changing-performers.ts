/** What is told when who performs what changes. */
import type { WriteContext } from '../change/write-context.ts'
import { professionalsUpdated } from '../professionals/events.ts'
import { PROFESSIONALS } from '../professionals/professional.ts'
import { SERVICES } from '../professionals/service-base.ts'
import { servicesUpdated } from './events.ts'

type Concerned = {
  readonly professionalIds?: readonly number[]
  readonly serviceIds?: readonly number[]
}

/**
 * Makes a change, and emits `professional.updated` and `service.updated` of each of those named that reads otherwise
 * then.
 *
 * @param change.tell what comes before those events in the feed
 */
export async function changingPerformers<Result>(
  { tx, organization, emit }: Pick<WriteContext, 'tx' | 'organization' | 'emit'>,
  { professionalIds = [], serviceIds = [] }: Concerned,
  change: { readonly write: () => Promise<Result>; readonly tell?: () => Promise<void> },
): Promise<Result> {
  const read = async () => ({
    professionals: await PROFESSIONALS.among(tx, organization.id, professionalIds),
    services: await SERVICES.among(tx, organization.id, serviceIds),
  })
  const before = await read()
  const result = await change.write()
  await change.tell?.()
  const after = await read()
  const { timeZone } = organization
  const events = [
    ...professionalsUpdated(before.professionals, after.professionals, timeZone),
    ...servicesUpdated(before.services, after.services, timeZone),
  ]
  for (const event of events) emit(event)
  return result
}
