/** What all dialogs share: where they begin, what Esc closes, and that nothing typed is lost without a question. */
import { describe, expect, it } from 'vitest'
import { createClientRow } from '../../support/clinic.ts'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { openChangingClinic } from '../../support/impact.ts'

const world = await openDashboardWorld()

const focused =
  'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent'

describe('a dialog', () => {
  it('begins in its first field, asks before typed input is lost, and gives the focus back', async () => {
    const page = await world.open('/services')
    await page.getByRole('link', { name: 'Profissionais' }).click()
    const opener = page.getByRole('button', { name: 'Novo profissional' })
    await opener.click()
    const form = page.getByRole('dialog', { name: 'Novo profissional' })
    const name = form.getByLabel('Nome')
    await form.locator('input:focus').waitFor()
    await page.keyboard.type('B')
    expect(await name.inputValue()).toBe('B')
    // What is as it was is not lost.
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(focused)).toContain('Novo profissional')
    await page.keyboard.press('Enter')
    await name.fill('Bia')
    const question = page.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => form.getByRole('button', { name: 'Voltar' }).click(),
      () => form.getByRole('button', { name: 'Fechar' }).click(),
      () => page.goBack(),
    ]) {
      await leave()
      await question.waitFor()
      // Esc closes the question, not the form under it.
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await name.inputValue()).toBe('Bia')
    }
    const asked = page.waitForEvent('dialog')
    const reload = page.reload().catch(() => null)
    const reloading = await asked
    expect(reloading.type()).toBe('beforeunload')
    await reloading.dismiss()
    await reload
    expect(await name.inputValue()).toBe('Bia')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Descartar' }).click()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(focused)).toContain('Novo profissional')
  })

  it('asks nothing once its input is saved, and keeps its buttons in sight', async () => {
    const clinic = await openChangingClinic(world.api)
    const page = await world.open('/clients', { organization: clinic.organization })
    await page.setViewportSize({ width: 390, height: 480 })
    await page.getByRole('button', { name: 'Novo cliente' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Nome', exact: true }).fill('Bia')
    await form.getByRole('textbox', { name: 'Sobrenome' }).fill('Lima')
    await form.getByRole('textbox', { name: 'Telefone' }).fill('11 97777-1234')
    const save = form.locator('button[type=submit]')
    const box = await save.boundingBox()
    expect((box?.y ?? 480) + (box?.height ?? 0)).toBeLessThanOrEqual(480)
    await save.click()
    await page.getByRole('heading', { name: 'Bia Lima' }).waitFor()
    await form.waitFor({ state: 'detached' })
  })

  it('takes the first match at Enter, as soon as it is found', async () => {
    const page = await world.open('/')
    await page.getByRole('button', { name: 'Novo agendamento' }).first().click()
    const client = page.getByRole('combobox', { name: 'Cliente' })
    await client.pressSequentially('mari')
    await client.press('Enter')
    await expect.poll(() => client.inputValue()).toBe('Maria Silva')
  })

  it('asks before a row that was added or removed is lost, though nothing was typed', async () => {
    const { row } = world.clinic
    const client = await createClientRow(world.api.db, row, { metadata: { crm_id: '7301' } })
    const page = await world.open(`/clients/${client.id}`)
    await page.getByRole('button', { name: 'Editar os campos próprios' }).click()
    const form = page.getByRole('dialog', { name: 'Campos próprios' })
    const question = page.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
    await form.getByRole('button', { name: 'Adicionar um campo' }).click()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    // Taken away again, nothing is lost.
    await form.getByRole('button', { name: 'Remover o campo 2' }).click()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Editar os campos próprios' }).click()
    await form.getByRole('button', { name: 'Remover o campo crm_id' }).click()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Descartar' }).click()
    await form.waitFor({ state: 'detached' })
  })

  it('of a move begins in its first field, once the appointment is there', async () => {
    const { id } = await world.api.db.appointment.findFirstOrThrow({
      where: { organizationId: world.clinic.row.id, status: 'CONFIRMED' },
    })
    const page = await world.open(`/?move=${id}`)
    const first = page.getByRole('dialog').getByRole('combobox', { name: 'Profissional' })
    await first.waitFor()
    await expect.poll(() => first.evaluate((field) => field.matches(':focus'))).toBe(true)
    // Its list does not cover the dialog.
    expect(await page.getByRole('listbox').count()).toBe(0)
  })
})

describe('the form of the password', () => {
  it('asks before what was typed is lost', async () => {
    const page = await world.open('/account')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Senha atual').fill('quase')
    await page.getByRole('link', { name: 'Clientes' }).click()
    const question = page.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    expect(await page.getByLabel('Senha atual').inputValue()).toBe('quase')
    await page.getByRole('link', { name: 'Clientes' }).click()
    await question.getByRole('button', { name: 'Descartar' }).click()
    await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  })
})
