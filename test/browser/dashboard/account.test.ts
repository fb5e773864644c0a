/** What belongs to one person: the password, forgotten or changed, and the sessions. */
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mailsTo, runResetJobs, tokenFor } from '../../support/account-mails.ts'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { createUser } from '../../support/dashboard.ts'
import { png } from '../../support/pictures.ts'

const PASSWORD = 'a primeira senha de todas'

const world = await openDashboardWorld()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const newUser = () => createUser(world.api, world.clinic, { access: 'manager', password: PASSWORD })

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await button(page, 'Entrar').click()
}

/** Signed in with the password, in a browser of its own. */
async function signedIn(email: string, path = '/account'): Promise<Page> {
  const page = await (await world.stranger()).newPage()
  await page.goto(`/app${path}`)
  await signIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Conta de Dona' }).waitFor()
  return page
}

describe('the password', () => {
  it('is changed with the present one, and all other sessions end', async () => {
    const { email } = await newUser()
    const [here, elsewhere] = [await signedIn(email), await signedIn(email, '/audit')]
    await here.getByLabel('Senha atual').fill('não é esta, com certeza')
    await here.getByLabel('Nova senha').fill('a segunda senha de todas')
    await button(here, 'Trocar a senha').click()
    await here.getByRole('alert').first().waitFor()
    expect(await here.getByLabel('Nova senha').inputValue()).toBe('a segunda senha de todas')
    await here.getByLabel('Senha atual').fill(PASSWORD)
    await button(here, 'Trocar a senha').click()
    await here.getByText('A senha foi trocada. Outras sessões encerradas: 1.').waitFor()
    expect(await here.getByLabel('Senha atual').inputValue()).toBe('')
    await elsewhere.getByRole('heading', { name: 'Entre de novo' }).waitFor()
  })

  it('is set again with the link of a mail, once', async () => {
    const { email } = await newUser()
    const page = await (await world.stranger()).newPage()
    await page.goto('/app/')
    await page.getByRole('link', { name: 'Esqueci a senha' }).click()
    await heading(page, 'Esqueci a senha').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await button(page, 'Enviar o link').click()
    await page.getByText(/Se alguém entra com este e-mail/).waitFor()
    await runResetJobs(world.api)
    const link = `/app/reset#${await tokenFor(world.api, email)}`
    await page.goto(link)
    await heading(page, 'Criar outra senha').waitFor()
    await page.getByLabel('Nova senha').fill('curta')
    await button(page, 'Salvar a senha').click()
    await page.getByText(/No mínimo 10 caracteres/).waitFor()
    await page.getByLabel('Nova senha').fill('uma senha inteiramente nova')
    await button(page, 'Salvar a senha').click()
    await page.getByText('A nova senha está salva. Entre com ela.').waitFor()
    await page.getByRole('link', { name: 'Ir para a entrada' }).click()
    await signIn(page, email, 'uma senha inteiramente nova')
    await page.getByRole('button', { name: 'Conta de Dona' }).waitFor()

    const again = await page.context().newPage()
    await again.goto(link)
    await again.getByLabel('Nova senha').fill('mais uma senha qualquer')
    await button(again, 'Salvar a senha').click()
    await again.getByText(/Este link não vale mais/).waitFor()
    await again.getByRole('link', { name: 'Pedir outro link' }).click()
    await heading(again, 'Esqueci a senha').waitFor()
  })

  it('says the same to an e-mail that no one signs in with, and whom to ask without a mail server', async () => {
    const page = await (await world.stranger()).newPage()
    await page.goto('/app/reset')
    await page.getByLabel('E-mail').fill('ninguem@example.com')
    await button(page, 'Enviar o link').click()
    await page.getByText(/Se alguém entra com este e-mail/).waitFor()
    await runResetJobs(world.api)
    expect(await mailsTo(world.api, 'ninguem@example.com')).toEqual([])
    const service: { sendsMail: boolean } = world.api.service
    service.sendsMail = false
    onTestFinished(() => void (service.sendsMail = true))
    await button(page, 'Enviar de novo').click()
    await page.getByText(/Este sistema ainda não envia e-mails/).waitFor()
    await button(page, 'Tentar de novo').waitFor()
  })
})

describe('sessions', () => {
  it('are listed by browser, and one elsewhere is ended', async () => {
    const { email } = await newUser()
    const [here, elsewhere] = [await signedIn(email), await signedIn(email, '/audit')]
    await here.reload()
    const list = here.getByRole('list', { name: 'Sessões abertas' })
    await list.getByText('Esta sessão').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(2)
    await list.getByText('Chrome · Linux').first().waitFor()
    await here.getByRole('button', { name: /^Encerrar a sessão Chrome/ }).click()
    await here.getByText('A sessão foi encerrada.').waitFor()
    await elsewhere.getByRole('heading', { name: 'Entre de novo' }).waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  })
})

describe('the photo', () => {
  it('is cut to a small square by the browser, shown, and taken down', async () => {
    const user = await newUser()
    const page = await signedIn(user.email)
    const choose = page.getByLabel('Escolher uma foto')
    const file = { name: 'eu.png', mimeType: 'image/png' }
    await choose.setInputFiles({ ...file, buffer: Buffer.from('nada') })
    await page.getByText('Este arquivo não é uma imagem').waitFor()
    await choose.setInputFiles({ ...file, buffer: png({ width: 400, height: 300 }) })
    await page.getByRole('img', { name: 'Sua foto na página de agendamento' }).waitFor()
    const kept = () => world.api.db.professionalPhoto.findMany({ where: own })
    const own = { professionalId: user.professionalId }
    expect(await kept()).toMatchObject([{ contentType: 'image/webp' }])
    await button(page, 'Remover a foto').click()
    await page.getByText('A foto foi removida.').waitFor()
    expect(await kept()).toEqual([])
  })

  it('is taken down by an owner too', async () => {
    const { professionalId } = await newUser()
    const bytes = new Uint8Array(png({ width: 160, height: 160 }))
    const organizationId = world.clinic.row.id
    const data = { organizationId, professionalId, version: 'x', contentType: 'image/png', bytes }
    await world.api.db.professionalPhoto.create({ data })
    const page = await world.open(`/professionals?professional_id=${professionalId}`)
    await page.getByRole('img', { name: 'Foto na página de agendamento' }).waitFor()
    await button(page, 'Remover a foto').click()
    await page.getByText('A foto foi removida.').waitFor()
    expect(await world.api.db.professionalPhoto.count({ where: { professionalId } })).toBe(0)
  })
})
