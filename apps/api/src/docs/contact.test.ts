/** What the operator sets about support and firewalls, and where readers find it. */
import { appRouter } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { routeTable } from '../route-table.ts'
import { NO_CONTACT, type Contact } from './contact.ts'
import { docsPages } from './serve.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const publicBaseUrl = 'http://localhost:3000'
const { routes } = routeTable(appRouter)
const document = openApiDocument(appRouter, routes, publicBaseUrl, NOW)

async function pagesOf(contact: Contact, paths: readonly string[]): Promise<string[]> {
  const docs = docsPages({
    document: () => document,
    routes,
    publicBaseUrl,
    now: () => NOW,
    contact,
  })
  return Promise.all(paths.map(async (path) => String((await docs(path, () => false))?.body)))
}

const PAGES = ['/docs', '/docs/errors', '/docs/webhooks/delivery']
const IN_PORTUGUESE = ['/docs/pt', '/docs/pt/errors', '/docs/pt/webhooks/delivery']

describe('the docs', () => {
  it('name the support address at the foot of each page and beside the errors', async () => {
    const mail = await pagesOf({ ...NO_CONTACT, support: 'help@example.com' }, PAGES)
    for (const page of mail)
      expect(page).toContain(
        '<footer><a href="mailto:help@example.com">Support: help@example.com</a></footer>',
      )
    expect(mail[1]).toContain('Support, if you need help: <code>help@example.com</code>.')
    const page = 'https://help.example.com/?from=docs&x=<y>'
    const [home, errors] = await pagesOf({ ...NO_CONTACT, support: page }, IN_PORTUGUESE)
    const shown = 'https://help.example.com/?from=docs&amp;x=&lt;y&gt;'
    expect(home).toContain(`<footer><a href="${shown}">Suporte: ${shown}</a></footer>`)
    expect(errors).toContain(`Suporte, se você precisar de ajuda: <code>${shown}</code>.`)
  })

  it('list where webhooks come from', async () => {
    const webhookAddresses = ['203.0.113.7', '2001:db8:12::/48']
    const [, , english] = await pagesOf({ webhookAddresses }, PAGES)
    const [, , portuguese] = await pagesOf({ webhookAddresses }, IN_PORTUGUESE)
    for (const page of [english, portuguese]) {
      expect(page).toContain('<li><code>203.0.113.7</code></li>')
      expect(page).toContain('<li><code>2001:db8:12::/48</code></li>')
    }
    expect(portuguese).toContain('Nossas requisições saem destes endereços')
  })

  it('say nothing of either where it is not set', async () => {
    for (const page of await pagesOf(NO_CONTACT, [...PAGES, ...IN_PORTUGUESE])) {
      expect(page).not.toMatch(/<footer>|undefined|webhook addresses|if you need help: |ajuda: </)
    }
  })
})
