import type { DashboardWorld } from '../dashboard-world.ts'
import { pageRow, shownRow, type DashboardRow } from './row.ts'

/** A reminder that was sent, one that failed, and an answer. */
async function prepare({ api, clinic: { row } }: DashboardWorld): Promise<void> {
  const client = await api.db.client.findFirstOrThrow({
    where: { organizationId: row.id, firstName: 'Maximiliana Aparecida' },
  })
  const message = (values: {
    status: string
    direction?: 'INBOUND'
    text: string
    errorCode?: string
    errorMessage?: string
  }) =>
    api.db.message.create({
      data: {
        id: api.service.newId('msg'),
        organizationId: row.id,
        direction: values.direction ?? 'OUTBOUND',
        purpose: values.direction === undefined ? 'reminder' : 'received',
        channel: 'whatsapp',
        clientId: client.id,
        recipient: client.phone,
        record: 'client',
        recordId: client.id,
        cause: `row ${values.status}`,
        status: values.status,
        text: values.text,
        errorCode: values.errorCode ?? null,
        errorMessage: values.errorMessage ?? null,
      },
    })
  await message({
    status: 'READ',
    text: 'Lembrete: amanhã às 09:00.\n\nhttps://agenda.example.com/a/x7Yk2mQ9bT4cVn1LrD8sWz0HqKe5JpAg',
  })
  await message({
    status: 'FAILED',
    text: 'Lembrete: amanhã às 10:00.',
    errorCode: '131026',
    errorMessage: 'Message undeliverable',
  })
  await message({
    status: 'RECEIVED',
    direction: 'INBOUND',
    text: 'Posso chegar 15 minutos depois?',
  })
}

export const MESSAGE_ROWS: readonly DashboardRow[] = [
  pageRow('/messages', 'Mensagens', 'Messages', { role: 'manager', prepare }),
  {
    name: 'Text that went out',
    async go(page, say) {
      await page.goto('/app/messages?status=READ')
      await page.getByText(say('Ver o texto', 'See the text')).first().click()
      await page.getByText('amanhã às 09:00', { exact: false }).first().waitFor()
    },
  },
  shownRow('No messages', '/messages', 'heading', 'Nenhuma mensagem ainda', 'No message yet', {
    isEmpty: true,
  }),
  shownRow('Conversations', '/messages?view=conversations', 'list', 'Conversas', 'Conversations'),
  {
    name: 'Conversation',
    async go(page, say) {
      await page.goto('/app/messages?view=conversations')
      await page
        .getByRole('button', {
          name: say('Conversa com Maximiliana', 'Conversation with Maximiliana'),
        })
        .click()
      await page.getByLabel(say('Escrever por WhatsApp', 'Write by WhatsApp')).waitFor()
    },
  },
  shownRow('Texts of messages', '/messages?view=texts', 'list', 'Textos', 'Texts'),
  {
    name: 'Text of a message',
    async go(page, say) {
      await page.goto('/app/messages?view=texts&text=booked')
      await page.getByRole('dialog').getByText('Mariana', { exact: false }).first().waitFor()
      await page
        .getByRole('textbox', { name: say('Texto', 'Text'), exact: true })
        .getByText(say('Primeiro nome', 'First name'))
        .waitFor()
    },
  },
  shownRow(
    'Own number',
    '/messages?view=connection',
    'text',
    'Nenhum número conectado',
    'No number connected',
  ),
  {
    name: 'Connect a number',
    async go(page, say) {
      await page.goto('/app/messages?view=connection')
      const name = say('Conectar o número', 'Connect the number')
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog', { name }).waitFor()
    },
  },
]
