/** What is offered. */
import { createService } from '../clinic.ts'
import { signIn } from '../dashboard.ts'
import { pageRow, shownRow, type DashboardRow, type Say } from './row.ts'
import type { Page } from 'playwright-core'

async function open(page: Page, say: Say): Promise<void> {
  await page.goto('/app/services')
  await page.getByText('Pilates em grupo').waitFor()
  await page.getByRole('heading', { level: 1, name: say('Serviços', 'Services') }).waitFor()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor()

export const SERVICES_ROWS: readonly DashboardRow[] = [
  {
    name: 'Services',
    async prepare({ api, clinic }) {
      await createService(api.db, clinic.row, {
        name: 'Avaliação '.repeat(11).trim(),
        isActive: false,
        bookingMode: 'QUEUE',
        requiresDeposit: true,
        depositAmount: '50.00',
        color: '#c2255c',
      })
      const owner = await signIn(api, clinic)
      await owner.mutate('specialties.create', { name: 'Fisioterapia e reabilitação' })
    },
    async go(page, say) {
      await open(page, say)
      await page.getByLabel(say('Situação', 'State')).selectOption('all')
      await page.getByText('Avaliação Avaliação').first().waitFor()
    },
  },
  pageRow('/services', 'Serviços', 'Services', { name: 'Services of no one yet', isEmpty: true }),
  shownRow(
    'Services that no filter finds',
    '/services?q=zzz',
    'text',
    'Nenhum serviço com estes filtros',
    'No service with these filters',
  ),
  {
    name: 'New service with faults',
    async go(page, say) {
      await open(page, say)
      await page.getByRole('button', { name: say('Novo serviço', 'New service') }).click()
      await page.getByRole('dialog').getByLabel(say('Nome', 'Name')).press('Enter')
      await page.getByText(say('Preencha este campo.', 'Fill in this field.')).waitFor()
    },
  },
  {
    name: 'Edit service',
    async go(page, say) {
      await open(page, say)
      await page.getByRole('button', { name: say('Editar Massagem', 'Edit Massagem') }).click()
      await page.getByLabel(say('Até quantos dias à frente', 'Days ahead at most')).waitFor()
    },
  },
  {
    name: 'Specialties',
    async go(page, say) {
      await open(page, say)
      await page.getByRole('button', { name: say('Especialidades', 'Specialties') }).click()
      const rename = say('Renomear Fisioterapia', 'Rename Fisioterapia')
      await page.getByRole('button', { name: rename }).waitFor()
    },
  },
  {
    name: 'Deactivate a service, and what is booked',
    async go(page, say) {
      await open(page, say)
      const name = say('Desativar Limpeza', 'Deactivate Limpeza')
      await page.getByRole('button', { name }).click()
      const confirm = say('Desativar o serviço', 'Deactivate the service')
      await page.getByRole('button', { name: confirm }).click()
      await dialog(page, say('são afetados', 'are concerned'))
    },
  },
]
