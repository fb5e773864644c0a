import { router } from '../procedure/trpc.ts'
import { changePassword } from '../accounts/change-password.ts'
import { me } from '../accounts/me.ts'
import { requestPasswordReset } from '../accounts/request-password-reset.ts'
import { resetPassword } from '../accounts/reset-password.ts'
import { endOtherSessions, endSession, listSessions } from '../accounts/sessions.ts'
import { signIn } from '../accounts/sign-in.ts'
import { signOut } from '../accounts/sign-out.ts'
import { me as organizationOfCaller } from '../organization/me.ts'
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
