import { requireOwner } from './lost-access.ts'
import { updateRow, tables } from '@scheduling/database'
import { changingPerformers } from '../services/changing-performers.ts'
import { Role } from './user.ts'
import { z } from 'zod'
import { type Work } from '../change/system-work.ts'

/** @throws `409 action_not_allowed` when no owner is left */
export async function setRole(
  work: Pick<Work, 'tx' | 'organization' | 'emit'>,
  { id, role: from }: { readonly id: number; readonly role: z.output<typeof Role> },
  to: z.output<typeof Role>,
): Promise<void> {
  const { tx, organization } = work
  await changingPerformers(
    work,
    { professionalIds: [id] },
    {
      write: () => updateRow(tx, tables.professional, { id }, { role: to }),
    },
  )
  if (from === 'owner') await requireOwner(tx, organization.id)
}
