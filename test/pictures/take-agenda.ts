/**
 * Pictures of agendas that are full, of one professional, of a night, and of a week, at three widths; and how many frames
 * a second a drag has with 30 professionals and 400 visits.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { TestOrganization } from '../support/api.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  EVERY_DAY,
  workingHours,
} from '../support/clinic.ts'
import { STILL } from '../support/dashboard-rows/looks.ts'
import { openDashboardWorld } from '../support/dashboard-world.ts'

const folder = process.env['PICTURES']
if (folder === undefined) throw new Error('PICTURES must name a folder.')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const world = await openDashboardWorld()
const { api } = world

const COLORS = ['#0b7285', '#1971c2', '#6741d9', '#c2255c', '#e8590c', '#f08c00', '#2f9e44', null]
const LENGTHS = [15, 30, 45, 60, 20, 90, 30, 50]
const STATUSES = [
  'CONFIRMED',
  'CONFIRMED',
  'PENDING',
  'COMPLETED',
  'CONFIRMED',
  'NO_SHOW',
  'CANCELLED_CLIENT',
] as const
const NAMES = ['Ana Prado', 'Bruno Sá', 'Camila Prado', 'Dra. Helena Vasconcelos', 'Rafael Lima']
const CLIENTS = ['Patrícia Nogueira', 'Joana Dias', 'André Melo', 'Zé', 'Maximiliana Cavalcanti']

type Size = { readonly professionals: number; readonly visits: number; readonly hasNight?: boolean }

/** A day of visits one after the other, from nine o'clock on, every day of the week the same. */
async function fullClinic({ professionals, visits, hasNight = false }: Size) {
  const clinic = await api.organization({ name: 'Clínica Aurora' })
  const { db } = api
  const { row } = clinic
  const team = []
  for (let at = 0; at < professionals; at += 1) {
    const isNight = hasNight && at === professionals - 1
    const name = `${NAMES[at % NAMES.length]}${at < NAMES.length ? '' : ` ${at + 1}`}`
    const one = await createProfessional(db, row, { name: isNight ? 'Dr. Bruno (noite)' : name })
    await workingHours(db, row, one, {
      weekdays: EVERY_DAY,
      intervals: isNight
        ? [['20:00', '04:00']]
        : [
            ['08:00', '12:00'],
            ['13:00', '18:00'],
          ],
    })
    team.push(one)
  }
  const services = []
  for (const [at, color] of COLORS.entries()) {
    services.push(
      await createService(db, row, {
        name: ['Consulta', 'Limpeza de pele', 'Massagem', 'Retorno'][at % 4] ?? '',
        durationMinutes: LENGTHS[at] ?? 30,
        color,
        bufferAfterMinutes: at === 3 ? 10 : 0,
        serviceType: at === 4 ? 'TELEMEDICINE' : 'IN_PERSON',
        performedBy: team,
      }),
    )
  }
  const clients = []
  for (const name of CLIENTS) {
    const [first_name = '', last_name = null] = name.split(' ')
    clients.push(await createClientRow(db, row, { first_name, last_name }))
  }
  const each = Math.ceil(visits / professionals)
  let made = 0
  for (const [at, professional] of team.entries()) {
    const isNight = hasNight && at === professionals - 1
    let minute = isNight ? 1215 : 480 + (at % 3) * 15
    for (let visit = 0; visit < each && made < visits; visit += 1) {
      const service = services[(visit + at) % services.length]
      const client = clients[(visit * 3 + at) % clients.length]
      if (service === undefined || client === undefined) throw new Error('The lists are not empty.')
      if (!isNight && minute < 780 && minute + service.durationMinutes > 720) minute = 780
      if (minute + service.durationMinutes > 1435) break
      const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      await createAppointmentRow(db, row, {
        professional,
        client,
        services: [service],
        start: `2026-11-20T${clock}:00-03:00`,
        status: STATUSES[(visit + at) % STATUSES.length] ?? 'CONFIRMED',
        ...(visit % 6 === 1 && { arrivedAt: new Date('2026-11-20T11:00:00Z') }),
      })
      made += 1
      minute +=
        service.durationMinutes + service.bufferAfterMinutes + (each > 12 ? 0 : (visit % 3) * 15)
    }
  }
  const [first] = team
  if (first !== undefined) {
    await blockedTime(db, row, first, '2026-11-20T12:00:00-03:00', '2026-11-20T13:00:00-03:00')
  }
  return clinic
}

