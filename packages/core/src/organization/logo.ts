/** The picture on the public pages of an organization: where it is seen, and how it is found there. */
import { column, query, sqlOf, type Organization, type Queryable } from '@scheduling/database'

/** The path of the picture, which changes with its bytes. Null: the organization has none, or no page. */
export function logoPath({
  slug,
  logoVersion,
}: Pick<Organization, 'slug' | 'logoVersion'>): string | null {
  return slug === null || logoVersion === null ? null : `/${slug}/logo?v=${logoVersion}`
}

export type Logo = { readonly contentType: string; readonly bytes: Uint8Array<ArrayBuffer> }

const found = query({
  name: 'logo of a page',
  text: `SELECT l.content_type AS "contentType", l.bytes AS "bytes"
    FROM organization o JOIN organization_logo l ON l.organization_id = o.id
    WHERE o.slug = $1::text AND l.version = $2::text`,
  row: {
    contentType: column.by('l.content_type', column.text),
    bytes: column.by('l.bytes', column.bytes),
  },
})

/** Null: the organization has no such picture, or no longer. */
export async function findLogo(db: Queryable, slug: string, version: string): Promise<Logo | null> {
  const [logo] = await found(sqlOf(db), [slug, version])
  return logo ?? null
}
