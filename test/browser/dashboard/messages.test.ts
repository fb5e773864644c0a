/** Messages at the desk: what went out, in which words, sent again; and the words of the clinic. */
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TestOrganization } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { openDashboardWorld, type DashboardRole } from '../../support/dashboard-world.ts'
import { CENTRAL_NUMBER } from '../../support/whatsapp.ts'

const world = await openDashboardWorld()
const open = (path: string, role: DashboardRole = 'manager') => world.open(path, { role })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Given = {
  readonly name?: string
  readonly status?: string
  readonly text?: string
  readonly direction?: 'OUTBOUND' | 'INBOUND'
  readonly organization?: TestOrganization
}

let minutes = 0
/** A message to a new client, or from one. */
async function message({
  name = 'Ana',
  status = 'SENT',
  text = 'Olá!',
  direction = 'OUTBOUND',
  organization = world.clinic,
}: Given) {
  const { api } = world
  const organizationId = organization.row.id
  const client = await createClientRow(api.db, organization.row, {
    first_name: name,
    last_name: null,
    email: 'ana@example.com',
  })
  minutes += 1
  await api.db.message.create({
    data: {
      id: api.service.newId('msg'),
      organizationId,
      direction,
      purpose: direction === 'INBOUND' ? 'received' : 'reminder',
      channel: 'email',
      status,
      clientId: client.id,
      recipient: 'ana@example.com',
      address: 'ana@example.com',
      language: 'pt',
      record: 'client',
      recordId: client.id,
      subject: 'Lembrete',
      text,
      cause: `test ${minutes}`,
    },
  })
  return client
}

describe('the outbox', () => {
  it('shows the text that went out as text, and sends it again', async () => {
    const text = 'Oi <img src=x onerror=alert(1)>\nAté amanhã \u{1F44B}'
    const name = `${'Ω'.repeat(60)} مرحبا`
    await message({ name, text })
    const page = await open('/messages')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByText('Ver o texto').click()
    await row.getByText('Oi <img src=x onerror=alert(1)>', { exact: false }).waitFor()
    await button(page, `Enviar de novo a ${name}: Lembrete`).click()
    await page.getByText(`A mensagem vai de novo para ${name}.`).waitFor()
    const where = { organizationId: world.clinic.row.id, text }
    expect(await world.api.db.message.count({ where })).toBe(2)
    await page.getByText('Na espera').first().waitFor()
  })

  it('keeps its filters in the address', async () => {
    await message({ name: 'Falhada', status: 'FAILED' })
    await message({ name: 'Enviada' })
    const page = await open('/messages')
    await page.getByRole('combobox', { name: 'Estado' }).click()
    await page.getByRole('option', { name: 'Não enviada' }).click()
    await page.waitForURL(/status=FAILED/)
    const list = page.getByRole('list', { name: 'Enviadas e recebidas' })
    await list.getByText('Falhada').waitFor()
    expect(await list.getByText('Enviada', { exact: true }).count()).toBe(0)
    await page.reload()
    await list.getByText('Falhada').waitFor()
  })
})

it('A message of a test clinic did not go out, in the outbox and at the client', async () => {
  const organization = await world.api.organization({ livemode: false })
  const { id } = await message({ organization, name: 'Tereza' })
  const page = await world.open('/messages', { organization })
  const row = page.getByRole('listitem').filter({ hasText: 'Tereza' })
  await row.getByText('Teste: não saiu').waitFor()
  await page.goto(`/app/clients/${id}?tab=messages`)
  await page.getByText(/· Teste: não saiu/).waitFor()
})

