/** A client who is erased by the team. */
import type { Browser, DashboardReply } from './dashboard.ts'

/** The version that a preview shows, with which the erasure is called. */
export async function seenVersion(owner: Browser, id: number): Promise<string> {
  const { body } = await owner.mutate('clients.erase', { client_id: id, preview: true })
  return body.version
}

export function erase(owner: Browser, id: number, version: string): Promise<DashboardReply> {
  return owner.mutate('clients.erase', { client_id: id, version })
}
