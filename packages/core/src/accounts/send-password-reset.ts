import { systemWork } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Service } from '../context.ts'
import { RESET_LINK } from './links.ts'
import { resetMail } from './mail-texts.ts'
import { writeMail } from './write-mail.ts'

/** For the worker: writes the mail with the link, if somebody signs in with the e-mail. */
export async function sendPasswordReset(service: Service, email: string): Promise<void> {
  const found = await service.db.user.findUnique({ where: { email } })
  if (found === null) return
  await systemWork(service, found.organizationId, async (work) => {
    const { tx, organization } = work
    const user = await tx.user.findFirst({
      where: { id: found.id, email, professional: { isActive: true } },
    })
    if (user === null) return
    const { token, hash } = RESET_LINK.create(service)
    const expiresAt = new Date(service.realNow() + LIMITS.passwordResetMinutes * 60_000)
    await tx.passwordReset.create({ data: { tokenHash: hash, userId: user.id, expiresAt } })
    const text = resetMail({ organization, link: RESET_LINK.addressOf(service, token) })
    await writeMail(work, { organization, recipient: email, ...text, expiresAt })
  })
}
