/** Every page and dialog of the dashboard: on a phone in Portuguese and in the light, at a desk in English and in the dark. */
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DASHBOARD_ROWS } from '../../support/dashboard-rows/rows.ts'
import { LOOKS, STILL } from '../../support/dashboard-rows/looks.ts'
import type { DashboardRow } from '../../support/dashboard-rows/row.ts'
import {
  complaintsOf,
  openDashboardWorld,
  type DashboardWorld,
} from '../../support/dashboard-world.ts'

let world: DashboardWorld
beforeAll(async () => {
  world = await openDashboardWorld()
  for (const row of DASHBOARD_ROWS) await row.prepare?.(world)
})
afterAll(() => world?.close())

describe.each(LOOKS)('$name', ({ options, say }) => {
  const contexts = new Map<string, Promise<BrowserContext>>()
  afterAll(async () => {
    for (const context of contexts.values()) await (await context).close()
  })

  /** One for each person, so that rows share what the browser has loaded. */
  const contextOf = ({ role = 'owner', isEmpty, isOpen }: DashboardRow) => {
    const key = `${role} ${isEmpty} ${isOpen}`
    const organization = isEmpty ? world.empty : world.clinic
    const context = contexts.get(key) ?? world.signedIn({ ...options, role, organization })
    contexts.set(key, context)
    return context
  }

  it.each(DASHBOARD_ROWS.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const context = await contextOf(row)
    if (row.isOpen) await context.clearCookies()
    const page = await context.newPage()
    try {
      const complaints = complaintsOf(page)
      await row.go(page, say, world)
      await page.evaluate(STILL)
      expect(complaints.filter((text) => !(row.isOpen && text.includes('401')))).toEqual([])
      expect(await page.locator('html').getAttribute('lang')).toBe(say('pt-BR', 'en'))
      expect(await page.evaluate(BEYOND), 'scrolls sideways').toBe(0)
      // Its other mode opens a page of its own for each look.
      const axe = new AxeBuilder({ page }).options(RULES).setLegacyMode()
      const { violations } = await axe.analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    } finally {
      await page.close()
    }
  })
})

/** Menus and lists that open over a page stand at its end, in no landmark. */
const RULES = { rules: { region: { enabled: false } } }

const BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
