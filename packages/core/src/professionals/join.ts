import type { WriteContext } from '../change/write-context.ts'
import { NO_FILTERS, recordEvent } from '../events/new-event.ts'
import { PROFESSIONALS, toProfessional } from './professional.ts'

/**
 * Writes a new professional, who is told of as `professional.created`.
 *
 * @returns the id
 */
export async function joinTeam(
  { tx, organization, emit }: Pick<WriteContext, 'tx' | 'organization' | 'emit'>,
  professional: { readonly name: string; readonly email: string | null },
): Promise<number> {
  const { id } = await tx.professional.create({
    data: { organizationId: organization.id, ...professional },
    select: { id: true },
  })
  const row = await PROFESSIONALS.one(tx, organization.id, id)
  if (row === null) throw new Error('The professional that was just written is not there.')
  const after = toProfessional(row, organization.timeZone)
  const filters = { ...NO_FILTERS, professionalIds: [id] }
  emit(recordEvent('professional.created', { before: null, after, filters }))
  return id
}
