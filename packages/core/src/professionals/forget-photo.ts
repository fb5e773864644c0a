import { column, query, sqlOf } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'

const forgotten = query({
  name: 'photo forgotten',
  text: `DELETE FROM professional_photo WHERE organization_id = $1::int AND professional_id = $2::int
    RETURNING version AS "version"`,
  row: { version: column.text },
})

/** Its bytes are gone, and its address leads nowhere. Without a photo, nothing changes. */
export async function forgetPhoto(
  { tx, organization, note }: Pick<WriteContext, 'tx' | 'organization' | 'note'>,
  id: number,
): Promise<void> {
  const [photo] = await forgotten(sqlOf(tx), [organization.id, id])
  if (photo === undefined) return
  note({
    action: 'professional.photo_changed',
    id,
    changes: { photo: { from: photo.version, to: null } },
  })
}
