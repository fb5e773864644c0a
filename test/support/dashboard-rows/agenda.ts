/** The agenda: a day, a week, and what opens above them. */
import type { Page } from 'playwright-core'
import { ATTACHED, pageRow, type DashboardRow, type Say } from './row.ts'

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

/** Opens the session of the day, in which one of eight seats is taken. */
async function openSession(page: Page, say: Say): Promise<void> {
  await openDay(page, say)
  await page.getByRole('button', { name: say('1/8 lugares', '1/8 seats') }).click()
  await page
    .getByRole('dialog', {
      name: say('Pilates em grupo (1/8 lugares)', 'Pilates em grupo (1/8 seats)'),
    })
    .waitFor()
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
  { name: 'Session of a group', go: openSession },
  {
    name: 'Move a whole session',
    async go(page, say) {
      await openSession(page, say)
      await page.getByRole('button', { name: say('Remarcar todos…', 'Move everyone…') }).click()
      const name = say('Remarcar todos da turma', 'Move the whole session')
      await page.getByRole('dialog', { name }).getByRole('radio').first().waitFor(ATTACHED)
    },
  },
  {
    name: 'Cancel a whole session',
    async go(page, say) {
      await openSession(page, say)
      await page.getByRole('button', { name: say('Cancelar todos…', 'Cancel everyone…') }).click()
      const name = say('Cancelar a turma inteira?', 'Cancel the whole session?')
      await page.getByRole('dialog', { name }).getByRole('status').waitFor()
    },
  },
  {
    name: 'Legend and keys of the agenda',
    async go(page, say) {
      await openDay(page, say)
      const isPhone = (page.viewportSize()?.width ?? 0) < 768
      if (isPhone) await page.getByRole('button', { name: say('Filtros', 'Filters') }).click()
      else await page.keyboard.press('?')
      if (isPhone) await page.getByRole('button', { name: say('Legenda', 'Legend') }).click()
      await page.getByRole('dialog', { name: say('Legenda', 'Legend') }).waitFor()
    },
  },
  {
    name: 'Filters of the agenda',
    async go(page, say) {
      await openDay(page, say)
      const isPhone = (page.viewportSize()?.width ?? 0) < 768
      const name = isPhone ? say('Filtros', 'Filters') : say('Profissionais:', 'Professionals:')
      await page.getByRole('button', { name }).click()
      await page.getByRole('checkbox', { name: 'Beatriz Ramos' }).waitFor()
    },
  },
  {
    name: 'Cancelled visits in the agenda',
    async go(page, say) {
      await page.goto('/app/?cancelled=1')
      await page
        .getByRole('button', {
          name: say('João Lima, Limpeza de pele', 'João Lima, Limpeza de pele'),
        })
        .waitFor()
    },
  },
  {
    name: 'Free time that was drawn',
    async go(page, say) {
      await openDay(page, say)
      // A finger scrolls.
      if ((page.viewportSize()?.width ?? 0) < 768) return
      await drawTime(page, 'Beatriz Ramos', 13, 14)
      await page
        .getByRole('menuitem', { name: say('Bloquear este horário', 'Block this time') })
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

/** Drags a block that lasts an hour down its column. @param minutes later */
export async function dragBy(
  page: Page,
  block: ReturnType<Page['getByRole']>,
  minutes: number,
): Promise<void> {
  await block.scrollIntoViewIfNeeded()
  const box = await block.boundingBox()
  if (box === null) throw new Error('The block is not seen.')
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 4]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + (box.height * minutes) / 60, { steps: 6 })
  await page.mouse.up()
}

/** Draws free time in the column of a professional whose day is from eight to six. Hours of the clock. */
export async function drawTime(page: Page, name: string, from: number, to: number): Promise<void> {
  const box = await page
    .getByRole('region', { name, exact: true })
    .locator('[data-professional]')
    .boundingBox()
  if (box === null) throw new Error('The column is not seen.')
  const at = (hour: number): number => box.y + (box.height * (hour - 8)) / 10
  const x = box.x + box.width / 2
  await page.mouse.move(x, at(from) + 2)
  await page.mouse.down()
  await page.mouse.move(x, at(to) - 2, { steps: 6 })
  await page.mouse.up()
}
