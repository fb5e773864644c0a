import { prismaOf } from '@scheduling/database'
import { IS_ACTIVE } from './active.ts'
import { INVITE_LINK } from './links.ts'
import { type Service } from '../context.ts'

/** The invite of a link. @throws `404 not_found` when the link is dead */
export async function openInvite(service: Service, token: string) {
  const tokenHash = INVITE_LINK.hashOf(service, token)
  if (tokenHash === null) throw INVITE_LINK.dead()
  const invite = await prismaOf(service.db).userInvite.findFirst({
    where: {
      tokenHash,
      expiresAt: { gt: new Date(service.realNow()) },
      ...IS_ACTIVE,
    },
    include: { professional: true, organization: true },
  })
  if (invite === null) throw INVITE_LINK.dead()
  return invite
}
