/** Webhooks of a clinic, when things go wrong: slow answers, refusals, double clicks, others at the same time. */
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { createdWebhook, openEndpoint, readWebhook } from '../../support/webhooks.ts'

const world = await openDashboardWorld()
const endpoint = await openEndpoint()
let page: Page
beforeEach(async () => {
  page = await world.page()
})
afterAll(() => endpoint.close())

const created = (body: object = {}) =>
  createdWebhook(world.api, world.clinic, { url: endpoint.url, ...body })
const read = (id: string) => readWebhook(world.api, world.clinic, id)
const custom = {
  format: 'custom',
  template: { content_type: 'text/plain', body: 'x' },
  secrets: { crm: 'hidden-value' },
  headers: { Authorization: 'Bearer very-secret' },
}

describe('the form', () => {
  it('makes one webhook of two clicks, and shows its secret once', async () => {
    await page.goto('/app/webhooks?dialog=new')
    await page.getByRole('textbox', { name: 'Endereço (URL)' }).fill(`${endpoint.url}?twice`)
    await page.getByRole('button', { name: 'Criar' }).dblclick()
    await page.getByText('Guarde o segredo agora').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByRole('heading', { level: 1, name: '127.0.0.1' }).waitFor()
    const { data } = (
      await world.api.call(
        'GET',
        `/v1/webhooks?url=${encodeURIComponent(`${endpoint.url}?twice`)}`,
        {
          key: world.clinic.key,
        },
      )
    ).body
    expect(data).toHaveLength(1)
  })

  it('says beside the field what is refused, and keeps what was typed', async () => {
    await page.goto('/app/webhooks?dialog=new')
    const address = page.getByRole('textbox', { name: 'Endereço (URL)' })
    await address.fill('https://10.0.0.1/in')
    await page.getByRole('button', { name: 'Incluir cabeçalho' }).click()
    await page.getByRole('textbox', { name: 'Nome do cabeçalho 1' }).fill('Host')
    await page.getByRole('textbox', { name: 'Valor do cabeçalho 1' }).fill('x')
    await page.getByRole('button', { name: 'Criar' }).click()
    await page.getByRole('alert').filter({ hasText: 'Há algo a corrigir' }).waitFor()
    const described = await address.getAttribute('aria-invalid')
    expect(described).toBe('true')
    const value = page.getByRole('textbox', { name: 'Valor do cabeçalho 1' })
    expect(await value.getAttribute('aria-invalid')).toBe('true')
    expect(await address.inputValue()).toBe('https://10.0.0.1/in')
  })

  it('asks before it throws away what was typed', async () => {
    await page.goto('/app/webhooks')
    await page.getByRole('button', { name: 'Novo webhook' }).click()
    const address = page.getByRole('textbox', { name: 'Endereço (URL)' })
    await address.fill('https://example.com/in')
    await page.goBack()
    await page.getByRole('button', { name: 'Continuar editando' }).click()
    expect(await address.inputValue()).toBe('https://example.com/in')
    await page.getByRole('button', { name: 'Voltar' }).click()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.getByRole('dialog').first().waitFor({ state: 'detached' })
  })

  it('does not carry credentials to another address', async () => {
    const webhook = await created(custom)
    await page.goto(`/app/webhooks/${webhook.id}?dialog=edit`)
    const address = page.getByRole('textbox', { name: 'Endereço (URL)' })
    await address.fill('https://elsewhere.example.com/in')
    await page.getByText('O endereço mudou: credenciais não vão').waitFor()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Preencha este campo.').first().waitFor()
    expect((await read(webhook.id)).url).toBe(endpoint.url)
    await page.getByRole('button', { name: 'Remover Authorization' }).click()
    await page.getByLabel('Valor do segredo 1').fill('new-value')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Webhook salvo.').waitFor()
    expect(await read(webhook.id)).toMatchObject({
      url: 'https://elsewhere.example.com/in',
      headers: {},
      secret_names: ['crm'],
    })
  })

  it('tells that someone else changed the webhook meanwhile', async () => {
    const webhook = await created()
    await page.goto(`/app/webhooks/${webhook.id}?dialog=edit`)
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Mine')
    const { api, clinic } = world
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, {
      key: clinic.key,
      body: { name: 'Theirs' },
    })
    await page.getByText('Outra pessoa mudou este webhook').waitFor()
    expect(await page.getByRole('textbox', { name: 'Nome', exact: true }).inputValue()).toBe('Mine')
  })
})

describe('a webhook', () => {
  it('is tested with any type, and says what came back', async () => {
    const webhook = await created()
    endpoint.answer(418, 'I am a teapot')
    await page.goto(`/app/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Testar' }).click()
    await page.getByRole('combobox', { name: 'Tipo de evento' }).click()
    await page.getByRole('option', { name: /deposit\.paid/ }).click()
    await page.getByRole('button', { name: 'Enviar teste' }).click()
    const result = page.getByRole('status', { name: 'Resultado do teste' })
    await result.getByText('I am a teapot').waitFor()
    expect(JSON.parse(endpoint.received.at(-1)?.body ?? '{}')).toMatchObject({
      type: 'deposit.paid',
      livemode: false,
    })
    await result.getByRole('link', { name: 'Abrir a entrega' }).click()
    await page.getByText('Um teste não pode ser repetido').waitFor()
    const again = page.getByRole('button', { name: 'Enviar de novo' })
    expect(await again.isDisabled()).toBe(true)
  })

  it('is paused and switched on, and its secret is rotated with an overlap', async () => {
    const webhook = await created()
    await page.goto(`/app/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Pausar' }).click()
    await page.getByRole('button', { name: 'Ligar de novo' }).click()
    await page.getByText('Webhook ligado.').waitFor()
    expect(await read(webhook.id)).toMatchObject({ active: true, disabled_reason: null })
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Trocar o segredo' }).click()
    await page.getByRole('button', { name: 'Trocar agora' }).click()
    const secret = await page.getByRole('group', { name: 'Segredo' }).textContent()
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(webhook.secret)
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByText('Ainda assina as entregas até').waitFor()
  })

  it('gets what it missed, and says so when nothing is missing', async () => {
    const webhook = await created()
    await page.goto(`/app/webhooks/${webhook.id}?dialog=recover`)
    await page.getByRole('dialog').getByLabel('Desde').fill('2026-11-19T08:00')
    await page.getByRole('button', { name: 'Recuperar', exact: true }).click()
    await page.getByText('Não falta nada').waitFor()
  })

  it('that someone else deletes says so, as does one of a stranger', async () => {
    const webhook = await created()
    await page.goto(`/app/webhooks/${webhook.id}`)
    await page.getByRole('heading', { name: 'Entregas' }).waitFor()
    await world.api.call('DELETE', `/v1/webhooks/${webhook.id}`, { key: world.clinic.key })
    await page.getByText('Isto não existe mais.').waitFor()
    const stranger = await createdWebhook(world.api, world.empty, { url: endpoint.url })
    await page.goto(`/app/webhooks/${stranger.id}`)
    await page.getByText('Isto não existe mais.').waitFor()
    expect(await page.getByRole('button', { name: 'Editar' }).count()).toBe(0)
  })

  it('is deleted after a question', async () => {
    const webhook = await created({ name: 'Old one' })
    await page.goto(`/app/webhooks/${webhook.id}?dialog=delete`)
    await page.getByRole('dialog', { name: 'Apagar Old one?' }).waitFor()
    await page.getByRole('button', { name: 'Apagar o webhook' }).click()
    await page.getByText('Webhook apagado.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    expect((await read(webhook.id)).status ?? 404).toBe(404)
  })
})
