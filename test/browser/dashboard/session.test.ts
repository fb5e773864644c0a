/** A session that ends while someone works: nothing is lost, and what others do is seen again afterwards. */
import { expect, it } from 'vitest'
import { createUser, SESSION_COOKIE } from '../../support/dashboard.ts'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { openSession } from '@scheduling/core'

const PASSWORD = 'uma senha bem comprida'

const world = await openDashboardWorld()

it('the same person signs in over the page, and goes on', async () => {
  const { api, clinic } = world
  const user = await createUser(api, clinic, { password: PASSWORD })
  const context = await world.signedIn()
  const { token } = await openSession(api.service, user.id)
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url: api.url }])
  const page = await context.newPage()
  await page.goto('/app/clients')
  await page.getByText('Maria Silva').first().waitFor()
  await page.getByRole('button', { name: 'Novo cliente' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Nome', exact: true })
  await name.fill('Digitado antes')

  await api.db.userSession.deleteMany({ where: { userId: user.id } })
  const again = page.getByRole('dialog', { name: 'Entre de novo' })
  await again.waitFor()
  // What another tab showed cannot be read any more, nor what lies over it.
  for (const seen of [page.getByText('Maria Silva').first(), name]) {
    await seen.waitFor({ state: 'hidden' })
  }
  expect(await page.title()).toBe('Entrar')
  expect(await again.getByLabel('E-mail').inputValue()).toBe(user.email)
  await again.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Entrar' }).click()
  await again.waitFor({ state: 'hidden' })

  expect(await name.inputValue()).toBe('Digitado antes')
  const made = await api.call('POST', '/v1/clients', {
    key: clinic.key,
    body: { first_name: 'Aaa', last_name: 'Depois', phone: '(11) 91234-5678' },
  })
  expect(made.status).toBe(201)
  await page.getByText('Aaa Depois').first().waitFor({ state: 'attached' })
  await context.close()
})

it('a page that cannot be loaded leaves the rest working, and is tried again', async () => {
  const context = await world.signedIn()
  const page = await context.newPage()
  // The agenda asks for them once it is painted, and stands without them.
  await page.route('**/assets/styles-later*', (route) => route.abort())
  await page.goto('/app/')
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Clientes' }).click()
  await page.getByRole('heading', { name: 'Esta página não pôde ser mostrada' }).waitFor()
  await page.getByRole('link', { name: 'Agenda' }).click()
  await page
    .getByRole('button', { name: /Maria Silva/ })
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Clientes' }).click()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  await context.close()
})

it('a part that cannot be loaded says so, leaves the rest working, and is tried again', async () => {
  const context = await world.signedIn()
  const page = await context.newPage()
  await page.goto('/app/services')
  await page.getByText('Limpeza de pele').first().waitFor()
  await page.route('**/assets/service-drawer*', (route) => route.abort())
  const add = page.getByRole('button', { name: 'Novo serviço' })
  await add.click()
  const note = page.getByRole('alert').filter({ hasText: 'Uma parte da página não carregou' })
  await note.getByRole('button', { name: 'Fechar' }).click()
  await note.waitFor({ state: 'hidden' })
  await page.getByText('Limpeza de pele').first().waitFor()
  await add.click()
  await note.waitFor()
  await page.unrouteAll()
  await note.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('dialog', { name: 'Novo serviço' }).waitFor()
  await context.close()
})
