/** Booking, and what is done with an appointment from its card. */
import type { Page } from 'playwright-core'
import type { DashboardWorld } from '../dashboard-world.ts'
import { ATTACHED, type DashboardRow, type Say } from './row.ts'

/** Opens the form for a new appointment with a service, so that the free starts stand there. */
async function openNew(page: Page, say: Say): Promise<void> {
  await page.goto('/app/?new=1')
  await page.getByRole('combobox', { name: say('Adicionar um serviço', 'Add a service') }).click()
  await page.getByRole('option', { name: /^Limpeza de pele/ }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor(ATTACHED)
}

/** The one of the day with two services, a long name of one, and a deposit that is not paid; or one without. */
async function appointmentOf({ api, clinic }: DashboardWorld, hasDeposit = true): Promise<number> {
  const { id } = await api.db.appointment.findFirstOrThrow({
    where: {
      organizationId: clinic.row.id,
      status: 'PENDING',
      deposits: hasDeposit ? { some: {} } : { none: {} },
    },
    select: { id: true },
  })
  return id
}

async function cancelledOf({
  api,
  clinic,
}: Pick<DashboardWorld, 'api' | 'clinic'>): Promise<number> {
  const { id } = await api.db.appointment.findFirstOrThrow({
    where: { organizationId: clinic.row.id, status: 'CANCELLED_CLIENT' },
    orderBy: { id: 'asc' },
  })
  return id
}

async function openCard(
  page: Page,
  say: Say,
  world: DashboardWorld,
  hasDeposit = true,
): Promise<void> {
  await page.goto(`/app/?appointment=${await appointmentOf(world, hasDeposit)}`)
  await page.getByRole('button', { name: say('Mais ações', 'More actions') }).waitFor()
}

async function openMore(
  page: Page,
  say: Say,
  world: DashboardWorld,
  hasDeposit = true,
): Promise<void> {
  await openCard(page, say, world, hasDeposit)
  await page.getByRole('button', { name: say('Mais ações', 'More actions') }).click()
  await page.getByRole('menuitem', { name: say('Excluir…', 'Delete…') }).waitFor()
}

/** A dialog that opens from the menu of the card. */
function fromMore(name: string, item: [string, string], title: [RegExp, RegExp]): DashboardRow {
  const [pt, en] = title
  return {
    name,
    async go(page, say, world) {
      await openMore(page, say, world, false)
      await page.getByRole('menuitem', { name: say(...item) }).click()
      // One of the two stands there, by language.
      await page
        .getByRole('dialog', { name: pt })
        .or(page.getByRole('dialog', { name: en }))
        .waitFor()
    },
  }
}

export const BOOKING_ROWS: readonly DashboardRow[] = [
  { name: 'New appointment', go: openNew },
  {
    name: 'New appointment for a new client',
    async go(page, say) {
      await openNew(page, say)
      await page
        .getByRole('combobox', { name: say('Cliente', 'Client') })
        .fill('Maximiliana do Nascimento')
      await page.getByRole('option', { name: say('Novo cliente', 'New client') }).click()
      await page.getByRole('textbox', { name: say('Telefone', 'Phone') }).fill('(11) 98888-7777')
      await page.getByRole('button', { name: say('Usar Maximiliana', 'Use Maximiliana') }).waitFor()
    },
  },
  {
    name: 'Search of a client',
    async go(page, say) {
      await openNew(page, say)
      await page.getByRole('combobox', { name: say('Cliente', 'Client') }).fill('ma')
      await page.getByRole('option', { name: 'Maximiliana' }).waitFor()
    },
  },
  {
    name: 'Discard a new appointment',
    async go(page, say) {
      await openNew(page, say)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Voltar', 'Back'), exact: true })
        .click()
      await page
        .getByRole('dialog', {
          name: say('Descartar o que foi digitado?', 'Discard what you typed?'),
        })
        .waitFor()
    },
  },
  {
    name: 'Add to the waitlist from a new appointment',
    async go(page, say) {
      await openNew(page, say)
      await page
        .getByRole('button', { name: say('Pôr na lista de espera', 'Add to the waitlist') })
        .click()
      await page.getByRole('dialog', { name: say('Lista de espera', 'Waitlist') }).waitFor()
    },
  },
  { name: 'Appointment', go: openCard },
  { name: 'More actions of an appointment', go: openMore },
  {
    name: 'Move an appointment',
    async go(page, _, world) {
      await page.goto(`/app/?move=${await appointmentOf(world)}`)
      await page.getByRole('dialog').getByRole('radio').first().waitFor(ATTACHED)
    },
  },
  {
    name: 'Cancel an appointment',
    async go(page, say, world) {
      await openCard(page, say, world)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Cancelar…', 'Cancel…') })
        .click()
      await page
        .getByRole('radiogroup', { name: say('Quem desmarcou', 'Who called it off') })
        .waitFor()
    },
  },
  {
    ...fromMore(
      'Move a series',
      ['Remarcar a série…', 'Move the series…'],
      [/^Remarcar a série$/, /^Move the series$/],
    ),
    async prepare(world) {
      await world.api.db.appointment.update({
        where: { id: await appointmentOf(world, false) },
        data: { recurrenceId: 'rec_rows' },
      })
    },
  },
  fromMore('No-show', ['Não compareceu…', 'No-show…'], [/não compareceu\?/, /not come\?/]),
  fromMore(
    'Services and price of an appointment',
    ['Alterar serviços e preço…', 'Change services and price…'],
    [/Serviços e preço/, /Services and price/],
  ),
  fromMore(
    'Charge a deposit of an appointment',
    ['Cobrar sinal…', 'Charge a deposit…'],
    [/^Cobrar sinal$/, /^Charge a deposit$/],
  ),
  {
    name: 'Undo a cancellation',
    async prepare({ api, clinic }) {
      const id = await cancelledOf({ api, clinic })
      const data = { cancelledAt: new Date(api.service.now()) }
      await api.db.appointment.update({ where: { id }, data })
    },
    async go(page, say, world) {
      await page.goto(`/app/?appointment=${await cancelledOf(world)}`)
      await page.getByRole('button', { name: say('Desfazer…', 'Undo…') }).click()
      await page.getByText(say('O cliente cancelou', 'The client cancelled')).waitFor()
    },
  },
  {
    name: 'Book again',
    async go(page, say, world) {
      await page.goto(`/app/?appointment=${await cancelledOf(world)}`)
      await page.getByRole('button', { name: say('Agendar de novo…', 'Book again…') }).click()
      const form = page.getByRole('dialog', { name: say('Novo agendamento', 'New appointment') })
      await form.getByRole('radio').first().waitFor(ATTACHED)
    },
  },
  fromMore('Delete an appointment', ['Excluir…', 'Delete…'], [/^Excluir/, /^Delete/]),
]