const SIZES = [
  { width: 1440, height: 900, locale: 'pt-BR' },
  { width: 1024, height: 768, locale: 'en-US' },
  { width: 390, height: 844, locale: 'pt-BR' },
] as const

async function take(
  name: string,
  organization: TestOrganization,
  address = '/app/',
): Promise<void> {
  for (const { width, height, locale } of SIZES) {
    const context = await world.signedIn({ organization, viewport: { width, height }, locale })
    const page = await context.newPage()
    await page.goto(address)
    await page
      .getByRole('button', { name: /Patrícia|Joana|André/ })
      .first()
      .waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(STILL)
      await page.screenshot({
        path: path.join(folder ?? '', `${name} ${width} ${colorScheme}.png`),
      })
    }
    if (width > 400) {
      const hidden = await page.evaluate(UNSEEN)
      console.log(`${name} ${width}: ${hidden} pixels to scroll`)
    }
    await context.close()
  }
}

const UNSEEN = `(() => {
  const area = document.querySelector('[role="region"]')
  return area === null ? -1 : area.scrollHeight - area.clientHeight
})()`

it('one professional', async () => {
  await take('solo', await fullClinic({ professionals: 1, visits: 12 }))
})
it('four professionals, one at night', async () => {
  await take('night', await fullClinic({ professionals: 4, visits: 30, hasNight: true }))
})
it('eight professionals', async () => {
  const clinic = await fullClinic({ professionals: 8, visits: 90 })
  await take('eight', clinic)
  await take('week', clinic, '/app/?view=week')
  await take('cancelled', clinic, '/app/?cancelled=1')
})

/** Counts the frames of a drag across the whole agenda and back. */
async function framesOf(page: Page): Promise<{ rate: number; slowest: number }> {
  const block = page.locator('[data-block][data-movable]').nth(20)
  await block.scrollIntoViewIfNeeded()
  const box = await block.boundingBox()
  if (box === null) throw new Error('The block is not seen.')
  await page.mouse.move(box.x + 8, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 20, { steps: 3 })
  await page.evaluate(`globalThis.times = []; (function count(at) {
    times.push(at); globalThis.counting = requestAnimationFrame(count) })(performance.now())`)
  for (let round = 0; round < 6; round += 1) {
    await page.mouse.move(300 + 150 * round, 200 + 80 * (round % 4), { steps: 40 })
  }
  const times = await page.evaluate<number[]>('cancelAnimationFrame(counting), times')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const gaps = times.slice(2).map((at, index) => at - (times[index + 1] ?? at))
  const all = gaps.reduce((sum, gap) => sum + gap, 0)
  return { rate: (1000 * gaps.length) / all, slowest: Math.max(...gaps) }
}

it('thirty professionals, 400 visits: frames of a drag, and the next day', async () => {
  const clinic = await fullClinic({ professionals: 30, visits: 400 })
  await take('thirty', clinic)
  const context = await world.signedIn({
    organization: clinic,
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto('/app/')
  await page
    .getByRole('button', { name: /Patrícia/ })
    .first()
    .waitFor()
  const { rate, slowest } = await framesOf(page)
  console.log(`a drag: ${rate.toFixed(1)} frames a second, the slowest ${slowest.toFixed(0)} ms`)
  expect(rate).toBeGreaterThan(50)
  // From the press to the first frame that shows the other day, and back to the full one.
  for (const [name, key] of [
    ['next day', 'j'],
    ['full day', 'k'],
  ] as const) {
    const ms = await page.evaluate<number>(turnBy(key))
    console.log(`${name}: ${ms.toFixed(0)} ms from the key to the picture`)
  }
  await context.close()
})

const turnBy = (key: string): string => `new Promise((resolve) => {
  const label = document.querySelector('[role="region"]').getAttribute('aria-label')
  const begun = performance.now()
  dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))
  ;(function look() {
    const now = document.querySelector('[role="region"]')?.getAttribute('aria-label') ?? label
    if (now === label) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
  })()
})`
