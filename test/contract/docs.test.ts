import { offeredFields, routeTable } from '@scheduling/api'
import { appRouter, EMISSIONS, LIMITS, PROBLEM_CODES, PROBLEMS, typesOf } from '@scheduling/core'
import { EVENT_TYPES } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, useSharedApi } from '../support/api.ts'
import { blockAddress } from '../support/blocked-address.ts'
import { GUIDES } from '../support/guides.ts'
import { rowsOf, shownLimit, shownValues } from '../support/limit-rows.ts'
import { shellBlocks } from '../support/pasted.ts'

const routes = routeTable(appRouter).routes

const api = useSharedApi()

const GUIDE_PATHS = GUIDES.map((file) => `/docs/${file.replace(/\.md$/, '')}`)

const CHAPTERS = [...new Set(routes.map(({ endpoint }) => endpoint.rest.tag))].map(
  (tag) => `/docs/reference/${tag.toLowerCase().replaceAll(' ', '-')}`,
)

const PAGES = [
  '/docs',
  '/docs/reference',
  ...CHAPTERS,
  '/docs/reference/records',
  '/docs/errors',
  '/docs/limits',
  '/docs/downloads',
  '/docs/events',
  ...GUIDE_PATHS,
  ...PROBLEM_CODES.map((code) => `/docs/errors/${code}`),
  '/docs/pt',
  '/docs/pt/errors',
  ...PROBLEM_CODES.map((code) => `/docs/pt/errors/${code}`),
]

const TEXTS = [
  '/llms.txt',
  '/docs/llms.txt',
  '/docs/llms-api.txt',
  '/docs/llms-full.txt',
  '/docs/index.md',
  '/docs/changes.atom',
]

type Page = { readonly response: Response; readonly text: string }

async function pageOfNow(path: string): Promise<Page> {
  const response = await fetch(`${api.url}${path}`)
  return { response, text: await response.text() }
}

const pages = new Map<string, Promise<Page>>()
/** Asked for once, as many tests look at every page. */
function page(path: string): Promise<Page> {
  const asked = pages.get(path) ?? pageOfNow(path)
  pages.set(path, asked)
  return asked
}

/** Values of the attributes that make a browser load or go somewhere. */
function addresses(html: string): string[] {
  return [...html.matchAll(/\s(?:href|src|action|formaction|srcset|poster)="([^"]*)"/g)].map(
    ([, address = '']) => address,
  )
}

