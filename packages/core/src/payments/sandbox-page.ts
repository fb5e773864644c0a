/** The page where the payer is played: what it shows, and what can be done on it. Only charges of the sandbox have one. */
import { findRow, prismaOf, requireRow, sqlOf, tables } from '@scheduling/database'
import type { Service } from '../context.ts'
import { isLinkOf, linkedId, linkToken, type LinkedRow } from '../links/record-link.ts'
import { settleLater } from './notice-address.ts'
import { SANDBOX_REFUNDS, sandboxPayments, type SandboxRefunds } from './sandbox-payments.ts'

export const SANDBOX_PATH = '/sandbox/pay'

type Played = Pick<Service, 'isDemonstration'>

type Charged = {
  readonly method: string
  readonly connectionId: number | null
  /** Of its organization. */
  readonly livemode: boolean
}

/** In a live organization, any visitor with a link could have a booking confirmed without money: in a demonstration alone. */
function mayPlay({ isDemonstration }: Played, deposit: Charged): boolean {
  return isOfSandbox(deposit) && (!deposit.livemode || isDemonstration)
}

/** Whether its code moves no money. */
export function isOfSandbox({ method, connectionId }: Omit<Charged, 'livemode'>): boolean {
  return method === 'PIX' && connectionId === null
}

/** Where the payer of a deposit is played; null for one that is paid at a bank, or to the team. */
export function sandboxPageOf(
  service: Played & Pick<Service, 'crypto' | 'publicBaseUrl'>,
  deposit: LinkedRow & Charged,
): string | null {
  if (!mayPlay(service, deposit)) return null
  return `${service.publicBaseUrl}${SANDBOX_PATH}/${linkToken(service, 'deposit', deposit)}`
}

export type SandboxPage = {
  readonly amount: string
  readonly status: string
  /** Null: the charge has not been made. */
  readonly code: string | null
  readonly isWithdrawn: boolean
  readonly refunds: SandboxRefunds
  readonly payments: readonly {
    readonly id: string
    readonly amount: string
    readonly paidAt: string
    readonly refunds: readonly { readonly amount: string; readonly status: string }[]
  }[]
}

/** Null: the link opens nothing, or no charge of the sandbox. */
export async function sandboxPage(service: Service, token: string): Promise<SandboxPage | null> {
  const deposit = await playedDeposit(service, token)
  if (deposit === null) return null
  const charge = await prismaOf(service.db).sandboxCharge.findUnique({
    where: { id: deposit.chargeId ?? '' },
    include: { payments: { orderBy: { number: 'asc' }, include: { refunds: true } } },
  })
  return {
    amount: deposit.amount.toFixed(2),
    status: deposit.status,
    code: charge?.paymentCode ?? null,
    isWithdrawn: charge !== null && charge.withdrawnAt !== null,
    refunds: SANDBOX_REFUNDS.find((one) => one === charge?.refunds) ?? 'settle',
    payments: (charge?.payments ?? []).map(({ id, amount, paidAt, refunds }) => ({
      id,
      amount: amount.toFixed(2),
      paidAt: paidAt.toISOString(),
      refunds: refunds.map((one) => ({ amount: one.amount.toFixed(2), status: one.status })),
    })),
  }
}

export type PlayedAction =
  | { readonly kind: 'pay'; readonly amount: string }
  | { readonly kind: 'treat'; readonly refunds: SandboxRefunds }
  | { readonly kind: 'end'; readonly as: 'SETTLED' | 'REJECTED' }

/**
 * Does what a payer or the bank would do. The service is notified as by a bank.
 *
 * @returns whether it could be done: a withdrawn charge cannot be paid
 */
export async function playPayer(
  service: Service,
  token: string,
  action: PlayedAction,
): Promise<boolean> {
  const deposit = await playedDeposit(service, token)
  const chargeId = deposit?.chargeId ?? null
  if (deposit === null || chargeId === null) return false
  const charge = await findRow(service.db, tables.sandboxCharge, { id: chargeId })
  if (charge === null) return false
  const bank = sandboxPayments(service)
  if (action.kind === 'treat') await bank.treatRefunds(chargeId, action.refunds)
  else if (action.kind === 'end') await bank.endRefunds(chargeId, action.as)
  else if (charge.withdrawnAt !== null) return false
  else await bank.pay(chargeId, action.amount)
  await settleLater(sqlOf(service.db), deposit.organizationId, deposit.id)
  return true
}

async function playedDeposit(service: Service, token: string) {
  const id = linkedId(service, 'deposit', token)
  if (id === null) return null
  const deposit = await findRow(service.db, tables.deposit, { id })
  if (deposit === null || !isLinkOf(service, 'deposit', deposit, token)) return null
  const whose = { id: deposit.organizationId }
  const { livemode } = await requireRow(service.db, tables.organization, whose)
  return mayPlay(service, { ...deposit, livemode }) ? deposit : null
}
