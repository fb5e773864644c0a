import type { Work } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Context } from '../context.ts'
import { refuseFor } from './attempts.ts'
import { browserOf } from './calling-user.ts'
import { INVITE_LINK } from './links.ts'
import { inviteMail } from './mail-texts.ts'
import { writeMail } from './write-mail.ts'

/** Invites go to whatever address an owner types, and so does what asks whether an e-mail is free. */
export async function countInvite(context: Context): Promise<void> {
  const seconds = await browserOf(context).attempts.count('invite', `${context.organization.id}`)
  refuseFor(seconds, 'The organization has invited people, or changed e-mails, too many times.')
}

/** A token for an invite, and until when it is good. */
export function newInviteToken(service: Pick<Context, 'crypto' | 'realNow'>) {
  const { token, hash: tokenHash } = INVITE_LINK.create(service)
  const expiresAt = new Date(service.realNow() + LIMITS.inviteDays * 86_400_000)
  return { token, tokenHash, expiresAt }
}

/** Writes the mail with the link of an invite. */
export async function sendInvite(
  work: Pick<Work, 'tx' | 'crypto' | 'organization' | 'publicBaseUrl'>,
  invite: {
    readonly email: string
    readonly name: string
    readonly token: string
    readonly expiresAt: Date
  },
): Promise<void> {
  const { organization } = work
  const { email, name, token, expiresAt } = invite
  const text = inviteMail({ organization, name, link: INVITE_LINK.addressOf(work, token) })
  await writeMail(work, { organization, recipient: email, ...text, expiresAt })
}
