/** Every page of the dashboard and a third of its dialogs, each in one of the looks; in a run of all tests all of both. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeFaults } from '../../support/axe.ts'
import { LOOKS, looksOf, STILL } from '../../support/dashboard-rows/looks.ts'
import type { DashboardRow } from '../../support/dashboard-rows/row.ts'
import { DASHBOARD_ROWS } from '../../support/dashboard-rows/rows.ts'
import { complaintsOf, openDashboardWorld } from '../../support/dashboard-world.ts'
import { sample } from '../../support/sample.ts'

type Look = (typeof LOOKS)[number]
/** With what it complains of since its row began. */
type OpenPage = { readonly page: Page; complaints(): readonly string[] }

const world = await openDashboardWorld()
for (const row of DASHBOARD_ROWS) await row.prepare?.(world)

const others = DASHBOARD_ROWS.filter(({ isPage }) => isPage !== true)
const third = new Set(sample('dashboard rows', others, Math.ceil(others.length / 3)))
const rows = DASHBOARD_ROWS.filter((row) => row.isPage === true || third.has(row))

/** One for each person and look. */
const pages = new Map<string, OpenPage>()

async function openPage({ role = 'owner', isEmpty, isOpen }: DashboardRow, look: Look) {
  const organization = isEmpty ? world.empty : world.clinic
  const context = await world.signedIn({ ...look.options, role, organization })
  if (isOpen) await context.clearCookies()
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  return { page, complaints: () => complaints }
}

/**
 * What is loaded stays, and addresses open within it: to load the scripts costs more than all else. The way leads over a
 * page that does not exist, so that no dialog stays open.
 */
function stayLoaded({ page }: OpenPage, { say }: Look): void {
  const left = page.getByRole('heading', { level: 1, name: say(...NOWHERE) })
  page.goto = async (address) => {
    await page.keyboard.press('Escape')
    // Nothing of the next page lies under the mouse.
    await page.mouse.move(0, 0)
    await page.evaluate("history.pushState({}, '', '/app/left')")
    await left.waitFor()
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`)
    return null
  }
  page.setDefaultTimeout(15_000)
}

const NOWHERE = ['Esta página não existe', 'This page does not exist'] as const

/** Shows a row. In a page that stands too differently after another row, it is loaded instead. */
async function show(row: DashboardRow, look: Look): Promise<OpenPage> {
  const key = `${look.name} ${row.role} ${row.isEmpty}`
  const loaded = row.isOpen ? undefined : pages.get(key)
  if (loaded !== undefined) {
    const before = loaded.complaints().length
    try {
      await row.go(loaded.page, look.say, world)
      return { page: loaded.page, complaints: () => loaded.complaints().slice(before) }
    } catch {
      await loaded.page.context().close()
    }
  }
  const opened = await openPage(row, look)
  await row.go(opened.page, look.say, world)
  stayLoaded(opened, look)
  if (!row.isOpen) pages.set(key, opened)
  return opened
}

describe.each(LOOKS)('$name', (look) => {
  const { say } = look
  const shown = rows.filter(({ name }) => looksOf(name).includes(look))
  it.each(shown.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const { page, complaints } = await show(row, look)
    await page.evaluate(STILL)
    expect(complaints().filter((text) => !(row.isOpen && text.includes('401')))).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe(say('pt-BR', 'en'))
    expect(await page.evaluate(BEYOND), 'scrolls sideways').toBe(0)
    expect(await page.evaluate(SMALL), 'text below 12 px').toEqual([])
    // Menus and lists that open over a page stand at its end, in no landmark.
    expect(await axeFaults(page, { region: { enabled: false } })).toEqual([])
  })
})

const BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const SMALL = `[...document.querySelectorAll('body *')]
  .filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim() !== ''))
  .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 12)
  .map((one) => one.className + ': ' + one.textContent.slice(0, 40))`
