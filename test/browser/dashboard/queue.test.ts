/** The queue at the desk and in the waiting room, with several browsers at once. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestOrganization } from '../../support/api.ts'
import { createClientRow, createProfessional, queueDesk } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import {
  complaintsOf,
  openDashboardWorld,
  type DashboardRole,
} from '../../support/dashboard-world.ts'
import { queueService } from '../../support/queue.ts'

const world = await openDashboardWorld()
let place: TestOrganization

/** Each story has a clinic of its own: one professional whose desk is open. */
beforeEach(async () => {
  place = await world.api.organization({ name: 'Pronto Atendimento' })
  const beatriz = await createProfessional(world.api.db, place.row, { name: 'Beatriz Ramos' })
  await queueDesk(world.api.db, place.row, beatriz)
  await queueService(world.api, place.row, [beatriz])
})

const open = (path: string, role: DashboardRole = 'owner') =>
  world.open(path, { role, organization: place })

/** As the API or another page puts someone into the queue. */
async function join(first_name: string, last_name: string): Promise<number> {
  const { id } = await createClientRow(world.api.db, place.row, {
    first_name,
    last_name,
    email: `c${crypto.randomUUID()}@example.com`,
  })
  const service = await world.api.db.service.findFirstOrThrow({
    where: { organizationId: place.row.id },
  })
  const reply = await world.api.call('POST', '/v1/queue/entries', {
    key: place.key,
    body: { service_id: service.id, client_id: id },
  })
  expect(reply.status).toBe(201)
  return reply.body.id
}

const column = (page: Page, name: string) => page.getByRole('region', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('the day of a queue', () => {
  it('goes from the door to the end of the service, and another browser sees it', async () => {
    const page = await open('/queue')
    const complaints = complaintsOf(page)
    const other = await open('/queue', 'manager')
    await column(other, 'Esperando (0)').getByText('Ninguém espera agora.').waitFor()

    await press(page, 'Adicionar à fila')
    const dialog = page.getByRole('dialog', { name: 'Adicionar à fila' })
    await dialog.getByRole('combobox', { name: 'Cliente' }).fill('Rita Melo')
    await page.getByRole('option', { name: 'Novo cliente' }).click()
    await dialog.getByRole('textbox', { name: 'Telefone' }).fill('(11) 9876')
    await dialog.getByRole('combobox', { name: 'Serviço' }).click()
    await page.getByRole('option', { name: 'Curativo' }).click()
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    // What is wrong stands beside its field, and nothing that was typed is lost.
    await dialog.getByText('Não é um telefone com DDD ou com código do país.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Nome', exact: true }).inputValue()).toBe(
      'Rita',
    )
    await dialog.getByRole('textbox', { name: 'Telefone' }).fill('11 98765-4321')
    await dialog.getByRole('button', { name: 'Adicionar' }).dblclick()
    await column(page, 'Esperando (1)').getByRole('link', { name: 'Rita Melo' }).waitFor()
    await column(other, 'Esperando (1)').getByRole('link', { name: 'Rita Melo' }).waitFor()

    await press(page, 'Chamar o próximo de Beatriz Ramos')
    await column(page, 'Chamados (1)').getByText('Rita Melo').waitFor()
    // From the clock of the service, on every board.
    for (const board of [page, other]) {
      const countdown = column(board, 'Chamados (1)').getByRole('timer')
      expect(await countdown.innerText()).toMatch(/^“Não compareceu” em (10:00|9:\d\d)$/)
      expect(await countdown.getAttribute('aria-label')).toMatch(/: Rita Melo$/)
    }
    await press(other, 'Iniciar o atendimento de Rita Melo')
    await column(page, 'Em atendimento (1)').getByText('Rita Melo').waitFor()
    await press(page, 'Concluir o atendimento de Rita Melo')
    await column(other, 'Encerrados hoje').getByText('Rita Melo').waitFor()
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    expect(await world.api.db.client.count({ where: { organizationId: place.row.id } })).toBe(1)
  })

  it('skips, calls again from another room, marks a no-show, and takes someone out with a reason', async () => {
    const first = await join('Ana', 'Lima')
    const second = await join('Bruno', 'Reis')
    const page = await open('/queue')
    const choose = async (name: string, what: string) => {
      await press(page, `Mais ações para ${name}`)
      await page.getByRole('menuitem', { name: what }).click()
    }
    await choose('Ana Lima', 'Pular')
    await page.getByRole('heading', { name: 'Pulados (1)' }).waitFor()
    await choose('Ana Lima', 'Chamar de outro lugar…')
    const dialog = page.getByRole('dialog', { name: 'Chamar Ana Lima' })
    await dialog.getByRole('textbox', { name: 'Sala ou guichê' }).fill('Sala 3')
    await dialog.getByRole('button', { name: 'Chamar' }).click()
    await column(page, 'Chamados (1)').getByText('Ana Lima').waitFor()
    await choose('Ana Lima', 'Não compareceu')
    await column(page, 'Encerrados hoje').getByText('Não compareceu às').waitFor()
    await press(page, 'Desfazer: Ana Lima')
    await column(page, 'Chamados (1)').getByText('Ana Lima').waitFor()
    await choose('Ana Lima', 'Não compareceu')
    await column(page, 'Encerrados hoje').getByText('Não compareceu às').waitFor()
    await choose('Bruno Reis', 'Tirar da fila…')
    const cancel = page.getByRole('dialog', { name: 'Tirar Bruno Reis da fila?' })
    await cancel.getByRole('textbox', { name: 'Motivo' }).fill('Foi embora')
    await cancel.getByRole('button', { name: 'Tirar da fila' }).click()
    await column(page, 'Encerrados hoje').getByText('Foi embora').waitFor()
    const rows = await world.api.db.queueEntry.findMany({
      where: { id: { in: [first, second] } },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ status, place: at }) => [status, at])).toEqual([
      ['NO_SHOW', 'Sala 3'],
      ['CANCELLED', null],
    ])
  })

  it('tells the second of two who call the same client who was faster, and calls once', async () => {
    await join('Ana', 'Lima')
    const [one, other] = [await open('/queue'), await open('/queue', 'manager')]
    await one.getByRole('button', { name: 'Chamar Ana Lima' }).waitFor()
    await other.getByRole('button', { name: 'Chamar Ana Lima' }).waitFor()
    // The second press is on its way while the first is answered.
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await other.route('**/trpc/queue.callWaiting**', async (route) => {
      await held
      await route.continue()
    })
    await press(other, 'Chamar Ana Lima')
    await press(one, 'Chamar Ana Lima')
    await column(one, 'Chamados (1)').getByText('Ana Lima').waitFor()
    letGo()
    const note = other.getByRole('alert').filter({ hasText: 'Outra pessoa foi mais rápida' })
    await note.getByText('Dona chamou Ana Lima às').waitFor()
    await column(other, 'Chamados (1)').getByText('Ana Lima').waitFor()
    const rows = await world.api.db.queueEntry.findMany({
      where: { organizationId: place.row.id },
    })
    expect(rows.map(({ callCount }) => callCount)).toEqual([1])
  })

  it('closes a desk, opens it again, and keeps its hours and its limit', async () => {
    const page = await open('/queue')
    const desk = page.getByRole('switch', { name: 'Fila de Beatriz Ramos aberta' })
    await desk.press('Space')
    await page.getByText('A fila de Beatriz Ramos está fechada.').waitFor()
    await page.reload()
    await expect.poll(() => desk.isChecked()).toBe(false)
    await desk.press('Space')
    await page.getByText('A fila de Beatriz Ramos está aberta.').waitFor()
    await press(page, 'Horário e limite da fila de Beatriz Ramos')
    const dialog = page.getByRole('dialog', { name: 'Fila de Beatriz Ramos' })
    await dialog.getByRole('button', { name: 'Adicionar um horário' }).click()
    await dialog.getByRole('button', { name: 'Adicionar um horário' }).click()
    const second = dialog.getByRole('group', { name: 'Horário 2' })
    await second.getByLabel('Fecha às').fill('')
    await dialog.getByRole('textbox', { name: 'No máximo na fila' }).fill('7')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await second.getByText('Escreva a hora como 09:30.').waitFor()
    await second.getByLabel('Fecha às').fill('12:00')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('0 de 7 na fila').waitFor()
    const row = await world.api.db.queueDesk.findFirstOrThrow({
      where: { organizationId: place.row.id },
    })
    expect(row.hours).toEqual([
      { weekday: 1, opens_minute: 480, closes_minute: 1080 },
      { weekday: 2, opens_minute: 480, closes_minute: 720 },
    ])
  })
})

