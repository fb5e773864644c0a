/** The agenda under a mouse, a keyboard and a thumb, while others change the same day. */
import { connect, createServer, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../support/dashboard.ts'
import {
  createClientRow,
  createProfessional,
  createService,
  EVERY_DAY,
  workingHours,
} from '../../support/clinic.ts'
import { dragBy, drawTime } from '../../support/dashboard-rows/agenda.ts'
import { complaintsOf, openDashboardWorld } from '../../support/dashboard-world.ts'
import { freePort } from '../../support/free-port.ts'

const world = await openDashboardWorld()
/** A second member of the team, in another browser. */
const colleague = await signIn(world.api, world.clinic, 'manager')
let page: Page
let complaints: readonly string[]
beforeEach(async () => {
  await putBack()
  page = await world.page()
  complaints = complaintsOf(page)
})

const FRIDAY = 'sexta-feira, 20 de novembro'
const MARIA = `${FRIDAY}, 09:00 às 10:00, Maria Silva, Limpeza de pele, com Beatriz Ramos, pedido recebido`
/** A group, which does not move. */
const PILATES = `${FRIDAY}, 10:30 às 11:25, grupo, Pilates em grupo, com Beatriz Ramos, 1/8 lugares`

const block = (name: string) => page.getByRole('button', { name, exact: true })
const open = async (path = '/') => {
  await page.goto(`/app${path}`)
  await page.getByRole('region', { name: 'Agenda de' }).waitFor()
}
const dialog = (name: string) => page.getByRole('dialog', { name })

async function mariasAppointment(): Promise<{
  id: number
  startsAt: Date
  professionalId: number
}> {
  return world.api.db.appointment.findFirstOrThrow({
    where: {
      organizationId: world.clinic.row.id,
      client: { firstName: 'Maria' },
      status: 'PENDING',
      durationMinutes: 60,
    },
  })
}

/** Puts Maria's appointment where every test finds it. */
async function putBack(): Promise<void> {
  const beatriz = await world.api.db.professional.findFirstOrThrow({
    where: { organizationId: world.clinic.row.id, name: 'Beatriz Ramos' },
  })
  await moveTo('09:00', { professional_id: beatriz.id })
}

/** The colleague moves Maria's appointment. */
async function moveTo(clock: string, more: object = {}): Promise<void> {
  await colleague.mutate('appointments.reschedule', {
    appointment_id: (await mariasAppointment()).id,
    start: `2026-11-20T${clock}:00-03:00`,
    notify_client: false,
    ...more,
  })
}

describe('the grid', () => {
  it('names every block by weekday, date, time, client, service, professional and status', async () => {
    await open()
    await block(MARIA).waitFor()
    await block(PILATES).click()
    await dialog('Pilates em grupo (1/8 lugares)')
      .getByRole('button', { name: 'João Lima' })
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('appointment')).toMatch(/^\d+$/)
    expect(await page.getByText('Maximiliana').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  })

  it('moves by dragging: shows the change, asks, moves, and takes it back', async () => {
    await open()
    const before = await mariasAppointment()
    await dragBy(page, block(MARIA), 150)
    const asked = dialog('Mover o agendamento?')
    await asked.getByText('sex., 20 de nov., 09:00, com Beatriz Ramos').waitFor()
    await asked.getByText('sex., 20 de nov., 11:30, com Beatriz Ramos').waitFor()
    expect((await mariasAppointment()).startsAt).toEqual(before.startsAt)
    await page.keyboard.press('Enter')
    await block(MARIA.replace('09:00 às 10:00', '11:30 às 12:30')).waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await block(MARIA).waitFor()
    await expect.poll(async () => (await mariasAppointment()).startsAt).toEqual(before.startsAt)
    expect(complaints).toEqual([])
  })

  it('takes back nothing that another one has changed since', async () => {
    await open()
    await dragBy(page, block(MARIA), 150)
    await dialog('Mover o agendamento?').getByRole('button', { name: 'Mover' }).click()
    await page.getByRole('button', { name: 'Desfazer' }).waitFor()
    await moveTo('16:00')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByText('Nada foi desfeito.').waitFor()
    await block(MARIA.replace('09:00 às 10:00', '16:00 às 17:00')).waitFor()
  })

  it('leaves everything as it was when a drag is given up', async () => {
    await open()
    const before = await mariasAppointment()
    await dragBy(page, block(MARIA), 150)
    const asked = dialog('Mover o agendamento?')
    await asked.waitFor()
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'hidden' })
    await block(MARIA).waitFor()
    // Escape while the button is still held ends the drag without a question, also before the pointer has moved.
    const [box, address] = [await block(MARIA).boundingBox(), page.url()]
    const pointerTo = (x: number) =>
      page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + 10, { steps: 4 })
    const escape = () => page.keyboard.press('Escape')
    for (const gesture of [
      [() => pointerTo(200), escape],
      [escape, () => pointerTo(200)],
    ]) {
      await pointerTo(10)
      await page.mouse.down()
      for (const act of gesture) await act()
      await page.mouse.up()
      expect(page.url()).toBe(address)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    expect((await mariasAppointment()).startsAt).toEqual(before.startsAt)
  })

  it('opens nothing where a press on a block that does not move ends beside it', async () => {
    await open()
    const [box, address] = [await block(PILATES).boundingBox(), page.url()]
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 200, y, { steps: 4 })
    await page.mouse.up()
    expect(page.url()).toBe(address)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('turns red where a visit cannot be dropped, says why, and overbooks when asked to', async () => {
    await open()
    const { id } = await mariasAppointment()
    const ghost = page.locator('[data-impossible]')
    const box = await block(MARIA).boundingBox()
    const [x, y, height] = [box?.x ?? 0, box?.y ?? 0, box?.height ?? 0]
    await page.mouse.move(x + 30, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + 30, y + 10 + height * 1.5, { steps: 6 })
    await ghost.waitFor()
    expect(await ghost.innerText()).toBe(
      '\u206810:30–11:30\u2069 · \u2068Beatriz Ramos\u2069 · \u2068Maria Silva\u2069\n' +
        'Ocupado: Pilates em grupo, 10:30\nSolte para fazer um encaixe',
    )
    // The ghost is as long as the visit.
    expect((await ghost.boundingBox())?.height).toBeCloseTo(height, -1)
    await page.mouse.up()
    const asked = dialog('Mover o agendamento?')
    await asked.getByRole('alert').getByText('Ocupado: Pilates em grupo, 10:30').waitFor()
    await asked.getByRole('button', { name: 'Fazer encaixe' }).click()
    const moved = `${MARIA.replace('09:00 às 10:00', '10:30 às 11:30')}, encaixe`
    await block(moved).waitFor()
    const isOverbooked = async () =>
      (await world.api.db.appointment.findUniqueOrThrow({ where: { id } })).isOverbook
    expect(await isOverbooked()).toBe(true)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await block(MARIA).waitFor()
    await expect.poll(isOverbooked).toBe(false)
    expect(complaints).toEqual([])
  })

  it('books what is clicked: professional and start stand in the address', async () => {
    await open('/?date=2026-11-21')
    await page.getByText('Nada marcado neste dia.').waitFor()
    const column = page.getByRole('region', { name: 'Beatriz Ramos' })
    const box = await column.boundingBox()
    await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + (box?.height ?? 0) / 3)
    await expect.poll(() => new URL(page.url()).searchParams.get('new')).toBe('1')
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('with')).toMatch(/^\d+$/)
    expect(searchParams.get('at')).toMatch(/^2026-11-21 (08|09|1\d):(00|15|30|45):00$/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('?date=2026-11-21')
  })

  it('books or blocks the time that was drawn; a block opens, and is given back', async () => {
    await open()
    const menu = page.getByRole('menu')
    await drawTime(page, 'Beatriz Ramos', 13, 14)
    await menu.getByText('Beatriz Ramos · sex., 20 de nov. · 13:00–14:00').waitFor()
    await menu.getByRole('menuitem', { name: 'Agendar aqui' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe('2026-11-20 13:00:00')
    await dialog('Novo agendamento').waitFor()
    await page.goBack()
    await dialog('Novo agendamento').waitFor({ state: 'hidden' })
    await drawTime(page, 'Beatriz Ramos', 13, 14)
    await menu.getByRole('menuitem', { name: 'Bloquear este horário' }).click()
    const form = dialog('Bloquear um horário')
    expect(await form.getByLabel('Hora de início').inputValue()).toBe('13:00')
    expect(await form.getByLabel('Hora de término').inputValue()).toBe('14:00')
    await form.getByLabel('Motivo').fill('Almoço')
    await form.getByRole('button', { name: 'Bloquear', exact: true }).click()
    await block('Bloqueado: Almoço').click()
    const card = dialog('Bloqueado: Almoço')
    await card.getByText('sex., 20 de nov., 13:00–14:00').waitFor()
    await card.getByRole('button', { name: 'Desbloquear' }).click()
    await block('Bloqueado: Almoço').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('is steered by keyboard: arrows move the focus and not the day', async () => {
    await open()
    await block(MARIA).focus()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    for (const [key, name] of [
      ['ArrowDown', '10:30 às 11:25, grupo'],
      ['ArrowUp', '09:00 às 10:00, Maria Silva'],
      ['ArrowRight', 'Maximiliana Aparecida'],
      ['ArrowDown', '15:00 às 16:50, Maria Silva'],
      ['ArrowLeft', '10:30 às 11:25, grupo'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused()).toContain(name)
    }
    await page.keyboard.press('Enter')
    await dialog('Pilates em grupo (1/8 lugares)').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    for (const [key, day] of [
      ['j', 'sábado, 21 de novembro'],
      ['k', FRIDAY],
      ['k', 'quinta-feira, 19 de novembro'],
      ['t', FRIDAY],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('heading', { level: 1, name: day }).waitFor()
    }
    await page.keyboard.press('w')
    await page.getByRole('region', { name: 'Agenda de segunda-feira, 16 de novembro' }).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.press('?')
    const keys = dialog('Legenda e teclas').getByRole('region', { name: 'Teclas' })
    await keys.getByText('Mover o agendamento').waitFor()
    // No key of the page works behind a dialog.
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: FRIDAY }).waitFor()
    await page.keyboard.press('n')
    await dialog('Novo agendamento').waitFor()
    expect(new URL(page.url()).searchParams.get('new')).toBe('1')
  })

  it('moves a visit by keyboard, and says where it would be', async () => {
    await open()
    const told = page.getByRole('status').filter({ hasText: 'Beatriz Ramos' })
    await block(MARIA).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('Shift+ArrowDown')
    await told
      .filter({ hasText: 'Ocupado: Pilates em grupo, 10:30' })
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('m')
    for (const key of [
      'Shift+ArrowDown',
      'Shift+ArrowDown',
      'Shift+ArrowDown',
      'ArrowDown',
      'Enter',
    ]) {
      await page.keyboard.press(key)
    }
    const asked = dialog('Mover o agendamento?')
    await asked.getByText('sex., 20 de nov., 12:05, com Beatriz Ramos').waitFor()
    await page.keyboard.press('Enter')
    await block(MARIA.replace('09:00 às 10:00', '12:05 às 13:05')).waitFor()
  })

  it('shows cancelled visits when asked to, and the color of a service', async () => {
    const cleaning = { organizationId: world.clinic.row.id, name: 'Limpeza de pele' }
    await world.api.db.service.updateMany({ where: cleaning, data: { color: '#c2255c' } })
    await open()
    const cancelled = page.getByRole('button', { name: 'João Lima, Limpeza de pele' })
    expect(await cancelled.count()).toBe(0)
    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('menuitem', { name: 'Mostrar cancelados' }).click()
    await cancelled.waitFor()
    expect(new URL(page.url()).searchParams.get('cancelled')).toBe('1')
    const fill = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-block]')).backgroundColor`,
    )
    expect(fill).toBe('rgb(239, 198, 213)')
  })

  it('shows today whatever stands in the address', async () => {
    await open('/?date=2026-02-31&view=year&appointment=abc&move=-1&professionals=x&at=no')
    await block(MARIA).waitFor()
    await page.goto('/app/?date=9999-12-31')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Hoje' }).click()
    await block(MARIA).waitFor()
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('prints a day as lists, without a phone number', async () => {
    await open()
    await block(MARIA).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { name: 'Beatriz Ramos' }).waitFor()
    await page
      .getByRole('row', { name: '09:00–10:00 Maria Silva Limpeza de pele pedido recebido' })
      .waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('body').innerText()).not.toMatch(/9\d{4}-?\d{4}/)
  })
})

describe('who fits side by side', () => {
  async function clinicOf(count: number) {
    const { api } = world
    const clinic = await api.organization()
    for (let at = 1; at <= count; at += 1) {
      const one = await createProfessional(api.db, clinic.row, { name: `Profissional ${at}` })
      await workingHours(api.db, clinic.row, one, {
        weekdays: EVERY_DAY,
        intervals: [['07:00', '19:00']],
      })
    }
    return clinic
  }

  it('one professional has the whole day on the screen', async () => {
    const organization = await clinicOf(1)
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
    ]) {
      page = await world.page({ organization, viewport })
      await open()
      const [hidden, bar] = await page.evaluate<[number, number]>(`[
        (({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(
          document.querySelector('[role="region"]')),
        document.querySelector('h1').parentElement.parentElement.offsetHeight]`)
      expect([hidden, bar]).toEqual([0, 48])
    }
  })

  it('eight have columns, more have rows of a timeline, and a name leads to the week of one', async () => {
    const viewport = { width: 1440, height: 900 }
    page = await world.page({ organization: await clinicOf(8), viewport })
    await open()
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('[data-professional]')].map((one) => one.offsetWidth)`,
    )
    expect([widths.length, Math.min(...widths) >= 140]).toEqual([8, true])
    await page.getByRole('button', { name: 'Profissional 3', exact: true }).click()
    await page.getByRole('region', { name: 'Agenda de segunda-feira' }).waitFor()
    expect(await page.locator('[data-professional]').count()).toBe(7)
    await page.getByRole('button', { name: 'sábado, 21 de novembro' }).click()
    await page.getByRole('heading', { level: 1, name: 'sábado, 21 de novembro' }).waitFor()
    page = await world.page({ organization: await clinicOf(9), viewport })
    await open()
    await page.getByText('Linha do tempo').waitFor()
    await page.getByRole('button', { name: 'Profissionais: Todos' }).click()
    await page.getByRole('checkbox', { name: 'Profissional 9' }).check()
    await page.getByText('Linha do tempo').waitFor({ state: 'detached' })
    expect(await page.locator('[data-professional]').count()).toBe(1)
  })
})

describe('others at the same day', () => {
  it('says who was faster while the question is open', async () => {
    await open()
    await dragBy(page, block(MARIA), 150)
    await dialog('Mover o agendamento?').waitFor()
    await moveTo('16:00')
    const told = dialog('O agendamento não foi movido')
    await told.getByText('Dona moveu este agendamento para sex., 20 de nov., 16:00').waitFor()
    await told.getByRole('button', { name: 'Fechar' }).first().click()
    await block(MARIA.replace('09:00 às 10:00', '16:00 às 17:00')).waitFor()
  })

  it('does not undo unseen what another one did a moment before', async () => {
    // Nothing tells this browser in time.
    await page.route('**/live.changes**', (route) => route.abort())
    await open()
    await dragBy(page, block(MARIA), 150)
    await moveTo('16:00')
    await dialog('Mover o agendamento?').getByRole('button', { name: 'Mover' }).click()
    await dialog('O agendamento não foi movido').getByText('Alguém foi mais rápido').waitFor()
    expect((await mariasAppointment()).startsAt.toISOString()).toBe('2026-11-20T19:00:00.000Z')
    expect(await page.getByText('Sem conexão com o serviço').count()).toBe(0)
  })

  it('shows what another browser or the API changes, and misses nothing of a break', async () => {
    await open()
    await block(MARIA).waitFor()
    await moveTo('14:00')
    await block(MARIA.replace('09:00 às 10:00', '14:00 às 15:00')).waitFor()
    await page.context().setOffline(true)
    await page.getByText('Sem conexão com o serviço').waitFor()
    await moveTo('16:00')
    await block(MARIA.replace('09:00 às 10:00', '14:00 às 15:00')).waitFor()
    await page.context().setOffline(false)
    await page.getByText('Sem conexão com o serviço').waitFor({ state: 'hidden' })
    await block(MARIA.replace('09:00 às 10:00', '16:00 às 17:00')).waitFor()
    await putBack()
    await block(MARIA).waitFor()
  })
})

describe('a server that stops and comes back', () => {
  it('keeps the day on the screen, says so, and shows what happened meanwhile', async () => {
    const server = await openDoor(Number(new URL(world.api.url).port))
    try {
      await page.goto(`http://127.0.0.1:${server.port}/app/`)
      await block(MARIA).waitFor()
      await server.close()
      await page.getByText('Sem conexão com o serviço').waitFor()
      await moveTo('14:00')
      await block(MARIA).waitFor()
      await server.open()
      await block(MARIA.replace('09:00 às 10:00', '14:00 às 15:00')).waitFor()
      await page.getByText('Sem conexão com o serviço').waitFor({ state: 'hidden' })
    } finally {
      await server.close()
    }
  })
})

