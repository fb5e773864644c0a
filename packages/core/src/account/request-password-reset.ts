import { sqlOf, statement } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { accountOf, refuseFor } from './attempts.ts'
import { TypedEmail } from './typed-email.ts'

const Request = z.object({ email: TypedEmail })

/** The same statement for every e-mail: the worker looks whether it is one of ours. */
const asked = statement(
  'password reset asked',
  `SELECT graphile_worker.add_job('password_reset', json_build_object('email', $1::text), max_attempts => 10)`,
)

/**
 * Dashboard: asks for a mail with a link to set a new password. The answer, the time that it takes and the counters are
 * the same whether or not the e-mail exists.
 */
export const requestPasswordReset = procedure({
  caller: 'visitor',
  kind: 'action',
  input: Request,
  output: z.object({ requested: z.literal(true), sends_mail: z.boolean() }),
  async run(call, { email }) {
    const { service, browser } = call
    const { attempts, address } = browser
    refuseFor(
      await attempts.count('password reset address', address),
      'Too many requests for a new password came from this address.',
    )
    refuseFor(
      await attempts.count('password reset', accountOf(service, email)),
      'A new password was requested for this e-mail too many times.',
    )
    await asked(sqlOf(service.db), [email])
    return { requested: true as const, sends_mail: service.sendsMail }
  },
})
