import { Prisma, requireRow, sqlOf, tables, updateRows, type Database } from '@scheduling/database'
import {
  pixPayments,
  ProviderError,
  type Banks,
  type PaymentProvider,
  type PixPayments,
} from '@scheduling/payments'
import type { Cryptography } from '../ground/crypto.ts'
import { ownerOfCharge, type ChargeOwner } from './charge-owner.ts'
import { openAccount } from './sealed-account.ts'

/** Accounts whose tokens and connections a process keeps. */
const MOST_ACCOUNTS = 500

export type PaymentParts = {
  readonly db: Database
  readonly crypto: Cryptography
  readonly realNow: () => number
  readonly banks: Banks
  /** For deposits of live organizations without an account, as a demonstration has them. */
  readonly live: PaymentProvider
  /** For test organizations, always. */
  readonly test: PaymentProvider
}

/**
 * Each charge goes to the account under which it was made, and those of test organizations to the sandbox, whatever is
 * configured. Whose a charge is stands in the database, so that no caller can be wrong about it.
 *
 * @throws for a charge of no deposit: no bank is asked about it
 */
export function paymentsOfOrganizations(parts: PaymentParts): PaymentProvider {
  const { db } = parts
  const accounts = new Map<number, PixPayments>()

  async function accountOf(organizationId: number, id: number): Promise<PaymentProvider> {
    const known = accounts.get(id)
    if (known !== undefined) return known
    const where = { organizationId, id }
    const connection = await requireRow(db, tables.paymentConnection, where)
    const bank = parts.banks.get(connection.bank)
    if (bank === undefined) {
      throw new ProviderError('denied', `The bank ${connection.bank} is not in PIX_BANKS.`)
    }
    const account = openAccount(parts.crypto, organizationId, connection.accountSealed)
    const made = pixPayments({ ...account, bank }, { now: parts.realNow })
    const [oldest] = accounts.size < MOST_ACCOUNTS ? [] : accounts.keys()
    if (oldest !== undefined) accounts.delete(oldest)
    accounts.set(id, made)
    return made
  }

  /** What an account is not allowed to do is kept with it, until it works again: its owner is shown it. */
  async function watched<Result>(
    { organizationId, connectionId: id }: ChargeOwner,
    call: () => Promise<Result>,
  ): Promise<Result> {
    if (id === null) return call()
    try {
      const result = await call()
      await updateRows(
        db,
        tables.paymentConnection,
        { organizationId, id, fault: Prisma.sql`IS NOT NULL` },
        { fault: null, faultAt: null },
      )
      return result
    } catch (error) {
      const fault = accountFault(error)
      if (fault !== null) {
        const isNew = { organizationId, id, fault: Prisma.sql`IS DISTINCT FROM ${fault}` }
        const faultAt = new Date(parts.realNow())
        await updateRows(db, tables.paymentConnection, isNew, { fault, faultAt })
      }
      throw error
    }
  }

  async function on<Result>(
    chargeId: string,
    call: (provider: PaymentProvider) => Promise<Result>,
  ): Promise<Result> {
    const owner = await ownerOfCharge(sqlOf(db), chargeId)
    if (owner === null) throw new Error('No deposit has this charge.')
    const { livemode, connectionId, organizationId } = owner
    if (!livemode) return call(parts.test)
    if (connectionId === null) return call(parts.live)
    return watched(owner, async () => call(await accountOf(organizationId, connectionId)))
  }

  return {
    charge: (charge) => on(charge.chargeId, (provider) => provider.charge(charge)),
    read: (chargeId) => on(chargeId, (provider) => provider.read(chargeId)),
    withdraw: (chargeId) => on(chargeId, (provider) => provider.withdraw(chargeId)),
    refund: (refund) => on(refund.chargeId, (provider) => provider.refund(refund)),
  }
}

/** What the owner must look at; null: it passes, or is about one charge alone. */
function accountFault(error: unknown): string | null {
  if (!(error instanceof ProviderError)) return null
  if (error.fault !== 'denied' && error.fault !== 'nonsense') return null
  return error.detail === null ? error.message : `${error.message} ${error.detail}`
}
