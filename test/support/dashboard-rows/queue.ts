/** The queue, its dialogs, and the screen of the waiting room. */
import { createClientRow, createDepositRow, createQueueEntryRow, queueDesk } from '../clinic.ts'
import type { DashboardWorld } from '../dashboard-world.ts'
import { queueService, TODAY, today } from '../queue.ts'
import { pageRow, shownRow, type DashboardRow, type Say } from './row.ts'
import type { Page } from 'playwright-core'

/** Someone in each state, one with a name of two lines, one with an unpaid deposit. */
async function fillQueue({ api, clinic }: DashboardWorld): Promise<void> {
  const { row } = clinic
  const beatriz = await api.db.professional.findFirstOrThrow({
    where: { organizationId: row.id, name: 'Beatriz Ramos' },
  })
  await queueDesk(api.db, row, beatriz, {
    capacity: 12,
    hours: [{ weekday: 5, opens_minute: 420, closes_minute: 1080 }],
  })
  const service = await queueService(api, row, [beatriz])
  const entry = async (
    first_name: string,
    last_name: string,
    columns: Partial<Parameters<typeof createQueueEntryRow>[2]>,
  ) =>
    createQueueEntryRow(api.db, row, {
      client: await createClientRow(api.db, row, { first_name, last_name }),
      service,
      date: TODAY,
      arrivedAt: today('07:30'),
      ...columns,
    })
  const waiting = await entry('Antônio', 'Teixeira', {})
  await createDepositRow(api.db, row, { queueEntry: waiting, expiresAt: today('09:00') })
  await entry('Joana Aparecida Constantinopolitana', 'de Albuquerque Cavalcanti Figueiredo', {
    arrivedAt: today('07:40'),
    notes: 'Trouxe exames.\n<b>Prefere a sala do térreo</b>',
    onMyWayAt: new Date(today('07:50')),
  })
  const called = {
    professional: beatriz,
    callCount: 2,
    calledAt: today('07:58'),
    callExpiresAt: today('08:08'),
    place: 'Sala 2',
  }
  await entry('Priscila', 'Gomes', { ...called, status: 'CALLED' })
  await entry('Cecília', 'Ferreira', {
    ...called,
    status: 'IN_SERVICE',
    calledAt: today('07:35'),
    startedAt: today('07:40'),
  })
  await entry('Márcio', 'Carvalho', { status: 'SKIPPED', skippedAt: today('07:45') })
  await entry('Renato', 'Costa', {
    status: 'CANCELLED',
    cancelledAt: today('07:50'),
    cancellationReason: 'Não pôde esperar',
  })
}

/** Opens the queue and presses a button; `then` is a choice in the menu that it opens. */
const dialog = (
  name: string,
  press: (say: Say) => string,
  choose: ((say: Say) => string) | null,
  title: (say: Say) => string,
  more: (page: Page, say: Say) => Promise<unknown> = () => Promise.resolve(),
): DashboardRow => ({
  name,
  async go(page, say) {
    await page.goto('/app/queue')
    await page.getByRole('button', { name: press(say), exact: true }).click()
    if (choose !== null) await page.getByRole('menuitem', { name: choose(say) }).click()
    await page.getByRole('dialog', { name: title(say) }).waitFor()
    await more(page, say)
  },
})

const more = (say: Say) => say('Mais ações para Priscila Gomes', 'More actions for Priscila Gomes')

export const QUEUE_ROWS: readonly DashboardRow[] = [
  {
    name: 'Queue',
    isPage: true,
    prepare: fillQueue,
    async go(page, say) {
      await page.goto('/app/queue')
      await page
        .getByRole('heading', { level: 2, name: say('Chamados (1)', 'Called (1)') })
        .waitFor()
    },
  },
  pageRow('/queue', 'Fila', 'Queue', { name: 'Queue without desks', isEmpty: true }),
  dialog(
    'Queue: add',
    (say) => say('Adicionar à fila', 'Add to the queue'),
    null,
    (say) => say('Adicionar à fila', 'Add to the queue'),
  ),
  dialog(
    'Queue: add a new client',
    (say) => say('Adicionar à fila', 'Add to the queue'),
    null,
    (say) => say('Adicionar à fila', 'Add to the queue'),
    async (page, say) => {
      await page.getByRole('combobox', { name: say('Cliente', 'Client') }).fill('Rita Melo')
      await page.getByRole('option', { name: say('Novo cliente', 'New client') }).click()
      await page.getByRole('group', { name: say('Novo cliente', 'New client') }).waitFor()
    },
  ),
  dialog(
    'Queue: call from another place',
    more,
    (say) => say('Chamar de outro lugar…', 'Call from another place…'),
    (say) => say('Chamar Priscila Gomes', 'Call Priscila Gomes'),
  ),
  dialog(
    'Queue: take out',
    more,
    (say) => say('Tirar da fila…', 'Take out of the queue…'),
    (say) => say('Tirar Priscila Gomes da fila?', 'Take Priscila Gomes out of the queue?'),
  ),
  dialog(
    'Queue: hours and limit',
    (say) =>
      say(
        'Horário e limite da fila de Beatriz Ramos',
        'Hours and limit of the queue of Beatriz Ramos',
      ),
    null,
    (say) => say('Fila de Beatriz Ramos', 'Queue of Beatriz Ramos'),
  ),
  {
    name: 'Waiting room screen',
    isPage: true,
    async go(page) {
      await page.goto('/app/queue/screen')
      await page.getByText('Priscila G.').waitFor()
    },
  },
  shownRow(
    'Waiting room screen without calls',
    '/queue/screen',
    'text',
    'Aguarde.',
    'Please wait.',
    { isEmpty: true },
  ),
]
