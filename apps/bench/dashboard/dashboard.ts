/** What a receptionist waits for: the agenda after it is opened, and its frames while it is scrolled and dragged. */
import { connect, type PrismaClient } from '@scheduling/database'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '@scheduling/test/support/browser.ts'
import {
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  EVERY_DAY,
  workingHours,
} from '@scheduling/test/support/clinic.ts'
import { createUser } from '@scheduling/test/support/dashboard.ts'
import type { Bench } from '../bench.ts'
import { require, spread, type Aim, type Figure } from '../figures.ts'
import { openApi, WITH_RECEIVERS_HERE } from '../stage/api.ts'

const SLOWER_CPU = 4
const PASSWORD = 'a long password of the bench'
/** Moves of the mouse or the wheel in one round, one for each frame of a screen. */
const STEPS = 60
const FRAME_MS = 16
/** A round of scrolling or dragging begins when what was loaded has been drawn. */
const REST_MS = 500
const SECONDS: Aim = { sign: '≤', value: 2, unit: ' s' }
const FRAMES: Aim = { sign: '≥', value: 50, unit: '/s' }

/** From Monday to Saturday of the week of `monday`. */
type Size = { readonly professionals: number; readonly perDay: number }
const SMALL: Size = { professionals: 6, perDay: 10 }
/** 2,040 appointments in a week. */
const FULL: Size = { professionals: 20, perDay: 17 }

export const DASHBOARD_BENCH: Bench = {
  about:
    'The agenda of the dashboard in Chromium at 1280 × 800. Opened: until the first appointment can be clicked, with a CPU that is slowed four times, all files from the cache of the browser but the page itself, a day of 6 professionals with 10 appointments each. Frames: a week of 20 professionals with 2,040 appointments, while the wheel or a dragged appointment moves in each frame, at full speed.',
  async run(server, { rounds }) {
    const databaseUrl = await server.database()
    const small = await seed(databaseUrl, SMALL)
    const full = await seed(databaseUrl, FULL)
    const api = await openApi(databaseUrl, {
      ...WITH_RECEIVERS_HERE,
      PUBLIC_BASE_URL: 'http://localhost:3000',
    })
    const browser = await openBrowser()
    const base = `http://127.0.0.1:${api.port}`
    const signedIn = async (email: string): Promise<BrowserContext> => {
      const context = await browser.newContext({
        locale: 'pt-BR',
        viewport: { width: 1280, height: 800 },
        baseURL: base,
      })
      const data = { email, password: PASSWORD }
      const answer = await context.request.post('/trpc/account.signIn', { data })
      require(answer.ok(), `the sign-in was answered ${answer.status()}`)
      await context.addInitScript(WHEN_USABLE)
      return context
    }
    try {
      const slow = await signedIn(small.email)
      const opened = await times(rounds, () => secondsToUsable(slow, small.monday))
      const quick = await signedIn(full.email)
      const page = await quick.newPage()
      await page.goto(`/app/?view=week&date=${full.monday}`)
      await page.getByRole('button', { name: 'Cliente' }).first().waitFor()
      const scrolled = await times(rounds, () => frames(page, scroll))
      const dragged = await times(rounds, () => frames(page, dragOne))
      return [
        aimedAt('opened, until it can be used', opened, { digits: 2, aim: SECONDS }),
        aimedAt('frames while it is scrolled', scrolled, { aim: FRAMES }),
        aimedAt('frames while an appointment is dragged', dragged, { aim: FRAMES }),
      ]
    } finally {
      await browser.close()
      await api.kill()
    }
  },
}

function aimedAt(
  what: string,
  values: readonly number[],
  { aim, digits = 0 }: { readonly aim: Aim; readonly digits?: number },
): Figure {
  const ours = spread(values, aim.unit ?? '', digits)
  return { what, ours, reference: '', ratios: [], aim, aimed: values }
}

async function times(rounds: number, measure: () => Promise<number>): Promise<number[]> {
  // The first answers of a process are slower, and fill the cache of the browser.
  await measure()
  const all: number[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await measure())
  return all
}

