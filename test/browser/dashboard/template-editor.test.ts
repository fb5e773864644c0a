/** The editor of a template: what it believes, what it offers, and how it is left. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDashboardWorld } from '../../support/dashboard-world.ts'
import { createdWebhook } from '../../support/webhooks.ts'

const world = await openDashboardWorld()
let page: Page
beforeEach(async () => {
  page = await world.page()
})

describe('the template editor', () => {
  const openEditor = async () => {
    const webhook = await createdWebhook(world.api, world.clinic, {
      events: ['client.created'],
      format: 'custom',
      template: { content_type: 'text/plain', body: 'x' },
    })
    await page.goto(`/app/webhooks/${webhook.id}?dialog=edit`)
    const editor = page.getByRole('textbox', { name: 'Conteúdo do pedido' })
    await editor.waitFor()
    return editor
  }

  it('believes the answer to the newest text, however late an older one comes', async () => {
    const editor = await openEditor()
    await page.getByRole('region', { name: 'Conteúdo da prévia' }).waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/trpc/webhooks.preview**', async (route) => {
      if (route.request().postData()?.includes('broken') === true) await held
      await route.continue().catch(() => undefined)
    })
    const asked = page.waitForRequest((request) => request.postData()?.includes('broken') === true)
    await editor.fill('{{ broken')
    await asked
    await editor.fill('{{ type }} is fine')
    const preview = page.getByRole('region', { name: 'Conteúdo da prévia' })
    await preview.getByText('client.created is fine').waitFor()
    release()
    await page.unroute('**/trpc/webhooks.preview**')
    await editor.fill('{{ type }} is still fine')
    await preview.getByText('client.created is still fine').waitFor()
    expect(await page.getByRole('button', { name: /Ir para a linha/ }).count()).toBe(0)
  })

  it('completes the fields of the event by keyboard', async () => {
    const editor = await openEditor()
    await editor.fill('')
    await editor.pressSequentially('{{ data.object.first')
    await page.getByRole('option', { name: /^first_name/ }).waitFor()
    // For 75 ms the editor takes no key for a choice: no one accepts what they have not seen.
    await page.waitForTimeout(150)
    await editor.press('Enter')
    await page.getByRole('region', { name: 'Conteúdo da prévia' }).getByText('Mariana').waitFor()
    expect(await editor.textContent()).toBe('{{ data.object.first_name}}')
  })

  it('is left by Tab, unless Tab indents; then by Escape and Tab', async () => {
    const editor = await openEditor()
    const isInside = async () =>
      (await page.evaluate(`document.activeElement?.getAttribute('aria-label')`)) ===
      'Conteúdo do pedido'
    await editor.focus()
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(false)
    await page.getByRole('switch', { name: 'Tab recua o texto' }).click()
    await editor.press('ControlOrMeta+Home')
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(true)
    expect(await editor.textContent()).toMatch(/^\s+x$/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(false)
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})
