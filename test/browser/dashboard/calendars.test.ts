/** Calendars that read the agenda, and calendars that the agenda reads. */
import { readBusyCalendars } from '@scheduling/core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { busyEntry, calendarHost, fetchCalendar, icsOf, pathOf } from '../../support/calendars.ts'
import { openDashboardWorld, type DashboardWorld } from '../../support/dashboard-world.ts'
import { openChangingClinic, type ChangingClinic } from '../../support/impact.ts'

const world = await openDashboardWorld()

function calendarsPage(
  clinic: ChangingClinic,
  options: Parameters<DashboardWorld['signedIn']>[0] = {},
): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  return world.open('/calendars', { organization: clinic.organization, permissions, ...options })
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

/** As a worker does it. */
const read = ({ organization, professional }: ChangingClinic) =>
  readBusyCalendars(world.api.service, {
    organizationId: organization.row.id,
    professionalId: professional.id,
  })

describe('an address of the agenda', () => {
  it('is made, copied, read by a calendar program, and dead once it is revoked', async () => {
    const clinic = await openChangingClinic(world.api)
    await clinic.bookAt('09:00')
    const page = await calendarsPage(clinic)
    await press(page, 'Criar um endereço')
    const dialog = page.getByRole('dialog', { name: 'Novo endereço da agenda' })
    await dialog.getByRole('combobox', { name: 'Profissional' }).click()
    await page.getByRole('option', { name: 'Profissional 0' }).click()
    await dialog.getByRole('radio', { name: 'Com serviços e primeiros nomes' }).check()
    await dialog.getByRole('button', { name: 'Criar o endereço' }).dblclick()
    const made = page.getByRole('dialog', { name: 'Endereço criado' })
    const url = await made.getByRole('textbox', { name: 'Endereço' }).inputValue()
    const calendar = await fetchCalendar(world.api, pathOf(url))
    expect([calendar.status, calendar.text.includes('DTSTART:20261123T120000Z')]).toEqual([
      200,
      true,
    ])
    await made.getByRole('button', { name: 'Pronto' }).click()
    await press(page, /^Copiar o endereço de Profissional 0/)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)
    await press(page, /^Revogar o endereço de Profissional 0/)
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar o endereço' }).click()
    await page.getByText('Nenhum endereço ainda').waitFor()
    expect((await fetchCalendar(world.api, pathOf(url))).status).toBe(404)
  })

  it('of others is not shown to a collaborator, who makes their own', async () => {
    const clinic = await openChangingClinic(world.api)
    await clinic.owner.mutate('calendars.createFeed', {
      professional_id: clinic.professional.id,
      kind: 'full',
    })
    const page = await calendarsPage(clinic, { role: 'manager' })
    await page.getByText('Nenhum endereço ainda').waitFor()
    await press(page, 'Criar um endereço')
    await press(page, 'Criar o endereço')
    await press(page, 'Pronto')
    const list = page.getByRole('list', { name: 'Endereços da agenda' })
    await list.getByText('Só ocupado').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(1)
  })
})

it('A calendar elsewhere is connected, read, said to fail with what to do, and disconnected', async () => {
  const clinic = await openChangingClinic(world.api)
  const host = await calendarHost()
  try {
    host.answer(icsOf(busyEntry('10:00', '11:00')))
    const page = await calendarsPage(clinic)
    const row = page
      .getByRole('list', { name: 'Calendários de fora' })
      .getByRole('listitem')
      .filter({ hasText: 'Profissional 0' })
    await row.getByText('Não conectado').waitFor()
    await press(page, 'Conectar o calendário de Profissional 0')
    const dialog = page.getByRole('dialog', { name: 'Calendário de Profissional 0' })
    await dialog.getByLabel('Endereço iCal').fill('ftp://calendario.example/a.ics')
    await dialog.getByRole('button', { name: 'Conectar' }).click()
    await dialog.getByLabel('Endereço iCal').and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('Endereço iCal').fill(host.url)
    await dialog.getByRole('button', { name: 'Conectar' }).click()
    await row.getByText('Lendo pela primeira vez').waitFor()
    await read(clinic)
    await row.getByText('1 horário ocupado').waitFor()
    await row.getByText('Em 127.0.0.1').waitFor()
    await press(page, 'Trocar o calendário de Profissional 0')
    await dialog.getByText('será esquecido').waitFor()
    host.answer('<html>Entre na sua conta</html>')
    await dialog.getByLabel('Endereço iCal').fill(host.url)
    await dialog.getByRole('button', { name: 'Conectar' }).click()
    await row.getByText('Lendo pela primeira vez').waitFor()
    await read(clinic)
    await row.getByText('O endereço não leva a um calendário.', { exact: false }).waitFor()
    await press(page, 'Desconectar o calendário de Profissional 0')
    await page.getByRole('dialog').getByRole('button', { name: 'Desconectar o calendário' }).click()
    await row.getByText('Não conectado').waitFor()
    const where = { professionalId: clinic.professional.id }
    expect(await world.api.db.busyCalendar.count({ where })).toBe(0)
  } finally {
    await host.close()
  }
})
