/** What readers ask, and where the answer stands. */
import { appRouter } from '@scheduling/core'
import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { routeTable } from '../route-table.ts'
import { NO_CONTACT } from './contact.ts'
import { pagesIn } from './language.ts'
import { searchIndex } from './search-index.ts'
import { SEARCH_WORDS } from './search-words.ts'
import { searchOf } from './search.js'
import { packages } from './packages.ts'
import { sitePages } from './site-map.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const publicBaseUrl = 'http://localhost:3000'
const { routes } = routeTable(appRouter)
const document = openApiDocument(appRouter, routes, publicBaseUrl, NOW)
const pages = sitePages(
  { document: () => document, routes, publicBaseUrl, now: () => NOW, contact: NO_CONTACT },
  packages(publicBaseUrl),
)
const entries = searchIndex(pagesIn('en', pages))
const search = searchOf(MiniSearch, entries)

/** What is typed, and the section that stands first. */
const FIRST: Readonly<Record<string, string>> = {
  // How to begin.
  quickstart: '/docs/getting-started',
  'getting started': '/docs/getting-started',
  authenticate: '/docs/reference#authentication',
  'bearer token': '/docs/reference#authentication',
  'api key permissions': '/docs/scopes',
  scopes: '/docs/scopes',
  cors: '/docs/scopes#call-the-api-from-your-server',
  'test mode': '/docs/dashboards/test-mode',
  sandbox: '/docs/dashboards/test-mode',
  'time travel': '/docs/reference/test-clock',
  typescript: '/docs/sdk',
  npm: '/docs/sdk',
  openapi: '/docs/generated-clients',
  postman: '/docs/generated-clients',
  'command line': '/docs/cli',
  ngrok: '/docs/cli#receive-webhooks',
  mcp: '/docs/agents',
  // How requests work.
  paginate: '/docs/reference#pages-of-a-list',
  cursor: '/docs/reference#pages-of-a-list',
  idempotency: '/docs/reference#idempotency',
  'idempotency key': '/docs/reference#idempotency',
  'rate limit': '/docs/reference#rate-limits',
  throttling: '/docs/reference#rate-limits',
  '429': '/docs/reference#rate-limits',
  'time zone': '/docs/availability#clocks-that-change',
  DST: '/docs/availability#clocks-that-change',
  'daylight saving': '/docs/availability#clocks-that-change',
  'summer time': '/docs/availability#clocks-that-change',
  'error codes': '/docs/errors',
  slot_unavailable: '/docs/errors/slot_unavailable',
  'slot unavailable': '/docs/errors/slot_unavailable',
  rate_limited: '/docs/errors/rate_limited',
  etag: '/docs/calendars#what-all-addresses-have-in-common',
  'custom fields': '/docs/clients#metadata',
  'request id': '/docs/trace-a-request',
  expand: '/docs/sdk#full-records-in-place-of-references',
  quotas: '/docs/limits',
  changelog: '/docs/changes#changelog',
  sunset: '/docs/changes#deprecation',
  // Clients, times and appointments.
  customer: '/docs/clients',
  cpf: '/docs/clients#how-identifiers-are-read',
  'duplicate client': '/docs/clients',
  'free slots': '/docs/availability',
  'double booking': '/docs/appointments#booking',
  'book an appointment': '/docs/getting-started#2-book-an-appointment',
  reschedule: '/docs/appointments#actions',
  'cancel appointment': '/docs/reference/appointments#cancel-an-appointment',
  'no-show': '/docs/appointments#actions',
  'reserve a slot': '/docs/holds',
  waitlist: '/docs/waitlist',
  'walk-in': '/docs/queue',
  pix: '/docs/deposits',
  'payment provider': '/docs/payments',
  refund: '/docs/deposits#refunds',
  reminders: '/docs/messages#reminders',
  whatsapp: '/docs/messages',
  'google calendar': '/docs/calendars',
  iframe: '/docs/embed',
  csv: '/docs/import-export',
  gdpr: '/docs/personal-data',
  migrate: '/docs/move-a-clinic',
  // Webhooks and events.
  webhook: '/docs/webhooks/delivery',
  retry: '/docs/webhooks/delivery#when-we-try-again',
  'verify signature': '/docs/webhooks/verify-signatures',
  hmac: '/docs/webhooks/verify-signatures',
  'rotate secret': '/docs/webhooks/verify-signatures#rotating-the-secret',
  replay: '/docs/webhooks/repair',
  'event types': '/docs/events',
  'appointment.created': '/docs/events#types',
  n8n: '/docs/automation',
  zapier: '/docs/automation',
  slack: '/docs/webhooks/chat',
  'ip allowlist': '/docs/webhooks/delivery#where-we-send-and-where-not',
  'keep a copy': '/docs/sync',
  'real time': '/docs/dashboards/live',
}

describe('the search', () => {
  it.each(Object.entries(FIRST))('answers "%s" with %s', (asked, url) => {
    expect(search(asked)[0]?.url).toBe(url)
  })

  it.each(['webhok', 'idempotencey', 'paginaton'])('forgives the typing of "%s"', (asked) => {
    expect(search(asked)).not.toEqual([])
  })

  it('finds nothing for a word that no page has', () => {
    expect(search('zzzqqq')).toEqual([])
  })

  it('has words for sections that exist', () => {
    const urls = new Set(searchIndex(pages).map(({ url }) => url))
    expect(Object.keys(SEARCH_WORDS).filter((url) => !urls.has(url))).toEqual([])
  })
})

describe('the search in Portuguese', () => {
  const found = searchOf(MiniSearch, searchIndex(pagesIn('pt-BR', pages)))

  it.each([
    ['horario livre', '/docs/pt/availability'],
    ['autenticacao', '/docs/pt/scopes'],
    ['remarcar', '/docs/pt/appointments#acoes'],
    ['dois agendamentos ao mesmo tempo', '/docs/pt/appointments#agendar'],
    ['horário de verão', '/docs/pt/availability#quando-o-relogio-muda'],
    ['assinatura', '/docs/pt/webhooks/verify-signatures'],
    ['slot_unavailable', '/docs/pt/errors/slot_unavailable'],
    ['zapier', '/docs/pt/automation'],
    ['rate limits', '/docs/reference#rate-limits'],
  ])('answers "%s" with %s', (asked, url) => {
    expect(found(asked)[0]?.url).toContain(url)
  })
})
