/** Webhooks: all of them, one with its deliveries, and every dialog. */
import type { Page } from 'playwright-core'
import type { DashboardWorld } from '../dashboard-world.ts'
import { attemptRow, createdWebhook, SLACK, writtenEvents } from '../webhooks.ts'
import { shownRow, type DashboardRow, type Say } from './row.ts'

const LONG = 'CRM da clínica, com um nome que é comprido demais para caber em uma linha só'
const HOUR_MS = 3_600_000

/** Its page is read and not changed by any row. */
let failing = ''
let off = ''
let openDelivery = ''

async function prepare(world: DashboardWorld): Promise<void> {
  const { api, clinic } = world
  const webhook = await createdWebhook(api, clinic, {
    name: LONG,
    url: `https://crm.example.com/${'very-long-path/'.repeat(6)}in?tenant=aurora`,
    format: 'custom',
    events: ['client.*', 'appointment.created', 'appointment.rescheduled', 'queue.entry.called'],
    filters: { statuses: ['PENDING'], sources: ['api'] },
    headers: { Authorization: 'Bearer very-secret', 'X-Team': 'north' },
    template: {
      body: '{\n  "id": {{ data.object.id | json }},\n  "key": {{ secret_ref("crm") | json }}\n}',
      headers: { 'X-Event': '{{ type }}' },
      query: { key: '{{ secret_ref("crm") }}' },
    },
    secrets: { crm: 'hidden-value' },
  })
  failing = webhook.id
  const events = await writtenEvents(api, clinic, 3)
  const now = api.service.realNow()
  for (const [index, eventId] of events.entries()) {
    const at = now - (index + 1) * HOUR_MS
    const isFirst = index === 0
    openDelivery = await attemptRow(api, webhook, {
      eventId,
      createdAt: at,
      status: isFirst ? 'SUCCEEDED' : 'FAILED',
    })
    if (isFirst) continue
    await api.db.deliveryAttempt.updateMany({
      where: { id: openDelivery },
      data: {
        responseStatus: 503,
        errorCode: 'http_status',
        errorMessage: 'The endpoint answered 503.',
        responseBody: `<html>${'closed for lunch '.repeat(30)}</html>`,
        nextAttemptAt: new Date(now + HOUR_MS),
      },
    })
  }
  const failingSince = new Date(now - 3 * HOUR_MS)
  await api.db.webhookHealth.upsert({
    where: { webhookId: failing },
    create: { webhookId: failing, failingSince },
    update: { failingSince },
  })
  await createdWebhook(api, clinic, {
    name: 'Canal da recepção',
    url: SLACK,
    format: 'slack',
    message_template: '{{ data.object.client.name }}',
  })
  const gone = await createdWebhook(api, clinic, { name: 'Sistema antigo' })
  off = gone.id
  await api.db.webhook.updateMany({
    where: { id: off },
    data: { active: false, disabledReason: 'ENDPOINT_GONE', disabledAt: new Date(now - HOUR_MS) },
  })
}

/** A dialog has its place in the address. */
function dialogRow(name: string, dialog: string, pt: string, en: string): DashboardRow {
  return {
    name,
    async go(page, say) {
      await page.goto(`/app/webhooks/${failing}?dialog=${dialog}`)
      await page.getByRole('dialog', { name: say(pt, en) }).waitFor()
    },
  }
}

const NEW = ['Novo webhook', 'New webhook'] as const

async function openForm(page: Page, say: Say): Promise<void> {
  await page.goto('/app/webhooks?dialog=new')
  await page.getByRole('dialog', { name: say(...NEW) }).waitFor()
}

async function chooseFormat(page: Page, say: Say, name: string): Promise<void> {
  await page.getByRole('combobox', { name: say('Formato', 'Format') }).click()
  await page.getByRole('option', { name }).click()
}

