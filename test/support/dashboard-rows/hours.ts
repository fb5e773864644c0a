/** When someone works, and when the clinic is closed. */
import { signIn } from '../dashboard.ts'
import { shownRow, type DashboardRow, type Say } from './row.ts'
import type { Page } from 'playwright-core'

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function week(page: Page, say: Say): Promise<void> {
  await page.goto('/app/hours')
  await page.getByRole('grid').waitFor()
  const select = page.getByRole('combobox', { name: say('Profissional', 'Professional') })
  await select.click()
  await page.getByRole('option', { name: 'Beatriz Ramos' }).click()
  await page
    .getByRole('grid', { name: say('Horários da semana de Beatriz', 'week of Beatriz') })
    .waitFor()
}

/** Closes Friday, which is today and has appointments. */
async function closeFriday(page: Page, say: Say): Promise<void> {
  await week(page, say)
  const friday = page.getByRole('textbox', { name: say('sexta-feira', 'Friday') })
  await friday.fill('')
  await friday.press('Enter')
}

export const HOURS_ROWS: readonly DashboardRow[] = [
  { name: 'Hours of a week', isPage: true, go: week },
  {
    name: 'Hours that are not saved, with a fault',
    async go(page, say) {
      await closeFriday(page, say)
      const monday = page.getByRole('textbox', { name: say('segunda-feira', 'Monday') })
      await monday.fill('8-12, meio-dia')
      await page.getByText(say('não é um horário', 'is no time')).waitFor()
    },
  },
  {
    name: 'Hours that concern appointments',
    async go(page, say) {
      await closeFriday(page, say)
      await press(page, say('Salvar os horários', 'Save the hours'))
      const dialog = page.getByRole('dialog', { name: say('são afetados', 'are concerned') })
      const move = say('Passar para outro profissional', 'Give to another professional')
      await dialog.getByRole('radio', { name: move }).press('Space')
      await dialog.getByText(say('fica como está.', 'it stays as it is.')).first().waitFor()
    },
  },
  {
    name: 'Leaving hours that are not saved',
    async go(page, say) {
      await closeFriday(page, say)
      await page.getByRole('tab', { name: say('Feriados', 'Holidays') }).click()
      await page
        .getByRole('dialog', { name: say('Sair sem salvar?', 'Leave without saving?') })
        .waitFor()
    },
  },
  shownRow('Hours of a new clinic', '/hours', 'text', 'Ainda sem horários', 'No hours yet', {
    isEmpty: true,
  }),
  {
    name: 'Exceptions',
    async prepare({ api, clinic }) {
      const owner = await signIn(api, clinic)
      const { data } = (await owner.query('professionals.list', {})).body
      const beatriz = data.find(({ name }: { name: string }) => name === 'Beatriz Ramos')
      for (const [date, intervals] of [
        ['2026-12-24', [{ opens_minute: 480, closes_minute: 720 }]],
        ['2026-12-31', []],
      ]) {
        await owner.mutate('schedule.setDate', { professional_id: beatriz.id, date, intervals })
      }
      await owner.mutate('schedule.addHoliday', { date: '2026-12-25', name: 'Natal' })
      await owner.mutate('schedule.createBlockedTime', {
        professional_id: null,
        start: '2026-12-26',
        end: '2026-12-30',
        all_day: true,
        reason: 'Recesso de fim de ano, com a sala em obras e a recepção fechada',
      })
    },
    async go(page, say) {
      await week(page, say)
      await page.getByRole('tab', { name: say('Exceções', 'Exceptions') }).click()
      await page.getByText('08:00–12:00').waitFor()
    },
  },
  {
    name: 'New exception',
    async go(page, say) {
      await page.goto('/app/hours?tab=dates')
      await press(page, say('Adicionar uma data', 'Add a date'))
      const dialog = page.getByRole('dialog')
      const open = say('Atende em outro horário', 'Works at other hours')
      await dialog.getByRole('radio', { name: open }).press('Space')
      await dialog.getByRole('button', { name: say('Salvar a data', 'Save the date') }).click()
      await dialog.getByText(say('Preencha este campo.', 'Fill in this field.')).waitFor()
    },
  },
  {
    name: 'Holidays',
    async go(page) {
      await page.goto('/app/hours?tab=holidays')
      await page.getByText('Natal').waitFor()
    },
  },
  {
    name: 'New holiday',
    async go(page, say) {
      await page.goto('/app/hours?tab=holidays')
      await press(page, say('Adicionar um feriado', 'Add a holiday'))
      await page.getByRole('dialog', { name: say('Novo feriado', 'New holiday') }).waitFor()
    },
  },
  {
    name: 'Blocked times',
    async go(page) {
      await page.goto('/app/hours?tab=blocked')
      await page.getByText('Recesso de fim de ano', { exact: false }).waitFor()
    },
  },
  {
    name: 'Block a time',
    async go(page, say) {
      await page.goto('/app/hours?tab=blocked')
      await press(page, say('Bloquear um horário', 'Block a time'))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: say('Algumas horas', 'Some hours') }).press('Space')
      await dialog.getByLabel(say('Hora de início', 'Start time')).waitFor()
    },
  },
  {
    name: 'Block a time of each week',
    async go(page, say) {
      await page.goto('/app/hours?tab=blocked')
      await press(page, say('Bloquear um horário', 'Block a time'))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: say('Algumas horas', 'Some hours') }).press('Space')
      await dialog.getByRole('combobox', { name: say('Para quem', 'For whom') }).click()
      await page.getByRole('option', { name: 'Beatriz Ramos' }).click()
      await dialog.getByRole('combobox', { name: say('Repetir', 'Repeat') }).click()
      await page.getByRole('option', { name: say('Uma vez por semana', 'Once a week') }).click()
      await dialog
        .getByRole('combobox', { name: say('Dia da semana', 'Day of the week') })
        .waitFor()
    },
  },
]