/** A port that leads to the server. Closed, it refuses connections and breaks those that are open. */
async function openDoor(to: number) {
  const sockets = new Set<Socket>()
  const door = createServer((socket) => {
    const through = connect(to, '127.0.0.1')
    for (const one of [socket, through]) {
      sockets.add(one)
      one.on('error', () => one.destroy()).on('close', () => sockets.delete(one))
    }
    socket.pipe(through).pipe(socket)
  })
  const port = await freePort()
  const open = (): Promise<void> =>
    new Promise((resolve) => door.listen(port, '127.0.0.1', resolve))
  await open()
  return {
    port,
    open,
    async close() {
      const closed = new Promise((resolve) => door.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

describe('time that a key holds', () => {
  const HELD = /Reservado por .+ até \d\d:\d\d$/

  async function holdMassage(): Promise<number> {
    const { api, clinic } = world
    const service = await api.db.service.findFirstOrThrow({
      where: { organizationId: clinic.row.id, durationMinutes: 60, bookingMode: 'SCHEDULED' },
      include: { professionals: true },
    })
    const { body } = await api.call('POST', '/v1/holds', {
      key: clinic.key,
      body: {
        service_ids: [service.id],
        start: '2026-11-20T16:00:00-03:00',
        professional_id: service.professionals[0]?.professionalId,
      },
    })
    return body.id
  }
  const isReleased = (id: number) => async () =>
    (await world.api.db.timeHold.findUniqueOrThrow({ where: { id } })).status === 'RELEASED'

  it('appears in the grid with the name of the key, and the team takes it back', async () => {
    await open()
    const id = await holdMassage()
    await page.getByRole('button', { name: HELD }).click()
    expect(new URL(page.url()).searchParams.get('hold')).toBe(String(id))
    const asked = page.getByRole('dialog', { name: HELD })
    await asked.getByText('sexta-feira, 20 de novembro, 16:00 com Beatriz Ramos').waitFor()
    await asked.getByRole('button', { name: 'Liberar o horário' }).click()
    await page.getByText('Horário liberado.').waitFor()
    await page.getByRole('button', { name: HELD }).waitFor({ state: 'detached' })
    expect(await isReleased(id)()).toBe(true)
    expect(complaints).toEqual([])
  })

  it('is in the list of a phone', async () => {
    const id = await holdMassage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/')
    await page.getByRole('button', { name: HELD }).click()
    await page.getByRole('dialog', { name: HELD }).getByRole('button', { name: 'Liberar' }).click()
    await expect.poll(isReleased(id)).toBe(true)
  })
})

describe('a group session', () => {
  it('offers the waitlist when it is full, moves all of its visits or says whose cannot, and cancels them', async () => {
    const { db } = world.api
    const { row } = world.clinic
    const where = { organizationId: row.id }
    const beatriz = await db.professional.findFirstOrThrow({
      where: { ...where, name: 'Beatriz Ramos' },
    })
    const group = await createService(db, row, {
      name: 'Yoga',
      maxCapacity: 2,
      performedBy: [beatriz],
    })
    const start = '2026-11-24T10:00:00-03:00'
    for (const firstName of ['Olga', 'Nadia']) {
      const client = await createClientRow(db, row, {
        first_name: firstName,
        email: `${firstName.toLowerCase()}@example.com`,
      })
      const booked = await colleague.mutate('appointments.create', {
        client_id: client.id,
        service_ids: [group.id],
        professional_id: beatriz.id,
        start,
      })
      expect(booked.problem).toBeUndefined()
    }
    const visits = async () => {
      const found = await db.appointment.findMany({
        where: { ...where, services: { some: { serviceId: group.id } } },
      })
      return found.map(({ status, startsAt }) => [status, startsAt.toISOString()])
    }
    const session = dialog('Yoga (2/2 lugares)')
    await page.setViewportSize({ width: 1280, height: 800 })
    await open('/?date=2026-11-24')
    await page.getByRole('button', { name: /grupo, Yoga/ }).click()
    await session.getByRole('button', { name: 'Pôr na lista de espera' }).click()
    await dialog('Lista de espera').getByRole('button', { name: 'Voltar' }).click()
    await session.getByRole('button', { name: 'Remarcar todos…' }).click()
    const move = dialog('Remarcar todos da turma')
    await move.getByRole('button', { name: 'Outro horário' }).click()
    await move.getByLabel('Outro horário').fill('10:15')
    await move.getByRole('button', { name: 'Remarcar 2 agendamentos' }).click()
    await page.getByText('2 agendamentos remarcados.').waitFor()
    const later = '2026-11-24T13:15:00.000Z'
    expect(await visits()).toEqual([
      ['PENDING', later],
      ['PENDING', later],
    ])
    await page.getByRole('button', { name: /10:15.*grupo, Yoga/ }).click()
    await session.getByRole('button', { name: 'Remarcar todos…' }).click()
    await move.getByRole('radio', { name: 'terça-feira, 24 de novembro, 14:00' }).press(' ')
    await move.getByText('clientes recebem a mensagem:', { exact: false }).waitFor()
    const ofNadia = { ...where, client: { firstName: 'Nadia' } }
    await db.appointment.updateMany({ where: ofNadia, data: { invoiceIssued: true } })
    await move.getByRole('button', { name: 'Remarcar 2 agendamentos' }).click()
    const why = move.getByText(
      'Nada foi remarcado, por causa do agendamento de Nadia Souza, às 10:15.',
    )
    await why.waitFor()
    const [said, footer] = await Promise.all([
      why.boundingBox(),
      move.getByRole('button', { name: 'Remarcar 2 agendamentos' }).boundingBox(),
    ])
    // In sight, though the dialog is longer than the window.
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(footer?.y ?? 0)
    await db.appointment.updateMany({ where: ofNadia, data: { invoiceIssued: false } })
    await move.getByRole('button', { name: 'Remarcar 2 agendamentos' }).click()
    await expect.poll(visits).not.toContainEqual(['PENDING', later])
    const moved = '2026-11-24T17:00:00.000Z'
    expect(await visits()).toEqual([
      ['PENDING', moved],
      ['PENDING', moved],
    ])
    await page.getByRole('button', { name: /14:00.*grupo, Yoga/ }).click()
    await session.getByRole('button', { name: 'Cancelar todos…' }).click()
    await page.getByRole('button', { name: 'Cancelar 2 agendamentos' }).click()
    await page.getByText('2 agendamentos cancelados.').waitFor()
    expect(await visits()).toEqual([
      ['CANCELLED_PROFESSIONAL', moved],
      ['CANCELLED_PROFESSIONAL', moved],
    ])
  })
})

describe('on a phone', () => {
  it('lists a day with its free times, and opens both', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/')
    await block(MARIA).click()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page
      .getByRole('button', { name: 'Agendar com Beatriz Ramos entre 11:25 e 18:00' })
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe('2026-11-20 11:25:00')
    await page.goBack()
    await page.getByRole('button', { name: 'sábado, 21 de novembro' }).click()
    await page
      .getByRole('button', { name: 'Agendar com Beatriz Ramos entre 08:00 e 18:00' })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('date')).toBe('2026-11-21')
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('checkbox', { name: 'Carlos Eduardo' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Beatriz Ramos' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Novo agendamento' }).click()
    await dialog('Novo agendamento').waitFor()
  })
})
