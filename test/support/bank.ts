/** A bank that is played, and organizations that are paid into accounts there. */
import { settlePayments } from '@scheduling/core'
import type { Deposit } from '@scheduling/database'
import type { Bank } from '@scheduling/payments'
import { playBank, type PlayedBank } from '@scheduling/payments/testing'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { TestApi } from './api.ts'
import { openClinic, type BookableClinic } from './booking.ts'
import { signIn, type Browser } from './dashboard.ts'
import { charged, openPayments, type Charged } from './deposits.ts'

/** A bank for each test. Whatever the document of the central bank has against what was said fails the test. */
export function banksPerTest(api: () => TestApi): () => PlayedBank {
  const server = setupServer()
  let bank: PlayedBank
  beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }))
  afterAll(() => server.close())
  beforeEach(async () => {
    await openPayments(api())
    bank = playBank(() => api().service.realNow())
    server.use(...bank.handlers)
    listBank(api(), bank.bank)
  })
  afterEach(() => {
    server.resetHandlers()
    expect(bank.faults).toEqual([])
  })
  return () => bank
}

/** As the operator does it with `PIX_BANKS`. */
export function listBank(api: TestApi, bank: Bank): void {
  // The list of a service that was made without one.
  const banks = api.service.banks as Map<string, Bank>
  banks.set(bank.name, bank)
}

export function accountAt(bank: PlayedBank) {
  return {
    provider: 'pix',
    bank: bank.bank.name,
    client_id: bank.clientId,
    client_secret: bank.clientSecret,
    pix_key: bank.pixKey,
  }
}

export type ConnectedClinic = { readonly clinic: BookableClinic; readonly owner: Browser }

export async function connectedClinic(api: TestApi, bank: PlayedBank): Promise<ConnectedClinic> {
  const clinic = await openClinic(api)
  const owner = await signIn(api, clinic.organization)
  const reply = await owner.mutate('payments.connect', accountAt(bank))
  expect(reply.problem).toBeUndefined()
  return { clinic, owner }
}

export type ChargedAtBank = Charged & ConnectedClinic & { settle(): Promise<Deposit> }

/** As `charged`, at a bank. */
export async function chargedAt(
  api: TestApi,
  bank: PlayedBank,
  connected?: ConnectedClinic,
): Promise<ChargedAtBank> {
  const place = connected ?? (await connectedClinic(api, bank))
  const one = await charged(api, api.service.payments, place.clinic)
  return {
    ...one,
    clinic: place.clinic,
    owner: place.owner,
    async settle() {
      await settlePayments(api.service, one.organizationId, one.deposit.id, api.service.payments)
      return api.db.deposit.findUniqueOrThrow({ where: { id: one.deposit.id } })
    },
  }
}

/** As the team reads them. */
export async function paymentsOf({ owner, deposit }: ChargedAtBank) {
  return (await owner.query('deposits.getPayments', { deposit_id: deposit.id })).body
}