describe('the screen of the waiting room', () => {
  it('shows a call with a reduced name and its room, and makes a sound once', async () => {
    const id = await join('Maria Clara', 'de Souza')
    const page = await world.page({ organization: place })
    await page.addInitScript(`
      const start = OscillatorNode.prototype.start
      globalThis.tones = 0
      OscillatorNode.prototype.start = function (...given) { globalThis.tones += 1; return start.apply(this, given) }`)
    const read: string[] = []
    page.on('response', async (response) => {
      if (response.url().includes('queue.getScreen')) read.push(await response.text())
    })
    await page.goto('/app/queue/screen')
    await page.getByText('Maria S.').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await press(page, 'Ligar o som')
    await page.getByRole('button', { name: 'Desligar o som' }).waitFor()
    const tried = await page.evaluate<number>('tones')
    expect(tried).toBeGreaterThan(0)
    const owner = await signIn(world.api, place)
    const call = () => owner.mutate('queue.callEntry', { entry_id: id, place: 'Sala 2' })
    expect((await call()).status).toBe(200)
    const called = page.getByRole('region', { name: 'Chamando' })
    await called.getByText('Maria S.').waitFor()
    await called.getByText('Sala 2').waitFor()
    await expect.poll(() => page.evaluate<number>('tones')).toBe(tried * 2)
    expect((await call()).status).toBe(200)
    await expect.poll(() => page.evaluate<number>('tones')).toBe(tried * 3)
    expect(read.join(' ')).not.toContain('Souza')
    await page.close()
  })

  it('says when the connection is gone, and comes back by itself', async () => {
    const id = await join('Maria', 'Silva')
    const page = await open('/queue/screen')
    await page.getByText('Maria S.').waitFor()
    await page.context().setOffline(true)
    await page.getByText('Sem conexão. A tela volta sozinha.').waitFor()
    expect(await page.getByText('Maria S.').isVisible()).toBe(true)
    const owner = await signIn(world.api, place)
    await owner.mutate('queue.callEntry', { entry_id: id, place: 'Sala 9' })
    await page.context().setOffline(false)
    await page.getByRole('region', { name: 'Chamando' }).getByText('Sala 9').waitFor()
    await page.getByText('Sem conexão. A tela volta sozinha.').waitFor({ state: 'hidden' })
  })
})
