/** The day of a receptionist: books, moves, is overtaken by a colleague, cancels. Nothing that was typed is lost on the way. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../support/dashboard.ts'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { connectNumber } from '../../support/whatsapp.ts'

const world = await openDashboardWorld()
// Clients of the desk may be known by name alone.
await world.api.db.organization.update({
  where: { id: world.clinic.row.id },
  data: { requireClientIdentifier: false },
})
let page: Page
beforeEach(async () => {
  page = await world.page()
})

/** The agenda lies behind each dialog, with buttons of its own. */
const form = (on: Page) => on.getByRole('dialog', { name: 'Novo agendamento' })
const card = (on: Page) => on.getByRole('dialog', { name: 'Agendamento', exact: true })

const pickers = {
  async service(on: Page, name: string) {
    await form(on).getByRole('combobox', { name: 'Adicionar um serviço' }).click()
    await on.getByRole('option', { name }).click()
  },
  async client(on: Page, name: string) {
    await form(on).getByRole('combobox', { name: 'Cliente' }).fill(name)
    await on.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  },
  async professional(on: Page, name: string) {
    await form(on).getByRole('combobox', { name: 'Profissional' }).click()
    await on.getByRole('option', { name }).click()
  },
  /** By keyboard, as the radio of a start is small. */
  start: (on: Page, day: string, time: string) =>
    on.getByRole('radio', { name: `${day}, ${time}` }).press(' '),
}

const book = (on: Page) => form(on).getByRole('button', { name: 'Agendar', exact: true })

/** Fills in everything for Maria, with Beatriz, at a time of a day of November. */
async function fillIn(on: Page, date: number, day: string, time: string): Promise<void> {
  await on.goto('/app/?new=1')
  await pickers.client(on, 'Maria Silva')
  await pickers.service(on, 'Limpeza de pele')
  await pickers.professional(on, 'Beatriz Ramos')
  await form(on).getByLabel('Dia', { exact: true }).fill(`2026-11-${date}`)
  await pickers.start(on, day, time)
}

const at = (date: number, time: string) => new Date(`2026-11-${date}T${time}:00-03:00`)

/** Those that begin then, the first one first. */
function bookedAt(date: number, time: string) {
  return world.api.db.appointment.findMany({
    where: { organizationId: world.clinic.row.id, startsAt: at(date, time) },
    include: { client: true, services: true },
    orderBy: { id: 'asc' },
  })
}

describe('From the agenda', () => {
  it('books, and opens what was booked', async () => {
    await page.goto('/app/?date=2026-11-23')
    await page.getByRole('button', { name: 'Novo agendamento' }).first().click()
    await pickers.client(page, 'Maria Silva')
    await pickers.service(page, 'Limpeza de pele')
    await pickers.professional(page, 'Beatriz Ramos')
    await form(page).getByLabel('Dia', { exact: true }).fill('2026-11-23')
    await pickers.start(page, 'segunda-feira, 23 de novembro', '11:00')
    await book(page).click()
    await page.getByText('Maria Silva agendado').waitFor()
    await page.getByRole('button', { name: /11:00.*Maria Silva/ }).click()
    await card(page).getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Agendamento de Maria Silva confirmado.').waitFor()
    await card(page).getByRole('button', { name: 'Fechar' }).click()
    await page.getByRole('button', { name: /11:00.*Maria Silva.*confirmado/ }).waitFor()
  })
})

