/** The picture of an organization, as the pages of visitors load it. */
import type { Browser, Service } from '../context.ts'
import { findLogo, type Logo } from '../organization/logo.ts'
import { countRead } from './visit.ts'

/**
 * Null: there is none at this address, or another one by now.
 *
 * @throws `429 rate_limited`
 */
export async function visitLogo(
  { db }: Pick<Service, 'db'>,
  browser: Pick<Browser, 'attempts' | 'address'>,
  { slug, version }: { readonly slug: string; readonly version: string },
): Promise<Logo | null> {
  await countRead(browser)
  return findLogo(db, slug, version)
}
