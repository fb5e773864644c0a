import { LIMITS, passwordLink as linkFor } from '@scheduling/core'
import type { Command } from './command.ts'

export const passwordLink: Command = {
  usage: [
    'password-link SLUG E-MAIL',
    `makes a link with which this user sets a new password, once and within ${LIMITS.passwordResetMinutes} minutes`,
  ],
  words: 2,
  options: {},
  needsAddress: true,
  async run(service, { slug, word }) {
    const { link, expiresAt } = await linkFor(service, slug, word)
    return {
      value: { link, expires_at: expiresAt.toISOString() },
      lines: [link, `It works once, until ${expiresAt.toISOString()}. Send it to no one else.`],
    }
  },
}