describe('a conversation', () => {
  it('opens beside the list, and says why nothing can be written', async () => {
    const { id } = await message({
      name: 'Carla',
      direction: 'INBOUND',
      status: 'RECEIVED',
      text: 'Posso levar minha mãe?',
    })
    const page = await open('/messages?view=conversations')
    await page.getByRole('button', { name: 'Conversa com Carla' }).click()
    await page.waitForURL(new RegExp(`conversation=${id}`))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Posso levar minha mãe?').waitFor()
    await dialog.getByLabel('Escrever por WhatsApp').fill('Pode, sim!')
    await button(page, 'Enviar').click()
    await dialog.getByText(/Agora não dá/).waitFor()
    expect(await dialog.getByLabel('Escrever por WhatsApp').inputValue()).toBe('Pode, sim!')
    await page.keyboard.press('Escape')
    await button(page, 'Descartar').click()
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('texts', () => {
  it('are written with chips, by keys alone, tried as one types, saved, and set back', async () => {
    const page = await open('/messages?view=texts')
    expect(await page.getByText('{{', { exact: false }).count()).toBe(0)
    await button(page, 'Editar o texto: Agendamento confirmado').click()
    const dialog = page.getByRole('dialog')
    const body = dialog.getByRole('textbox', { name: 'Texto', exact: true })
    await body.getByText('Primeiro nome').waitFor()
    expect(await dialog.textContent()).not.toContain('{{')
    await body.fill('Oi, ')
    await body.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Primeiro nome' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByText('Oi, Mariana').waitFor()
    await page.keyboard.type('!')
    await dialog.getByText('Oi, Mariana!').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    expect(await body.textContent()).toBe('Oi, ')
    await page.keyboard.press('ControlOrMeta+z')
    expect(await body.textContent()).toBe('Oi, Primeiro nome')
    await button(page, 'Salvar').click()
    await page.getByText('O texto foi salvo: Agendamento confirmado.').waitFor()
    await page.getByText('Texto próprio', { exact: true }).waitFor()
    await page.getByText('Oi, [Primeiro nome]', { exact: false }).waitFor()
    await button(page, 'Editar o texto: Agendamento confirmado').click()
    await button(page, 'Voltar ao texto comum').click()
    await page
      .getByRole('dialog', { name: 'Voltar ao texto comum' })
      .getByRole('button', { name: 'Voltar ao texto comum' })
      .click()
    await page.getByText('Vale de novo o texto comum: Agendamento confirmado.').waitFor()
    await page.getByText('Texto próprio', { exact: true }).waitFor({ state: 'hidden' })
  })

  it('lose a condition as one piece, and keep its words', async () => {
    const page = await open('/messages?view=texts&text=no_show')
    const dialog = page.getByRole('dialog')
    const body = dialog.getByRole('textbox', { name: 'Texto', exact: true })
    await body.getByText('fim do “se”').first().waitFor()
    await body.press('ControlOrMeta+End')
    await page.keyboard.press('Backspace')
    expect(await body.textContent()).toContain('Fale conosco para marcar outro.')
    await page.getByRole('switch', { name: /^Avançado/ }).click()
    const written = dialog.getByRole('textbox', { name: 'Texto', exact: true })
    await expect.poll(() => written.inputValue()).toContain('{% if data.object.page %}')
    expect(await written.inputValue()).not.toMatch(/else/)
  })

  it('open "Advanced" where chips cannot show them, and name a fault', async () => {
    const page = await open('/messages?view=texts&text=link')
    const dialog = page.getByRole('dialog')
    const advanced = page.getByRole('switch', { name: /^Avançado/ })
    await advanced.click()
    const body = dialog.getByRole('textbox', { name: 'Texto', exact: true })
    await body.fill('Oi, {{ data.object.client_first_nome }}!')
    await dialog.getByText('O texto tem um erro').waitFor()
    expect(await advanced.isDisabled()).toBe(true)
    await body.fill('Oi, {{ data.object.client_first_name | upper }}!')
    await dialog.getByText('Oi, MARIANA!').waitFor()
    await button(page, 'Salvar').click()
    await page.getByText('O texto foi salvo', { exact: false }).waitFor()
    await page.goto('/app/messages?view=texts&text=link')
    await dialog.getByText('Este texto usa algo', { exact: false }).waitFor()
    expect(await body.inputValue()).toContain('| upper')
  })
})

describe('the own number', () => {
  it('is the owner’s to connect, and shows the token once', async () => {
    const theirs = await open('/messages?view=connection')
    await theirs.getByText('Só o proprietário conecta ou desconecta o número.').waitFor()
    expect(await button(theirs, 'Conectar o número').isDisabled()).toBe(true)

    const page = await open('/messages?view=connection', 'owner')
    await button(page, 'Conectar o número').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Telefone').fill('(11) 3')
    await dialog.getByLabel('Identificação do número').fill('123456789012345')
    await dialog.getByLabel('Token permanente').fill('EAAx'.repeat(10))
    await dialog.getByLabel('Segredo do aplicativo').fill('0'.repeat(32))
    await dialog.getByRole('button', { name: 'Conectar o número' }).click()
    await dialog.getByText('Não é um telefone com DDD', { exact: false }).waitFor()
    await dialog.getByLabel('Telefone').fill('(11) 98765-4321')
    await dialog.getByRole('button', { name: 'Conectar o número' }).click()
    await page.getByRole('textbox', { name: /Código de verificação/ }).waitFor()
    await button(page, 'Já informei').click()
    await page.getByText('Conectado', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Conectado', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: /Código de verificação/ }).count()).toBe(0)
    await button(page, 'Desconectar o número').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desconectar o número' }).click()
    await page.getByText('O número foi desconectado.').waitFor()
  })
})

describe('the number of the service', () => {
  it('is the owner’s to use and to leave, where there is one', async () => {
    Object.assign(world.api.service, { centralNumber: CENTRAL_NUMBER })
    onTestFinished(() => void Object.assign(world.api.service, { centralNumber: null }))
    const page = await open('/messages?view=connection', 'owner')
    await button(page, 'Usar o número do serviço').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(CENTRAL_NUMBER.phone).waitFor()
    await dialog.getByRole('button', { name: 'Usar o número do serviço' }).click()
    await page.getByText('As mensagens saem agora do número do serviço.').waitFor()
    await page.getByText(CENTRAL_NUMBER.phone, { exact: true }).waitFor()
    await button(page, 'Conectar o número').waitFor()
    await button(page, 'Deixar o número do serviço').click()
    await dialog.getByRole('button', { name: 'Deixar o número do serviço' }).click()
    await page.getByText('As mensagens não saem mais do número do serviço.').waitFor()
    await button(page, 'Usar o número do serviço').waitFor()
  })
})
