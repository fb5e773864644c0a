/** The evening of an owner: people, keys, settings, the public page, and who changed what. */
import { openSession, suspendOrganization } from '@scheduling/core'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tokenFor } from '../../support/account-mails.ts'
import { createUser, SESSION_COOKIE } from '../../support/dashboard.ts'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { connectNumber } from '../../support/whatsapp.ts'

const world = await openDashboardWorld()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

describe('people', () => {
  it('invites someone, who accepts, works at the desk, and loses access at once', async () => {
    const email = 'renata@example.com'
    const page = await world.open('/people')
    await button(page, 'Convidar').click()
    await dialog(page).getByLabel('Nome').fill('Renata <img src=x onerror=alert(1)>')
    await dialog(page).getByLabel('E-mail').fill(email)
    await button(page, 'Enviar o convite').click()
    await page.getByText(`O convite foi enviado para ${email}.`).waitFor()
    await page.getByRole('list', { name: 'Convites em aberto' }).getByText(email).waitFor()

    const invited = await (await world.stranger()).newPage()
    await invited.goto(`/app/invite#${await tokenFor(world.api, email)}`)
    await invited
      .getByRole('heading', { level: 1, name: /Entrar na equipe de Clínica Aurora/ })
      .waitFor()
    await invited.getByLabel('Nova senha').fill('curta')
    await button(invited, 'Aceitar e entrar').click()
    await invited.getByText(/No mínimo 10 caracteres/).waitFor()
    await invited.getByLabel('Nova senha').fill('uma frase que só eu sei')
    await button(invited, 'Aceitar e entrar').click()
    await invited.waitForURL(/\/app\/$/)
    const navigation = invited.getByRole('navigation')
    await navigation.getByRole('link', { name: 'Sinais' }).waitFor()
    for (const name of ['Pessoas', 'Serviços', 'Horários', 'Histórico', 'Configurações']) {
      expect(await navigation.getByRole('link', { name }).count(), name).toBe(0)
    }

    // The invite is gone from the owner's list by itself, and the person is there.
    const row = page.getByRole('list', { name: 'Pessoas com acesso' }).getByText(email)
    await row.waitFor()
    await page.getByRole('button', { name: /^Ações para Renata/ }).click()
    await page.getByRole('menuitem', { name: 'Remover o acesso' }).click()
    await button(page, 'Remover o acesso').click()
    await row.waitFor({ state: 'hidden' })
    await invited.getByRole('heading', { name: 'Entre de novo' }).waitFor()
  })

  it('says that an invite waits where the service has no mail server', async () => {
    const service: { sendsMail: boolean } = world.api.service
    service.sendsMail = false
    onTestFinished(() => void (service.sendsMail = true))
    const organization = await world.api.organization()
    const page = await world.open('/people', { organization })
    await button(page, 'Convidar').click()
    await dialog(page).getByLabel('Nome').fill('Rosa')
    await dialog(page).getByLabel('E-mail').fill('rosa@example.com')
    await button(page, 'Enviar o convite').click()
    await page.getByText('nada é enviado aos clientes por esses meios.').waitFor()
    const waits = 'O link para rosa@example.com espera'
    await page.getByRole('alert').getByText(waits, { exact: false }).waitFor()
  })

  it('says that a link was used, and shows no form', async () => {
    const page = await (await world.stranger()).newPage()
    await page.goto('/app/invite#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    await page.getByText(/Este convite não vale mais/).waitFor()
    expect(await page.getByLabel('Nova senha').count()).toBe(0)
  })

  it('keeps the last owner', async () => {
    const organization = await world.api.organization()
    const page = await world.open('/people', { organization })
    await page.getByRole('button', { name: 'Ações para Dona' }).click()
    await page.getByRole('menuitem', { name: 'Mudar o acesso' }).click()
    await dialog(page).getByRole('radio', { name: 'Gerente' }).check()
    await button(page, 'Salvar').click()
    await page.getByText(/Sempre tem de haver um proprietário/).waitFor()
  })
})

describe('what is not connected', () => {
  it('stays above every page until it is connected, on one line of a phone', async () => {
    const organization = await world.api.organization()
    const viewport = { width: 390, height: 844 }
    const manager = await world.open('/clients', { organization, role: 'manager', viewport })
    const asked = manager.getByText('Falta conectar: WhatsApp. Peça ao proprietário.')
    await asked.waitFor()
    expect((await asked.boundingBox())?.height).toBeLessThan(30)
    expect(await asked.getByRole('link').count()).toBe(0)

    const page = await world.open('/services', { organization })
    const notice = page.getByText('Falta conectar: WhatsApp.')
    await notice.getByRole('link', { name: 'WhatsApp' }).click()
    await page.getByRole('tab', { name: 'WhatsApp', selected: true }).waitFor()
    await connectNumber(world.api, organization)
    await notice.waitFor({ state: 'hidden' })
  })
})

describe('rooms without anything in them', () => {
  it.each([
    ['/keys', 'owner', 'button', 'Nova chave'],
    ['/requests', 'owner', 'link', 'Chaves de API'],
    ['/messages', 'owner', 'link', 'Novo agendamento'],
    ['/messages?view=conversations', 'owner', 'link', 'Ver os clientes'],
    ['/deposits', 'owner', 'link', 'Ver a agenda'],
    ['/professionals?q=Ninguém', 'owner', 'button', 'Limpar filtros'],
    ['/audit?from=2020-01-01&to=2020-01-01', 'owner', 'button', 'Limpar filtros'],
    ['/queue', 'owner', 'link', 'Ir para Serviços'],
  ] as const)('%s leads on', async (address, role, kind, name) => {
    const page = await world.open(address, { organization: world.empty, role })
    await page.getByRole('main').getByRole(kind, { name }).last().waitFor()
  })

  it('say whom to ask where the next step is not for the user', async () => {
    const page = await world.open('/queue', { organization: world.empty, role: 'reception' })
    await page.getByText('Peça a um gerente ou ao proprietário.').waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Serviços' }).count()).toBe(0)
  })
})

describe('accesses', () => {
  it('shows what each may do, by the table of the service', async () => {
    const page = await world.open('/people')
    await button(page, 'O que cada acesso pode').click()
    const row = (name: RegExp) =>
      dialog(page).getByRole('row', { name }).getByRole('cell').allInnerTexts()
    expect(await row(/Devolver sinais/)).toEqual(['Sim', 'Sim', 'Não', 'Não'])
    expect(await row(/Atender a fila/)).toEqual(['Sim', 'Sim', 'Sim', 'Só o seu'])
  })

  it('lets a professional land on the own day, and reach no one else', async () => {
    const { api, clinic } = world
    const [own, other] = await api.db.professional.findMany({
      where: { organizationId: clinic.row.id, user: null, appointments: { some: {} } },
      take: 2,
      orderBy: { id: 'asc' },
    })
    const user = await createUser(api, clinic, { access: 'professional', professionalId: own?.id })
    const context = await world.stranger()
    const { token } = await openSession(api.service, user.id)
    await context.addCookies([{ name: SESSION_COOKIE, value: token, url: api.url }])
    const page = await context.newPage()
    await page.goto('/app/')
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('link', { name: 'Fila' }).waitFor()
    const links = await navigation.getByRole('link').allInnerTexts()
    expect(links.map((one) => one.trim())).toEqual(['Agenda', 'Fila', 'Clientes', 'Calendários'])
    await page
      .getByText(own?.name ?? '')
      .first()
      .waitFor()
    expect(await page.getByText(other?.name ?? '').count()).toBe(0)
  })
})

describe('API keys', () => {
  const name = (page: Page) => page.getByRole('textbox', { name: 'Nome' })

  it('makes a key that works, is shown once, and is revoked', async () => {
    const page = await world.open('/keys')
    await button(page, 'Nova chave').click()
    await dialog(page).getByLabel('Nome').fill('Site da clínica')
    await button(page, 'Criar a chave').click()
    const value = await page.getByRole('textbox', { name: 'Valor da chave' }).innerText()
    const ask = () =>
      fetch(`${world.api.url}/v1/me`, { headers: { authorization: `Bearer ${value}` } })
    expect((await ask()).status).toBe(200)
    await button(page, 'Já guardei o valor').click()
    await page.getByText('Site da clínica').waitFor()
    await page.reload()
    await page.getByText('Site da clínica').waitFor()
    expect(await page.getByText(value).count()).toBe(0)

    await page.getByRole('button', { name: 'Mudar a chave Site da clínica' }).click()
    await dialog(page).getByLabel('Nome').fill('Site novo')
    await button(page, 'Salvar').click()
    await page.getByRole('button', { name: 'Revogar a chave Site novo' }).click()
    await button(page, 'Revogar').click()
    await page.getByText('A chave Site novo foi revogada.').waitFor()
    expect((await ask()).status).toBe(401)
  })

  it('the key of an agent ends in 90 days unless another day is chosen, and says how to connect', async () => {
    const page = await world.open('/keys?create=yes')
    const day = dialog(page).getByLabel('Validade (opcional)')
    expect(await day.inputValue()).toBe('')
    await page.getByRole('radio', { name: 'Agente' }).click()
    const proposed = await day.inputValue()
    const days = (Date.parse(proposed) - world.api.service.realNow()) / 86_400_000
    expect([days > 88, days < 91]).toEqual([true, true])
    await page.getByRole('radio', { name: 'Integração' }).click()
    expect(await day.inputValue()).toBe('')
    await day.fill('2031-05-04')
    await page.getByRole('radio', { name: 'Agente' }).click()
    expect(await day.inputValue()).toBe('2031-05-04')
    await day.fill(proposed)

    await name(page).fill('Assistente da recepção')
    await button(page, 'Criar a chave').click()
    const read = async (label: string) => page.getByRole('textbox', { name: label }).innerText()
    const value = await read('Valor da chave')
    expect(await read('Endereço das ferramentas')).toBe(`${world.api.url}/mcp`)
    expect(JSON.parse(await read('Configuração por HTTP')).mcpServers.scheduling).toEqual({
      type: 'http',
      url: `${world.api.url}/mcp`,
      headers: { Authorization: `Bearer ${value}` },
    })
    expect(JSON.parse(await read('Configuração por stdio')).mcpServers.scheduling).toEqual({
      command: 'npx',
      args: ['-y', `${world.api.url}/docs/downloads/scheduling-cli.tgz`, 'mcp'],
      env: { SCHEDULING_URL: world.api.url, SCHEDULING_API_KEY: value },
    })
    await button(page, 'Já guardei o valor').click()

    const where = { name: 'Assistente da recepção' }
    const made = await world.api.db.apiKey.findFirstOrThrow({ where })
    expect(made).toMatchObject({ kind: 'agent', showFullPersonalData: false })
    expect(made.expiresAt?.getTime()).toBeGreaterThan(Date.parse(proposed))
  })

  it('personal data is shown in full to an agent only after the owner said so, and a new name changes nothing of it', async () => {
    const page = await world.open('/keys')
    const shows = async () => {
      const where = { name: { startsWith: 'Agente de teste' } }
      return (await world.api.db.apiKey.findFirstOrThrow({ where })).showFullPersonalData
    }
    await button(page, 'Nova chave').click()
    await name(page).fill('Agente de teste')
    const full = page.getByRole('switch', { name: 'Mostrar dados pessoais completos' })
    expect(await full.count()).toBe(0)
    await page.getByRole('radio', { name: 'Agente' }).click()
    await full.click()
    await page.getByRole('radio', { name: 'Integração' }).click()
    await page.getByRole('radio', { name: 'Agente' }).click()
    await button(page, 'Criar a chave').click()
    await button(page, 'Já guardei o valor').click()
    expect(await shows()).toBe(true)
    await page.getByText('Dados completos').waitFor()

    const edit = () => page.getByRole('button', { name: 'Mudar a chave Agente de teste' }).click()
    await edit()
    expect(await full.isChecked()).toBe(true)
    // Someone else switches it off while this dialog is open.
    await world.api.db.apiKey.updateMany({
      where: { organizationId: world.clinic.row.id },
      data: { showFullPersonalData: false },
    })
    await name(page).fill('Agente de teste 2')
    await button(page, 'Salvar').click()
    await page.getByText('A chave Agente de teste 2 foi mudada.').waitFor()
    expect(await shows()).toBe(false)

    await edit()
    await full.click()
    await button(page, 'Salvar').click()
    await page.getByText('Dados completos').waitFor()
    expect(await shows()).toBe(true)
  })
})

describe('settings', () => {
  it('shows what is wrong beside the field, and keeps what was typed', async () => {
    const page = await world.open('/settings')
    await page.getByLabel('Endereço da página pública').fill(world.empty.row.slug ?? '')
    await button(page, 'Salvar').click()
    await page.getByText(/Já está em uso/).waitFor()
    expect(await page.getByLabel('Endereço da página pública').inputValue()).toBe(
      world.empty.row.slug,
    )
    await button(page, 'Descartar as mudanças').click()
    expect(await button(page, 'Salvar').isDisabled()).toBe(true)
  })

  it('keeps an address as one value, and says beside its part what is wrong', async () => {
    const organization = await world.api.organization()
    const page = await world.open('/settings?section=contact', { organization })
    await page.getByLabel('CEP').fill('0543')
    await page.getByLabel('Rua').fill('Rua Harmonia')
    await button(page, 'Salvar').click()
    await page.getByText(/O formato não é válido.*CEP/).waitFor()
    expect(await page.getByLabel('Rua').inputValue()).toBe('Rua Harmonia')
    await page.getByLabel('CEP').fill('05435000')
    await button(page, 'Salvar').click()
    await page.getByText('As configurações foram salvas.').waitFor()
    expect(await page.getByLabel('CEP').inputValue()).toBe('05435-000')
    const now = await world.api.db.organization.findUniqueOrThrow({
      where: { id: organization.row.id },
    })
    expect([now.addressStreet, now.addressPostalCode]).toEqual(['Rua Harmonia', '05435-000'])
    expect(await button(page, 'Salvar').isDisabled()).toBe(true)
  })

  it('saves only what was changed: two owners at once both succeed', async () => {
    const [first, second] = [
      await world.open('/settings?section=day'),
      await world.open('/settings?section=day'),
    ]
    await first.getByLabel('Lembrete antes do horário').fill('30')
    await second.getByLabel('Espera por quem foi chamado', { exact: true }).fill('7')
    await button(first, 'Salvar').click()
    await first.getByText('As configurações foram salvas.').waitFor()
    await button(second, 'Salvar').click()
    await second.getByText('As configurações foram salvas.').waitFor()
    const now = await world.api.db.organization.findUniqueOrThrow({
      where: { id: world.clinic.row.id },
    })
    expect([now.reminderHours, now.queueCallTimeoutMinutes]).toEqual([30, 7])
    // What the other saved is there without a reload.
    await expect
      .poll(() => first.getByLabel('Espera por quem foi chamado', { exact: true }).inputValue())
      .toBe('7')
  })

  it('switches a feature off, undoes it, and leaves what the plan lacks disabled', async () => {
    const organization = await world.api.organization({ planFeatures: ['api', 'overbooking'] })
    const page = await world.open('/settings?section=features', { organization })
    const overbooking = page.getByRole('switch', { name: 'Encaixes' })
    await overbooking.click()
    await page.getByText('Encaixes: desligado.').waitFor()
    expect(await overbooking.isChecked()).toBe(false)
    await button(page, 'Desfazer').click()
    await page.getByText('Encaixes: ligado.').waitFor()
    expect(await overbooking.isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Telemedicina' }).isDisabled()).toBe(true)
    await page.getByText(/Atendimentos por vídeo.*O seu plano não tem este recurso/).waitFor()
  })

  it('fills an empty organization, once', async () => {
    const organization = await world.api.organization()
    const page = await world.open('/settings', { organization })
    await button(page, 'Criar dados de exemplo').click()
    await page.getByText(/Os dados de exemplo foram criados/).waitFor()
    await button(page, 'Criar dados de exemplo').waitFor({ state: 'hidden' })
    const where = { organizationId: organization.row.id }
    expect(await world.api.db.service.count({ where })).toBe(3)
  })
})

describe('public page', () => {
  it('shows its address as text and code, and takes a color, a text and a picture', async () => {
    const page = await world.open('/public-page')
    const address = `${world.api.url}/${world.clinic.row.slug}`
    expect(await page.getByRole('textbox', { name: 'Endereço da página' }).innerText()).toBe(
      address,
    )
    await page.getByRole('img', { name: `Código QR de ${address}` }).waitFor()
    const welcome = 'Bem-vindo <img src=x onerror=alert(1)>'
    await page.getByLabel('Cor da marca').fill('#a61e4d')
    await page.getByLabel('Texto de boas-vindas').fill(welcome)
    await button(page, 'Salvar').click()
    await page.getByText('A página pública foi mudada.').waitFor()
    await page.getByLabel('Escolher um logotipo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PIXEL, 'base64'),
    })
    await page.getByRole('img', { name: /^Logotipo de/ }).waitFor()
    const seen = await page.context().newPage()
    await seen.goto(address)
    await seen.getByText(welcome).waitFor()
    await seen.close()
    await button(page, 'Remover o logotipo').click()
    await dialog(page).getByRole('button', { name: 'Remover o logotipo' }).click()
    await page.getByText('A página mostra só o nome da clínica.').waitFor()
  })

  it('refuses what is no picture, in words', async () => {
    const page = await world.open('/public-page')
    const choose = page.getByLabel('Escolher um logotipo')
    await choose.setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload=alert(1)>'),
    })
    await page.getByText(/Esta imagem não serve/).waitFor()
    await choose.setInputFiles({
      name: 'large.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(100 * 1024 + 1),
    })
    await page.getByText(/O arquivo tem mais de 100 KB/).waitFor()
  })
})

