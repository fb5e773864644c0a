/** Links that a mail carries: to join the team, to set a new password, and to confirm a new e-mail. */
import { Problem } from '../contract/problems.ts'
import type { Service } from '../context.ts'
import { valueText } from '../ground/fields.ts'
import { secretTokens, type SecretTokens } from '../ground/secret-token.ts'

type Link = SecretTokens & {
  /** The token is in the fragment, which browsers send to no server. */
  addressOf(service: Pick<Service, 'publicBaseUrl'>, token: string): string
  /** `404 not_found`: one answer for a token that never was, was used, or has expired. */
  dead(): Problem
}

export const INVITE_LINK: Link = {
  ...secretTokens({ mark: 'invite-token', hash: 'invite' }),
  addressOf: ({ publicBaseUrl }, token) => `${publicBaseUrl}/app/invite#${token}`,
  dead: () =>
    new Problem(
      'not_found',
      'This invite was used or withdrawn, has expired, or never existed. Ask the owner of the account for a new one.',
    ),
}

export const RESET_LINK: Link = {
  ...secretTokens({ mark: 'password-reset-token', hash: 'password-reset' }),
  addressOf: ({ publicBaseUrl }, token) => `${publicBaseUrl}/app/reset#${token}`,
  dead: () =>
    new Problem(
      'not_found',
      'This link was used, has expired, or never existed. Ask for a new one.',
    ),
}

export const EMAIL_LINK: Link = {
  ...secretTokens({ mark: 'email-change-token', hash: 'email-change' }),
  addressOf: ({ publicBaseUrl }, token) => `${publicBaseUrl}/app/email#${token}`,
  dead: () =>
    new Problem(
      'not_found',
      'This link was used, has expired, or never existed. Ask the owner of the account to change the e-mail again.',
    ),
}

/** A token as it was in the link. */
export const LinkToken = valueText()
