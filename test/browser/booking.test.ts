/** Clients who book: by what they see and hear, with and without a script, by keyboard, in a hurry, on a slow phone. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../support/api.ts'
import { openClinic, type BookableClinic } from '../support/booking.ts'
import { sharedBrowser } from '../support/browser.ts'
import { createService } from '../support/clinic.ts'
import { openQueue } from '../support/queue.ts'
import { oneOf, triesAll } from '../support/sample.ts'
import { sharedApi } from '../support/seen-api.ts'

const WORDS = {
  pt: {
    locale: 'pt-BR',
    services: 'O que você quer marcar?',
    times: 'Escolha o dia e o horário',
    first: /^sexta-feira, 20 de novembro, 09:00$/,
    laterDays: 'Dias seguintes',
    several: 'Marcar mais de um serviço na mesma visita',
    toTimes: 'Ver horários',
    month: 'Ver o mês',
    nextMonth: 'Próximo mês',
    inDecember: 'terça-feira, 15 de dezembro',
    december: /^terça-feira, 15 de dezembro, 09:00$/,
    details: 'Seus dados',
    name: 'Nome',
    email: 'E-mail',
    next: 'Continuar',
    changeTime: 'Mudar horário',
    book: 'Reservar',
    taken: /Esse horário não está mais livre/,
    faults: 'Corrija os campos abaixo',
    missingName: 'Digite o seu nome',
    join: 'Entrar na fila',
  },
  en: {
    locale: 'en-GB',
    services: 'What would you like to book?',
    times: 'Choose a day and a time',
    first: /^Friday,? 20 November, 09:00$/,
    laterDays: 'Later days',
    several: 'Book more than one service in one visit',
    toTimes: 'See times',
    month: 'See the month',
    nextMonth: 'Next month',
    inDecember: /^Tuesday,? 15 December$/,
    december: /^Tuesday,? 15 December, 09:00$/,
    details: 'Your details',
    name: 'First name',
    email: 'E-mail',
    next: 'Continue',
    changeTime: 'Change time',
    book: 'Book',
    taken: /That time is no longer free/,
    faults: 'Please correct the fields below',
    missingName: 'Write your name',
    join: 'Join the queue',
  },
} as const
type Words = (typeof WORDS)['pt' | 'en']

/** What it may cost a client, with and without JavaScript. Typing is not counted. */
const MOST = {
  'a service': { pages: 4, presses: 4 },
  'a place in the queue': { pages: 2, presses: 1 },
} as const

/** The first has a script, and the second has none. */
const WAYS = [
  ['with a script', { javaScriptEnabled: true }, WORDS.pt],
  ['without a script', { javaScriptEnabled: false }, WORDS.en],
] as const

const api = await sharedApi()
const browser = await sharedBrowser()
afterAll(() => api.close())

/** A client with a browser of their own. */
type Client = {
  readonly page: Page
  /** What was asked of them so far. */
  readonly cost: { pages: number; presses: number }
  press(locator: Locator): Promise<void>
  /** By so many pages, as the button of the browser goes. */
  back(pages: number): Promise<void>
}

async function asClient(
  options: BrowserContextOptions,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options })
  try {
    const page = await context.newPage()
    const cost = { pages: 0, presses: 0 }
    page.on('domcontentloaded', () => (cost.pages += 1))
    const press: Client['press'] = async (locator) => {
      cost.presses += 1
      await locator.click()
    }
    const back: Client['back'] = async (pages) => {
      const loaded = page.waitForEvent('load')
      const devtools = await context.newCDPSession(page)
      const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory')
      const entryId = entries[currentIndex - pages]?.id ?? 0
      await devtools.send('Page.navigateToHistoryEntry', { entryId })
      await loaded
    }
    await use({ page, cost, press, back })
  } finally {
    await context.close()
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const pathOf = ({ organization }: Pick<BookableClinic, 'organization'>) =>
  `${api.url}/${organization.row.slug}`

const appointmentsOf = ({ organization }: Pick<BookableClinic, 'organization'>) =>
  api.db.appointment.findMany({
    where: { organizationId: organization.row.id },
    include: { client: true },
    orderBy: { startsAt: 'asc' },
  })

const email = () => `m${crypto.randomUUID()}@example.com`

const time = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true })

