/** Keys, people, settings, the audit and the public page. */
import type { Page } from 'playwright-core'
import { signIn } from '../dashboard.ts'
import type { DashboardWorld } from '../dashboard-world.ts'
import { createRequestRow } from '../requests.ts'
import { pageRow, shownRow, type DashboardRow, type Say } from './row.ts'

/** A section of the settings, which is there when this control is. */
const section = (
  name: string,
  path: string,
  pt: string,
  en: string,
  rest: Partial<DashboardRow> = {},
) => shownRow(`Settings: ${name}`, `/settings?section=${path}`, 'text', pt, en, rest)

/** Keys of every kind. */
async function keys({ api, clinic }: DashboardWorld): Promise<void> {
  const owner = await signIn(api, clinic)
  const made = await owner.mutate('apiKeys.create', {
    name: 'Site da clínica, na página de agendamento de pacotes e tratamentos de longa duração',
    scopes: ['read', 'write', 'webhooks:manage'],
    kind: 'agent',
    expires_at: '2030-01-01T00:00:00Z',
  })
  await owner.mutate('apiKeys.create', {
    name: 'Assistente',
    scopes: ['read', 'write'],
    kind: 'agent',
    show_full_personal_data: true,
  })
  const old = await owner.mutate('apiKeys.create', { name: 'Planilha', scopes: ['read'] })
  await owner.mutate('apiKeys.revoke', { api_key_id: old.body.id })
  if (made.status !== 200) throw new Error('There is no key to look at.')
}

const REQUEST = 'req_01k9xq3t8h5k2m7p9r4s6v8w0x'

/** Requests of every kind; the first caused events. */
async function requests({ api, clinic }: DashboardWorld): Promise<void> {
  const where = { organizationId: clinic.row.id }
  if ((await api.db.requestLog.count({ where: { ...where, id: REQUEST } })) > 0) return
  const made = await api.call('POST', '/v1/clients', {
    key: clinic.key,
    body: { first_name: 'Quitéria', email: 'quiteria@example.com' },
  })
  // As if the request log had been kept.
  const id = made.headers.get('x-request-id') ?? ''
  await api.connection.pool.query(
    `UPDATE event SET context = jsonb_set(context::jsonb, '{request_id}', to_jsonb($2::text))
      WHERE organization_id = $1 AND context ->> 'request_id' = $3`,
    [clinic.row.id, REQUEST, id],
  )
  const receivedAt = new Date()
  await createRequestRow(api, clinic, {
    id: REQUEST,
    receivedAt,
    requestDay: receivedAt,
    method: 'POST',
    route: '/v1/clients',
    pathIds: {},
    status: 201,
  })
  await createRequestRow(api, clinic, {
    method: 'PATCH',
    route: '/v1/appointments/{appointment_id}/deposits-with-a-long-name/{deposit_id}',
    pathIds: { appointment_id: 2147483647, deposit_id: 2147483647 },
    status: 400,
    code: 'validation_error',
    faults: [
      { field: 'client.metadata.*', code: 'invalid_type' },
      { field: 'start', code: 'required' },
    ],
  })
  await createRequestRow(api, clinic, { status: 429, code: 'rate_limited', times: 48 })
  await createRequestRow(api, clinic, { status: 503, code: 'service_unavailable', keyId: 'key_0' })
  await createRequestRow(api, clinic, { isReplayed: true, route: '/mcp book_appointment' })
}

const openMenu = async (page: Page, say: Say): Promise<void> => {
  await page.goto('/app/people')
  await page
    .getByRole('button', { name: say('Ações para Dona', 'Actions for Dona') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: say('Ver sessões', 'See sessions') }).waitFor()
}

