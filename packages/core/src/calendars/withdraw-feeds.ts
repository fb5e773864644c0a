import { column, query, sqlOf } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'

const feedsOf = query({
  name: 'calendar feeds of a professional withdrawn',
  text: `DELETE FROM calendar_feed WHERE organization_id = $1::int AND professional_id = $2::int RETURNING id`,
  row: { id: column.int },
})

/**
 * Revokes every address of the calendar of a professional who leaves or loses the login.
 * None is made while the organization is locked.
 */
export async function withdrawFeedsOf(
  { tx, note, organization }: Pick<WriteContext, 'tx' | 'note' | 'organization'>,
  professionalId: number,
): Promise<void> {
  for (const { id } of await feedsOf(sqlOf(tx), [organization.id, professionalId])) {
    note({
      action: 'calendar_feed.revoked',
      id,
      changes: { professional_id: { from: professionalId, to: null } },
    })
  }
}
