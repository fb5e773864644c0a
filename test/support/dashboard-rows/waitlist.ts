/** Who waits for time, and the dialogs of it. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { signIn } from '../dashboard.ts'
import { waitAs } from '../waitlist.ts'
import type { DashboardWorld } from '../dashboard-world.ts'
import { ATTACHED, pageRow, type DashboardRow, type Say } from './row.ts'

/** One who waits, one who is offered a time, and a stranger who has not confirmed. */
async function fillWaitlist({ api, clinic }: DashboardWorld): Promise<void> {
  const owner = await signIn(api, clinic)
  const service = await api.db.service.findFirstOrThrow({
    where: { organizationId: clinic.row.id, name: 'Limpeza de pele' },
  })
  const wish = (first_name: string, more: object) =>
    owner.mutate('waitlist.add', {
      service_ids: [service.id],
      from_date: '2026-11-23',
      to_date: '2026-12-04',
      client: { first_name, email: `${first_name.toLowerCase()}@example.com` },
      ...more,
    })
  const waiting = await wish('Yolanda', {
    weekdays: [1, 3],
    from_minute: 540,
    to_minute: 720,
    client: { first_name: 'Yolanda', email: 'yolanda@example.com', phone: '11987650098' },
  })
  const offered = await wish('Zuleica', {})
  const offer = await owner.mutate('waitlist.offer', {
    entry_id: offered.body.id,
    start: '2026-11-30T10:00:00-03:00',
  })
  expect([waiting.body.status, offer.body.status]).toEqual(['WAITING', 'OFFERED'])
  const stranger = { client: { first_name: 'Ximena', phone: '11987650099' } }
  const left = await waitAs(api, { organization: clinic, service }, stranger)
  expect(left.body.wish.status).toBe('UNCONFIRMED')
}

const dialog = (
  name: string,
  press: (say: Say) => string,
  title: (say: Say) => string,
  ready: (shown: Locator) => Promise<unknown> = () => Promise.resolve(),
): DashboardRow => ({
  name,
  async go(page, say) {
    await page.goto('/app/waitlist')
    await page.getByRole('button', { name: press(say) }).click()
    const shown = page.getByRole('dialog', { name: title(say) })
    await shown.waitFor()
    await ready(shown)
  },
})

export const WAITLIST_ROWS: readonly DashboardRow[] = [
  {
    name: 'Waitlist',
    isPage: true,
    prepare: fillWaitlist,
    async go(page) {
      await page.goto('/app/waitlist')
      await page.getByRole('link', { name: 'Yolanda' }).waitFor()
    },
  },
  {
    name: 'Waitlist: not confirmed',
    async go(page, say) {
      await page.goto('/app/waitlist?show=unconfirmed')
      const name = say('Confirmar o pedido de Ximena', 'Confirm the request of Ximena')
      await page.getByRole('button', { name }).waitFor()
    },
  },
  pageRow('/waitlist', 'Lista de espera', 'Waitlist', {
    name: 'Waitlist of an empty clinic',
    isEmpty: true,
  }),
  dialog(
    'Waitlist: add',
    (say) => say('Adicionar à espera', 'Add to the waitlist'),
    (say) => say('Adicionar à lista de espera', 'Add to the waitlist'),
  ),
  dialog(
    'Waitlist: offer',
    (say) => say('Oferecer horário a Yolanda', 'Offer a time to Yolanda'),
    (say) => say('Oferecer um horário a Yolanda', 'Offer a time to Yolanda'),
    (shown) => shown.getByRole('radio').first().waitFor(ATTACHED),
  ),
  dialog(
    'Waitlist: remove',
    (say) => say('Tirar da lista: Yolanda', 'Remove Yolanda from the waitlist'),
    (say) => say('Tirar Yolanda da lista de espera?', 'Remove Yolanda from the waitlist?'),
  ),
]
