/** The agenda: a day, a week, and what opens above them. */
import type { Page } from 'playwright-core'
import { pageRow, type DashboardRow, type Say } from './row.ts'

/** Waits for the day of the clinic. On a phone it is a list, at a desk a grid; the buttons have the same names. */
async function openDay(page: Page, say: Say): Promise<void> {
  await page.goto('/app/')
  await mariasMorning(page, say).waitFor()
}

function mariasMorning(page: Page, say: Say) {
  return page
    .getByRole('button', {
      name: say('09:00 às 10:00, Maria Silva', '09:00 to 10:00, Maria Silva'),
    })
    .first()
}

export const AGENDA_ROWS: readonly DashboardRow[] = [
  { name: 'Agenda of a day', isPage: true, go: (page, say) => openDay(page, say) },
  {
    name: 'Agenda of a week',
    async go(page, say) {
      await page.goto('/app/?view=week')
      await mariasMorning(page, say).waitFor()
    },
  },
  {
    name: 'Agenda for a collaborator',
    role: 'manager',
    go: (page, say) => openDay(page, say),
  },
  pageRow('/?date=2026-11-21', 'Agenda', 'Agenda', { name: 'Agenda of a free day' }),
  {
    name: 'Agenda of no one',
    isEmpty: true,
    async go(page, say) {
      await page.goto('/app/')
      await page
        .getByRole('heading', {
          name: say('Ninguém atende nestes dias', 'No one works on these days'),
        })
        .waitFor()
    },
  },
  {
    name: 'Agenda of professionals who do not exist',
    async go(page, say) {
      await page.goto('/app/?professionals=%5B999999%5D')
      await page
        .getByRole('button', { name: say('Mostrar todos', 'Show all') })
        .last()
        .waitFor()
    },
  },
  {
    name: 'Session of a group',
    async go(page, say) {
      await openDay(page, say)
      await page.getByRole('button', { name: say('1/8 lugares', '1/8 seats') }).click()
      await page
        .getByRole('dialog', {
          name: say('Pilates em grupo (1/8 lugares)', 'Pilates em grupo (1/8 seats)'),
        })
        .waitFor()
    },
  },
  {
    name: 'Move by dragging',
    async go(page, say) {
      await openDay(page, say)
      // A finger scrolls: on a phone the card of the appointment moves it.
      if ((page.viewportSize()?.width ?? 0) < 768) return
      await dragBy(page, mariasMorning(page, say), 150)
      await page
        .getByRole('dialog', { name: say('Mover o agendamento?', 'Move the appointment?') })
        .waitFor()
    },
  },
]

/** Drags a block that lasts an hour along its row. @param minutes later */
export async function dragBy(
  page: Page,
  block: ReturnType<Page['getByRole']>,
  minutes: number,
): Promise<void> {
  await block.scrollIntoViewIfNeeded()
  const box = await block.boundingBox()
  if (box === null) throw new Error('The block is not seen.')
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (box.width * minutes) / 60, y, { steps: 6 })
  await page.mouse.up()
}
