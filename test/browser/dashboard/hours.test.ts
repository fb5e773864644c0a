/** The hours of a week are painted, typed and saved, and no one loses an appointment without a word. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { at, MONDAY } from '../../support/booking.ts'
import { openDashboardWorld, type DashboardWorld } from '../../support/dashboard-world.ts'
import { held, holdStatus } from '../../support/holds.ts'
import { openChangingClinic, secondOf, type ChangingClinic } from '../../support/impact.ts'

const world = await openDashboardWorld()

const open = (professionals = 1): Promise<ChangingClinic> =>
  openChangingClinic(world.api, { professionals })

function hoursPage(
  clinic: ChangingClinic,
  options: Parameters<DashboardWorld['signedIn']>[0] = {},
  search = '',
): Promise<Page> {
  const path = `/hours?professional_id=${clinic.professional.id}${search}`
  return world.open(path, { organization: clinic.organization, ...options })
}

const day = (page: Page, name: string): Locator => page.getByRole('textbox', { name })
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

/** The middle of a cell of the grid. */
async function cell(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('gridcell', { name, exact: true }).boundingBox()
  if (box === null) throw new Error(`${name} is not shown.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('grid').scrollIntoViewIfNeeded()
  const [start, end] = [await cell(page, from), await cell(page, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

/** `weekday opens closes`, in minutes, as they are stored. */
async function stored({ professional }: ChangingClinic): Promise<string[]> {
  const rows = await world.api.db.workingHours.findMany({
    where: { professionalId: professional.id },
    orderBy: [{ weekday: 'asc' }, { opensMinute: 'asc' }],
  })
  return rows.map((row) => `${row.weekday} ${row.opensMinute} ${row.closesMinute}`)
}

const until = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 15_000 })

describe('a week', () => {
  it('is painted with the mouse, by keyboard and as text, and stored as it was painted', async () => {
    const clinic = await open()
    const page = await hoursPage(clinic)
    const [monday, tuesday, saturday] = [
      day(page, 'segunda-feira'),
      day(page, 'terça-feira'),
      day(page, 'sábado'),
    ]
    await monday.waitFor()
    await until(() => monday.inputValue()).toBe('09:00–12:00, 13:00–18:00')
    await drag(page, 'segunda-feira, 16:00', 'terça-feira, 17:45')
    await until(() => monday.inputValue()).toBe('09:00–12:00, 13:00–16:00')
    await until(() => tuesday.inputValue()).toBe('09:00–12:00, 13:00–16:00')
    await page.keyboard.press('Control+z')
    await until(() => monday.inputValue()).toBe('09:00–12:00, 13:00–18:00')
    await press(page, 'Refazer')
    await until(() => tuesday.inputValue()).toBe('09:00–12:00, 13:00–16:00')
    await drag(page, 'sábado, 08:00', 'sábado, 11:45')
    await until(() => saturday.inputValue()).toBe('08:00–12:00')
    // From the end of what was painted one quarter down, and two more with Shift.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.down('Shift')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.up('Shift')
    await until(() => saturday.inputValue()).toBe('08:00–12:45')
    await page.keyboard.press('Space')
    await until(() => saturday.inputValue()).toBe('08:00–12:30')
    await tuesday.fill('8-12, 22 às 2')
    await tuesday.press('Enter')
    await until(() => tuesday.inputValue()).toBe('08:00–12:00, 22:00–02:00')
    await press(page, 'Copiar terça-feira para outros dias')
    await page.getByRole('menuitem', { name: 'quarta-feira' }).click()
    await press(page, 'Salvar os horários')
    await page.getByText('Os horários de Profissional 0 foram salvos.').waitFor()
    expect(await stored(clinic)).toEqual([
      '1 540 720',
      '1 780 960',
      '2 480 720',
      '2 1320 120',
      '3 480 720',
      '3 1320 120',
      '4 540 720',
      '4 780 1080',
      '5 540 720',
      '5 780 1080',
      '6 480 750',
    ])
    await page.getByRole('alert').getByRole('button', { name: 'Desfazer' }).click()
    await until(() => stored(clinic)).toContain('1 780 1080')
    await until(() => monday.inputValue()).toBe('09:00–12:00, 13:00–18:00')
  })

  it('is painted with a finger, on a phone', async () => {
    const clinic = await open()
    const page = await hoursPage(clinic, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('grid').waitFor()
    await page
      .getByRole('gridcell', { name: 'domingo, 10:00', exact: true })
      .scrollIntoViewIfNeeded()
    const [start, end] = [await cell(page, 'domingo, 09:00'), await cell(page, 'domingo, 10:45')]
    const before = await page.evaluate('scrollY')
    const device = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      device.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: start.x, y }],
      })
    await touch('touchStart', start.y)
    await touch('touchMove', (start.y + end.y) / 2)
    await touch('touchMove', end.y)
    await touch('touchEnd')
    await until(() => day(page, 'domingo').inputValue()).toBe('09:00–11:00')
    expect(await page.evaluate('scrollY')).toBe(before)
  })

  it('keeps what was typed wrong, says what is wrong, and is not left without a question', async () => {
    const clinic = await open()
    const page = await hoursPage(clinic)
    await day(page, 'sábado').fill('8-12, depois do almoço')
    await day(page, 'sábado').press('Enter')
    await page.getByText('“depois do almoço” não é um horário.').waitFor()
    expect(await page.getByRole('button', { name: 'Salvar os horários' }).isDisabled()).toBe(true)
    await page.getByRole('tab', { name: 'Feriados' }).click()
    const question = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await question.getByRole('button', { name: 'Voltar' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await day(page, 'sábado').inputValue()).toBe('8-12, depois do almoço')
    await page.getByRole('tab', { name: 'Feriados' }).click()
    await press(page, 'Sair e descartar')
    await page.getByText('Nenhum feriado nos próximos 12 meses').waitFor()
    expect(await stored(clinic)).toHaveLength(10)
  })

  it('keeps what was painted while the service is away', async () => {
    const clinic = await open()
    const page = await hoursPage(clinic)
    await drag(page, 'sábado, 08:00', 'sábado, 11:45')
    await page.route('**/trpc/schedule.setWeek**', (route) => route.abort())
    await press(page, 'Salvar os horários')
    await page.getByText('O serviço não respondeu.', { exact: false }).first().waitFor()
    expect(await day(page, 'sábado').inputValue()).toBe('08:00–12:00')
    await page.unroute('**/trpc/schedule.setWeek**')
    await press(page, 'Salvar os horários')
    await until(() => stored(clinic)).toContain('6 480 720')
  })

  it('tells who paints that someone else saved, and follows others while nothing is painted', async () => {
    const clinic = await open()
    const [painter, watcher] = [await hoursPage(clinic), await hoursPage(clinic)]
    await Promise.all([painter, watcher].map((page) => page.getByRole('grid').waitFor()))
    await drag(painter, 'sábado, 08:00', 'sábado, 11:45')
    await clinic.owner.mutate('schedule.setWeek', {
      professional_id: clinic.professional.id,
      intervals: [{ weekday: 0, opens_minute: 600, closes_minute: 660 }],
    })
    await until(() => day(watcher, 'domingo').inputValue()).toBe('10:00–11:00')
    await painter.getByText('Outra pessoa mudou estes horários').waitFor()
    expect(await day(painter, 'sábado').inputValue()).toBe('08:00–12:00')
    await press(painter, 'Descartar o meu e ver o dela')
    await until(() => day(painter, 'sábado').inputValue()).toBe('')
    await until(() => day(painter, 'domingo').inputValue()).toBe('10:00–11:00')
  })
})

describe('appointments that a change would leave without their place', () => {
  it('are shown before anything is saved, and each has what was decided for it', async () => {
    const clinic = await open(2)
    const [first, second, third] = [
      await clinic.bookAt('09:00'),
      await clinic.bookAt('10:00'),
      await clinic.bookAt('11:00'),
    ]
    const page = await hoursPage(clinic)
    await day(page, 'segunda-feira').fill('')
    await day(page, 'segunda-feira').press('Enter')
    await press(page, 'Salvar os horários')
    const dialog = page.getByRole('dialog', { name: '3 agendamentos são afetados' })
    await dialog.getByText('Ao salvar: 3 mantidos').waitFor()
    expect(await stored(clinic)).toHaveLength(10)
    await dialog.getByRole('radio', { name: 'Passar para outro profissional' }).press('Space')
    await dialog.getByText('Passa para Profissional 1').first().waitFor()
    const one = (clock: string) =>
      dialog.getByRole('combobox', { name: new RegExp(`Ana Souza, .*${clock}`) })
    await one('09:00').selectOption({ label: 'Cancelar' })
    await one('11:00').selectOption({ label: 'Manter' })
    await dialog.getByLabel('Motivo (opcional)').fill('Congresso')
    await dialog.getByText('1 mantido, 1 passado a outro, 1 cancelado').waitFor()
    expect((await clinic.booked()).map((row) => (row as unknown[])[1])).toEqual([
      'PENDING',
      'PENDING',
      'PENDING',
    ])
    await dialog.getByRole('button', { name: 'Salvar a mudança' }).click()
    await page.getByText('foram salvos').waitFor()
    const [mine, other] = [clinic.professional.id, secondOf(clinic).id]
    expect((await clinic.booked()).map((row) => (row as unknown[]).slice(0, 3))).toEqual([
      [first, 'CANCELLED_PROFESSIONAL', mine],
      [second, 'PENDING', other],
      [third, 'PENDING', mine],
    ])
    const cancelled = await world.api.db.appointment.findFirst({ where: { id: first } })
    expect(cancelled?.cancellationReason).toBe('Congresso')
    expect((await stored(clinic)).filter((row) => row.startsWith('1'))).toEqual([])
  })

  it('are shown although the first look found none: someone booked in between', async () => {
    const clinic = await open()
    const page = await hoursPage(clinic)
    await day(page, 'segunda-feira').fill('14-18')
    await day(page, 'segunda-feira').press('Enter')
    let isBooked = false
    await page.route('**/trpc/schedule.setWeek**', async (route) => {
      const isPreview = route.request().postData()?.includes('"preview":true') === true
      if (!isPreview && !isBooked) {
        isBooked = true
        await clinic.bookAt('09:00')
      }
      await route.continue()
    })
    await press(page, 'Salvar os horários')
    await page.getByRole('dialog', { name: '1 agendamento é afetado' }).waitFor()
    expect(isBooked).toBe(true)
    expect(await stored(clinic)).toHaveLength(10)
  })

  it('are held times too: kept unless they are released', async () => {
    const clinic = await open()
    const id = await held(clinic)
    const page = await hoursPage(clinic)
    await day(page, 'segunda-feira').fill('14-18')
    await day(page, 'segunda-feira').press('Enter')
    await press(page, 'Salvar os horários')
    const dialog = page.getByRole('dialog', { name: '1 horário reservado é afetado' })
    await dialog.getByText('Ainda podem ser marcados').waitFor()
    await dialog.getByText('Liberar', { exact: true }).click()
    await dialog.getByText('Quem está marcando perde o horário.').waitFor()
    await dialog.getByRole('button', { name: 'Salvar a mudança' }).click()
    await until(() => stored(clinic)).toContain('1 840 1080')
    expect(await holdStatus(clinic, id)).toBe('RELEASED')
  })

  it('are shown again when one of them changes while someone decides', async () => {
    const clinic = await open()
    const [first] = [await clinic.bookAt('09:00'), await clinic.bookAt('10:00')]
    const page = await hoursPage(clinic)
    await day(page, 'segunda-feira').fill('14-18')
    await day(page, 'segunda-feira').press('Enter')
    await press(page, 'Salvar os horários')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /09:00/ }).selectOption({ label: 'Cancelar' })
    await dialog.getByText('1 mantido, 0 passados a outros, 1 cancelado').waitFor()
    const moved = { start: at('15:00') }
    await clinic.call('POST', `/v1/appointments/${first}/reschedule`, { body: moved })
    await dialog.getByRole('button', { name: 'Salvar a mudança' }).click()
    await dialog.getByText('Algo mudou enquanto você decidia').waitFor()
    await page.getByRole('dialog', { name: '1 agendamento é afetado' }).waitFor()
    expect(await stored(clinic)).toHaveLength(10)
    await dialog.getByRole('button', { name: 'Salvar a mudança' }).click()
    await until(() => stored(clinic)).toContain('1 840 1080')
    expect((await clinic.booked()).map((row) => (row as unknown[])[1])).toEqual([
      'PENDING',
      'PENDING',
    ])
  })
})

describe('days that are not like others', () => {
  it('A date with hours of its own is added, changed, and follows the week again', async () => {
    const clinic = await open()
    await clinic.bookAt('09:00')
    const page = await hoursPage(clinic, {}, '&tab=dates')
    await press(page, 'Adicionar uma data')
    const dialog = page.getByRole('dialog', { name: 'Nova data especial' })
    await dialog.getByRole('button', { name: 'Salvar a data' }).click()
    await dialog.getByText('Preencha este campo.').waitFor()
    await dialog.getByLabel('Data').fill(MONDAY)
    await dialog.getByRole('button', { name: 'Salvar a data' }).click()
    await page.getByRole('dialog', { name: '1 agendamento é afetado' }).waitFor()
    // Nothing was decided: the form is there again, as it was left.
    await press(page, 'Voltar sem salvar')
    expect(await dialog.getByLabel('Data').inputValue()).toBe(MONDAY)
    await dialog.getByRole('radio', { name: 'Atende em outro horário' }).press('Space')
    await dialog.getByLabel('Horários').fill('8-10')
    await dialog.getByRole('button', { name: 'Salvar a data' }).click()
    await page.getByText('08:00–10:00').waitFor()
    await press(page, 'Voltar segunda-feira, 23 de novembro aos horários da semana')
    await page.getByText('Nenhuma data especial').waitFor()
    expect(
      await world.api.db.dateOverride.count({ where: { professionalId: clinic.professional.id } }),
    ).toBe(0)
  })

  it('A holiday is added and removed, and the removal is undone', async () => {
    const clinic = await open()
    const page = await hoursPage(clinic, {}, '&tab=holidays')
    await press(page, 'Adicionar um feriado')
    const dialog = page.getByRole('dialog', { name: 'Novo feriado' })
    await dialog.getByLabel('Data').fill('2026-12-25')
    await dialog.getByLabel('Nome').fill('<img src=x onerror=alert(1)> Natal')
    await dialog.getByRole('button', { name: 'Salvar o feriado' }).click()
    const list = page.getByRole('list', { name: 'Feriados dos próximos 12 meses' })
    await list.getByText('<img src=x onerror=alert(1)> Natal').waitFor()
    await press(page, /^Remover o feriado/)
    await page.getByText('Nenhum feriado nos próximos 12 meses').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Desfazer' }).last().click()
    await list.getByText('Natal').waitFor()
    const where = { organizationId: clinic.organization.row.id }
    expect(await world.api.db.holiday.count({ where })).toBe(1)
  })

  it('Time is blocked for hours and for days, and freed', async () => {
    const clinic = await open()
    const page = await hoursPage(clinic, {}, '&tab=blocked')
    await press(page, 'Bloquear um horário')
    const dialog = page.getByRole('dialog', { name: 'Bloquear um horário' })
    await dialog.getByRole('radio', { name: 'Algumas horas' }).press('Space')
    await dialog.getByLabel('De', { exact: true }).fill(MONDAY)
    await dialog.getByLabel('Hora de início').fill('12:00')
    await dialog.getByLabel('Hora de término').fill('11:00')
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await dialog.getByText('O fim precisa ser depois do começo.').waitFor()
    await dialog.getByLabel('Hora de término').fill('13:30')
    await dialog.getByLabel('Motivo (opcional)').fill('Reunião')
    await dialog.getByRole('button', { name: 'Bloquear' }).dblclick()
    await page.getByText('Profissional 0 · Reunião').waitFor()
    const rows = () =>
      world.api.db.blockedTime.findMany({ where: { professionalId: clinic.professional.id } })
    expect((await rows()).map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
      [new Date(at('12:00')), new Date(at('13:30'))],
    ])
    await press(page, /^Desbloquear: Profissional 0/)
    await page.getByText('Nenhum horário bloqueado').waitFor()
    expect(await rows()).toEqual([])
    await press(page, 'Bloquear um horário')
    await dialog.getByLabel('Primeiro dia').fill(MONDAY)
    await dialog.getByLabel('Último dia').fill('2026-11-24')
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await page.getByText('23 de nov. de 2026 – 24 de nov. de 2026').first().waitFor()
    expect((await rows()).map(({ allDay }) => allDay)).toEqual([true])
  })

  it('A break of every working day is a gap in the week, and undone with it', async () => {
    const clinic = await open()
    const page = await world.open(`/?date=${MONDAY}`, {
      organization: clinic.organization,
    })
    await page.getByRole('region', { name: 'Agenda de' }).waitFor()
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog', { name: 'Bloquear um horário' })
    const repeat = dialog.getByRole('combobox', { name: 'Repetir' })
    await dialog.getByText('Só um bloqueio de algumas horas se repete.').waitFor()
    expect(await repeat.isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'Algumas horas' }).press('Space')
    await dialog.getByText('Para repetir, escolha um profissional.').waitFor()
    await dialog.getByRole('combobox', { name: 'Para quem' }).click()
    await page.getByRole('option', { name: 'Profissional 0' }).click()
    await repeat.click()
    await page.getByRole('option', { name: 'Em todos os dias de atendimento' }).click()
    await dialog.getByLabel('Hora de início').fill('12:00')
    await dialog.getByLabel('Hora de término').fill('13:00')
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await dialog.getByText('O profissional não atende nestas horas.').waitFor()
    await dialog.getByLabel('Hora de início').fill('15:00')
    await dialog.getByLabel('Hora de término').fill('16:00')
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await page.getByText('Fechado toda semana: segunda-feira, terça-feira').waitFor()
    const nextMonday = '2026-11-30'
    expect(await clinic.starts(nextMonday)).toContain(at('14:00', nextMonday))
    expect(await clinic.starts(nextMonday)).not.toContain(at('15:00', nextMonday))
    await page.getByRole('alert').getByRole('button', { name: 'Desfazer' }).click()
    await until(() => stored(clinic)).toContain('1 780 1080')
    expect(await stored(clinic)).toHaveLength(10)
  })
})
