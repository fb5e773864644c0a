/** Deposits at the desk: found, charged, confirmed by hand, refunded in part, by two people at once. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createProfessional,
  createService,
} from '../../support/clinic.ts'
import { openDashboardWorld, type DashboardRole } from '../../support/dashboard-world.ts'

const world = await openDashboardWorld()
const open = (path: string, role: DashboardRole = 'manager') => world.open(path, { role })

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

let hours = 0
/** An appointment of a client of this name, in the next days. */
async function appointmentOf(name: string) {
  const { db } = world.api
  const { row } = world.clinic
  const client = await createClientRow(db, row, { first_name: name })
  const professional = await db.professional.findFirstOrThrow({
    where: { organizationId: row.id, name: 'Beatriz Ramos' },
  })
  const service = await db.service.findFirstOrThrow({
    where: { organizationId: row.id, name: 'Limpeza de pele' },
  })
  hours += 1
  return createAppointmentRow(db, row, {
    professional,
    client,
    services: [service],
    start: new Date(Date.parse('2026-11-23T12:00:00Z') + hours * 3_600_000).toISOString(),
    status: 'CONFIRMED',
  })
}

/** Confirmed by hand, as money in the till is. */
async function paidDeposit(name: string, refundedAmount = '0.00') {
  return createDepositRow(world.api.db, world.clinic.row, {
    appointment: await appointmentOf(name),
    expiresAt: '2026-11-20T12:00:00Z',
    status: 'PAID',
    paidAmount: '50.00',
    refundedAmount,
    paidAt: new Date('2026-11-20T10:00:00Z'),
    confirmedBy: { id: 1, name: 'Dona' },
  })
}

describe('the list', () => {
  it('keeps its filters in the address', async () => {
    await paidDeposit('Paula')
    const page = await open('/deposits')
    const list = page.getByRole('list', { name: 'Sinais' })
    await list.getByText('Paula').waitFor()
    await page.getByRole('combobox', { name: 'Estado' }).click()
    await page.getByRole('option', { name: 'A pagar' }).click()
    await page.waitForURL(/status=PENDING/)
    await list.getByText('Maria Silva').waitFor()
    expect(await list.getByText('Paula').count()).toBe(0)
    await page.reload()
    await list.getByText('Maria Silva').waitFor()
    expect(await list.getByText('Paula').count()).toBe(0)
    await button(page, 'Limpar filtros').click()
    await list.getByText('Paula').waitFor()
  })

  it('says that the deposit of another clinic does not exist', async () => {
    const stranger = await world.api.organization()
    const { db } = world.api
    const professional = await createProfessional(db, stranger.row)
    const appointment = await createAppointmentRow(db, stranger.row, {
      professional,
      client: await createClientRow(db, stranger.row),
      services: [await createService(db, stranger.row, { performedBy: [professional] })],
      start: '2026-11-23T12:00:00Z',
    })
    const expiresAt = '2026-11-23T12:00:00Z'
    const theirs = await createDepositRow(db, stranger.row, { appointment, expiresAt })
    const page = await open(`/deposits?deposit=${theirs.id}`)
    await page.getByText('Este sinal não existe aqui.', { exact: false }).waitFor()
  })
})

describe('charging', () => {
  it('asks a client for a deposit, who then has a code and a link', async () => {
    await appointmentOf('Renata')
    const page = await open('/deposits')
    await button(page, 'Cobrar um sinal').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Cliente' }).fill('Renata')
    await page
      .getByRole('option', { name: /Renata/ })
      .first()
      .click()
    await dialog.getByLabel('Para').waitFor()
    await dialog.getByLabel('Valor').fill('75,5')
    await dialog.getByRole('button', { name: /^Cobrar R\$\s75,50$/ }).dblclick()
    await page.getByText('O sinal foi cobrado de Renata', { exact: false }).waitFor()
    await page.getByRole('textbox', { name: 'Código Pix' }).waitFor()
    await page.getByRole('textbox', { name: 'Link de pagamento do cliente' }).waitFor()
    const made = await world.api.db.deposit.findMany({
      where: { organizationId: world.clinic.row.id, amount: '75.50' },
    })
    expect(made).toHaveLength(1)
  })

  it('is not offered to who has nothing to pay for', async () => {
    await createClientRow(world.api.db, world.clinic.row, { first_name: 'Solange' })
    const page = await open('/deposits?charge=yes')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Cliente' }).fill('Solange')
    await page
      .getByRole('option', { name: /Solange/ })
      .first()
      .click()
    await page.getByText('Este cliente não tem agendamento', { exact: false }).waitFor()
    await dialog.getByLabel('Valor').fill('50')
    expect(await dialog.getByRole('button', { name: /^Cobrar R\$/ }).isDisabled()).toBe(true)
  })
})

