/** What clients do on the pages of links, with and without a script, and how the pages follow their records. */
import { LIMITS, sandboxPage } from '@scheduling/core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { openClinic } from '../support/booking.ts'
import { sharedBrowser } from '../support/browser.ts'
import { bookAs, joinAs } from '../support/public-booking.ts'
import { openQueue, type OpenQueue } from '../support/queue.ts'
import { startSeenApi } from '../support/seen-api.ts'
import { fact, workerBeside } from '../support/worker.ts'

const api = await startSeenApi()
// It hears of payments.
const worker = await workerBeside(api)
const browser = await sharedBrowser()
afterAll(async () => {
  await worker.stop()
  await api.close()
})

type Options = Parameters<Browser['newContext']>[0]

const PHONE: Options = { viewport: { width: 320, height: 640 }, locale: 'pt-BR' }

async function inBrowser(
  options: Options,
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

/** Longer than a page waits before it asks for its record again. */
const NEXT_READ = 30_000

const DEPOSIT = { requiresDeposit: true, depositAmount: '50.00' }

const booked = async (values: Parameters<typeof openClinic>[1] = {}) => {
  const clinic = await openClinic(api, values)
  const { url, appointment } = (await bookAs(api, clinic)).body
  const row = () =>
    api.db.appointment.findFirstOrThrow({
      where: { organizationId: clinic.organization.row.id },
    })
  return { clinic, url, appointment, row }
}

const queued = async () => {
  const queue = await openQueue(api)
  const before = await queue.entry('WAITING')
  const { url } = (await joinAs(api, queue)).body
  const row = () =>
    api.db.queueEntry.findFirstOrThrow({
      where: { organizationId: queue.organization.row.id },
      orderBy: { id: 'desc' },
    })
  return { queue, before, url, row }
}

const callOf = (queue: OpenQueue, id: number) =>
  queue.call('POST', `/v1/queue/entries/${id}/call`, {
    body: { professional_id: queue.professional.id, place: 'Sala 3' },
  })

/** The payer of the sandbox pays. */
async function pay(sandboxUrl: string): Promise<void> {
  const response = await fetch(sandboxUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=50.00',
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  const token = sandboxUrl.slice(sandboxUrl.lastIndexOf('/') + 1)
  await fact('the payment', async () => (await sandboxPage(api.service, token))?.status === 'PAID')
}

describe('without a script', () => {
  const plain = { ...PHONE, javaScriptEnabled: false }

  it(
    'an appointment is moved and cancelled, each after a question',
    { timeout: 60_000 },
    async () => {
      const { url, row } = await booked()
      await inBrowser(plain, async (page) => {
        await page.goto(url)
        await page.getByRole('link', { name: 'Remarcar' }).click()
        await page.getByRole('button', { name: 'terça-feira, 24 de novembro' }).click()
        await page.getByRole('radio', { name: 'terça-feira, 24 de novembro, 10:00' }).check()
        await page.getByRole('button', { name: 'Continuar' }).click()
        expect(await page.locator('dl').innerText()).toMatch(
          /De\s+segunda, 23 de novembro, às 9h\s+Para\s+terça, 24 de novembro, às 10h/,
        )
        expect((await row()).startsAt.toISOString()).toBe('2026-11-23T12:00:00.000Z')
        await page.getByRole('button', { name: 'Sim, remarcar' }).click()
        expect(await page.locator('.say').innerText()).toContain('foi remarcado')
        expect((await row()).startsAt.toISOString()).toBe('2026-11-24T13:00:00.000Z')
        await page.getByRole('link', { name: 'Cancelar o horário' }).click()
        await page.getByLabel('Por quê?').fill('Viagem')
        await page.getByRole('button', { name: 'Sim, cancelar' }).click()
        expect(await page.textContent('h1')).toBe('Horário cancelado')
        expect(await row()).toMatchObject({
          status: 'CANCELLED_CLIENT',
          cancellationReason: 'Viagem',
        })
      })
    },
  )

  it('someone in the queue comes, is here, and another leaves', { timeout: 60_000 }, async () => {
    const { queue, url, row } = await queued()
    await inBrowser(plain, async (page) => {
      await page.goto(url)
      expect(await page.title()).toBe('Você é o 2º da fila · Clínica Aurora')
      await page.getByRole('button', { name: 'Estou a caminho' }).click()
      expect(await page.locator('.say').innerText()).toContain('está a caminho')
      await callOf(queue, (await row()).id)
      await page.getByRole('link', { name: 'Atualizar a página' }).click()
      expect(await page.locator('.called').innerText()).toContain('Sala 3')
      await page.getByRole('button', { name: 'Cheguei, estou aqui' }).click()
      expect(await page.textContent('h1')).toBe('Em atendimento')
      const other = await queued()
      await page.goto(other.url)
      await page.getByRole('link', { name: 'Sair da fila' }).click()
      await page.getByRole('button', { name: 'Sim, sair da fila' }).click()
      expect(await page.textContent('h1')).toBe('Você está fora da fila')
      expect((await other.row()).status).toBe('CANCELLED')
    })
  })

  it('the page of a deposit loads itself again', { timeout: 60_000 }, async () => {
    const { appointment } = await booked({ service: DEPOSIT })
    await inBrowser(plain, async (page) => {
      await page.goto(appointment.deposit.url)
      const { payment_code: code } = appointment.deposit
      expect(await page.getByLabel('Código Pix copia e cola').inputValue()).toBe(code)
      expect(await page.locator('[data-copy]').isVisible()).toBe(false)
      const refresh = page.locator('meta[http-equiv=refresh]')
      expect(await refresh.getAttribute('content')).toBe('30')
      await pay(appointment.deposit.sandbox_url)
      await page.getByRole('link', { name: 'Atualizar a página' }).click()
      expect(await page.textContent('h1')).toBe('Sinal: pago')
      expect(await refresh.count()).toBe(0)
    })
  })
})

describe('with the script', () => {
  it(
    'a deposit is copied, counts down, and turns to paid by itself, on both pages',
    { timeout: 90_000 },
    async () => {
      const { url, appointment } = await booked({ service: DEPOSIT })
      const { deposit } = appointment
      const permissions = ['clipboard-read', 'clipboard-write']
      await inBrowser({ ...PHONE, permissions }, async (page, context) => {
        await page.goto(deposit.url)
        const timer = page.locator('[role=timer]')
        await expect.poll(() => timer.innerText(), { timeout: 10_000 }).toMatch(/faltam 29:5\d/)
        await page.getByText('Mostrar o QR code').click()
        const picture = page.getByRole('img', { name: /QR code/ })
        expect((await picture.boundingBox())?.width).toBeGreaterThan(150)
        await page.getByRole('button', { name: 'Copiar o código' }).click()
        await page.getByRole('button', { name: 'Código copiado' }).waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(deposit.payment_code)
        const other = await context.newPage()
        await other.goto(url)
        expect(await other.innerText('.state')).toBe('Aguardando o sinal.')
        await pay(deposit.sandbox_url)
        await expect.poll(() => other.innerText('.state'), { timeout: 20_000 }).toBe('Confirmado.')
        // A page that no one sees does not ask; as soon as someone does, it asks at once.
        await page.bringToFront()
        await expect.poll(() => page.title(), { timeout: 20_000 }).toMatch(/^Sinal: pago/)
        expect(await page.locator('.heard').innerText()).toContain('Recebemos o pagamento')
        expect(await page.locator('[data-live]').count()).toBe(0)
      })
    },
  )

  it(
    'the place in the queue changes by itself: it is heard, and the focus stays',
    { timeout: 90_000 },
    async () => {
      const { queue, before, url, row } = await queued()
      await inBrowser(PHONE, async (page) => {
        await page.clock.install()
        await page.goto(url)
        await page.getByRole('link', { name: 'Sair da fila' }).focus()
        await callOf(queue, before.id)
        const title = () => page.title()
        await page.clock.runFor(NEXT_READ)
        await expect.poll(title).toMatch(/^Você é o próximo da fila/)
        const focused = () => page.evaluate('document.activeElement.textContent')
        expect(await focused()).toBe('Sair da fila')
        expect(await page.locator('.heard').innerText()).toContain('Você é o próximo da fila')
        await callOf(queue, (await row()).id)
        await page.clock.runFor(NEXT_READ)
        await expect.poll(title).toMatch(/^É a sua vez!/)
        expect(await focused()).toBe('Sair da fila')
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Shift+Tab')
        expect(await focused()).toBe('Cheguei, estou aqui')
        await page.keyboard.press('Enter')
        await expect.poll(title).toMatch(/^Em atendimento/)
      })
    },
  )

  it(
    'stays with what it shows while the service is away, and asks less often',
    { timeout: 60_000 },
    async () => {
      const { appointment } = await booked({ service: DEPOSIT })
      await inBrowser(PHONE, async (page) => {
        await page.clock.install()
        await page.goto(appointment.deposit.url)
        await page.route('**/d/*', (route) => route.abort())
        await page.clock.pauseAt(Date.now() + 1000)
        await page.evaluate(`
          globalThis.asked = []
          globalThis.plainFetch = fetch
          globalThis.fetch = (...given) => {
            asked.push(Date.now())
            return plainFetch(...given)
          }`)
        const asked = () => page.evaluate<number[]>('asked')
        for (let steps = 0; (await asked()).length < 4 && steps < 240; steps += 1) {
          await page.clock.runFor(500)
          // What was asked for is refused before the clock goes on.
          await page.evaluate('plainFetch(location.href).catch(() => null)')
        }
        const [first = 0, second = 0, third = 0, fourth = 0] = await asked()
        expect(third - second).toBeGreaterThan((second - first) * 1.5)
        expect(fourth - third).toBeGreaterThan((third - second) * 1.5)
        expect(await page.getByLabel('Código Pix copia e cola').count()).toBe(1)
      })
    },
  )

  it('at most so many reads of an address in a minute: a full waiting room stays below', () => {
    // The fastest page asks each five seconds.
    expect(LIMITS.publicReadsPerAddressPerMinute / (60 / 5)).toBeGreaterThanOrEqual(20)
  })
})