describe('A booking that is on its way', () => {
  /** @returns lets the call through */
  async function send(time: string): Promise<() => void> {
    const held = Promise.withResolvers<void>()
    await page.route(/appointments\.create/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/app/?date=2026-11-28&new=1')
    await pickers.client(page, 'Maria Silva')
    await pickers.service(page, 'Limpeza de pele')
    await pickers.professional(page, 'Beatriz Ramos')
    await form(page).getByLabel('Dia', { exact: true }).fill('2026-11-28')
    await pickers.start(page, 'sábado, 28 de novembro', time)
    await book(page).click()
    await page.getByRole('button', { name: new RegExp(`${time}.*Maria Silva`) }).waitFor()
    await form(page).waitFor({ state: 'hidden' })
    return held.resolve
  }

  it('stands in the agenda at once, and stays', async () => {
    const answer = await send('10:00')
    expect(await bookedAt(28, '10:00')).toEqual([])
    answer()
    await page.getByText('Maria Silva agendado').waitFor()
    await page.getByRole('button', { name: /10:00.*Maria Silva/ }).waitFor()
    expect(await bookedAt(28, '10:00')).toHaveLength(1)
    await page.unrouteAll()
  })

  it('leaves the agenda when it is refused, and the form comes back with what was typed', async () => {
    const answer = await send('14:00')
    const owner = await signIn(world.api, world.clinic)
    const { db } = world.api
    const ofClinic = { organizationId: world.clinic.row.id }
    const client = await db.client.findFirstOrThrow({ where: { ...ofClinic, firstName: 'João' } })
    const service = await db.service.findFirstOrThrow({
      where: { ...ofClinic, name: 'Limpeza de pele' },
    })
    const professional = await db.professional.findFirstOrThrow({
      where: { ...ofClinic, name: 'Beatriz Ramos' },
    })
    const { status } = await owner.mutate('appointments.create', {
      client_id: client.id,
      professional_id: professional.id,
      service_ids: [service.id],
      start: '2026-11-28T14:00:00-03:00',
    })
    expect(status).toBe(200)
    answer()
    await book(page).waitFor()
    await page
      .getByRole('button', { name: /14:00.*João/, includeHidden: true })
      .waitFor({ state: 'attached' })
    const lost = page.getByRole('button', { name: /14:00.*Maria Silva/, includeHidden: true })
    expect(await lost.count()).toBe(0)
    await page.unrouteAll()
  })
})

describe('New appointment', () => {
  it('books for a client who is typed, on the first free day', async () => {
    await page.goto('/app/?new=1')
    await form(page).getByRole('combobox', { name: 'Cliente' }).fill('Zuleika Amaral')
    await page.getByRole('option', { name: 'Novo cliente “Zuleika Amaral”' }).click()
    await page.getByRole('textbox', { name: 'Telefone' }).fill('123')
    await pickers.service(page, 'Limpeza de pele')
    await pickers.service(page, 'Massagem')
    await page.getByText('Total: 1 h 50 min · R$ 1.470,50').waitFor()
    await form(page).getByRole('radio').first().press(' ')
    await book(page).click()
    await page.getByText('Não é um telefone com DDD').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Nome', exact: true }).inputValue()).toBe(
      'Zuleika',
    )
    await page.getByRole('textbox', { name: 'Telefone' }).fill('(11) 97777-1234')
    await book(page).click()
    await page.getByText('Zuleika Amaral agendado').waitFor()
    const made = await world.api.db.appointment.findMany({
      where: { client: { lastName: 'Amaral' } },
      include: { services: true },
    })
    expect(made).toMatchObject([{ source: 'dashboard', status: 'PENDING' }])
    expect(made[0]?.services).toHaveLength(2)
  })

  it('says whose phone it is, and takes that record', async () => {
    await page.goto('/app/?new=1')
    await form(page).getByRole('combobox', { name: 'Cliente' }).fill('(11) 98888-7777')
    await page.getByRole('option', { name: 'Novo cliente' }).click()
    await page.getByRole('button', { name: 'Usar Maximiliana' }).click()
    expect(await form(page).getByRole('combobox', { name: 'Cliente' }).inputValue()).toContain(
      'Maximiliana Aparecida',
    )
  })

  it('books for another person with the same phone, in one click', async () => {
    await page.goto('/app/?new=1')
    await form(page).getByRole('combobox', { name: 'Cliente' }).fill('Filipa Prates')
    await page.getByRole('option', { name: 'Novo cliente “Filipa Prates”' }).click()
    await page.getByRole('textbox', { name: 'Telefone' }).fill('(11) 98888-7777')
    await page.getByRole('button', { name: 'É outra pessoa com este telefone' }).click()
    await page.getByText('com o mesmo contato de Maximiliana', { exact: false }).waitFor()
    await pickers.service(page, 'Limpeza de pele')
    await form(page).getByRole('radio').first().press(' ')
    await book(page).click()
    await page.getByText('Filipa Prates agendado').waitFor()
  })

  it("writes down yesterday's visit, with what was clicked in sight", async () => {
    await page.goto('/app/?new=1&at=2026-11-19%2009%3A00%3A00')
    const chosen = form(page).getByText('quinta-feira, 19 de novembro', { exact: false }).first()
    await chosen.waitFor()
    await pickers.client(page, 'Maria Silva')
    await pickers.service(page, 'Limpeza de pele')
    await pickers.professional(page, 'Beatriz Ramos')
    await form(page).getByText('Este horário já passou', { exact: false }).waitFor()
    await book(page).click()
    await page.getByText('Maria Silva agendado').waitFor()
    expect(await bookedAt(19, '09:00')).toMatchObject([{ status: 'CONFIRMED' }])
  })

  it('books once when pressed twice', async () => {
    await fillIn(page, 24, 'terça-feira, 24 de novembro', '09:00')
    await book(page).dblclick()
    await page.getByText('Maria Silva agendado').waitFor()
    expect(await bookedAt(24, '09:00')).toHaveLength(1)
  })

  it('books a new client once although the first answer got lost', async () => {
    await page.goto('/app/?new=1')
    await form(page).getByRole('combobox', { name: 'Cliente' }).fill('Jurandir Sem Contato')
    await page.getByRole('option', { name: 'Novo cliente' }).click()
    await pickers.service(page, 'Limpeza de pele')
    await form(page).getByLabel('Dia', { exact: true }).fill('2026-11-24')
    await pickers.start(page, 'terça-feira, 24 de novembro', '13:00')
    await page.route('**/trpc/appointments.create**', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await book(page).click()
    await page.getByText('O serviço não respondeu', { exact: false }).first().waitFor()
    await page.unroute('**/trpc/appointments.create**')
    await book(page).click()
    await page.getByText('Jurandir Sem Contato agendado').waitFor()
    expect(await bookedAt(24, '13:00')).toHaveLength(1)
    expect(await world.api.db.client.count({ where: { firstName: 'Jurandir' } })).toBe(1)
  })

  it('repeats every week, and says which date does not fit', async () => {
    await world.api.db.holiday.create({
      data: { organizationId: world.clinic.row.id, date: new Date('2026-12-02'), name: 'Feriado' },
    })
    await fillIn(page, 25, 'quarta-feira, 25 de novembro', '15:00')
    await form(page).getByRole('combobox', { name: 'Repetir' }).click()
    await page.getByRole('option', { name: 'Toda semana' }).click()
    await page.getByRole('textbox', { name: 'Quantas vezes' }).fill('3')
    await page.getByRole('button', { name: 'Conferir as datas' }).click()
    await page.getByText('2 de 3 datas estão livres').waitFor()
    await page.getByText('quarta-feira, 2 de dezembro: ', { exact: false }).waitFor()
    expect(await bookedAt(25, '15:00')).toHaveLength(0)
    await page.getByRole('button', { name: 'Agendar 2 datas' }).click()
    await page.getByText('2 agendamentos marcados.').waitFor()
    expect(await bookedAt(25, '15:00')).toHaveLength(1)
  })

  it('overbooks what is taken, when asked to', async () => {
    await page.goto('/app/?new=1')
    await pickers.client(page, 'João Lima')
    await pickers.service(page, 'Limpeza de pele')
    await pickers.professional(page, 'Beatriz Ramos')
    await form(page).getByLabel('Dia', { exact: true }).fill('2026-11-24')
    await page.getByRole('button', { name: 'Outro horário' }).click()
    await page.getByLabel('Outro horário').fill('09:00')
    await book(page).click()
    // Refused, it says who has the time.
    await page.getByText('Agora é de Maria Silva, às 09:00. Você agendou').waitFor()
    await page.getByRole('checkbox', { name: 'Encaixe' }).check()
    await book(page).click()
    await page.getByText('João Lima agendado').waitFor()
    expect((await bookedAt(24, '09:00')).map(({ isOverbook }) => isOverbook)).toEqual([false, true])
  })

  it('warns of another visit of the client at that time, and books all the same', async () => {
    const warning = page.getByText('O cliente já tem outro agendamento nesta hora: 15:00–16:50')
    await page.goto('/app/?new=1&at=2026-11-20%2015%3A00%3A00')
    await pickers.client(page, 'Maria Silva')
    await pickers.service(page, 'Limpeza de pele')
    await pickers.professional(page, 'Beatriz Ramos')
    await warning.and(page.getByText('com Carlos Eduardo', { exact: false })).waitFor()
    await book(page).click()
    await page.getByText('Maria Silva agendado').waitFor()
    const [early] = await bookedAt(20, '09:00')
    await page.goto(`/app/?move=${early?.id}`)
    const day = 'sexta-feira, 20 de novembro'
    await pickers.start(page, day, '14:00')
    await page.getByRole('button', { name: 'Outro horário' }).click()
    await page.getByLabel('Outro horário').fill('16:30')
    await warning.waitFor()
    await pickers.start(page, day, '14:00')
    await warning.waitFor({ state: 'detached' })
  })

  it('tells a new client by WhatsApp, who agreed when the phone was typed', async () => {
    await connectNumber(world.api, world.clinic)
    await page.goto('/app/?new=1')
    await form(page).getByRole('combobox', { name: 'Cliente' }).fill('Quitéria Bastos')
    await page.getByRole('option', { name: 'Novo cliente “Quitéria Bastos”' }).click()
    const agreed = form(page).getByRole('checkbox', { name: 'Aceita mensagens pelo WhatsApp' })
    expect(await agreed.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Telefone' }).fill('(11) 97777-4321')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('quiteria@example.com')
    await agreed.check()
    await pickers.service(page, 'Limpeza de pele')
    await form(page).getByRole('radio').first().press(' ')
    await book(page).click()
    await page.getByText('Quitéria Bastos agendado').waitFor()
    const clients = await world.api.db.client.findMany({ where: { firstName: 'Quitéria' } })
    expect(clients).toHaveLength(1)
    const messages = await world.api.db.message.findMany({
      where: { clientId: clients[0]?.id ?? 0 },
    })
    expect(messages).toMatchObject([{ channel: 'whatsapp' }])
  })

  it('asks before it throws away what was filled in', async () => {
    await page.goto('/app/?new=1')
    await pickers.client(page, 'João Lima')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continuar editando' }).click()
    expect(await form(page).getByRole('combobox', { name: 'Cliente' }).inputValue()).toBe(
      'João Lima',
    )
  })

  it('puts a client on the waitlist when nothing suits', async () => {
    await page.goto('/app/?new=1')
    await pickers.client(page, 'João Lima')
    await pickers.service(page, 'Limpeza de pele')
    await page.getByRole('button', { name: 'Pôr na lista de espera' }).click()
    await page.getByRole('button', { name: 'Pôr na lista', exact: true }).click()
    await page.getByText('João Lima está na lista de espera.').waitFor()
    expect(
      await world.api.db.waitlistWish.count({ where: { organizationId: world.clinic.row.id } }),
    ).toBe(1)
    await world.api.db.client.updateMany({
      where: { organizationId: world.clinic.row.id, firstName: 'João' },
      data: { phone: '+5511987654321' },
    })
    await page.goto('/app/waitlist')
    const waits = page.getByRole('listitem').filter({ hasText: 'João Lima' })
    const phone = waits.getByRole('link', { name: '(11) 98765-4321' })
    expect(await phone.getAttribute('href')).toBe('tel:+5511987654321')
  })
})

describe('Two receptionists', () => {
  it('the second sees who was faster, keeps what was typed, and takes the next time', async () => {
    const second = await world.page({ role: 'manager' })
    await fillIn(page, 26, 'quinta-feira, 26 de novembro', '10:00')
    await fillIn(second, 26, 'quinta-feira, 26 de novembro', '10:00')
    await form(second).getByRole('textbox', { name: 'Anotações' }).fill('Traz exames')
    await book(page).click()
    await second.getByText('O horário das 10:00 acabou de ser ocupado').waitFor()
    await second.getByText('Agora é de Maria Silva, às 10:00. Dona agendou').waitFor()
    await second.getByRole('button', { name: 'Usar 11:00' }).click()
    await book(second).click()
    await second.getByText('Maria Silva agendado').waitFor()
    expect(await bookedAt(26, '11:00')).toMatchObject([{ notes: 'Traz exames' }])
  })

  it('who confirms what was just cancelled is told who did that', async () => {
    const second = await world.page({ role: 'manager' })
    // Nothing is heard of the other, so that the call is refused.
    await second.route('**/trpc/live.changes**', (route) => route.abort())
    const [appointment] = await bookedAt(26, '11:00')
    await second.goto(`/app/?appointment=${appointment?.id}`)
    await card(second).getByRole('button', { name: 'Confirmar' }).waitFor()
    await page.goto(`/app/?appointment=${appointment?.id}`)
    await card(page).getByRole('button', { name: 'Cancelar…' }).click()
    await page.getByRole('radio', { name: 'O cliente' }).check()
    await page.getByRole('textbox', { name: 'Motivo' }).fill('Viajou')
    await page.getByRole('button', { name: 'Cancelar o agendamento' }).click()
    await card(page).getByText('Cancelado pelo cliente').waitFor()
    await card(second).getByRole('button', { name: 'Confirmar' }).click()
    await second.getByText('Dona cancelou').first().waitFor()
    await card(second).getByText('Cancelado pelo cliente').waitFor()
    expect(await bookedAt(26, '11:00')).toMatchObject([
      { status: 'CANCELLED_CLIENT', cancellationReason: 'Viajou' },
    ])
  })
})

describe('The card', () => {
  const open = async (date: number, time: string) => {
    const [appointment] = await bookedAt(date, time)
    await page.goto(`/app/?appointment=${appointment?.id}`)
    return appointment
  }

  it('moves by keyboard alone, and back', async () => {
    await open(26, '10:00')
    const move = card(page).getByRole('button', { name: 'Remarcar…' })
    await move.waitFor()
    await move.press('Enter')
    await pickers.start(page, 'quinta-feira, 26 de novembro', '14:00')
    await page.getByText('26 de nov. de 2026, 14:00, com Beatriz Ramos').waitFor()
    await page.getByRole('button', { name: 'Remarcar', exact: true }).press('Enter')
    const undo = page.getByRole('button', { name: 'Desfazer' })
    await undo.waitFor()
    expect(await bookedAt(26, '14:00')).toHaveLength(1)
    await undo.press('Enter')
    await page.getByText('Maria Silva voltou ao horário anterior.').waitFor()
    expect(await bookedAt(26, '10:00')).toMatchObject([{ rescheduleCount: 2 }])
  })

  it('confirms at once, and asks before it completes what has not begun', async () => {
    await open(26, '10:00')
    await card(page).getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Agendamento de Maria Silva confirmado.').waitFor()
    await card(page).getByRole('button', { name: 'Concluir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Concluir antes do início?' })
    await dialog.getByRole('button', { name: 'Voltar' }).click()
    expect(await bookedAt(26, '10:00')).toMatchObject([{ status: 'CONFIRMED' }])
  })

  it('records arrival and start with a key each, and takes the end back', async () => {
    await open(26, '10:00')
    await card(page).getByRole('button', { name: 'Chegou' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Maria Silva chegou.').waitFor()
    await card(page).getByText('Chegada', { exact: true }).waitFor()
    await page.keyboard.press('s')
    await page.getByText('Atendimento de Maria Silva iniciado.').waitFor()
    await card(page).getByText('Início do atendimento', { exact: true }).waitFor()
    await page.keyboard.press('c')
    const early = page.getByRole('dialog', { name: 'Concluir antes do início?' })
    await early.getByRole('button', { name: 'Concluir' }).click()
    await card(page).getByRole('button', { name: 'Desfazer…' }).click()
    const undo = page.getByRole('dialog', { name: 'Desfazer o último estado de Maria Silva?' })
    await undo.getByRole('button', { name: 'Desfazer' }).click()
    await card(page).getByRole('button', { name: 'Desfazer: Chegada' }).click()
    await card(page).getByRole('button', { name: 'Chegou' }).waitFor()
    expect(await bookedAt(26, '10:00')).toMatchObject([
      { status: 'CONFIRMED', arrivedAt: null, startedAt: null, completedAt: null },
    ])
  })

  it('books a cancelled visit again, on another day', async () => {
    const [cancelled] = await bookedAt(20, '14:00')
    await page.goto(`/app/?appointment=${cancelled?.id}`)
    await card(page).getByRole('button', { name: 'Agendar de novo…' }).click()
    await form(page).getByLabel('Dia', { exact: true }).fill('2026-11-30')
    await pickers.start(page, 'segunda-feira, 30 de novembro', '09:00')
    await book(page).click()
    await page.getByText('João Lima agendado').waitFor()
    const [booked] = await bookedAt(30, '09:00')
    expect(booked).toMatchObject({
      clientId: cancelled?.clientId,
      professionalId: cancelled?.professionalId,
      services: cancelled?.services.map(({ serviceId }) => ({ serviceId })),
    })
  })

  it('changes services and price, and back', async () => {
    await open(26, '10:00')
    await card(page).getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Alterar serviços e preço…' }).click()
    await page.getByRole('textbox', { name: 'Preço' }).fill('99,90')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await card(page).getByText('R$ 99,90').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await card(page).getByText('R$ 180,00').waitFor()
  })

  it('keeps notes that could not be saved', async () => {
    await open(26, '10:00')
    const notes = card(page).getByRole('textbox', { name: 'Anotações' })
    await notes.fill('Prefere a sala 2')
    await page.route('**/trpc/appointments.update**', (route) => route.abort())
    await card(page).getByRole('button', { name: 'Salvar anotações' }).click()
    await page.getByText('O serviço não respondeu', { exact: false }).first().waitFor()
    expect(await notes.inputValue()).toBe('Prefere a sala 2')
    await page.unroute('**/trpc/appointments.update**')
    await card(page).getByRole('button', { name: 'Salvar anotações' }).click()
    await page.getByText('Anotações salvas.').waitFor()
    expect(await bookedAt(26, '10:00')).toMatchObject([{ notes: 'Prefere a sala 2' }])
  })

  it('keeps notes that the team alone sees, of the appointment and of the client', async () => {
    await open(26, '10:00')
    const notes = card(page).getByRole('textbox', { name: 'Só para a equipe' })
    await notes.fill('Alergia a látex')
    await card(page).getByRole('button', { name: 'Salvar para a equipe' }).click()
    await page.getByText('Anotações salvas.').last().waitFor()
    await card(page).getByText('mudou as anotações internas').waitFor()
    const [booked] = await bookedAt(26, '10:00')
    expect(await world.api.db.appointmentTeamNote.findMany()).toMatchObject([
      { appointmentId: booked?.id, text: 'Alergia a látex' },
    ])
    // Another member of the team writes about the client meanwhile.
    const team = await signIn(world.api, world.clinic)
    await team.mutate('teamNotes.setOfClient', {
      client_id: booked?.clientId,
      team_notes: 'Prefere a manhã',
    })
    await card(page).getByText('Prefere a manhã').waitFor()
    expect(await notes.inputValue()).toBe('Alergia a látex')
  })

  it('says what an invoice forbids, and takes its mark back', async () => {
    await open(26, '10:00')
    const more = card(page).getByRole('button', { name: 'Mais ações' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Marcar nota fiscal emitida' }).click()
    // The menu says it too, until it has faded out.
    await card(page).getByText('Há uma nota fiscal emitida', { exact: false }).waitFor()
    await card(page).getByRole('button', { name: 'Remarcar…' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await card(page).getByRole('button', { name: 'Remarcar…' }).waitFor()
  })

  it('moves and cancels what follows in a series, after it has said what changes', async () => {
    await open(25, '15:00')
    await card(page).getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Remarcar a série…' }).click()
    await page.getByLabel('Novo horário').fill('16:00')
    await page.getByRole('button', { name: 'Conferir' }).click()
    await page.getByText('2 agendamentos mudam').waitFor()
    expect(await bookedAt(25, '15:00')).toHaveLength(1)
    await page.getByRole('button', { name: 'Remarcar', exact: true }).click()
    await page.getByText('2 agendamentos remarcados.').waitFor()
    expect(await bookedAt(25, '16:00')).toHaveLength(1)
    await card(page).getByRole('button', { name: 'Cancelar…' }).click()
    await page.getByRole('radio', { name: 'Este e os seguintes da série' }).check()
    await page.getByRole('button', { name: 'Conferir' }).click()
    await page.getByText('2 agendamentos mudam').waitFor()
    await page.getByRole('button', { name: 'Cancelar o agendamento' }).click()
    await page.getByText('2 agendamentos cancelados.').waitFor()
    expect(await bookedAt(25, '16:00')).toMatchObject([{ status: 'CANCELLED_PROFESSIONAL' }])
  })

  it('shows a name as it was typed, whatever it holds', async () => {
    const [appointment] = await bookedAt(26, '10:00')
    const name = '<img src=x onerror="document.title=1"> مريم 👩‍⚕️'
    await world.api.db.client.update({
      where: { id: appointment?.clientId ?? 0 },
      data: { firstName: name, lastName: 'Silva' },
    })
    await open(26, '10:00')
    await page.getByRole('heading', { name }).waitFor()
    expect(await page.title()).not.toBe('1')
    await world.api.db.client.update({
      where: { id: appointment?.clientId ?? 0 },
      data: { firstName: 'Maria' },
    })
  })

  it('shows nothing of the appointment of another clinic', async () => {
    const other = await world.page({ organization: world.empty })
    const [appointment] = await bookedAt(26, '10:00')
    await other.goto(`/app/?appointment=${appointment?.id}`)
    await other.getByText('Isto não existe mais', { exact: false }).waitFor()
    expect(await other.getByText('Maria').count()).toBe(0)
  })
})