describe('the card of an appointment', () => {
  it('charges until the visit begins, shows the code, and takes the money at the desk', async () => {
    const { id } = await appointmentOf('Tereza')
    const page = await open(`/?appointment=${id}`)
    await button(page, 'Mais ações').click()
    await page.getByRole('menuitem', { name: 'Cobrar sinal…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cobrar sinal' })
    await dialog.getByLabel('Valor').fill('50')
    await dialog.getByLabel('Vence em').fill('2026-11-24T00:00')
    await dialog.getByText('por isso vence antes do atendimento').waitFor()
    expect(await button(page, 'Cobrar').isDisabled()).toBe(true)
    await dialog.getByLabel('Vence em').fill('2026-11-22T12:00')
    await button(page, 'Cobrar').click()
    const deposit = page.getByRole('region', { name: 'Sinal' })
    await deposit.getByText('Vence em 22 de nov. de 2026, 12:00.').waitFor()
    await deposit.getByRole('textbox', { name: 'Código Pix' }).waitFor()
    await deposit.getByRole('img', { name: 'Código QR do Pix' }).waitFor()
    await button(page, 'Recebido em dinheiro ou cartão…').click()
    await button(page, /^Recebi R\$\s50,00$/).click()
    await deposit.getByText('Pago').waitFor()
    await deposit.getByText('Código Pix').waitFor({ state: 'detached' })
  })

  it('says how much of it went back', async () => {
    const { appointmentId } = await paidDeposit('Ursula', '30.00')
    const page = await open(`/?appointment=${appointmentId}`)
    await page.getByText(/^R\$\s30,00 de R\$\s50,00 devolvidos\.$/).waitFor()
  })
})

describe('money', () => {
  it('is confirmed by hand, which confirms the appointment', async () => {
    const page = await open('/deposits?status=PENDING')
    await page
      .getByRole('button', { name: /^Abrir o sinal de Maria Silva/ })
      .first()
      .click()
    await page.waitForURL(/deposit=\d+/)
    await button(page, 'Confirmar o recebimento').click()
    await button(page, /^Recebi R\$\s50,00$/).click()
    await page.getByText(/foram confirmados como recebidos/).waitFor()
    await page.getByText('Confirmado pela equipe, sem passar pelo banco.').waitFor()
    await button(page, 'Devolver').waitFor()
  })

  it('goes back in part, and the second of two people is told', async () => {
    const deposit = await paidDeposit('Vitória')
    const [first, second] = [
      await open(`/deposits?deposit=${deposit.id}`),
      await open(`/deposits?deposit=${deposit.id}`, 'owner'),
    ]
    for (const page of [first, second]) {
      await button(page, 'Devolver').click()
      await page.getByLabel('Valor', { exact: true }).fill('20')
    }
    await button(first, /^Devolver R\$\s20,00$/).click()
    await first.getByText(/20,00 foram devolvidos/).waitFor()
    await button(second, /^Devolver R\$\s20,00$/).click()
    await second.getByText(/Outra pessoa já devolveu algo/).waitFor()
    expect(await second.getByLabel('Valor', { exact: true }).inputValue()).toContain('20')
    const now = await world.api.db.deposit.findUniqueOrThrow({ where: { id: deposit.id } })
    expect([now.status, now.refundedAmount.toFixed(2)]).toEqual(['PAID', '20.00'])

    // The rest, and no more than that.
    await button(first, 'Devolver').click()
    await first.getByLabel('Valor', { exact: true }).fill('30,01')
    expect(await button(first, /^Devolver R\$\s30,01$/).isDisabled()).toBe(true)
    await first.getByLabel('Valor', { exact: true }).fill('30')
    await button(first, /^Devolver R\$\s30,00$/).click()
    await first.getByRole('dialog').getByText('Devolvido').first().waitFor()
  })
})
