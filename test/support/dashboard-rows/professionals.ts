/** Who works here. */
import { createProfessional } from '../clinic.ts'
import { pageRow, type DashboardRow, type Say } from './row.ts'
import type { Page } from 'playwright-core'

async function open(page: Page): Promise<void> {
  await page.goto('/app/professionals')
  await page.getByText('Beatriz Ramos').waitFor()
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const here = (say: Say) => say('Profissionais', 'Professionals')

export const PROFESSIONALS_ROWS: readonly DashboardRow[] = [
  { name: 'Professionals', isPage: true, go: open },
  {
    name: 'Professionals as a collaborator sees them',
    role: 'manager',
    go: open,
  },
  pageRow('/professionals', 'Profissionais', 'Professionals', {
    name: 'Professionals of a new clinic',
    isEmpty: true,
  }),
  {
    name: 'Professionals who left',
    prepare: ({ api, clinic }) =>
      createProfessional(api.db, clinic.row, {
        name: 'Quem saiu há muito tempo e tinha um nome bem comprido',
        isActive: false,
      }),
    async go(page, say) {
      await page.goto('/app/professionals?state=inactive')
      await page.getByRole('heading', { level: 1, name: here(say) }).waitFor()
      await page.getByText('Quem saiu há muito tempo').waitFor()
    },
  },
  {
    name: 'New professional with faults',
    async go(page, say) {
      await open(page)
      await press(page, say('Novo profissional', 'New professional'))
      await press(page, say('Criar o profissional', 'Create the professional'))
      await page.getByText(say('Preencha este campo.', 'Fill in this field.')).waitFor()
    },
  },
  {
    name: 'Edit professional',
    async go(page, say) {
      await open(page)
      await press(page, say('Editar Carlos', 'Edit Carlos'))
      await page.getByRole('dialog').getByText('Limpeza de pele').waitFor()
    },
  },
  {
    name: 'Deactivate a professional',
    async go(page, say) {
      await open(page)
      await press(page, say('Desativar Carlos', 'Deactivate Carlos'))
      const confirm = say('Desativar o profissional', 'Deactivate the professional')
      await page.getByRole('button', { name: confirm }).waitFor()
    },
  },
]