async function chooseTime({ page, press }: Client, words: Words, name: string | RegExp) {
  await press(time(page, name))
  await press(button(page, words.next))
  await heading(page, words.details).waitFor()
}

/** From the list of times to a form that only has to be sent. */
async function fillInDetails(
  client: Client,
  words: Words,
  who = { name: 'Maria', email: email() },
) {
  const { page } = client
  await heading(page, words.times).waitFor()
  await chooseTime(client, words, words.first)
  await field(page, words.name).fill(who.name)
  await field(page, words.email).fill(who.email)
}

async function book({ page, press }: Client, words: Words): Promise<void> {
  await press(button(page, words.book))
  await page.waitForURL(/\/a\//)
}

describe.each(WAYS)('%s', (_, way, words) => {
  const options = { ...way, locale: words.locale, timezoneId: 'America/Sao_Paulo' }
  /** In one of the ways, or in both in a run of all tests. */
  const inTurn = (name: string, story: () => Promise<void>): void => {
    if (triesAll || oneOf(name, [true, false]) === way.javaScriptEnabled) it(name, story)
  }

  it('books one of several services in a few steps', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    await createService(api.db, row, { name: 'Limpeza', performedBy: [clinic.professional] })
    await asClient(options, async (client) => {
      const { page, press, cost } = client
      await page.goto(pathOf(clinic))
      await heading(page, words.services).waitFor()
      await press(page.getByRole('link', { name: /^Limpeza/ }))
      await fillInDetails(client, words)
      expect(await page.getByRole('definition').allTextContents()).toContain('Limpeza')
      await book(client, words)
      expect(cost).toEqual(MOST['a service'])
    })
    expect(await appointmentsOf(clinic)).toMatchObject([
      { startsAt: new Date('2026-11-20T09:00:00-03:00'), client: { firstName: 'Maria' } },
    ])
  })

  inTurn('books several services for one visit', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    await createService(api.db, row, { name: 'Limpeza', performedBy: [clinic.professional] })
    await asClient(options, async (client) => {
      const { page, press } = client
      await page.goto(pathOf(clinic))
      await press(page.getByRole('link', { name: words.several }))
      for (const name of [/^Consulta/, /^Limpeza/])
        await press(page.getByRole('checkbox', { name }))
      await press(button(page, words.toTimes))
      await fillInDetails(client, words)
      expect(await page.getByRole('definition').allTextContents()).toContain('Consulta + Limpeza')
      await book(client, words)
    })
    expect(await appointmentsOf(clinic)).toHaveLength(1)
  })

  inTurn('finds a day of a later month, with one of the professionals', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const [, second] = clinic.professionals
    await asClient(options, async (client) => {
      const { page, press } = client
      await page.goto(`${pathOf(clinic)}/horario?servico=${clinic.service.id}`)
      // The card says more than the name.
      await press(page.getByRole('button', { name: second?.name ?? '' }))
      await press(button(page, words.month))
      await press(button(page, words.nextMonth))
      await press(button(page, words.inDecember))
      await chooseTime(client, words, words.december)
      await field(page, words.name).fill('Maria')
      await field(page, words.email).fill(email())
      await book(client, words)
    })
    expect(await appointmentsOf(clinic)).toMatchObject([
      { startsAt: new Date('2026-12-15T09:00:00-03:00'), professionalId: second?.id },
    ])
  })

  inTurn('joins the queue', async () => {
    const queue = await openQueue(api)
    await asClient(options, async ({ page, press, cost }) => {
      await page.goto(`${pathOf(queue)}/fila`)
      await field(page, words.name).fill('Rui')
      await field(page, words.email).fill(email())
      await press(button(page, words.join))
      await page.waitForURL(/\/f\//)
      expect(cost).toEqual(MOST['a place in the queue'])
    })
    const where = { organizationId: queue.organization.row.id }
    expect(await api.db.queueEntry.count({ where })).toBe(1)
  })

  inTurn('goes on to later days, again and again, and back to the first', async () => {
    const clinic = await openClinic(api)
    await asClient(options, async ({ page, press }) => {
      await page.goto(`${pathOf(clinic)}/horario?servico=${clinic.service.id}`)
      const days = () => page.getByRole('button', { name: /novembro|dezembro|November|December/ })
      const seen = new Set<string>()
      for (let turn = 0; turn < 3; turn += 1) {
        const first = (await days().first().getAttribute('value')) ?? ''
        expect(seen).not.toContain(first)
        seen.add(first)
        const loaded = page.waitForEvent('load')
        await press(button(page, words.laterDays))
        await loaded
      }
      await page.goBack()
      expect(await days().first().getAttribute('value')).toBe([...seen].at(-1))
    })
  })

  it('books once after each step was loaded again and gone back from', async () => {
    const clinic = await openClinic(api)
    await createService(api.db, clinic.organization.row, {
      name: 'Limpeza',
      performedBy: [clinic.professional],
    })
    await asClient(options, async (client) => {
      const { page, press, back } = client
      await page.goto(pathOf(clinic))
      await page.reload()
      await press(page.getByRole('link', { name: /^Limpeza/ }))
      await heading(page, words.times).waitFor()
      await page.reload()
      await back(1)
      await heading(page, words.services).waitFor()
      await press(page.getByRole('link', { name: /^Limpeza/ }))
      await heading(page, words.times).waitFor()
      await chooseTime(client, words, words.first)
      await page.reload()
      await heading(page, words.details).waitFor()
      await back(1)
      await fillInDetails(client, words)
      await book(client, words)
      const done = page.url()
      await page.reload()
      await back(1)
      await page.goto(done)
      expect(await appointmentsOf(clinic)).toHaveLength(1)
    })
  })

  it('two for one time: one has it, and the other loses nothing but the time', async () => {
    const clinic = await openClinic(api)
    const times = `${pathOf(clinic)}/horario?servico=${clinic.service.id}`
    await asClient(options, async (first) => {
      await asClient(options, async (second) => {
        const who = { name: 'Zulmira', email: email() }
        await first.page.goto(times)
        await second.page.goto(times)
        await fillInDetails(first, words)
        await fillInDetails(second, words, who)
        await book(first, words)
        const { page, press } = second
        await press(button(page, words.book))
        await page.getByRole('alert').filter({ hasText: words.taken }).waitFor()
        expect(await time(page, words.first).count()).toBe(0)
        const nearest = time(page, /, \d\d:\d\d$/)
        expect(await nearest.count()).toBeGreaterThanOrEqual(3)
        await press(nearest.first())
        await press(button(page, words.next))
        await heading(page, words.details).waitFor()
        // What was typed is still there.
        expect(await field(page, words.name).inputValue()).toBe(who.name)
        expect(await field(page, words.email).inputValue()).toBe(who.email)
        await book(second, words)
      })
    })
    expect(await appointmentsOf(clinic)).toMatchObject([
      { startsAt: new Date('2026-11-20T09:00:00-03:00'), client: { firstName: 'Maria' } },
      { startsAt: new Date('2026-11-20T09:30:00-03:00'), client: { firstName: 'Zulmira' } },
    ])
  })

  inTurn('says what is missing, keeps what was typed, and goes on', async () => {
    const clinic = await openClinic(api)
    await asClient(options, async (client) => {
      const { page, press } = client
      await page.goto(`${pathOf(clinic)}/horario?servico=${clinic.service.id}`)
      await chooseTime(client, words, words.first)
      await field(page, words.email).fill('maria@example.com')
      // What was typed goes along to the times, and comes back.
      await press(button(page, words.changeTime))
      await chooseTime(client, words, words.first)
      await press(button(page, words.book))
      const faults = page.getByRole('alert')
      await faults.getByRole('heading', { name: words.faults }).waitFor()
      expect(await field(page, words.email).inputValue()).toBe('maria@example.com')
      // The fault leads to its field, which says it too.
      await press(faults.getByRole('link', { name: words.missingName }))
      const name = field(page, words.name)
      expect(await name.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
      expect(await name.getAttribute('aria-invalid')).toBe('true')
      await name.fill('Maria')
      await book(client, words)
    })
  })

  it('books once, however often the button is pressed, and after going back', async () => {
    const clinic = await openClinic(api)
    await asClient(options, async (client) => {
      const { page } = client
      await page.goto(`${pathOf(clinic)}/horario?servico=${clinic.service.id}`)
      const who = { name: 'Maria', email: email() }
      await fillInDetails(client, words, who)
      await button(page, words.book).dblclick()
      await page.waitForURL(/\/a\//)
      // Back at the form, and everything again.
      await client.back(1)
      await heading(page, words.details).waitFor()
      await field(page, words.name).fill(who.name)
      await field(page, words.email).fill(who.email)
      await button(page, words.book).click()
      // It is the same submission: it leads to what it made.
      await page.waitForURL(/\/a\//)
    })
    expect(await appointmentsOf(clinic)).toHaveLength(1)
  })
})

describe('who hears the page, or uses no mouse', () => {
  const options = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' }
  const words = WORDS.pt

  it('hears weekday, date and hour of each time', async () => {
    const clinic = await openClinic(api)
    await asClient(options, async ({ page }) => {
      await page.goto(`${pathOf(clinic)}/horario?servico=${clinic.service.id}`)
      const times = await page
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
      // 09:00 to 12:00 and 13:00 to 18:00, one each 15 minutes, the last half an hour before the end.
      expect(times).toHaveLength(11 + 19)
      for (const name of times) {
        expect(name).toMatch(/^\p{L}+-feira, \d{1,2} de \p{L}+, \d\d:\d\d$/u)
      }
      expect(new Set(times).size).toBe(times.length)
    })
  })

  it('books by keyboard alone, and always sees where the focus is', async () => {
    const clinic = await openClinic(api)
    await asClient(options, async ({ page }) => {
      await page.goto(pathOf(clinic))
      await tabTo(page, page.getByRole('link', { name: /^Consulta/ }))
      await page.keyboard.press('Enter')
      await heading(page, words.times).waitFor()
      await tabTo(page, page.getByRole('radio').first())
      await page.keyboard.press('Space')
      await tabTo(page, button(page, words.next))
      await page.keyboard.press('Enter')
      await heading(page, words.details).waitFor()
      await tabTo(page, button(page, words.book))
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      expect(await focused(page)).toContain(words.missingName)
      await tabTo(page, field(page, words.name))
      await page.keyboard.type('Maria')
      await tabTo(page, field(page, words.email))
      await page.keyboard.type(email())
      // A form is sent from its fields too.
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/a\//)
    })
    expect(await appointmentsOf(clinic)).toHaveLength(1)
  })

  it('skips what stands before the content', async () => {
    const clinic = await openClinic(api)
    await asClient(options, async ({ page }) => {
      await page.goto(pathOf(clinic))
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('Ir para o conteúdo')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const service = page.getByRole('link', { name: /^Consulta/ })
      expect(await service.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
    })
  })
})

/** The text of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.textContent.replaceAll(/\\s+/g, ' ').trim()")
}

const MOST_TABS = 80

/** By Tab alone. Each stop on the way must be seen to be one. @throws when the focus never comes there */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab')
    const stop: { isSeen: boolean; html: string } = await page.evaluate(STOP)
    expect(stop, 'the focus is seen').toMatchObject({ isSeen: true })
    if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return
  }
  throw new Error(`${MOST_TABS} tabs do not lead to ${String(target)}.`)
}

/** What has the focus stands in the window and has an outline. */
const STOP = `(() => {
  const one = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  const { top, left, bottom, right, width, height } = one.getBoundingClientRect()
  const isInside = top < innerHeight && left < innerWidth && bottom > 0 && right > 0 && width > 0 && height > 0
  const hasOutline = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  return { isSeen: isInside && hasOutline, html: one.outerHTML.slice(0, 200) }
})()`

it('sees a phone number as people write it, while typing', async () => {
  const queue = await openQueue(api)
  await asClient({ locale: 'pt-BR' }, async ({ page }) => {
    await page.goto(`${pathOf(queue)}/fila`)
    const phone = page.locator('[type=tel]')
    await phone.pressSequentially('11987654321')
    expect(await phone.inputValue()).toBe('(11) 98765-4321')
    for (let count = 0; count < 4; count += 1) await phone.press('Backspace')
    expect(await phone.inputValue()).toBe('(11) 98765-')
    await phone.pressSequentially('1234')
    expect(await phone.inputValue()).toBe('(11) 98765-1234')
    await phone.fill('')
    await phone.pressSequentially('+351 912')
    expect(await phone.inputValue()).toBe('+351 912')
  })
})

describe('the zone of the times', () => {
  const zones = async (options: BrowserContextOptions): Promise<boolean> => {
    const clinic = await openClinic(api)
    let isTold = false
    await asClient({ locale: 'pt-BR', ...options }, async ({ page }) => {
      await page.goto(`${pathOf(clinic)}/horario?servico=${clinic.service.id}`)
      isTold = await page.getByText('Horário Padrão de Brasília').isVisible()
    })
    return isTold
  }

  it('is told where the visitor has another one', async () => {
    expect(await zones({ timezoneId: 'America/Manaus' })).toBe(true)
    expect(await zones({ timezoneId: 'Asia/Tokyo' })).toBe(true)
  })

  it('is told beside each time as the clock of the visitor shows it, and on the pages after', async () => {
    const clinic = await openClinic(api)
    await asClient({ locale: 'pt-BR', timezoneId: 'Asia/Tokyo' }, async (client) => {
      const { page, press } = client
      await page.goto(`${pathOf(clinic)}/horario?servico=${clinic.service.id}`)
      const first = time(page, /, 09:00\. No seu fuso: 21:00$/).first()
      await press(first)
      expect(await page.locator('[data-chosen]').textContent()).toContain(
        '09:00 (No seu fuso: 21:00)',
      )
      await press(button(page, WORDS.pt.next))
      await page.getByText('No seu fuso: 21:00').waitFor()
    })
  })

  it('is not told where the clocks show the same', async () => {
    expect(await zones({ timezoneId: 'America/Sao_Paulo' })).toBe(false)
    expect(await zones({ timezoneId: 'America/Buenos_Aires' })).toBe(false)
  })

  it('is told where no script can compare', async () => {
    expect(await zones({ timezoneId: 'America/Sao_Paulo', javaScriptEnabled: false })).toBe(true)
  })
})

it('takes less than a minute on a slow phone with a slow network', async () => {
  const clinic = await openClinic(api)
  await asClient({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' }, async (client) => {
    const { page } = client
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    // What Lighthouse calls slow 4G.
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const began = performance.now()
    await page.goto(pathOf(clinic))
    await client.press(page.getByRole('link', { name: /^Consulta/ }))
    await fillInDetails(client, WORDS.pt)
    await book(client, WORDS.pt)
    expect(performance.now() - began).toBeLessThan(60_000)
  })
  expect(api.service.now()).toBe(TEST_NOW)
  expect(await appointmentsOf(clinic)).toHaveLength(1)
})
