import { prismaOf } from '@scheduling/database'
import { z } from 'zod'
import type { Service } from '../context.ts'
import { openProcedure, withinBounds } from '../procedure/trpc.ts'
import { INVITE_LINK, LinkToken } from '../accounts/links.ts'
import { Role } from './user.ts'

const Carried = z.object({ token: LinkToken })

/** Dashboard: what an invite is for. A mutation, so that the token is in no address. */
export const readInvite = openProcedure
  .use(withinBounds(Carried))
  .input(Carried)
  .output(
    z.object({
      organization_name: z.string(),
      email: z.string(),
      role: Role,
      professional_name: z.string(),
    }),
  )
  .mutation(async ({ ctx: { service }, input }) => {
    const { email, role, professional } = await openInvite(service, input.token)
    return {
      organization_name: professional.organization.name,
      email,
      role,
      professional_name: professional.name,
    }
  })

/** The invite of a link. @throws `404 not_found` when the link is dead */
export async function openInvite(service: Service, token: string) {
  const tokenHash = INVITE_LINK.hashOf(service, token)
  if (tokenHash === null) throw INVITE_LINK.dead()
  const invite = await prismaOf(service.db).userInvite.findFirst({
    where: {
      tokenHash,
      expiresAt: { gt: new Date(service.realNow()) },
      professional: { isActive: true },
    },
    include: { professional: { include: { organization: true } } },
  })
  if (invite === null) throw INVITE_LINK.dead()
  return invite
}
