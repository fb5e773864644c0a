import { openInvite } from './open-invite.ts'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { LinkToken } from './links.ts'
import { nameOf } from './active.ts'
import { Access } from './user.ts'

const Carried = z.object({ token: LinkToken })

/** Dashboard: what an invite is for. A mutation, so that the token is in no address. */
export const readInvite = procedure({
  caller: 'visitor',
  kind: 'read',
  input: Carried,
  output: z.object({
    organization_name: z.string(),
    email: z.string(),
    access: Access,
    name: z.string(),
  }),
  async run({ service }, input) {
    const invite = await openInvite(service, input.token)
    return {
      organization_name: invite.organization.name,
      email: invite.email,
      access: invite.access,
      name: nameOf(invite),
    }
  },
})
