/** The photo of a professional on the public pages: what it may be, and how it is found there. */
import { column, query, sqlOf, type Organization, type Queryable } from '@scheduling/database'
import { invalid } from '../contract/problems.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Logo } from '../organization/logo.ts'
import type { Picture } from '../organization/picture/picture.ts'
import { sentPicture } from '../organization/picture/sent-picture.ts'

export const MOST_OF_PHOTO = { bytes: LIMITS.photoBytes, sidePixels: LIMITS.photoSidePixels }

/** @param base64 the file @throws `400 validation_error` on `picture` */
export function photoIn(base64: string): Picture {
  const picture = sentPicture(base64, MOST_OF_PHOTO)
  if (picture.width === picture.height) return picture
  const size = `${picture.width} by ${picture.height}`
  throw invalid('picture', 'out_of_range', `The picture has ${size} pixels. It must be a square.`)
}

/** The path of the photo. It names no professional, and changes with the bytes. Null: there is none, or no page. */
export function photoPath(
  { slug }: Pick<Organization, 'slug'>,
  version: string | null,
): string | null {
  return slug === null || version === null ? null : `/${slug}/photo?v=${version}`
}

const found = query({
  name: 'photo on a page',
  text: `SELECT f.content_type AS "contentType", f.bytes AS "bytes"
    FROM organization o JOIN professional_photo f ON f.organization_id = o.id
    WHERE o.slug = $1::text AND f.version = $2::text LIMIT 1`,
  row: {
    contentType: column.by('f.content_type', column.text),
    bytes: column.by('f.bytes', column.bytes),
  },
})

/** Null: no professional of the organization has such a photo, or no longer. */
export async function findPhoto(
  db: Queryable,
  slug: string,
  version: string,
): Promise<Logo | null> {
  const [photo] = await found(sqlOf(db), [slug, version])
  return photo ?? null
}
