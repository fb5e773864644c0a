/** Clients: found, kept, made one, forgotten. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestOrganization } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { CPF } from '../../support/clients.ts'
import {
  complaintsOf,
  openDashboardWorld,
  type DashboardRole,
} from '../../support/dashboard-world.ts'

const world = await openDashboardWorld()
let place: TestOrganization

beforeEach(async () => {
  place = await world.api.organization({ name: 'Clínica das Clientes' })
})

const open = (path: string, role: DashboardRole = 'owner') =>
  world.open(path, { role, organization: place })

const client = (values: Parameters<typeof createClientRow>[2]) =>
  createClientRow(world.api.db, place.row, values)
const rowsOf = (page: Page) =>
  page.getByRole('list', { name: 'Clientes encontrados' }).getByRole('link')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar clientes' })

describe('the search', () => {
  it('finds as one types, by any part, and a sent address shows the same', async () => {
    await client({ first_name: 'Márcia', last_name: 'Conceição', phone: '(11) 97777-0001' })
    await client({ first_name: 'Ângela', last_name: 'Prado', email: 'angela@example.com' })
    const page = await open('/clients')
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    await search(page).fill('conceicao mar')
    await expect.poll(() => rowsOf(page).allInnerTexts()).toHaveLength(1)
    await page.getByRole('link', { name: 'Márcia Conceição' }).waitFor()
    await expect.poll(() => page.url()).toContain('q=conceicao')
    await search(page).fill('97777-0001')
    await page.getByRole('link', { name: 'Márcia Conceição' }).waitFor()
    const sent = await open('/clients?q=angela')
    await sent.getByRole('link', { name: 'Ângela Prado' }).waitFor()
    expect(await rowsOf(sent).count()).toBe(1)
    expect(await search(sent).inputValue()).toBe('angela')
  })

  it('shows the answer to the latest text, however late an earlier one comes', async () => {
    await client({ first_name: 'Ana', last_name: 'Lima' })
    await client({ first_name: 'Bruno', last_name: 'Reis' })
    const page = await open('/clients')
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/clients\.list.*ana/, async (route) => {
      await held
      await route.continue()
    })
    await search(page).fill('ana')
    await expect.poll(() => page.url()).toContain('q=ana')
    await search(page).fill('bruno')
    await page.getByRole('link', { name: 'Bruno Reis' }).waitFor()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    const late = page.waitForResponse(/clients\.list.*ana/).catch(() => null)
    letGo()
    await Promise.race([late, page.waitForTimeout(1000)])
    expect(await rowsOf(page).allInnerTexts()).toEqual([expect.stringContaining('Bruno Reis')])
  })

  it('shows names as text, whatever is in them', async () => {
    const names = [
      '<img src=x onerror="document.title=1">',
      'محمد الفارسي',
      '👩‍⚕️ Júlia',
      'Á'.repeat(80),
    ]
    for (const first_name of names) await client({ first_name, last_name: null })
    const page = await open('/clients')
    const complaints = complaintsOf(page)
    await expect.poll(() => rowsOf(page).count()).toBe(4)
    for (const name of names) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByRole('link', { name: 'Todos os clientes' }).click()
    }
    expect(complaints).toEqual([])
  })
})

describe('a record', () => {
  it('is made once, corrected beside its fields, and seen by another browser', async () => {
    const page = await open('/clients?q=Joana')
    await page.getByRole('button', { name: 'Novo cliente' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Novo cliente' })
    // What was searched for is most likely the name.
    expect(await dialog.getByRole('textbox', { name: 'Nome', exact: true }).inputValue()).toBe(
      'Joana',
    )
    await dialog.getByRole('textbox', { name: 'Telefone' }).fill('11 9 7777.1234')
    await dialog.getByRole('button', { name: 'Salvar' }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Joana' }).waitFor()
    await page.getByRole('link', { name: '(11) 97777-1234' }).waitFor()
    expect(await world.api.db.client.count({ where: { organizationId: place.row.id } })).toBe(1)
    const other = await open(new URL(page.url()).pathname.replace('/app', ''), 'manager')
    await other.getByRole('heading', { level: 1, name: 'Joana' }).waitFor()

    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Editar Joana' })
    await form.getByRole('textbox', { name: 'Sobrenome' }).fill('Prado')
    await form.getByRole('textbox', { name: 'CPF' }).fill('111.111.111-11')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form.getByText('Este valor não é aceito.').waitFor()
    expect(await form.getByRole('textbox', { name: 'Sobrenome' }).inputValue()).toBe('Prado')
    await form.getByRole('textbox', { name: 'CPF' }).fill('529.982.247-25')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('529.982.247-25').waitFor()
    await other.getByRole('heading', { level: 1, name: 'Joana Prado' }).waitFor()
  })

  it('keeps own fields, and what another person added meanwhile', async () => {
    const { id } = await client({ first_name: 'Ana', metadata: { crm_id: '7301', velho: 'x' } })
    const page = await open(`/clients/${id}`)
    await page.getByRole('button', { name: 'Editar os campos próprios' }).click()
    const dialog = page.getByRole('dialog', { name: 'Campos próprios' })
    await dialog.getByRole('button', { name: 'Remover o campo velho' }).click()
    await dialog.getByRole('button', { name: 'Adicionar um campo' }).click()
    const added = dialog.getByRole('group', { name: 'Campo 2' })
    await added.getByRole('textbox', { name: 'Nome do campo' }).fill('não vale')
    await added.getByRole('textbox', { name: 'Valor' }).fill('ouro')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await added.getByText('Use letras sem acento').waitFor()
    await added.getByRole('textbox', { name: 'Nome do campo' }).fill('plano')
    const reply = await world.api.call('PATCH', `/v1/clients/${id}`, {
      key: place.key,
      body: { metadata: { outro: '1' } },
    })
    expect(reply.status).toBe(200)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('definition').filter({ hasText: 'ouro' }).waitFor()
    const row = await world.api.db.client.findFirstOrThrow({ where: { id } })
    expect(row.metadata).toEqual({ crm_id: '7301', plano: 'ouro', outro: '1' })
  })

  it('says of an id of another clinic that it is not there', async () => {
    const stranger = await createClientRow(world.api.db, world.clinic.row, {
      first_name: 'Estranha',
    })
    const page = await open(`/clients/${stranger.id}`)
    await page.getByRole('alert').getByText('Isto não existe mais.').waitFor()
    expect(await page.getByText('Estranha').count()).toBe(0)
  })
})

describe('a merge', () => {
  it('shows what would be, asks whose CPF stays, and makes one record of two', async () => {
    const one = await client({ first_name: 'Ana', last_name: 'Lima', cpf: CPF })
    const other = await client({
      first_name: 'Anna',
      last_name: 'Lima',
      cpf: '11144477735',
      phone: '(11) 97777-1234',
    })
    const page = await open(`/clients/${one.id}`, 'manager')
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Juntar com outro cadastro…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Juntar dois cadastros' })
    await dialog.getByRole('combobox', { name: 'O outro cadastro' }).fill('anna')
    await page.getByRole('option', { name: 'Anna Lima' }).click()
    await dialog.getByText('muito provavelmente são duas pessoas').waitFor()
    const confirm = dialog.getByRole('button', { name: 'Juntar os cadastros' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog
      .getByRole('radiogroup', { name: 'CPF' })
      .getByRole('radio', { name: '529.982.247-25' })
      .check()
    await dialog
      .getByRole('radiogroup', { name: 'Nome', exact: true })
      .getByRole('radio', { name: 'Anna' })
      .check()
    await dialog.getByText('Anna Lima, (11) 97777-1234 · 529.982.247-25').waitFor()
    expect(await world.api.db.client.count({ where: { organizationId: place.row.id } })).toBe(2)
    await confirm.click()
    await page.getByRole('heading', { level: 1, name: 'Anna Lima' }).waitFor()
    const left = await world.api.db.client.findMany({ where: { organizationId: place.row.id } })
    expect(left).toMatchObject([{ id: one.id, firstName: 'Anna', cpf: CPF }])
    await page.goto(`/app/clients/${other.id}`)
    await page.getByRole('alert').getByText('Detalhes').click()
    await page.getByRole('alert').getByText(`${one.id}`).first().waitFor()
  })
})

describe('personal data', () => {
  it('is erased by the owner alone, who types the name', async () => {
    const { id } = await client({ first_name: 'Ana', last_name: 'Lima', phone: '(11) 97777-1234' })
    const collaborator = await open(`/clients/${id}`, 'manager')
    await collaborator.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await collaborator.getByRole('menuitem', { name: 'Juntar com outro cadastro…' }).waitFor()
    expect(await collaborator.getByRole('menuitem', { name: 'Apagar' }).count()).toBe(0)

    const page = await open(`/clients/${id}`)
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Apagar os dados pessoais…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apagar os dados de Ana Lima' })
    const confirm = dialog.getByRole('button', { name: 'Apagar os dados' })
    await dialog.getByText('São cancelados, sem aviso ao cliente.').waitFor()
    await dialog.getByRole('textbox').fill('Ana Lim')
    expect(await confirm.isDisabled()).toBe(true)
    // Someone changes the client after the preview: the numbers are looked at again first.
    const reply = await world.api.call('PATCH', `/v1/clients/${id}`, {
      key: place.key,
      body: { email: 'ana@example.com' },
    })
    expect(reply.status).toBe(200)
    await dialog.getByRole('textbox').fill('Ana Lima')
    await confirm.click()
    await dialog.getByText('Algo mudou desde a prévia.').waitFor()
    await confirm.click()
    await page.getByRole('heading', { level: 1, name: 'Cliente anonimizado' }).waitFor()
    const row = await world.api.db.client.findFirstOrThrow({ where: { id } })
    expect([row.phone, row.email]).toEqual([null, null])
  })

  it('goes out as a ZIP, and a list as CSV', async () => {
    const { id } = await client({ first_name: 'Ana', last_name: 'Lima' })
    const page = await open(`/clients/${id}`)
    const fileOf = async (button: string, item: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      return download.suggestedFilename()
    }
    expect(await fileOf('Mais ações', 'Exportar todos os dados (ZIP)')).toMatch(/\.zip$/)
    await page.goto('/app/clients?q=ana')
    expect(await fileOf('Importar e baixar', 'Baixar esta lista (CSV)')).toBe('clients.csv')
  })

  it('comes in from a file, tried first', async () => {
    const page = await open('/clients')
    await page.getByRole('button', { name: 'Importar e baixar' }).click()
    await page.getByRole('menuitem', { name: 'Importar de um arquivo…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar clientes' })
    const send = async (text: string, button: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Arquivo' }).click(),
      ])
      await chooser.setFiles({
        name: 'clientes.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
      await dialog.getByRole('button', { name: button }).click()
    }
    await send('nome\nAna', 'Conferir sem gravar')
    await dialog.getByRole('alert').getByText('A coluna nome não é conhecida.').waitFor()
    const rows = 'external_id,first_name,email\n1,Ana,ana@example.com\n2,Bia,nada\n'
    await send(rows, 'Conferir sem gravar')
    await dialog.getByText('Novos: 1. Alterados: 0. Iguais: 0. Recusados: 1.').waitFor()
    await dialog.getByRole('region', { name: 'Linhas recusadas' }).getByText('Linha 3').waitFor()
    expect(await world.api.db.client.count({ where: { organizationId: place.row.id } })).toBe(0)
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
    await dialog.getByText('Importação concluída').waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await page.getByRole('link', { name: 'Ana' }).waitFor()
  })
})
