/** The pages of those who wait for time, in every state, as rows of the table of pages. */
import type { Page } from 'playwright-core'
import { MONDAY } from './booking.ts'
import { fillIn, press } from './page-steps.ts'
import type { PageRow, Pages } from './pages.ts'
import { newClient, tokenOf } from './public-booking.ts'
import { confirmationOf, free, openFullClinic, waitAs, waiting } from './waitlist.ts'

const WAIT = 'form[action$="/espera"] button'

export const WAITLIST_PAGE_ROWS: readonly PageRow[] = [
  {
    name: 'waitlist',
    async go(page, pages) {
      await openWaitlist(page, pages)
    },
  },
  {
    name: 'waitlist with faults',
    status: 400,
    async go(page, pages) {
      await openWaitlist(page, pages)
      await page.fill('[name=ate]', '2026-11-01')
      for (const box of await page.locator('[name=semana]').all()) await box.uncheck()
      await press(page, WAIT)
    },
  },
  {
    name: 'waitlist, on it, embedded',
    isEmbedded: true,
    async go(page, pages) {
      await openWaitlist(page, pages, '&embed=1')
      await fillIn(page, newClient())
      await press(page, WAIT)
    },
  },
  {
    name: 'wish, new',
    async go(page, pages) {
      await openWaitlist(page, pages)
      await fillIn(page, newClient())
      await press(page, WAIT)
    },
  },
  {
    name: 'wish, to be confirmed by its message',
    async go(page, { api }) {
      const clinic = await openFullClinic(api)
      const { body } = await waitAs(api, clinic)
      const token = await confirmationOf(api, clinic, tokenOf(body.url))
      await page.goto(`${api.url}/w/${token}`)
    },
  },
  {
    name: 'wish, time is kept',
    go: (page, pages) => openOffer(page, pages),
  },
  {
    name: 'wish, booked',
    async go(page, pages) {
      const { path } = await openOffer(page, pages)
      await press(page, 'form[action$="/aceitar"] button')
      await page.goto(`${pages.api.url}${path}`)
    },
  },
  {
    name: 'wish, left',
    async go(page, pages) {
      await openOffer(page, pages)
      await press(page, 'form[action$="/sair"] button')
    },
  },
]

/** Of a clinic that has no free time on the coming Monday. */
async function openWaitlist(page: Page, { api }: Pages, more = ''): Promise<void> {
  const clinic = await openFullClinic(api)
  const { row } = clinic.organization
  await page.goto(`${api.url}/${row.slug}/espera?servico=${clinic.service.id}&dia=${MONDAY}${more}`)
}

/** Opens the page of someone who waits, once time has become free. */
async function openOffer(page: Page, { api }: Pages): Promise<{ readonly path: string }> {
  const clinic = await openFullClinic(api)
  const path = `/w/${await waiting(api, clinic)}`
  await free(api, clinic)
  await page.goto(`${api.url}${path}`)
  return { path }
}