describe('a suspended account', () => {
  it('says so above every page', async () => {
    const organization = await world.api.organization()
    await suspendOrganization(world.api.service, organization.row.slug ?? '', 'Fatura em aberto')
    const page = await world.open('/clients', { organization })
    const alert = page.getByRole('alert').filter({ hasText: 'Conta suspensa' })
    await alert.getByText('nada pode ser mudado').waitFor()
  })
})

describe('audit', () => {
  it('says who changed what, and keeps its filters in the address', async () => {
    const page = await world.open('/audit')
    await page.getByRole('combobox', { name: 'O que aconteceu' }).fill('Configurações mud')
    await page.getByRole('option', { name: 'Configurações mudadas' }).click()
    await page.waitForURL(/action=organization\.updated/)
    await page.reload()
    const first = page.getByRole('listitem').filter({ hasText: 'Configurações mudadas' }).first()
    await first
      .getByText(/^Ver .*mudança/)
      .first()
      .click()
    await page.getByRole('columnheader', { name: 'Antes' }).first().waitFor()
    await first.getByText('Dona').waitFor()
    await button(page, 'Limpar filtros').click()
    await page.waitForURL(/\/app\/audit$/)
  })

  it('ignores an address that makes no sense', async () => {
    const page = await world.open(
      '/audit?action=nothing.at.all&record=%3Cimg%3E&from=yesterday&source=7',
    )
    await page.getByRole('list', { name: 'Histórico' }).waitFor()
  })

  it('shows a collaborator nothing of keys and settings', async () => {
    const page = await world.open('/audit?action=organization.updated', { role: 'manager' })
    await page.getByRole('heading', { name: 'Nada encontrado' }).waitFor()
  })
})

/** One red pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
