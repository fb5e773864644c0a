import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization, lockProfessionals } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { NewClient } from '../clients/client.ts'
import { findOrCreateClient } from '../clients/find-or-create.ts'
import type { Caller } from '../context.ts'
import { noProfessional, notSignedIn, Problem } from '../contract/problems.ts'
import { several } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { languageOf } from '../ground/language.ts'
import { procedure } from '../procedure/define.ts'
import { readWeek, writeWeek } from '../schedule/week.ts'
import { addService } from '../services/add-service.ts'
import { SAMPLE_WEEK, SAMPLES } from './sample-data.ts'

/**
 * A few services that the owner performs, weekly hours unless the owner has some, and a few invented clients. Only
 * while there is nothing yet that they could be taken for.
 */
export const addSampleData = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({}),
  output: z.object({ service_ids: z.array(Id), client_ids: z.array(Id) }),
  emits: { ok: [several('service.created', 'professional.updated'), several('client.created')] },
  notes: ['organization.sample_data_created', 'working_hours.updated'],
  problems: ['action_not_allowed'],
  async run(write) {
    const { organization, note } = write
    const owner = ownerOf(write.caller)
    await requireEmpty(write)
    await lockProfessionals(write.tx, [owner])
    const before = await readWeek(write.tx, organization.id, owner)
    if (before.length === 0) await writeWeek(write, owner, { before, after: SAMPLE_WEEK })
    const { services, clients } = SAMPLES[languageOf(organization)]
    const serviceIds: number[] = []
    for (const service of services) {
      serviceIds.push((await addService(write, service, [owner])).id)
    }
    const clientIds: number[] = []
    for (const given of clients) {
      const { client, event } = await findOrCreateClient(write, NewClient.parse(given), '')
      if (event !== null) write.emit(event)
      clientIds.push(client.id)
    }
    note({ action: 'organization.sample_data_created', id: null, changes: null })
    return { service_ids: serviceIds, client_ids: clientIds }
  },
})

/** The professional that the calling owner is. An API key cannot come here. */
function ownerOf(caller: Caller): number {
  if (caller.kind !== 'user') throw notSignedIn()
  if (caller.professionalId === null) throw noProfessional()
  return caller.professionalId
}

/** @throws `409 action_not_allowed` */
async function requireEmpty({ tx, organization }: WriteContext): Promise<void> {
  await lockOrganization(tx, organization.id)
  const where = { organizationId: organization.id }
  const service = await findRow(tx, tables.service, where)
  const client = await findRow(tx, tables.client, where)
  if (service === null && client === null) return
  throw new Problem(
    'action_not_allowed',
    `The organization has ${service === null ? 'clients' : 'services'} already. Sample data is for an empty one.`,
  )
}
