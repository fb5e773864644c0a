/** The pictures of an organization and of its professionals, as the pages of visitors load it. */
import type { Browser, Service } from '../context.ts'
import { findLogo, type Logo } from '../organization/logo.ts'
import { findPhoto } from '../professionals/photo.ts'
import { countRead } from './visit.ts'

const FIND = { logo: findLogo, photo: findPhoto }

export type VisitedPicture = keyof typeof FIND

/**
 * Null: there is none at this address, or another one by now.
 *
 * @throws `429 rate_limited`
 */
export async function visitPicture(
  { db }: Pick<Service, 'db'>,
  browser: Pick<Browser, 'attempts' | 'address'>,
  {
    picture,
    slug,
    version,
  }: { readonly picture: VisitedPicture; readonly slug: string; readonly version: string },
): Promise<Logo | null> {
  await countRead(browser)
  return FIND[picture](db, slug, version)
}
