/** One client and one deposit, from the first page to the refund: booked, paid, moved, cancelled, paid back. */
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { openClinic } from '../support/booking.ts'
import { sharedBrowser } from '../support/browser.ts'
import { eventsOf } from '../support/clinic.ts'
import { signIn } from '../support/dashboard.ts'
import { oneOf, triesAll } from '../support/sample.ts'
import { startSeenApi } from '../support/seen-api.ts'
import { fact, workerBeside } from '../support/worker.ts'

const api = await startSeenApi()
// It tells the bank of charges, and hears of payments.
const worker = await workerBeside(api)
const browser = await sharedBrowser()
afterAll(async () => {
  await worker.stop()
  await api.close()
})

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const time = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const WAYS = ['with a script', 'without a script'] as const

it.each(triesAll ? WAYS : [oneOf('deposit story', WAYS)])('%s', async (way) => {
  const javaScriptEnabled = way === 'with a script'
  const clinic = await openClinic(api, {
    service: { requiresDeposit: true, depositAmount: '50.00' },
  })
  const { row } = clinic.organization
  const context = await browser.newContext({
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 360, height: 740 },
    javaScriptEnabled,
  })
  try {
    const page = await context.newPage()
    /** Asks the page again until it says so; with a script it asks by itself. */
    const says = async (text: string | RegExp) => {
      if (javaScriptEnabled) await page.getByText(text).first().waitFor()
      else {
        await fact(String(text), async () => {
          await page.reload()
          return (await page.getByText(text).count()) > 0
        })
      }
    }

    // Booked: the time is held, and the code stands on the page.
    await page.goto(`${api.url}/${row.slug}`)
    await link(page, /^Consulta/).click()
    await time(page, 'sexta-feira, 20 de novembro, 16:00').check()
    await button(page, 'Continuar').click()
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Maria')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('maria@example.com')
    await page.getByText('pedimos um sinal de R$ 50,00 por Pix').waitFor()
    await button(page, 'Reservar e pagar o sinal').click()
    await heading(page, 'Seu horário').waitFor()
    await says('Aguardando o sinal.')
    await says('Código Pix copia e cola')
    const code = page.getByRole('textbox', { name: 'Código Pix copia e cola' })
    expect(await code.inputValue()).toMatch(/^000201.*6304[0-9A-F]{4}\s*$/)
    await page.getByText('Mostrar o QR code').click()
    await page.getByRole('img', { name: /^QR code do Pix/ }).waitFor()
    const appointment = await api.db.appointment.findFirstOrThrow({
      where: { organizationId: row.id },
    })
    expect(appointment.status).toBe('PENDING')

    // Paid on a page of the bank, in another window. This page turns by itself.
    const payer = await context.newPage()
    const address = await link(page, 'Simular o pagamento (ninguém paga de verdade)').getAttribute(
      'href',
    )
    await payer.goto(address ?? '')
    await payer.getByRole('button', { name: 'Pay' }).click()
    await fact('the payment', async () => {
      const now = await api.db.appointment.findUnique({ where: { id: appointment.id } })
      return now?.status === 'CONFIRMED'
    })
    await page.bringToFront()
    await says('Confirmado.')
    await page.getByText(/R\$\s50,00, pago/).waitFor()

    // Moved to another day, and then cancelled: two steps each.
    await link(page, 'Remarcar').click()
    await button(page, 'seg 23 nov: segunda-feira, 23 de novembro').click()
    await time(page, 'segunda-feira, 23 de novembro, 10:00').check()
    await button(page, 'Continuar').click()
    await heading(page, 'Remarcar o horário?').waitFor()
    await button(page, 'Sim, remarcar').click()
    await page.getByText('Pronto: o horário foi remarcado.').waitFor()
    await page.getByText('segunda-feira, 23 de novembro').first().waitFor()
    await link(page, 'Cancelar o horário').click()
    await page.getByText(/^O sinal já foi pago/).waitFor()
    await button(page, 'Sim, cancelar').click()
    await heading(page, 'Horário cancelado').waitFor()
    await page.getByText('Você cancelou este horário.').waitFor()

    // The team decides that the money goes back. The page of the deposit says so.
    const deposit = await api.db.deposit.findFirstOrThrow({ where: { organizationId: row.id } })
    expect([deposit.status, Number(deposit.refundedAmount)]).toEqual(['PAID', 0])
    const owner = await signIn(api, clinic.organization)
    const asked = await owner.mutate('deposits.refund', {
      deposit_id: deposit.id,
      already_refunded: '0.00',
    })
    expect([asked.status, asked.problem]).toEqual([200, undefined])
    await fact('the refund', async () => {
      const now = await api.db.deposit.findUnique({ where: { id: deposit.id } })
      return now?.status === 'REFUNDED'
    })
    await page.reload()
    await page.getByText(/R\$\s50,00, devolvido/).waitFor()
    await payer.reload()
    await payer.getByText('refund of 50.00: SETTLED').waitFor()
  } finally {
    await context.close()
  }
  const types = (await eventsOf(api.db, row)).map(({ type }) => type)
  expect(types).toEqual(
    expect.arrayContaining([
      'appointment.created',
      'deposit.created',
      'deposit.paid',
      'appointment.confirmed',
      'appointment.rescheduled',
      'appointment.cancelled',
      'deposit.refunded',
    ]),
  )
})
