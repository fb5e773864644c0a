/** What is offered and by whom: set up, changed, taken out and brought back. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  complaintsOf,
  openDashboardWorld,
  type DashboardRole,
} from '../../support/dashboard-world.ts'
import { openChangingClinic, secondOf, type ChangingClinic } from '../../support/impact.ts'

const world = await openDashboardWorld()

const pageOf = ({ organization }: ChangingClinic, path: string, role: DashboardRole = 'owner') =>
  world.open(path, { organization, role })

const press = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole('button', { name }).click()

const servicesOf = ({ organization }: ChangingClinic) =>
  world.api.db.service.findMany({
    where: { organizationId: organization.row.id },
    orderBy: { id: 'asc' },
  })

describe('services', () => {
  it('One is created with every setting, found by its filters, and the address shows the same', async () => {
    const clinic = await openChangingClinic(world.api)
    const page = await pageOf(clinic, '/services')
    await press(page, 'Especialidades')
    const specialties = page.getByRole('dialog', { name: 'Especialidades' })
    await specialties.getByLabel('Nova especialidade').fill('Estética')
    await press(specialties, 'Criar')
    await specialties.getByText('nenhum serviço').waitFor()
    await press(specialties, 'Renomear Estética')
    await specialties.getByLabel('Novo nome de Estética').fill('Dermatologia')
    await press(specialties, 'Salvar')
    await specialties.getByText('Dermatologia').waitFor()
    await press(specialties, 'Fechar')
    await press(page, 'Novo serviço')
    const form = page.getByRole('dialog', { name: 'Novo serviço' })
    await form.getByLabel('Pedir sinal na página pública').press('Space')
    await press(form, 'Criar o serviço')
    await form.getByText('Preencha este campo.').waitFor()
    await form.getByText('Informe um valor maior que zero.').waitFor()
    await form.getByLabel('Nome').fill('Drenagem <img src=x onerror=alert(1)>')
    await form.getByLabel('Descrição').fill('Duas linhas,\numa delas curta.')
    await form.getByRole('combobox', { name: 'Especialidade' }).click()
    await page.getByRole('listbox').getByRole('option', { name: 'Dermatologia' }).click()
    await form.getByRole('combobox', { name: 'Quem faz' }).click()
    await page.getByRole('option', { name: 'Profissional 0' }).click()
    await form.getByLabel('Cor na agenda').fill('#c2255c')
    await form.getByRole('radio', { name: 'Telemedicina' }).press('Space')
    await form.getByLabel('Duração').fill('45')
    await form.getByLabel('Começa a cada').fill('30')
    await form.getByLabel('Livre antes').fill('5')
    await form.getByLabel('Livre depois').fill('10')
    await form.getByLabel('Vagas por horário').fill('4')
    await form.getByLabel('Preço').fill('1290,5')
    await form.getByLabel('Valor do sinal').fill('100')
    await form.getByLabel('Antecedência mínima').fill('2')
    await form.getByLabel('Unidade da antecedência').selectOption('days')
    await form.getByLabel('Até quantos dias à frente').fill('60')
    await form.getByLabel('Não mostrar na página pública').press('Space')
    // A hasty double click makes one service.
    await form.getByRole('button', { name: 'Criar o serviço' }).dblclick()
    await page.getByText('foi criado.').waitFor()
    const made = (await servicesOf(clinic)).slice(1)
    expect(made).toMatchObject([
      {
        name: 'Drenagem <img src=x onerror=alert(1)>',
        description: 'Duas linhas,\numa delas curta.',
        serviceType: 'TELEMEDICINE',
        bookingMode: 'SCHEDULED',
        durationMinutes: 45,
        slotIntervalMinutes: 30,
        bufferBeforeMinutes: 5,
        bufferAfterMinutes: 10,
        maxCapacity: 4,
        color: '#c2255c',
        minAdvanceMinutes: 2880,
        maxAdvanceDays: 60,
        requiresDeposit: true,
        hiddenFromPublicBooking: true,
      },
    ])
    expect([String(made[0]?.price), String(made[0]?.depositAmount)]).toEqual(['1290.5', '100'])
    const table = page.getByRole('table', { name: 'Serviços' })
    const rows = table.getByRole('row')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByLabel('Buscar serviço').fill('drenagem')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByLabel('Como se marca').selectOption({ label: 'Fila' })
    await page.getByText('Nenhum serviço com estes filtros').waitFor()
    await page.reload()
    await page.getByText('Nenhum serviço com estes filtros').waitFor()
    expect(await page.getByLabel('Buscar serviço').inputValue()).toBe('drenagem')
    await press(page, 'Limpar os filtros')
    await expect.poll(() => rows.count()).toBe(3)
  })

  it('An edit keeps what someone else changed meanwhile, and the rule of the clinic stays one', async () => {
    const clinic = await openChangingClinic(world.api, {
      organization: { minAdvanceMinutes: 120 },
    })
    const { id } = clinic.service
    const page = await pageOf(clinic, `/services?service_id=${id}`)
    const form = page.getByRole('dialog', { name: 'Editar serviço' })
    await form.getByText('Vazio: vale a regra da clínica (2 h).').waitFor()
    await clinic.owner.mutate('services.update', { service_id: id, duration_minutes: 40 })
    await form.getByLabel('Nome').fill('Consulta longa')
    await press(form, 'Salvar o serviço')
    await page.getByText('Consulta longa foi salvo.').waitFor()
    expect((await servicesOf(clinic))[0]).toMatchObject({
      name: 'Consulta longa',
      durationMinutes: 40,
      minAdvanceMinutes: null,
    })
    expect(new URL(page.url()).search).toBe('')
  })

  it('A form keeps its content when it is refused, and when the service is away', async () => {
    const clinic = await openChangingClinic(world.api)
    const page = await pageOf(clinic, '/services')
    await press(page, 'Novo serviço')
    const form = page.getByRole('dialog', { name: 'Novo serviço' })
    await form.getByLabel('Nome').fill('Peeling')
    await form.getByLabel('Cor na agenda').fill('#c2255c')
    await form.getByRole('combobox', { name: 'Quem faz' }).click()
    await page.getByRole('option', { name: 'Profissional 0' }).click()
    await page.keyboard.press('Escape')
    await page.route('**/trpc/services.create**', (route) => route.abort())
    await press(form, 'Criar o serviço')
    await form.getByText('O serviço não respondeu.', { exact: false }).waitFor()
    await page.unroute('**/trpc/services.create**')
    // Meanwhile the one who performs it leaves.
    await clinic.owner.mutate('professionals.deactivate', {
      professional_id: clinic.professional.id,
    })
    await press(form, 'Criar o serviço')
    await form.getByText('Isto está desativado.', { exact: false }).waitFor()
    expect(await form.getByLabel('Nome').inputValue()).toBe('Peeling')
    expect(await servicesOf(clinic)).toHaveLength(1)
  })

  it('One is taken out of the offer with a decision about what is booked, and comes back', async () => {
    const clinic = await openChangingClinic(world.api)
    await clinic.bookAt('09:00')
    const page = await pageOf(clinic, '/services')
    await press(page, /^Desativar/)
    await press(page, 'Desativar o serviço')
    const dialog = page.getByRole('dialog', { name: '1 agendamento é afetado' })
    await dialog.getByText('Serviço fora da oferta').waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(2)
    await dialog.getByRole('radio', { name: 'Cancelar' }).press('Space')
    await dialog.getByText('1 cancelado').waitFor()
    expect((await servicesOf(clinic))[0]?.isActive).toBe(true)
    await press(dialog, 'Salvar a mudança')
    await page.getByText('foi desativado.').waitFor()
    expect((await servicesOf(clinic))[0]?.isActive).toBe(false)
    expect((await clinic.booked()).map((row) => (row as unknown[])[1])).toEqual([
      'CANCELLED_PROFESSIONAL',
    ])
    await page.getByLabel('Situação').selectOption({ label: 'Desativados' })
    await press(page, /de novo$/)
    await page.getByText('é oferecido de novo.').waitFor()
    expect((await servicesOf(clinic))[0]?.isActive).toBe(true)
  })
})