describe('every page', () => {
  it('200: needs no key and has the headers of every answer', async () => {
    for (const path of [...PAGES, ...TEXTS]) {
      const { response } = await page(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('x-request-id'), path).toMatch(/^req_[0-9a-z]{26}$/)
      expect(response.headers.get('x-ratelimit-limit'), path).toMatch(/^\d+$/)
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(response.headers.get('access-control-allow-origin'), path).toBe('*')
    }
  })

  it('names no address outside the service, runs no script of its own and allows none', async () => {
    for (const path of PAGES) {
      const { response, text } = await page(path)
      for (const address of addresses(text)) expect(address, path).toMatch(/^(\/(?!\/)|#|data:,$)/)
      expect(text, path).not.toMatch(/<script(?![^>]*\ssrc=)|<style/)
      expect(text, path).not.toMatch(/<[^>]+\s(?:on\w+|style)=/)
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).not.toMatch(/https?:|\*|unsafe-/)
    }
  })

  it('leads only to pages and headings that are there', async () => {
    const texts = new Map<string, string>()
    const read = async (path: string) => {
      const { response, text } = await page(path)
      if (response.status === 200) texts.set(path, text)
      return texts.get(path)
    }
    for (const from of PAGES) {
      for (const address of new Set(addresses((await read(from)) ?? ''))) {
        if (address === 'data:,') continue
        const { pathname, hash } = new URL(address, `http://api.test${from}`)
        const target = texts.get(pathname) ?? (await read(pathname))
        expect(target, `${from} leads to ${address}`).toBeDefined()
        if (!pathname.startsWith('/docs')) continue
        if (hash !== '')
          expect(target, `${from} leads to ${address}`).toContain(`id="${hash.slice(1)}"`)
      }
    }
  })

  it('405 method_not_allowed: anything but GET and HEAD', async () => {
    for (const path of ['/docs', '/docs/errors/not_found', '/docs/llms-full.txt']) {
      const response = await fetch(`${api.url}${path}`, { method: 'POST', body: 'x' })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET')
      expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
      const head = await fetch(`${api.url}${path}`, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
    }
  })

  it('404 not_found: whatever else is asked for below /docs', async () => {
    for (const path of [
      '/docs//',
      '/docs/errors/nothing',
      '/docs/errors/__proto__',
      '/docs/errors/constructor',
      '/docs/errors/NOT_FOUND',
      '/docs/errors/..%2flimits',
      '/docs/..%2f..%2fpackage.json',
      '/docs/architecture',
      '/docs/internals/availability',
      '/docs/reference/nothing',
      '/docs/assets/000000000000/style.css',
      '/llms.txt/',
      '/docs/%',
      '/docsx',
    ]) {
      const response = await fetch(`${api.url}${path}`)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('content-type'), path).toBe('application/problem+json')
      expect(await response.json(), path).toMatchObject({ code: 'not_found', status: 404 })
    }
  })

  it('404: as a page with links for a browser that follows a dead link', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const response = await fetch(`${api.url}/docs/nothing`, { headers })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('<a href="/docs/getting-started">')
    expect(text).toContain('<meta name="robots" content="noindex">')
  })

  it('200: is Markdown for a caller that prefers it', async () => {
    const headers = { accept: 'text/markdown, text/html;q=0.5' }
    for (const path of ['/', '/docs', '/docs/webhooks/delivery']) {
      const response = await fetch(`${api.url}${path}`, { headers })
      expect(response.headers.get('content-type'), path).toBe('text/markdown; charset=utf-8')
      expect(response.headers.get('vary'), path).toBe('Accept, Accept-Encoding')
    }
  })

  it('says in one sentence what it is about', async () => {
    const described = new Map<string, string>()
    for (const path of PAGES) {
      const { text } = await page(path)
      const [, sentence = ''] = /<meta name="description" content="([^"]*)">/.exec(text) ?? []
      expect(sentence, path).toMatch(/^.{15,}\.$/)
      expect(described.get(sentence), path).toBeUndefined()
      described.set(sentence, path)
    }
  })

  it('304: to a browser that has it already, with the same headers', async () => {
    for (const path of [...PAGES, ...TEXTS, '/v1/openapi.json']) {
      const { headers } = (await page(path)).response
      const tag = headers.get('etag') ?? ''
      expect(tag, path).toMatch(/^"[\w-]{22}(-(br|gzip))?"$/)
      expect(headers.get('cache-control'), path).toBe('no-cache')
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const again = await fetch(`${api.url}${path}`, { headers: { 'if-none-match': known } })
        expect(again.status, path).toBe(304)
        expect(await again.text()).toBe('')
        expect(again.headers.get('etag')).toBe(tag)
        expect(again.headers.get('x-request-id')).toMatch(/^req_/)
        expect(again.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
      }
      const other = await fetch(`${api.url}${path}`, { headers: { 'if-none-match': '"other"' } })
      expect(other.status, path).toBe(200)
      await other.body?.cancel()
    }
  })

  it('200: with a slash at its end too', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/errors/not_found', '/docs/reference']) {
      const [plain, slash] = await Promise.all([page(path), page(`${path}/`)])
      expect([slash.response.status, slash.text], path).toEqual([200, plain.text])
    }
  })

  it('is there for an address that is blocked in the API, and while the API is switched off', async () => {
    const strict = await startTestApi({ limitsScale: 1 })
    try {
      await blockAddress(strict)
      expect((await fetch(`${strict.url}/docs/errors/rate_limited`)).status).toBe(200)
      await strict.db.operatorSwitch.upsert({
        where: { id: 1 },
        create: { id: 1, apiDisabled: true },
        update: { apiDisabled: true },
      })
      await expect
        .poll(async () => (await fetch(`${strict.url}/v1/me`)).status, { timeout: 5000 })
        .toBe(503)
      expect((await fetch(`${strict.url}/docs/errors/api_disabled`)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('GET /.well-known/api-catalog', () => {
  it('200: a linkset of the API and its descriptions', async () => {
    const { response, text } = await page('/.well-known/api-catalog')
    expect(response.headers.get('content-type')).toContain('application/linkset+json')
    const [{ anchor, ...links }] = JSON.parse(text).linkset
    expect(anchor).toMatch(/\/v1$/)
    for (const [{ href }] of Object.values<[{ href: string }]>(links)) {
      expect((await page(new URL(href).pathname)).response.status, href).toBe(200)
    }
  })
})

describe('GET /.well-known/mcp/server-card.json', () => {
  it('200: says where the tools are, what they speak and that they need a key', async () => {
    const { response, text } = await page('/.well-known/mcp/server-card.json')
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const card = JSON.parse(text)
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/scheduling$/)
    expect(card.description.length).toBeLessThanOrEqual(100)
    const [{ type, url, supportedProtocolVersions, headers }] = card.remotes
    expect(type).toBe('streamable-http')
    expect(new URL(url).pathname).toBe('/mcp')
    expect(headers).toMatchObject([{ name: 'Authorization', isRequired: true, isSecret: true }])
    const agent = await (await api.organization()).keyWith(['read'], 'agent')
    for (const version of supportedProtocolVersions.slice(1)) {
      const params = {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      }
      const answer = await fetch(`${api.url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${agent}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      })
      expect(await answer.json()).toMatchObject({ result: { protocolVersion: version } })
    }
  })
})

describe('what the pages load', () => {
  it('is held by this server, kept by browsers, and compressed on request', async () => {
    const { text } = await page('/docs')
    const loaded = [...text.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(
      ([, address = '']) => address,
    )
    expect(loaded.map((address) => address.split('/').at(-1)).sort()).toEqual([
      'minisearch.js',
      'search.js',
      'search.json',
      'site.js',
      'style.css',
    ])
    for (const address of loaded) {
      const small = await fetch(`${api.url}${address}`)
      expect(small.status, address).toBe(200)
      expect(small.headers.get('cache-control'), address).toContain('immutable')
      expect(small.headers.get('content-encoding'), address).not.toBeNull()
      const plain = await fetch(`${api.url}${address}`, {
        headers: { 'accept-encoding': 'identity' },
      })
      expect(plain.headers.get('content-encoding'), address).toBeNull()
      const content = await plain.text()
      expect(await small.text(), address).toBe(content)
      if (!address.endsWith('.json')) expect(content, address).not.toMatch(/(?:src|href)=.?https?:/)
    }
  })

  it('does not change with the week that the examples speak of', async () => {
    const loadedBy = async () => (await pageOfNow('/docs')).text.match(/"\/docs\/assets\/[^"]+"/g)
    const sample = async () => (await pageOfNow('/docs/reference/appointments.md')).text
    const before = [await loadedBy(), await sample()]
    try {
      api.setNow(TEST_NOW + 7 * 86_400_000)
      expect(await loadedBy()).toEqual(before[0])
      expect(await sample()).not.toEqual(before[1])
    } finally {
      api.setNow(TEST_NOW)
    }
  })
})

describe('the reference', () => {
  it('has every route with every field, code and a call, each in its chapter', async () => {
    for (const { method, path, endpoint } of routes) {
      const chapter = `/docs/reference/${endpoint.rest.tag.toLowerCase().replaceAll(' ', '-')}`
      const { text } = await page(`${chapter}.md`)
      const section = text.split(/^## /m).find((one) => one.includes(`\`${method} ${path}\``)) ?? ''
      expect(section, `${method} ${path}`).toContain(endpoint.rest.summary)
      for (const name of offeredFields(endpoint)) {
        const isRefused = endpoint.input.shape[name].meta()?.readOnly === true
        if (isRefused) expect(section, `${method} ${path}`).not.toContain(`| \`${name}\` |`)
        else expect(section, `${method} ${path}`).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, 'm'))
      }
      for (const code of endpoint.allProblems) expect(section).toContain(`(/docs/errors/${code})`)
      expect(section.includes('| `Idempotency-Key` |'), path).toBe(
        endpoint.rest.idempotent === true,
      )
      // In four languages, and what was answered.
      expect(section).toMatch(
        /```sh\ncurl -s [^`]*```\n\n```ts\n[^`]*```\n\n```python\n[^`]*```\n\n```php\n[^`]*```\n\n```http\nHTTP\/1.1 20\d /,
      )
    }
  })

  it('says of every field that is sent whether it is optional', async () => {
    const { text } = await page('/docs/reference/records.md')
    const fieldsOf = (record: string) =>
      Object.fromEntries(
        (text.split(`\n## ${record}\n`)[1] ?? '')
          .split('\n## ')[0]
          ?.split('\n')
          .flatMap((line) => {
            const [, name = '', kind = ''] = /^\| `(\w+)` \| \*(.+?)\*(?: |$)/.exec(line) ?? []
            return name === '' ? [] : [[name, / ?optional\.$/.test(kind)] as const]
          }) ?? [],
      )
    expect(fieldsOf('NewClient')).toMatchObject({ first_name: false, phone: true, on_match: true })
    expect(fieldsOf('WebhookFiltersInput')).toMatchObject({ service_ids: true, statuses: true })
    expect(fieldsOf('WebhookTemplateInput')).toMatchObject({ body: false, method: true })
    expect(Object.values(fieldsOf('Client'))).not.toContain(true)
  })
})

describe('a page in Portuguese', () => {
  it('is marked as such, and leads to the same page in English and back', async () => {
    for (const path of PAGES.filter((one) => one.startsWith('/docs/pt'))) {
      const english = path.replace('/docs/pt', '/docs')
      const { text } = await page(path)
      expect(text, path).toContain('<html lang="pt-BR">')
      expect(text, path).toContain(`<a class="language" href="${english}" hreflang="en" lang="en"`)
      const { text: other } = await page(english)
      expect(other, english).toContain('<html lang="en">')
      expect(other, english).toContain(`<a class="language" href="${path}" hreflang="pt-BR"`)
    }
    expect((await page('/docs/limits')).text).not.toContain('class="language"')
  })

  it('has the English page in its list of pages where there is no other', async () => {
    const { text } = await page('/docs/pt/getting-started')
    const [, menu = ''] = /<nav id="menu"([^]*?)<\/nav>/.exec(text) ?? []
    expect(menu).toContain('href="/docs/pt/appointments"')
    expect(menu).not.toContain('href="/docs/appointments"')
    expect(menu).toContain('href="/docs/sync" lang="en"')
  })
})

describe('GET /docs/errors', () => {
  it('lists every code, and each has a page that says when, what to do and what is answered', async () => {
    const { text: index } = await page('/docs/errors')
    for (const code of PROBLEM_CODES) {
      const { status, title, remedy } = PROBLEMS[code]
      expect(index).toContain(`href="/docs/errors/${code}"`)
      const { text } = await page(`/docs/errors/${code}.md`)
      expect(text).toContain(`# ${title}\n`)
      expect(text).toContain(`HTTP/1.1 ${status} `)
      expect(text).toContain(`"type": "http://api.test/docs/errors/${code}"`)
      expect(text).toContain(remedy)
    }
  })

  it('is where the `type` of a problem leads', async () => {
    const organization = await api.organization()
    const replies = [
      await api.call('GET', '/v1/nothing'),
      await api.call('GET', '/v1/me'),
      await api.call('DELETE', '/v1/me', { key: organization.key }),
      await api.call('GET', '/v1/professionals?limit=0', { key: organization.key }),
    ]
    for (const { body } of replies) {
      const address = String(body.type).replace(api.service.publicBaseUrl, api.url)
      const response = await fetch(address)
      expect(response.status, body.type).toBe(200)
      expect(await response.text()).toContain(`<code>${body.code}</code>`)
    }
  })
})

describe('GET /docs/limits', () => {
  it('has every limit with its value, and the answer beyond it with its headers', async () => {
    const { text } = await page('/docs/limits.md')
    const rows = rowsOf(text).filter((row) => row.length === 4)
    const values = Object.entries(LIMITS).map(([name, value]) => shownLimit(name, value))
    expect(shownValues(text).sort()).toEqual(values.sort())
    for (const row of rows) {
      const [, code] = /`\d+ (\w+)/.exec(row[3] ?? '') ?? []
      expect(row[3]).not.toBe('')
      if (code !== undefined) expect(text).toContain(`"code": "${code}"`)
    }
    const retention = rows.find(([says]) => says === 'How long events are kept')
    expect(retention?.[3]).toContain('400 validation_error, not_found')
    expect(text).toMatch(/"field": "after",\s+"code": "not_found"/)
    for (const limit of [
      LIMITS.requestsPerKeyPerSecond,
      LIMITS.requestsPerKeyPerMinute,
      LIMITS.requestsPerOrganizationPerMinute,
      LIMITS.availabilityRequestsPerKeyPerMinute,
      LIMITS.invalidKeysPerAddress,
    ]) {
      expect(text).toMatch(
        new RegExp(
          `HTTP/1.1 429 Too Many Requests\\n(?:.+\\n)*X-RateLimit-Limit: ${limit}\\n(?:.+\\n)*Retry-After: \\d+\\n`,
        ),
      )
    }
  })
})

describe('GET /docs/events', () => {
  it('has every type, its record and the fields that may change', async () => {
    const { text } = await page('/docs/events.md')
    const rows = rowsOf(text).filter((row) => row.length === 4)
    expect(rows.map(([type]) => type)).toEqual(
      Object.keys(EVENT_TYPES).map((type) => `\`${type}\``),
    )
    const { text: html } = await page('/docs/events')
    for (const [type, { record, changes }] of Object.entries(EVENT_TYPES)) {
      expect(html).toContain(`<code>${type}</code>`)
      expect(html).toContain(`>${record}</a>`)
      for (const field of changes ?? []) expect(html).toContain(`<code>${field}</code>`)
    }
  })

  it('has every route that leaves events behind', async () => {
    const html = (await page('/docs/events')).text
    for (const [route, outcomes] of Object.entries(EMISSIONS)) {
      // What is on tRPC alone stands in the guides for dashboards.
      if (!route.includes(' /')) continue
      expect(html).toContain(`<code>${route.replace(' /', ' /v1/')}</code>`)
      for (const emission of Object.values(outcomes).flat()) {
        for (const type of typesOf(emission)) expect(html).toContain(`<code>${type}</code>`)
      }
    }
  })
})

describe('the texts for machines', () => {
  it('an index that names every page in the navigation, as Markdown that is there', async () => {
    const { response, text } = await page('/llms.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await page('/docs/llms.txt')).text).toBe(text)
    expect(text).toMatch(/^# Scheduling API\n\n> .+\n/)
    const paths = [...text.matchAll(/\]\(http:\/\/api\.test(\/docs\/\S+\.md)\)/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.map((path) => path.replace(/(?:\/index)?\.md$/, '')).sort()).toEqual(
      PAGES.toSorted(),
    )
    for (const path of paths) {
      const markdown = await page(path)
      expect(markdown.response.status, path).toBe(200)
      expect(markdown.response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(markdown.text, path).toMatch(/^# .+\n/)
    }
  })

  it('200: the API alone is a text of at most 150 KB with every route, record, event and error', async () => {
    const { text } = await page('/docs/llms-api.txt')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(150_000)
    for (const { method, path, endpoint } of routes) {
      expect(text).toContain(`\n## ${endpoint.rest.summary}\n\n\`${method} ${path}\`\n`)
      for (const field of offeredFields(endpoint)) {
        if (field !== 'limit' && field !== 'cursor') expect(text, path).toContain(field)
      }
    }
    for (const code of PROBLEM_CODES)
      expect(text).toMatch(new RegExp(`^- \\d+: \`${code}\` \\| \\w`, 'm'))
    for (const name of Object.keys(EVENT_TYPES)) expect(text).toContain(`\n- \`${name}\`: `)
    // A value that holds the mark of emphasis is whole.
    expect(text).toContain('- `events`: (list of `*` or `appointment.*` or ')
    const records = text.slice(text.indexOf('\n# Records\n'))
    for (const name of ['Appointment', 'Client', 'Webhook'])
      expect(records).toContain(`\n## ${name}\n`)
    expect(text).not.toContain('/docs/dashboards/')
  })

  it('print no two samples with the same Idempotency-Key', async () => {
    const { text } = await page('/docs/llms-full.txt')
    const keys = shellBlocks(text).flatMap((block) =>
      [...block.matchAll(/Idempotency-Key: ([^'"]+)/g)].map(([, key]) => key),
    )
    expect(keys.length).toBeGreaterThan(10)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('all pages as one text, without links into the repository or words of its inside', async () => {
    const { response, text } = await page('/docs/llms-full.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const { method, path } of routes) expect(text).toContain(`\`${method} ${path}\``)
    for (const title of [
      '# Errors',
      '# Limits',
      '# Event types',
      '# Custom templates',
      '# Records',
    ]) {
      expect(text).toContain(`\n${title}\n`)
    }
    for (const code of PROBLEM_CODES) expect(text).toContain(PROBLEMS[code].remedy)
    for (const [, address = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      expect(address).toMatch(/^(?:\/(?:docs|v1|llms\.txt)|#|https:\/\/)/)
    }
    const insides = /(?:^|[\s`(])(?:packages|apps|prisma|test)\/\w+|calendar_hold|pnpm|vitest/
    expect(insides.exec(text)?.[0]).toBeUndefined()
    expect(text).not.toMatch(/\[object Object\]|\bundefined\b|<!--/)
  })
})
