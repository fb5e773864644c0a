/** What stands around every page. */
import { pageRow, type DashboardRow } from './row.ts'

export const FRAME_ROWS: readonly DashboardRow[] = [
  pageRow('/', 'Entrar', 'Sign in', { isOpen: true }),
  pageRow('/nowhere', 'Esta página não existe', 'This page does not exist'),
  {
    name: 'Command menu',
    async go(page, say) {
      await page.goto('/app/audit')
      await page.getByRole('button', { name: say('Buscar', 'Search') }).click()
      await page
        .getByRole('textbox', { name: say('Cliente, página ou ação', 'Client, page or action') })
        .waitFor()
    },
  },
  {
    name: 'Account menu',
    async go(page, say) {
      await page.goto('/app/audit')
      await page.getByRole('button', { name: say('Conta de Dona', 'Account of Dona') }).click()
      await page.getByRole('menuitem', { name: say('Sair', 'Sign out') }).waitFor()
    },
  },
]
