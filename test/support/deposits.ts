/** A client who is asked for a deposit, the provider that takes the payment, and what became of both. */
import { createDeposit, sandboxPayments, type SandboxPayments } from '@scheduling/core'
import type { PaymentProvider } from '@scheduling/payments'
import type { Appointment, Deposit } from '@scheduling/database'
import { TEST_NOW, type TestApi } from './api.ts'
import { openClinic, type BookableClinic } from './booking.ts'
import { eventsOf } from './clinic.ts'
import type { OpenQueue } from './queue.ts'

/** When a deposit of `charged` expires, unless the clinic says otherwise. */
export const EXPIRY = TEST_NOW + 30 * 60_000

/** A provider without charges for each test. The timer looks at every organization, so no deposit is left to it. */
export async function openPayments(api: TestApi): Promise<SandboxPayments> {
  await api.db.deposit.deleteMany()
  await api.db.sandboxCharge.deleteMany()
  await api.db.paymentConnection.deleteMany()
  api.setNow(TEST_NOW)
  api.logged.length = 0
  return sandboxPayments(api.service)
}

export type Charged = {
  readonly clinic: BookableClinic
  readonly organizationId: number
  readonly appointmentId: number
  readonly deposit: Deposit
  readonly chargeId: string
}

/** An appointment on Monday 09:00 whose client is asked for 50.00. */
export async function charged(
  api: TestApi,
  provider: PaymentProvider,
  clinic?: BookableClinic,
): Promise<Charged> {
  const place = clinic ?? (await openClinic(api))
  const { body } = await place.book()
  const organizationId = place.organization.row.id
  const owner = { appointmentId: body.id }
  const deposit = await createDeposit(
    api.service,
    organizationId,
    { owner, amount: '50.00' },
    provider,
  )
  return {
    clinic: place,
    organizationId,
    appointmentId: body.id,
    deposit,
    chargeId: deposit.chargeId ?? '',
  }
}

/** The client of a queue entry is asked for 20.00. */
export function chargeEntry(
  api: TestApi,
  provider: PaymentProvider,
  { organization }: Pick<OpenQueue, 'organization'>,
  entry: { readonly id: number },
): Promise<Deposit> {
  const owner = { queueEntryId: entry.id }
  return createDeposit(api.service, organization.row.id, { owner, amount: '20.00' }, provider)
}

export function depositOf(api: TestApi, id: number): Promise<Deposit> {
  return api.db.deposit.findUniqueOrThrow({ where: { id } })
}

export function appointmentOf(api: TestApi, id: number): Promise<Appointment> {
  return api.db.appointment.findUniqueOrThrow({ where: { id } })
}

/** What happened after the booking and the charge. */
export async function eventsAfterCharge(api: TestApi, { clinic }: Pick<Charged, 'clinic'>) {
  const events = await eventsOf(api.db, clinic.organization.row)
  const first = events.findIndex(({ type }) => type === 'deposit.created')
  return events.slice(first + 1)
}

export function typesOf(events: readonly { type: string }[]): string[] {
  return events.map(({ type }) => type)
}

/** A provider some of whose calls fail, until it recovers. */
export function failing(inner: PaymentProvider, ...calls: (keyof PaymentProvider)[]) {
  const state = { fails: true }
  const guarded =
    <Arguments extends unknown[], Result>(
      name: keyof PaymentProvider,
      run: (...given: Arguments) => Promise<Result>,
    ) =>
    async (...given: Arguments): Promise<Result> => {
      if (state.fails && calls.includes(name)) throw new Error('The provider is down.')
      return run(...given)
    }
  const outer: PaymentProvider = {
    charge: guarded('charge', inner.charge),
    read: guarded('read', inner.read),
    withdraw: guarded('withdraw', inner.withdraw),
    refund: guarded('refund', inner.refund),
  }
  return { ...outer, recover: () => (state.fails = false) }
}