export const WEBHOOK_ROWS: readonly DashboardRow[] = [
  {
    name: 'Webhooks',
    isPage: true,
    prepare,
    async go(page, say) {
      await page.goto('/app/webhooks')
      await page.getByRole('link', { name: 'Sistema antigo' }).waitFor()
      await page.getByText(say('1 de 3 entregues', '1 of 3 delivered')).waitFor()
    },
  },
  shownRow('Webhooks, none yet', '/webhooks', 'heading', 'Nenhum webhook ainda', 'No webhook yet', {
    isEmpty: true,
  }),
  {
    name: 'A webhook with its figures and deliveries',
    isPage: true,
    async go(page, say) {
      await page.goto(`/app/webhooks/${failing}`)
      await page
        .getByRole('list', { name: say('Lista de entregas', 'List of deliveries') })
        .waitFor()
      const table = say('Tentativas por hora', 'Attempts by hour')
      await page.getByRole('table', { name: table }).waitFor()
    },
  },
  {
    name: 'A webhook that is off',
    async go(page, say) {
      await page.goto(`/app/webhooks/${off}`)
      await page.getByRole('button', { name: say('Ligar de novo', 'Switch on') }).waitFor()
      await page.getByRole('heading', { name: say('Nenhuma entrega', 'No delivery') }).waitFor()
    },
  },
  {
    name: 'Deliveries, filtered, one open beside them',
    async go(page, say) {
      await page.goto(`/app/webhooks/${failing}?status=FAILED&delivery=${openDelivery}`)
      const request = say('Pedido como seria feito agora', 'The request as it would be made now')
      await page.getByRole('heading', { name: request }).waitFor()
    },
  },
  {
    name: 'New webhook',
    async go(page, say) {
      await openForm(page, say)
      await page.getByRole('checkbox', { name: say('Todos os eventos', 'All events') }).uncheck()
    },
  },
  {
    name: 'New webhook for a chat channel',
    async go(page, say) {
      await openForm(page, say)
      await chooseFormat(page, say, 'Slack')
      await page.getByText('Mariana Souza').waitFor()
    },
  },
  {
    name: 'New webhook of a form',
    async go(page, say) {
      await openForm(page, say)
      await chooseFormat(page, say, say('Modelo próprio', 'Own template'))
      await page.getByRole('combobox', { name: say('Tipo de conteúdo', 'Content type') }).click()
      await page.getByRole('option', { name: say('Formulário', 'Form') }).click()
      await page
        .getByRole('region', { name: say('Conteúdo da prévia', 'Content of the preview') })
        .getByText('id=90211')
        .waitFor()
    },
  },
  {
    name: 'Template editor',
    async go(page, say) {
      await page.goto(`/app/webhooks/${failing}?dialog=edit`)
      await page
        .getByRole('region', { name: say('Conteúdo da prévia', 'Content of the preview') })
        .getByText('"key": "***"')
        .waitFor()
    },
  },
  {
    name: 'Template editor with suggestions',
    async go(page, say) {
      await page.goto(`/app/webhooks/${failing}?dialog=edit`)
      const editor = page.getByRole('textbox', {
        name: say('Conteúdo do pedido', 'Content of the request'),
      })
      await page
        .getByRole('region', { name: say('Conteúdo da prévia', 'Content of the preview') })
        .waitFor()
      await editor.press('ControlOrMeta+Home')
      await editor.press('ArrowDown')
      for (const _ of '  "id": {{ data.object.') await editor.press('ArrowRight')
      await editor.press('Control+Space')
      await page.getByRole('option', { name: /^cancelled_at/ }).waitFor()
    },
  },
  dialogRow('Test of a webhook', 'test', 'Enviar um teste', 'Send a test'),
  dialogRow('Recovery of deliveries', 'recover', 'Recuperar entregas', 'Recover deliveries'),
  dialogRow('Rotation of the secret', 'rotate', 'Trocar o segredo', 'Rotate the secret'),
  dialogRow('Deletion of a webhook', 'delete', 'Apagar CRM', 'Delete CRM'),
  {
    name: 'The secret, shown once',
    async go(page, say) {
      await page.goto(`/app/webhooks/${failing}?dialog=rotate`)
      await page
        .getByRole('checkbox', { name: say('O segredo vazou', 'The secret has leaked') })
        .check()
      await page.getByRole('button', { name: say('Trocar agora', 'Rotate now') }).press('Enter')
      await page.getByRole('button', { name: say('Copiar o segredo', 'Copy the secret') }).waitFor()
    },
  },
]
