import { LIMITS } from '@scheduling/core'
import type { Beyond, Chapter } from './limit-text.ts'

/** In tRPC's own form, so there is no example of it here. */
const SESSION_REFUSED: Beyond = {
  instead: '`429 rate_limited`, with `Retry-After`; the whole batch is refused.',
}

export const SESSIONS = {
  callsPerUserPerSecond: {
    says: 'Calls per signed-in user and second; per address without a session',
    unit: '',
    where: '`/trpc`, each call of a batch',
    beyond: SESSION_REFUSED,
  },
  callsPerUserPerMinute: {
    says: 'Calls per signed-in user and minute; per address without a session',
    unit: '',
    where: '`/trpc`, each call of a batch',
    beyond: SESSION_REFUSED,
  },
  availabilityCallsPerUserPerMinute: {
    says: 'Availability calls per signed-in user and minute',
    unit: '',
    where: '`availability.*`, in addition to the limits of all calls',
    beyond: SESSION_REFUSED,
  },
  callsPerTeamPerMinute: {
    says: 'Calls per organization and minute, all signed-in users together',
    unit: '',
    where: '`/trpc`, each call of a batch',
    beyond: SESSION_REFUSED,
  },
  callsPerBatch: {
    says: 'Calls in one batch',
    unit: '',
    where: '`/trpc`',
    beyond: { instead: 'The batch is refused with `400 validation_error`.' },
  },
  signInsPerAddressPerMinute: {
    says: 'Attempts to sign in from one address (IPv6: one /64), within a minute',
    unit: '',
    where: '`account.signIn`',
    beyond: { instead: 'A minute of `429 rate_limited`, with `Retry-After`.' },
  },
  failedSignInsPerAccount: {
    says: 'Failed attempts to sign in to one account; failures of a browser that has signed in to the account before are counted separately',
    unit: '',
    where: `\`account.signIn\`, within ${LIMITS.failedSignInWindowMinutes} minutes`,
    beyond: {
      instead: `${LIMITS.failedSignInBlockMinutes} minutes of \`429 rate_limited\`, with \`Retry-After\`.`,
    },
  },
  failedSignInWindowMinutes: {
    says: 'Window in which failed attempts to sign in are counted',
    unit: 'minutes',
    where: '`account.signIn`',
    beyond: { instead: 'They no longer count.' },
  },
  failedSignInBlockMinutes: {
    says: 'Block of an account after too many failed attempts',
    unit: 'minutes',
    where: '`account.signIn`',
    beyond: { instead: 'The count starts again.' },
  },
  signInWaitSeconds: {
    says: 'How long a sign-in waits while many people sign in at the same time',
    unit: 'seconds',
    where: '`account.signIn`',
    beyond: { instead: 'The call is refused with `429 rate_limited`.' },
  },
  passwordMinCharacters: {
    says: 'Minimum length of a new password',
    unit: 'characters',
    where:
      '`account.acceptInvite`, `account.changePassword`, `account.resetPassword`, and the owner of a new organization',
    beyond: { instead: 'The password is refused.' },
  },
  passwordCharacters: {
    says: 'Maximum length of a password',
    unit: 'characters',
    where: '`account.signIn`',
    beyond: { instead: 'The call is refused with `400 validation_error`.' },
  },
  sessionDays: {
    says: 'How long a session lasts',
    unit: 'days',
    where: '`/trpc`',
    beyond: { instead: 'Sign in again.' },
  },
  sessionsPerUser: {
    says: 'Sessions that one user can have at the same time',
    unit: '',
    where: '`account.signIn`, `account.acceptInvite`',
    beyond: { instead: 'The session that was used least recently ends.' },
  },
  browserCharacters: {
    says: 'How much of a `User-Agent` is kept',
    unit: 'characters',
    where: '`account.listSessions`',
    beyond: { instead: 'The rest is cut off.' },
  },
  passwordResetMinutes: {
    says: 'How long a link to set a new password, or to confirm a new e-mail, can be used',
    unit: 'minutes',
    where: '`account.resetPassword`, `account.confirmEmail`',
    beyond: { instead: 'The call is refused with `404 not_found`.' },
  },
  passwordResetsPerAddressPerHour: {
    says: 'Requests for a new password from one address (IPv6: one /64), within an hour',
    unit: '',
    where: '`account.requestPasswordReset`',
    beyond: { instead: 'An hour of `429 rate_limited`, with `Retry-After`.' },
  },
  passwordResetsPerAccountPerHour: {
    says: 'Requests for a new password for one e-mail, within an hour',
    unit: '',
    where: '`account.requestPasswordReset`',
    beyond: { instead: 'An hour of `429 rate_limited`, with `Retry-After`.' },
  },
  inviteDays: {
    says: 'How long an invite can be accepted',
    unit: 'days',
    where: '`account.acceptInvite`',
    beyond: { instead: 'The call is refused with `404 not_found`.' },
  },
  pendingInvites: {
    says: 'Open invites of an organization',
    unit: '',
    where: '`account.inviteUser`',
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  invitesPerOrganizationPerHour: {
    says: 'Invites, invites sent again and changed e-mails of users per organization, within an hour',
    unit: '',
    where: '`account.inviteUser`, `account.resendInvite`, `account.updateUser`',
    beyond: { instead: 'An hour of `429 rate_limited`, with `Retry-After`.' },
  },
  usersPerOrganization: {
    says: 'Users of an organization, with those who are invited',
    unit: '',
    where: '`account.inviteUser`',
    beyond: { instead: 'The call is refused with `409 action_not_allowed`.' },
  },
  deviceDays: {
    says: 'How long a browser is remembered as one that has signed in to an account',
    unit: 'days',
    where: '`account.signIn`',
    beyond: { instead: 'Failures of this browser are counted with all others.' },
  },
  deviceAccounts: {
    says: 'Accounts for which one browser is remembered',
    unit: '',
    where: '`account.signIn`',
    beyond: { instead: 'The browser is remembered for the accounts that signed in last.' },
  },
  clockAdvanceDays: {
    says: 'How far one call moves the clock of a test organization',
    unit: 'days',
    where: '`testClock.advance`',
    beyond: { instead: 'The call is refused with `400 validation_error`.' },
  },
  clockAheadDays: {
    says: 'How far the clock of a test organization can be ahead of the real time',
    unit: 'days',
    where: '`testClock.advance`',
    beyond: { instead: 'The call is refused with `400 validation_error`.' },
  },
  clockWaitSeconds: {
    says: 'How long the clock of a test organization waits for webhooks at each moment on its way',
    unit: 'seconds',
    where: '`testClock.advance`',
    beyond: { instead: 'The clock goes on, and the rest is sent later.' },
  },
  recoveryEvents: {
    says: 'Events that one call looks at',
    unit: '',
    where: '`webhooks.recover`',
    beyond: { instead: 'Call again with the `position` of the answer.' },
  },
  recoveriesPerSecond: {
    says: 'First attempts of recovered events per second, except in chat formats',
    unit: '',
    where: '`webhooks.recover`',
    beyond: { instead: 'The other attempts follow later.' },
  },
  statisticsDefaultHours: {
    says: 'Hours that the statistics cover, if `hours` is not sent',
    unit: 'hours',
    where: '`webhooks.statistics`',
    beyond: { instead: 'Send `hours` for more.' },
  },
} satisfies Chapter