/** Keeps when the first appointment was drawn, in milliseconds after the page was asked for. */
const WHEN_USABLE = `
  const look = () => {
    if (document.querySelector('[data-block]') === null) requestAnimationFrame(look)
    else globalThis.usableAt = performance.now()
  }
  requestAnimationFrame(look)`

async function secondsToUsable(context: BrowserContext, date: string): Promise<number> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
    await page.goto(`/app/?date=${date}`)
    await page.getByRole('button', { name: 'Cliente' }).first().waitFor()
    return (await page.evaluate<number>('globalThis.usableAt')) / 1000
  } finally {
    await page.close()
  }
}

/** Frames in a second, drawn while something is done. */
async function frames(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(`scrollTo(0, 0); document.querySelector('[data-view]').scrollTo(0, 0)`)
  await page.waitForTimeout(REST_MS)
  await page.evaluate(`
    globalThis.drawn = 0
    globalThis.since = performance.now()
    const count = () => { globalThis.drawn += 1; globalThis.next = requestAnimationFrame(count) }
    globalThis.next = requestAnimationFrame(count)`)
  await act(page)
  const perSecond = await page.evaluate<number>(`
    cancelAnimationFrame(globalThis.next)
    globalThis.drawn * 1000 / (performance.now() - globalThis.since)`)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return perSecond
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500)
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, 60)
    await page.waitForTimeout(FRAME_MS)
  }
}

async function dragOne(page: Page): Promise<void> {
  const box = await page.getByRole('button', { name: 'Cliente' }).first().boundingBox()
  if (box === null) throw new Error('Wrong: no appointment is seen')
  await page.mouse.move(box.x + 8, box.y + 8)
  await page.mouse.down()
  for (let step = 1; step <= STEPS; step += 1) {
    await page.mouse.move(box.x + 8 + step * 8, box.y + 8 + step * 5)
    await page.waitForTimeout(FRAME_MS)
  }
}

type Seeded = { readonly email: string; readonly monday: string }

/** A clinic of its own, whose coming week is booked from eight in the morning on. */
async function seed(databaseUrl: string, { professionals, perDay }: Size): Promise<Seeded> {
  const { db, close } = connect(databaseUrl, { connections: 4, name: 'bench' })
  try {
    const row = await db.organization.create({
      data: { name: 'Clínica Aurora', timeZone: 'America/Sao_Paulo', planName: 'Pro' },
    })
    const { email } = await createUser(
      { db },
      { row },
      {
        password: PASSWORD,
      },
    )
    const client = await createClientRow(db, row, {
      first_name: 'Cliente',
      last_name: 'da Clínica',
    })
    const monday = comingMonday()
    await Promise.all(
      Array.from({ length: professionals }, (_, one) =>
        seedProfessional(db, { row, client, monday, perDay, name: `Profissional ${one}` }),
      ),
    )
    return { email, monday }
  } finally {
    await close()
  }
}

type Booked = {
  readonly row: Awaited<ReturnType<PrismaClient['organization']['create']>>
  readonly client: Awaited<ReturnType<typeof createClientRow>>
  readonly monday: string
  readonly perDay: number
  readonly name: string
}

async function seedProfessional(db: PrismaClient, { row, client, monday, perDay, name }: Booked) {
  const professional = await createProfessional(db, row, { name })
  const hours = { weekdays: EVERY_DAY, intervals: [['08:00', '19:00']] as [string, string][] }
  await workingHours(db, row, professional, hours)
  const service = await createService(db, row, {
    name: 'Limpeza de pele',
    durationMinutes: 30,
    bufferAfterMinutes: 5,
    performedBy: [professional],
  })
  for (let day = 0; day < 6; day += 1) {
    for (let place = 0; place < perDay; place += 1) {
      await createAppointmentRow(db, row, {
        professional,
        client,
        services: [service],
        // Eight in the morning in São Paulo, and another one every 36 minutes.
        start: new Date(
          Date.parse(`${monday}T11:00:00Z`) + (day * 1440 + place * 36) * 60_000,
        ).toISOString(),
      })
    }
  }
}

function comingMonday(): string {
  const now = new Date()
  const ahead = 8 - (now.getUTCDay() || 7)
  return new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
}
