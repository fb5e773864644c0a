/** Calendars that read the agenda, and calendars that the agenda reads. */
import { signIn } from '../dashboard.ts'
import { shownRow, type DashboardRow, type Say } from './row.ts'
import type { Page } from 'playwright-core'

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()

async function open(page: Page, say: Say): Promise<void> {
  await page.goto('/app/calendars')
  await page.getByText(say('Com serviços e primeiros nomes', 'With services')).first().waitFor()
  await page.getByText(say('Lendo pela primeira vez', 'Being read for')).waitFor()
}

export const CALENDARS_ROWS: readonly DashboardRow[] = [
  {
    name: 'Calendars',
    isPage: true,
    async prepare({ api, clinic }) {
      const owner = await signIn(api, clinic)
      const { data } = (await owner.query('professionals.list', {})).body
      const carlos = data.find(({ name }: { name: string }) => name.startsWith('Carlos'))
      const professional = { professional_id: carlos.id }
      await owner.mutate('calendars.createFeed', { ...professional, kind: 'full' })
      const url = 'https://calendario.example.com/carlos.ics'
      await owner.mutate('calendars.connectBusy', { ...professional, url })
    },
    go: open,
  },
  shownRow(
    'Calendars of a collaborator',
    '/calendars',
    'text',
    'Você vê e cria os seus.',
    'You see and create your own.',
    { role: 'manager' },
  ),
  {
    name: 'New address of an agenda',
    async go(page, say) {
      await open(page, say)
      await press(page, say('Criar um endereço', 'Create an address'))
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: say('Só ocupado', 'Busy only') })
        .waitFor()
    },
  },
  {
    name: 'Address of an agenda, created',
    role: 'manager',
    async go(page, say) {
      await page.goto('/app/calendars')
      await press(page, say('Criar um endereço', 'Create an address'))
      await press(page, say('Criar o endereço', 'Create the address'))
      await page.getByRole('textbox', { name: say('Endereço', 'Address') }).waitFor()
    },
  },
  {
    name: 'Revoke an address',
    async go(page, say) {
      await open(page, say)
      await press(page, say('Revogar o endereço de Carlos', 'Revoke the address of Carlos'))
      await page
        .getByRole('dialog', { name: say('Revogar este endereço?', 'Revoke this address?') })
        .waitFor()
    },
  },
  {
    name: 'Connect a calendar',
    async go(page, say) {
      await open(page, say)
      await press(page, say('Trocar o calendário de Carlos', 'Replace the calendar of Carlos'))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: say('Conectar', 'Connect') }).click()
      await dialog.getByText(say('Cole o endereço', 'Paste the address')).waitFor()
    },
  },
  {
    name: 'Disconnect a calendar',
    async go(page, say) {
      await open(page, say)
      await press(
        page,
        say('Desconectar o calendário de Carlos', 'Disconnect the calendar of Carlos'),
      )
      await page
        .getByRole('dialog', { name: say('Desconectar o calendário', 'Disconnect the calendar') })
        .waitFor()
    },
  },
]
