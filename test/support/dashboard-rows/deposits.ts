import type { Page } from 'playwright-core'
import { createAppointmentRow, createDepositRow } from '../clinic.ts'
import type { DashboardWorld } from '../dashboard-world.ts'
import { pageRow, shownRow, type DashboardRow, type Say } from './row.ts'

/** Paid, expired and refunded ones, and payments that came late or were refused on their way back. */
async function prepare({ api, clinic: { row } }: DashboardWorld): Promise<void> {
  const { db } = api
  const where = { organizationId: row.id }
  const client = await db.client.findFirstOrThrow({ where: { ...where, firstName: 'João' } })
  const professional = await db.professional.findFirstOrThrow({ where })
  const service = await db.service.findFirstOrThrow({ where })
  const appointment = await createAppointmentRow(db, row, {
    professional,
    client,
    services: [service],
    start: '2026-11-27T09:00:00-03:00',
    status: 'CANCELLED_CLIENT',
  })
  const expiresAt = '2026-11-20T08:30:00-03:00'
  const paidAt = new Date('2026-11-20T08:10:00-03:00')
  const paid = await createDepositRow(db, row, {
    appointment,
    expiresAt,
    status: 'PAID',
    paidAmount: '50.00',
    paidAt,
  })
  await createDepositRow(db, row, { appointment, expiresAt, status: 'EXPIRED', expiredAt: paidAt })
  const payment = (endToEndId: string, outcome: 'ACCEPTED' | 'LATE') =>
    db.payment.create({
      data: {
        organizationId: row.id,
        depositId: paid.id,
        endToEndId,
        amount: '50.00',
        outcome,
        paidAt,
      },
    })
  await payment('E00000000202611201110000000000001', 'ACCEPTED')
  const late = await payment('E00000000202611201110000000000002', 'LATE')
  await db.depositRefund.create({
    data: {
      organizationId: row.id,
      depositId: paid.id,
      paymentId: late.id,
      ofDeposit: false,
      refundId: 'D0000000000000000000000000000002',
      amount: '50.00',
      rejectedAt: paidAt,
      rejection: 'Conta encerrada',
    },
  })
}

async function openPaid(page: Page, say: Say): Promise<void> {
  await page.goto('/app/deposits?status=PAID')
  await page
    .getByRole('button', {
      name: say('Abrir o sinal de João Lima', 'Open the deposit of João Lima'),
    })
    .first()
    .click()
  await page.getByRole('button', { name: say('Devolver', 'Refund'), exact: true }).waitFor()
}

export const DEPOSIT_ROWS: readonly DashboardRow[] = [
  pageRow('/deposits', 'Sinais', 'Deposits', { role: 'manager', prepare }),
  shownRow('Payments', '/deposits?view=payments', 'list', 'Pagamentos', 'Payments'),
  shownRow('No deposits', '/deposits', 'heading', 'Nenhum sinal encontrado', 'No deposit found', {
    isEmpty: true,
  }),
  { name: 'Paid deposit', go: openPaid },
  {
    name: 'Refund',
    async go(page, say) {
      await openPaid(page, say)
      await page.getByRole('button', { name: say('Devolver', 'Refund'), exact: true }).click()
      await page.getByRole('dialog', { name: say('Devolver', 'Refund'), exact: true }).waitFor()
    },
  },
  {
    name: 'Confirm a deposit by hand',
    async go(page, say) {
      await page.goto('/app/deposits?status=PENDING')
      await page
        .getByRole('button', { name: say('Abrir o sinal de', 'Open the deposit of') })
        .first()
        .click()
      const name = say('Confirmar o recebimento', 'Confirm by hand')
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog', { name }).waitFor()
    },
  },
  shownRow(
    'Charge a deposit',
    '/deposits?charge=yes',
    'dialog',
    'Cobrar um sinal',
    'Charge a deposit',
  ),
]