export const OWNER_ROWS: readonly DashboardRow[] = [
  pageRow('/keys', 'Chaves de API', 'API keys', { prepare: keys }),
  pageRow('/requests', 'Requisições', 'Requests', { prepare: requests }),
  shownRow(
    'Requests: none',
    '/requests?api_key_id=key_1',
    'text',
    'Nenhuma requisição',
    'No requests',
  ),
  shownRow(
    'Request by its id',
    '/requests?request=req_01k9xq3t8h5k2m7p9r4s6v8w0x',
    'text',
    'client.created',
    'client.created',
    { prepare: requests },
  ),
  shownRow('New key', '/keys?create=yes', 'dialog', 'Nova chave', 'New key'),
  {
    name: 'Created key',
    async go(page, say) {
      await page.goto('/app/keys?create=yes')
      await page.getByRole('textbox', { name: say('Nome', 'Name') }).fill('Site')
      await page.getByRole('button', { name: say('Criar a chave', 'Create the key') }).click()
      await page.getByRole('textbox', { name: say('Valor da chave', 'Value of the key') }).waitFor()
    },
  },
  {
    name: 'New key of an agent',
    async go(page, say) {
      await page.goto('/app/keys?create=yes')
      await page.getByRole('radio', { name: say('Agente', 'Agent') }).click()
      await page
        .getByRole('switch', {
          name: say('Mostrar dados pessoais completos', 'Show personal data in full'),
        })
        .waitFor()
    },
  },
  {
    name: 'Created key of an agent',
    async go(page, say) {
      await page.goto('/app/keys?create=yes')
      await page.getByRole('textbox', { name: say('Nome', 'Name') }).fill('Assistente')
      await page.getByRole('radio', { name: say('Agente', 'Agent') }).click()
      await page.getByRole('button', { name: say('Criar a chave', 'Create the key') }).click()
      await page
        .getByRole('textbox', { name: say('Configuração por HTTP', 'Settings for HTTP') })
        .waitFor()
    },
  },
  {
    name: 'Revoke a key',
    async go(page, say) {
      await page.goto('/app/keys')
      await page
        .getByRole('button', { name: say('Revogar a chave', 'Revoke the key') })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'Change a key',
    async go(page, say) {
      await page.goto('/app/keys')
      await page
        .getByRole('button', { name: say('Mudar a chave Assistente', 'Change the key Assistente') })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  pageRow('/keys', 'Chaves de API', 'API keys', { name: 'No keys', isEmpty: true }),
  pageRow('/people', 'Pessoas', 'People', {
    async prepare({ api, clinic }) {
      const owner = await signIn(api, clinic)
      await owner.mutate('account.inviteUser', {
        email: 'uma.pessoa.com.um.endereco.bem.comprido@exemplo-de-clinica.com.br',
        access: 'owner',
        name: 'Antônia',
      })
    },
  }),
  shownRow('Invite someone', '/people?invite=yes', 'dialog', 'Convidar', 'Invite'),
  { name: 'Menu of a person', go: openMenu },
  {
    name: 'Sessions of a person',
    async go(page, say) {
      await openMenu(page, say)
      await page.getByRole('menuitem', { name: say('Ver sessões', 'See sessions') }).click()
      await page.getByRole('list', { name: say('Sessões abertas', 'Open sessions') }).waitFor()
    },
  },
  {
    name: 'Another e-mail of a person',
    async go(page, say) {
      await openMenu(page, say)
      await page
        .getByRole('menuitem', { name: say('Trocar o e-mail', 'Change the e-mail') })
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'Access of a person',
    async go(page, say) {
      await openMenu(page, say)
      await page.getByRole('menuitem', { name: say('Mudar o acesso', 'Change the access') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  shownRow(
    'What each access may do',
    '/people?table=yes',
    'dialog',
    'O que cada acesso pode',
    'What each access may do',
  ),
  {
    name: 'Remove access',
    async go(page, say) {
      await openMenu(page, say)
      await page.getByRole('menuitem', { name: say('Remover o acesso', 'Remove access') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  section('clinic', 'clinic', 'Fuso horário', 'Time zone', { isPage: true }),
  section('empty clinic', 'clinic', 'Criar dados de exemplo', 'Create sample data', {
    isEmpty: true,
  }),
  section('address and contact', 'contact', 'CEP', 'Postal code'),
  section('booking', 'booking', 'Antecedência mínima', 'Minimum notice'),
  section('day', 'day', 'Lembrete antes do horário', 'Reminder before the time'),
  section('features', 'features', 'Telemedicina', 'Telemedicine'),
  section('payments', 'payments', 'Nenhuma conta conectada', 'No account connected'),
  section('test clock', 'tests', 'Adiantar até', 'Move to', { isEmpty: true }),
  pageRow('/public-page', 'Página pública', 'Public page'),
  pageRow('/audit', 'Histórico', 'Audit', { role: 'manager' }),
  {
    name: 'Changes of an entry',
    async prepare({ api, clinic }) {
      const owner = await signIn(api, clinic)
      await owner.mutate('organization.update', { auto_confirm: true, reminder_hours: 48 })
    },
    async go(page, say) {
      await page.goto('/app/audit?action=organization.updated')
      await page.getByText(say('Ver 2 mudanças', 'See 2 changes')).first().click()
      await page
        .getByRole('columnheader', { name: say('Antes', 'Before') })
        .first()
        .waitFor()
    },
  },
  shownRow(
    'Audit without entries',
    '/audit?from=2001-01-01&to=2001-01-02',
    'heading',
    'Nada encontrado',
    'Nothing found',
  ),
]
