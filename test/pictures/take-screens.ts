/** Pictures of every page and dialog of the dashboard, at both widths, in the light and in the dark, in both languages. */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { it } from 'vitest'
import { LOOKS, STILL } from '../support/dashboard-rows/looks.ts'
import { DASHBOARD_ROWS } from '../support/dashboard-rows/rows.ts'
import { openDashboardWorld } from '../support/dashboard-world.ts'

const folder = process.env['PICTURES']
if (folder === undefined) throw new Error('PICTURES must name a folder.')

const SCHEMES = ['light', 'dark'] as const

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const world = await openDashboardWorld()
for (const row of DASHBOARD_ROWS) await row.prepare?.(world)

it.each(DASHBOARD_ROWS.map((row, at) => [row.name, row, at] as const))(
  '%s',
  async (name, row, at) => {
    for (const { options, say } of LOOKS) {
      const organization = row.isEmpty ? world.empty : world.clinic
      const context = await world.signedIn({ ...options, role: row.role ?? 'owner', organization })
      try {
        if (row.isOpen) await context.clearCookies()
        const page = await context.newPage()
        await row.go(page, say, world)
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          await page.evaluate(STILL)
          const place = `${String(at).padStart(3, '0')} ${name} ${options.viewport.width} ${colorScheme}`
          const file = `${place.toLowerCase().replaceAll(/\W+/g, '-')}.png`
          await page.screenshot({ path: path.join(folder, file) })
        }
      } finally {
        await context.close()
      }
    }
  },
)
