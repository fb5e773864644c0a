import {
  countRows,
  deleteRows,
  findRow,
  insertRow,
  Prisma,
  tables,
  findRows,
} from '@scheduling/database'
import { z } from 'zod'
import { Email } from '../clients/email.ts'
import { lockOrganization } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, invalidFields, Problem } from '../contract/problems.ts'
import { BESIDE_OTHERS, fault, Id, text } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { joinTeam } from '../professionals/join.ts'
import { professionalFault } from '../professionals/named-professional.ts'
import { userIdOf } from './calling-user.ts'
import { countInvite, newInviteToken, sendInvite } from './send-invite.ts'
import { Access, Invite, inviteReply } from './user.ts'

const Invited = z
  .object({
    email: Email,
    access: Access,
    professional_id: Id.optional(),
    name: text(LIMITS.nameCharacters).optional(),
    is_professional: z.boolean().default(true).meta({
      description: 'Of a new person: whether clients can be booked with him or her.',
    }),
  })
  .superRefine(
    ({ professional_id: id, name, access, is_professional: isProfessional }, context) => {
      if (!isProfessional && access === 'professional') {
        const issue = fault('invalid_value', 'The access `professional` needs a professional.')
        context.addIssue({ ...issue, path: ['is_professional'] })
      }
      if (!isProfessional && id !== undefined) {
        const issue = fault('mutually_exclusive', 'Send either `professional_id` or this as false.')
        context.addIssue({ ...issue, path: ['is_professional'] })
      }
      if ((id === undefined) !== (name === undefined)) return
      const issue =
        id === undefined
          ? fault('required', 'Send `professional_id`, or the `name` of a new professional.')
          : fault('mutually_exclusive', 'Send either `professional_id` or `name`.')
      context.addIssue({ ...issue, path: ['professional_id'] })
    },
    BESIDE_OTHERS,
  )

/**
 * Dashboard: invites a person to the team by e-mail: a professional without a login, a new one, or a person who serves
 * no clients. An invite to the same e-mail, or for the same professional, is replaced.
 *
 * Whether a user of another organization signs in with the e-mail is told when the invite is accepted, not here.
 */
export const inviteUser = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: Invited,
  output: Invite,
  success: { invited: 200, invited_new_professional: 200 },
  emits: { invited: [], invited_new_professional: ['professional.created'] },
  notes: ['user.invited', 'user.invite_revoked'],
  problems: ['action_not_allowed'],
  prepare: countInvite,
  async run(context, input) {
    const { tx, organization, note } = context
    const { email, access } = input
    await lockOrganization(tx, organization.id)
    await refuseMember(context, input)
    const replaced = await dropReplaced(context, input)
    await requireRoom(context)
    const known = input.professional_id ?? (await sameProfessional(context, replaced, input))
    const isNew = known === null && input.is_professional
    const professionalId = isNew
      ? (await joinTeam(context, { name: input.name ?? '', email })).id
      : known
    const { token, tokenHash, expiresAt } = newInviteToken(context)
    const made = await insertRow(tx, tables.userInvite, {
      organizationId: organization.id,
      professionalId,
      name: professionalId === null ? (input.name ?? null) : null,
      email,
      access,
      tokenHash,
      invitedBy: userIdOf(context),
      expiresAt,
    })
    const invite = await inviteReply(context, made.id)
    await sendInvite(context, { email, name: invite.name, token, expiresAt })
    note({
      action: 'user.invited',
      id: invite.id,
      changes: {
        email: { from: null, to: email },
        access: { from: null, to: access },
        professional_id: { from: null, to: professionalId },
      },
    })
    return {
      outcome: isNew ? 'invited_new_professional' : 'invited',
      reply: invite,
    }
  },
})

type Input = z.output<typeof Invited>

/** @throws `400 validation_error` for a professional who cannot be invited, or an e-mail of the team */
async function refuseMember(
  { tx, organization }: WriteContext,
  { email, professional_id: id }: Input,
): Promise<void> {
  const { id: organizationId } = organization
  if (id !== undefined) {
    const wrong = await professionalFault(tx, organization, id)
    if (wrong !== null) throw invalidFields([wrong])
    const user = await findRow(tx, tables.user, { organizationId, professionalId: id })
    if (user !== null) {
      throw invalid('professional_id', 'already_in_use', 'This professional already signs in.')
    }
  }
  const member = await findRow(tx, tables.user, { organizationId, email })
  if (member !== null) {
    throw invalid('email', 'already_in_use', 'A member of the team already signs in with this.')
  }
}

type Replaced = {
  readonly id: number
  readonly email: string
  readonly professionalId: number | null
}

/** Ends the invites in place of which the new one comes, and those that have expired. */
async function dropReplaced(
  { tx, organization, realNow, note }: WriteContext,
  { email, professional_id: professionalId }: Input,
): Promise<readonly Replaced[]> {
  const { id: organizationId } = organization
  const isSame =
    professionalId === undefined
      ? Prisma.sql`= ${email}`
      : Prisma.sql`= ${email} OR r.professional_id = ${professionalId}`
  const replaced = await findRows(tx, tables.userInvite, { organizationId, email: isSame })
  const isOver = Prisma.sql`${isSame} OR r.expires_at <= ${new Date(realNow())}`
  await deleteRows(tx, tables.userInvite, { organizationId, email: isOver })
  for (const { id } of replaced) note({ action: 'user.invite_revoked', id, changes: null })
  return replaced
}

/** @throws `409 action_not_allowed` when the organization has as many users or invites as it may have */
async function requireRoom({ tx, organization }: WriteContext): Promise<void> {
  const where = { organizationId: organization.id }
  const invites = await countRows(tx, tables.userInvite, where)
  const users = await countRows(tx, tables.user, where)
  const { pendingInvites, usersPerOrganization } = LIMITS
  if (invites >= pendingInvites) {
    const detail = `The organization has ${pendingInvites} open invites. Withdraw one first.`
    throw new Problem('action_not_allowed', detail)
  }
  if (users + invites >= usersPerOrganization) {
    const detail = `An organization can have ${usersPerOrganization} users, with those who are invited.`
    throw new Problem('action_not_allowed', detail)
  }
}

/** A person who is invited again under the same name does not become a second professional. */
async function sameProfessional(
  { tx, organization }: WriteContext,
  replaced: readonly Replaced[],
  { name, is_professional: isProfessional }: Input,
): Promise<number | null> {
  if (!isProfessional) return null
  const ids = replaced.flatMap(({ professionalId }) => professionalId ?? [])
  const same = await findRow(tx, tables.professional, {
    organizationId: organization.id,
    id: ids,
    name: name ?? '',
    isActive: true,
  })
  return same?.id ?? null
}
