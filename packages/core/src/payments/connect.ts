import { insertRow, tables } from '@scheduling/database'
import { isCertificateWithKey, pixPayments, ProviderError, type Bank } from '@scheduling/payments'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { BESIDE_OTHERS, fault, text, valueText } from '../ground/fields.ts'
import { inTime } from '../ground/in-time.ts'
import { activeConnection } from './active-connection.ts'
import { sealAccount, type Account } from './sealed-account.ts'
import { procedure } from '../procedure/define.ts'
import { PaymentStatus, toStatus } from './connection.ts'
import { endConnection } from './end-connection.ts'

const Pem = z.string().min(1).max(LIMITS.pemCharacters)

const NewConnection = z
  .object({
    provider: z.literal('pix'),
    bank: valueText(),
    client_id: text(LIMITS.bankCredentialCharacters),
    client_secret: text(LIMITS.bankCredentialCharacters),
    // As a part of a path, dots alone would lead to another one.
    pix_key: text(LIMITS.pixKeyCharacters).regex(/[a-z0-9]/i, 'This is not a Pix key.'),
    /** PEM, with the chain. Many banks ask for one. */
    certificate: Pem.nullable().optional(),
    /** PEM, without a password: the private key of the certificate. */
    certificate_key: Pem.nullable().optional(),
  })
  .superRefine((input, context) => {
    const { certificate = null, certificate_key: key = null } = input
    if (certificate === null && key === null) return
    const missing = certificate === null ? 'certificate' : 'certificate_key'
    if (certificate === null || key === null) {
      const message = 'A certificate and its key go together.'
      context.addIssue({ ...fault('required', message), path: [missing] })
    } else if (!isCertificateWithKey(certificate, key)) {
      const message =
        'This is not a certificate in PEM form with the private key that belongs to it. The key must have no password.'
      context.addIssue({ ...fault('invalid_format', message), path: ['certificate'] })
    }
  }, BESIDE_OTHERS)

type Input = z.output<typeof NewConnection>

/**
 * `payments.connect`: clients pay into this account from then on. Another account that was connected before is
 * disconnected; what was asked for under it is still paid and refunded there.
 */
export const connectPayments = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  feature: 'deposits',
  input: NewConnection,
  output: PaymentStatus,
  emits: { ok: [] },
  notes: ['payments.connected', 'payments.disconnected'],
  problems: ['action_not_allowed'],
  /** The bank says whether it knows the account. */
  async prepare(context, input) {
    if (!context.organization.livemode) {
      throw new Problem(
        'action_not_allowed',
        'A test organization always uses the sandbox. Connect an account in a live organization.',
      )
    }
    const bank = bankOf(context, input.bank)
    try {
      const account = { ...sealedOf(input), bank }
      const provider = pixPayments(account, { now: context.realNow })
      await inTime(provider.authenticate(), context.patience.providerMs)
    } catch (error) {
      throw refusalOf(error)
    }
    return null
  },
  async run(write, input) {
    const { tx, organization } = write
    await lockOrganization(tx, organization.id)
    const { bank } = input
    const before = await activeConnection(tx, organization.id)
    if (before !== null) await endConnection(write, before)
    const row = await insertRow(tx, tables.paymentConnection, {
      organizationId: organization.id,
      provider: 'pix',
      bank,
      accountSealed: sealAccount(write.crypto, organization.id, sealedOf(input)),
    })
    const changes = {
      bank: { from: null, to: bank },
      client_secret: { from: null, to: '***' },
      certificate: { from: null, to: input.certificate == null ? null : '***' },
    }
    write.note({ action: 'payments.connected', id: row.id, changes })
    return toStatus(row, write)
  },
})

function bankOf({ banks }: Pick<Context, 'banks'>, name: string): Bank {
  const bank = banks.get(name)
  if (bank !== undefined) return bank
  const names = [...banks.keys()]
  const message =
    names.length === 0
      ? 'The operator of this service has listed no banks yet.'
      : `This bank is not known here. Expected one of: ${names.join(', ')}.`
  throw invalid('bank', 'invalid_value', message)
}

function sealedOf(input: Input): Account {
  const { client_id: clientId, client_secret: clientSecret, pix_key: pixKey } = input
  const { certificate = null, certificate_key: key = null } = input
  return {
    clientId,
    clientSecret,
    pixKey,
    ...(certificate === null ? {} : { certificate }),
    ...(key === null ? {} : { key }),
  }
}

function refusalOf(error: unknown): Problem {
  if (error instanceof ProviderError && (error.fault === 'denied' || error.fault === 'refused')) {
    return invalid(
      'client_secret',
      'invalid_value',
      'The bank does not accept these credentials. Check the client id, the secret and the certificate.',
    )
  }
  return new Problem(
    'action_not_allowed',
    'The bank did not answer, or not as it should. If it asks for a certificate, send one. Otherwise try again later.',
    { cause: error },
  )
}
