import type { Page } from 'playwright-core'
import type { DashboardRole, DashboardWorld } from '../dashboard-world.ts'

/** A page or a dialog of the dashboard, and how someone gets there. */
export type DashboardRow = {
  readonly name: string
  /** Looked at in every run; of the others, half. */
  readonly isPage?: true
  /** The owner unless said otherwise. */
  readonly role?: DashboardRole
  /** In the organization that has nothing yet. */
  readonly isEmpty?: true
  /** Without a session. */
  readonly isOpen?: true
  /** Makes what it shows, once, before anyone looks. */
  prepare?(world: DashboardWorld): Promise<unknown>
  /**
   * Ends once the page or dialog can be used. It goes by roles and addresses alone.
   *
   * @param say picks the words of the language that the page is shown in
   */
  go(page: Page, say: Say, world: DashboardWorld): Promise<unknown>
}

/** `say('Salvar', 'Save')`. */
export type Say = (pt: string, en: string) => string

/** A page that is opened by its address, and is there when its heading is. */
export function pageRow(
  path: string,
  pt: string,
  en: string,
  rest: Partial<DashboardRow> = {},
): DashboardRow {
  return {
    name: en,
    isPage: true,
    async go(page, say) {
      await page.goto(`/app${path}`)
      await page.getByRole('heading', { level: 1, name: say(pt, en) }).waitFor()
    },
    ...rest,
  }
}

/** A page or dialog that an address leads to, and that is there when something with this role and name, or this text, is. */
export function shownRow(
  name: string,
  path: string,
  role: Parameters<Page['getByRole']>[0] | 'text',
  pt: string,
  en: string,
  rest: Partial<DashboardRow> = {},
): DashboardRow {
  return {
    name,
    async go(page, say) {
      await page.goto(`/app${path}`)
      const sign = say(pt, en)
      const shown = role === 'text' ? page.getByText(sign) : page.getByRole(role, { name: sign })
      await shown.first().waitFor()
    },
    ...rest,
  }
}

/** A chip covers its radio, so that it is there and not visible. */
export const ATTACHED = { state: 'attached' } as const
