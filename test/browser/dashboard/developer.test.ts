/** The day of a developer: a webhook with a template of its own, a delivery that fails, and the same one again. */
import { afterAll, describe, expect, it } from 'vitest'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { startSeenApi } from '../../support/seen-api.ts'
import { letClockRun, registerClient, workerBeside } from '../../support/worker.ts'
import { openEndpoint } from '../../support/webhooks.ts'

const world = await openDashboardWorld(await startSeenApi())
letClockRun(world.api)
const worker = await workerBeside(world.api)
const endpoint = await openEndpoint()
const context = await world.signedIn()
const page = await context.newPage()
afterAll(async () => {
  await worker.stop()
  await endpoint.close()
})

const BODY = 'Conteúdo do pedido'

describe('a developer', () => {
  it('writes a template, is told what is wrong by line and column, and sees the request', async () => {
    await page.goto('/app/webhooks')
    await page.getByRole('button', { name: 'Novo webhook' }).click()
    await page.getByRole('combobox', { name: 'Formato' }).click()
    await page.getByRole('option', { name: 'Modelo próprio' }).click()
    await page.getByRole('textbox', { name: 'Endereço (URL)' }).fill(endpoint.url)
    await page
      .getByRole('textbox', { name: 'Nome', exact: true })
      .fill('CRM <img onerror=alert(1)>')
    await page.getByRole('checkbox', { name: 'Todos os eventos' }).uncheck()
    await page.getByRole('checkbox', { name: 'Grupo inteiro: Clientes' }).check()

    const editor = page.getByRole('textbox', { name: BODY })
    await editor.fill('{\n  "id": {{ data.object.idd | json }}\n}')
    const fault = page.getByRole('button', { name: 'Ir para a linha 2, coluna 23' })
    await fault.waitFor()
    await page.getByText('the nearest name is `data.object.id`').waitFor()
    await page.getByText('A prévia aparece quando o modelo não tiver erros.').waitFor()

    await fault.click()
    await page.keyboard.press('End')
    await editor.fill(
      '{\n  "name": {{ data.object.first_name | json }}, "key": {{ secret_ref("crm") | json }}\n}',
    )
    await page.getByRole('button', { name: 'Ir para a linha 2, coluna' }).waitFor()
    await page.getByRole('button', { name: 'Incluir segredo' }).click()
    await page.getByRole('textbox', { name: 'Nome do segredo 1' }).fill('crm')
    await page.getByLabel('Valor do segredo 1').fill('hidden-value')
    const preview = page.getByRole('region', { name: 'Conteúdo da prévia' })
    await preview.filter({ hasText: '"Mariana", "key": "***"' }).waitFor()

    await page.getByRole('button', { name: 'Criar' }).click()
    await page.getByText('Guarde o segredo agora').waitFor()
    const secret = await page.getByRole('group', { name: 'Segredo' }).textContent()
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByRole('heading', { level: 1, name: 'CRM <img onerror=alert(1)>' }).waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it('sees a delivery that failed, with its answer and its next attempt', async () => {
    endpoint.answer(503, 'closed for lunch')
    await registerClient(world.api, world.clinic)
    // No one reads the page again: it shows by itself.
    const row = page.getByRole('link', {
      name: /^Cliente cadastrado Falhou/,
    })
    await row.click()
    await page
      .getByRole('region', { name: 'Resposta recebida' })
      .getByText('closed for lunch')
      .waitFor()
    await page
      .getByText(/Nova tentativa: \d/)
      .first()
      .waitFor()
    await page.getByRole('heading', { name: 'Pedido como seria feito agora' }).waitFor()
    const body = page.getByRole('region', { name: 'Conteúdo', exact: true })
    expect(await body.textContent()).toContain('"key": "***"')
    expect(JSON.parse(endpoint.received.at(-1)?.body ?? '')).toEqual({
      name: 'Ana',
      key: 'hidden-value',
    })
    expect(page.url()).toContain('delivery=dlv_')
    await page.getByText('Nenhuma entrega deu certo desde').waitFor()
  })

  it('sends it again, and it is delivered', async () => {
    endpoint.answer(200, 'thanks')
    await page.getByRole('button', { name: 'Enviar de novo' }).click()
    await page.getByText('A entrega está na fila.').waitFor()
    await page.getByRole('region', { name: 'Resposta recebida' }).getByText('thanks').waitFor()
    await page.getByRole('link', { name: /^Cliente cadastrado Entregue/ }).waitFor()
    await page.getByText('Nenhuma entrega deu certo desde').waitFor({ state: 'detached' })
    const bodies = endpoint.received.map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])
  })

  it('finds deliveries by filters that a link carries', async () => {
    await page.getByRole('combobox', { name: 'Situação' }).click()
    await page.getByRole('option', { name: 'Falhou' }).click()
    await page
      .getByRole('link', { name: /^Cliente cadastrado Entregue/ })
      .waitFor({ state: 'detached' })
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('link', { name: /^Cliente cadastrado Falhou/ }).waitFor()
    expect(await other.getByRole('link', { name: /^Cliente cadastrado Entregue/ }).count()).toBe(0)
    await other.close()
  })
})