describe('professionals', () => {
  it('One is created, led to the hours, and shown by name as it was typed', async () => {
    const clinic = await openChangingClinic(world.api)
    const page = await pageOf(clinic, '/professionals')
    const complaints = complaintsOf(page)
    const name = 'شيماء <b>O’Neill</b> 🌸'
    await press(page, 'Novo profissional')
    const form = page.getByRole('dialog', { name: 'Novo profissional' })
    await form.getByLabel('Nome').fill(name)
    await form.getByLabel('E-mail').fill('isto não é um e-mail')
    await press(form, 'Criar o profissional')
    await form.getByText('Não é um e-mail', { exact: false }).waitFor()
    await form.getByLabel('E-mail').fill('shaimaa@example.com')
    await form.getByLabel('Registro').fill('CRM 1')
    await press(form, 'Criar o profissional')
    await press(page, 'Definir horários')
    await page.getByText('Ainda sem horários').waitFor()
    expect(await page.getByRole('combobox', { name: 'Profissional' }).inputValue()).toBe(name)
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('One who leaves gives the appointments to a colleague, is listed with those who left, and comes back', async () => {
    const clinic = await openChangingClinic(world.api, { professionals: 2 })
    const booked = await clinic.bookAt('09:00')
    const page = await pageOf(clinic, '/professionals')
    await press(page, 'Desativar Profissional 0')
    await press(page, 'Desativar o profissional')
    const dialog = page.getByRole('dialog', { name: '1 agendamento é afetado' })
    await dialog.getByRole('radio', { name: 'Passar para outro profissional' }).press('Space')
    await dialog.getByText('Passa para Profissional 1').waitFor()
    await press(dialog, 'Salvar a mudança')
    await page.getByText('Profissional 0 foi desativado.').waitFor()
    expect((await clinic.booked()).map((row) => (row as unknown[]).slice(0, 3))).toEqual([
      [booked, 'PENDING', secondOf(clinic).id],
    ])
    await page.getByLabel('Situação').selectOption({ label: 'Saíram' })
    await press(page, 'Trazer Profissional 0 de volta')
    await page.getByText('Ninguém saiu').waitFor()
    const row = await world.api.db.professional.findFirst({
      where: { id: clinic.professional.id },
    })
    expect(row?.isActive).toBe(true)
  })

  it('A collaborator sees why an owner cannot be deactivated, and nothing happens', async () => {
    const clinic = await openChangingClinic(world.api)
    const page = await pageOf(clinic, '/professionals', 'manager')
    const button = page.getByRole('button', {
      name: 'Desativar Dona. Só um proprietário pode desativar outro',
    })
    await button.waitFor()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('The id of a stranger in the address says that there is no one, and shows the list', async () => {
    const [clinic, other] = [
      await openChangingClinic(world.api),
      await openChangingClinic(world.api),
    ]
    const id = other.professional.id
    const page = await pageOf(clinic, `/professionals?professional_id=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Editar profissional' })
    await dialog.getByText('Isto não existe mais.', { exact: false }).waitFor()
    await press(dialog, 'Fechar')
    await page.getByText('Profissional 0').waitFor()
    await page.goto(`/app/hours?professional_id=${id}`)
    await page.getByText('Este profissional não está na lista').waitFor()
    await page.getByRole('link', { name: 'Ir para Profissionais' }).click()
    await page.getByText('Profissional 0').waitFor()
  })
})
