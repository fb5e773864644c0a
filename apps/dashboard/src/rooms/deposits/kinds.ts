/** Records of this room, as the service answers them. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'

type Outputs = inferRouterOutputs<AppRouter>['deposits']

export type Deposit = Outputs['get']
export type Payment = Outputs['listPayments']['data'][number]
export type Refund = Payment['refunds'][number]
export type DepositPayments = Outputs['getPayments']

export const DEPOSIT_STATUSES = [
  'PENDING',
  'PAID',
  'EXPIRED',
  'REFUNDED',
] as const satisfies readonly Deposit['status'][]

export const OUTCOMES = [
  'ACCEPTED',
  'LATE',
  'SECOND',
  'TOO_SMALL',
] as const satisfies readonly Payment['outcome'][]

/** What was paid and not refunded yet, in cents. */
export function centsLeft({ paid_amount: paid, refunded_amount: refunded }: Deposit): number {
  return centsOf(paid ?? '0') - centsOf(refunded)
}

export function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100)
}

export function amountOf(cents: number): string {
  return (cents / 100).toFixed(2)
}
