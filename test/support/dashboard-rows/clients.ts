/** Clients, their records, and the dialogs of both. */
import type { Page } from 'playwright-core'
import { createClientRow } from '../clinic.ts'
import { CPF } from '../clients.ts'
import type { DashboardWorld } from '../dashboard-world.ts'
import { pageRow, shownRow, type DashboardRow, type Say } from './row.ts'

const FIRST = 'Heloísa'

/** Two records that are one person, and contradict each other. */
async function fillClients({ api, clinic }: DashboardWorld): Promise<void> {
  await createClientRow(api.db, clinic.row, {
    first_name: FIRST,
    last_name: 'Prado',
    phone: '(11) 97777-1111',
    email: 'heloisa@example.com',
    cpf: CPF,
    birth_date: '1990-05-03',
    metadata: { crm_id: '7301', plano: 'ouro' },
  })
  await createClientRow(api.db, clinic.row, {
    first_name: FIRST,
    last_name: 'do Prado',
    phone: '(11) 97777-2222',
  })
}

async function idOf({ api, clinic }: DashboardWorld, name: object): Promise<number> {
  const { id } = await api.db.client.findFirstOrThrow({
    where: { organizationId: clinic.row.id, ...name },
    orderBy: { id: 'asc' },
  })
  return id
}

async function openRecord(page: Page, world: DashboardWorld, tab = ''): Promise<void> {
  const id = await idOf(world, { firstName: FIRST, lastName: 'Prado' })
  await page.goto(`/app/clients/${id}${tab}`)
  await page.getByRole('heading', { level: 1, name: `${FIRST} Prado` }).waitFor()
}

const listDialog = (
  name: string,
  steps: (page: Page, say: Say) => Promise<unknown>,
  title: (say: Say) => string,
): DashboardRow => ({
  name,
  async go(page, say) {
    await page.goto('/app/clients?q=Joana')
    await steps(page, say)
    await page.getByRole('dialog', { name: title(say) }).waitFor()
  },
})

const recordDialog = (
  name: string,
  steps: (page: Page, say: Say) => Promise<unknown>,
): DashboardRow => ({
  name,
  async go(page, say, world) {
    await openRecord(page, world)
    await steps(page, say)
  },
})

async function choose(page: Page, say: Say, pt: string, en: string): Promise<void> {
  await page.getByRole('button', { name: say('Mais ações', 'More actions'), exact: true }).click()
  await page.getByRole('menuitem', { name: say(pt, en) }).click()
}

export const CLIENT_ROWS: readonly DashboardRow[] = [
  {
    ...pageRow('/clients', 'Clientes', 'Clients'),
    prepare: fillClients,
    async go(page, say) {
      await page.goto('/app/clients')
      await page
        .getByRole('list', { name: say('Clientes encontrados', 'Clients found') })
        .getByRole('link')
        .first()
        .waitFor()
    },
  },
  shownRow(
    'Clients of an empty clinic',
    '/clients',
    'heading',
    'Nenhum cliente ainda',
    'No clients yet',
    { isEmpty: true },
  ),
  shownRow(
    'Clients: no one found',
    '/clients?q=zzzz',
    'heading',
    'Ninguém encontrado',
    'No one found',
  ),
  listDialog(
    'Clients: new',
    (page, say) =>
      page
        .getByRole('button', { name: say('Novo cliente', 'New client') })
        .first()
        .click(),
    (say) => say('Novo cliente', 'New client'),
  ),
  listDialog(
    'Clients: import',
    async (page, say) => {
      await page
        .getByRole('button', { name: say('Importar e baixar', 'Import and download') })
        .click()
      await page
        .getByRole('menuitem', { name: say('Importar de um arquivo…', 'Import from a file…') })
        .click()
    },
    (say) => say('Importar clientes', 'Import clients'),
  ),
  {
    name: 'Client',
    isPage: true,
    async go(page, say, world) {
      const id = await idOf(world, { firstName: 'Maria', lastName: 'Silva' })
      await page.goto(`/app/clients/${id}`)
      await page.getByRole('button', { name: 'Limpeza de pele' }).first().waitFor()
    },
  },
  {
    name: 'Client: deposits',
    async go(page, say, world) {
      const id = await idOf(world, { firstName: 'Maria', lastName: 'Silva' })
      await page.goto(`/app/clients/${id}?tab=deposits`)
      await page.getByRole('list', { name: say('Sinais', 'Deposits') }).waitFor()
    },
  },
  {
    name: 'Client: messages',
    async go(page, say, world) {
      await openRecord(page, world, '?tab=messages')
      await page
        .getByRole('switch', {
          name: say('Aceita mensagens pelo WhatsApp', 'Agreed to messages by WhatsApp'),
        })
        .waitFor()
    },
  },
  {
    name: 'Client: history',
    async go(page, say, world) {
      await openRecord(page, world, '?tab=history')
      await page
        .getByRole('tabpanel', { name: say('Histórico', 'History') })
        .getByText(say('Nada registrado no último ano.', 'Nothing recorded in the last year.'))
        .waitFor()
    },
  },
  recordDialog('Client: edit', async (page, say) => {
    await page.getByRole('button', { name: say('Editar', 'Edit'), exact: true }).click()
    await page
      .getByRole('dialog', { name: say(`Editar ${FIRST} Prado`, `Edit ${FIRST} Prado`) })
      .waitFor()
  }),
  recordDialog('Client: own fields', async (page, say) => {
    await page
      .getByRole('button', { name: say('Editar os campos próprios', 'Edit the own fields') })
      .click()
    await page.getByRole('dialog', { name: say('Campos próprios', 'Own fields') }).waitFor()
  }),
  recordDialog('Client: merge', async (page, say) => {
    await choose(page, say, 'Juntar com outro cadastro…', 'Merge with another record…')
    await page
      .getByRole('combobox', { name: say('O outro cadastro', 'The other record') })
      .fill('heloisa do prado')
    await page.getByRole('option', { name: 'do Prado' }).click()
    await page.getByText(say('O que muda', 'What changes')).waitFor()
  }),
  {
    name: 'Client: erase',
    async go(page, say, world) {
      const id = await idOf(world, { firstName: 'Maria', lastName: 'Silva' })
      await page.goto(`/app/clients/${id}`)
      await choose(page, say, 'Apagar os dados pessoais…', 'Erase the personal data…')
      await page
        .getByRole('table', {
          name: say('Registros que citam a pessoa', 'Records that name the person'),
        })
        .waitFor()
    },
  },
]
