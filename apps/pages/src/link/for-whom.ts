/**
 * The first name of the client, as it was typed, on the page of what was just made. It goes along sealed in the address: the
 * record itself tells nothing of the client to those who have its link.
 */
import type { PageRequest } from '../page.ts'
import { PARAMETERS } from '../paths.ts'
import { detailIn } from './link.ts'

/** @param address where the page stands, with what else it says */
export function withName(
  address: string,
  firstName: string,
  { vault }: Pick<PageRequest, 'vault'>,
): string {
  const [path = ''] = address.split('?', 1)
  const sealed = Buffer.from(vault.seal(Buffer.from(firstName), contextOf(path)))
  return `${address}&${PARAMETERS.forWhom}=${sealed.toString('base64url')}`
}

/** Null: the record was not just made, or not by this browser. */
export function nameIn(request: Pick<PageRequest, 'path' | 'query' | 'vault'>): string | null {
  const sealed = request.query.get(PARAMETERS.forWhom)
  if (sealed === null || detailIn(request) !== 'new') return null
  try {
    const opened = request.vault.open(Buffer.from(sealed, 'base64url'), contextOf(request.path))
    return Buffer.from(opened).toString()
  } catch {
    return null
  }
}

function contextOf(path: string): string {
  return `first name ${path}`
}
