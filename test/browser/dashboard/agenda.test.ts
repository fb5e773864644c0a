/** The agenda under a mouse, a keyboard and a thumb, while others change the same day. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../support/dashboard.ts'
import { dragBy } from '../../support/dashboard-rows/agenda.ts'
import { complaintsOf, openDashboardWorld } from '../../support/dashboard-world.ts'

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

  it('puts a block back and says why when the time is taken', async () => {
    await open()
    await dragBy(page, block(MARIA), 90)
    await dialog('Mover o agendamento?').getByRole('button', { name: 'Mover' }).click()
    const refused = dialog('O agendamento não foi movido')
    await refused.getByText('Este horário já está ocupado: João Lima').waitFor()
    await refused.getByRole('button', { name: 'Escolher outro horário' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('move')).toMatch(/^\d+$/)
    await page.keyboard.press('Escape')
    await block(MARIA).waitFor()
  })

  it('books what is clicked: professional and start stand in the address', async () => {
    await open('/?date=2026-11-21')
    await page.getByText('Nada marcado neste dia.').waitFor()
    const row = page.getByRole('region', { name: 'Beatriz Ramos' })
    const box = await row.boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 3, (box?.y ?? 0) + 30)
    await expect.poll(() => new URL(page.url()).searchParams.get('new')).toBe('1')
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('with')).toMatch(/^\d+$/)
    expect(searchParams.get('at')).toMatch(/^2026-11-21 (08|09|1\d):(00|15|30|45):00$/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('?date=2026-11-21')
  })

  it('is steered by keyboard: days, today, a new appointment', async () => {
    await open()
    await block(MARIA).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('sábado, 21 de novembro').first().waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.getByText('quinta-feira, 19 de novembro').first().waitFor()
    await page.keyboard.press('t')
    await block(MARIA).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('appointment')).toMatch(/^\d+$/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('n')
    await page.getByRole('dialog').waitFor()
    expect(new URL(page.url()).searchParams.get('new')).toBe('1')
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

  it('shows within two seconds what another browser or the API changes, and misses nothing of a break', async () => {
    await open()
    await block(MARIA).waitFor()
    await moveTo('14:00')
    await block(MARIA.replace('09:00 às 10:00', '14:00 às 15:00')).waitFor({ timeout: 2000 })
    await page.context().setOffline(true)
    await page.getByText('Sem conexão com o serviço').waitFor()
    await moveTo('16:00')
    await block(MARIA.replace('09:00 às 10:00', '14:00 às 15:00')).waitFor()
    await page.context().setOffline(false)
    await page.getByText('Sem conexão com o serviço').waitFor({ state: 'hidden' })
    await block(MARIA.replace('09:00 às 10:00', '16:00 às 17:00')).waitFor()
    await putBack()
    await block(MARIA).waitFor({ timeout: 2000 })
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
  const open = (port: number): Promise<void> =>
    new Promise((resolve) => door.listen(port, '127.0.0.1', resolve))
  await open(0)
  const { port } = door.address() as AddressInfo
  return {
    port,
    open: () => open(port),
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
  })
})
