import { router } from '../procedure/trpc.ts'
import { changePassword } from './change-password.ts'
import { me } from './me.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { organizationOfCaller } from './organization-of-caller.ts'
import { acceptInvite } from './accept-invite.ts'
import { confirmEmail } from './confirm-email.ts'
import { inviteUser } from './invite-user.ts'
import { listUsers } from './list-users.ts'
import { readInvite } from './read-invite.ts'
import { removeUser } from './remove-user.ts'
import { resendInvite } from './resend-invite.ts'
import { revokeInvite } from './revoke-invite.ts'
import { updateUser } from './update-user.ts'

/** Who may use the dashboard: signing in and out, one's own account, and the team. */
export const account = router({
  get: organizationOfCaller,
  signIn,
  signOut,
  me,
  changePassword,
  requestPasswordReset,
  resetPassword,
  listSessions,
  endSession,
  endOtherSessions,
  listUsers,
  inviteUser,
  revokeInvite,
  resendInvite,
  updateUser,
  confirmEmail,
  removeUser,
  readInvite,
  acceptInvite,
})
