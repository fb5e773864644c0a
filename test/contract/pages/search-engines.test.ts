/** What search engines and messengers learn of pages. */
import { describe, expect, it } from 'vitest'
import { openClinic } from '../../support/booking.ts'
import { useOwnApi } from '../../support/api.ts'

let monotonicMs = 0
const api = useOwnApi({ monotonic: () => monotonicMs })

async function get(path: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${api.url}${path}`, { headers: { accept: 'text/html' } })
  return { response, text: await response.text() }
}

async function partsOfSitemap(): Promise<string[]> {
  const { text } = await get('/sitemap.xml')
  return [...text.matchAll(/<loc>[^<]*?(\/sitemap-[^<]+)<\/loc>/g)].map(([, path = '']) => path)
}

async function clinicWith(data: object, organization: object = {}) {
  const clinic = await openClinic(api, { organization })
  const { id } = clinic.organization.row
  return api.db.organization.update({ where: { id }, data })
}

describe('the page of an organization', () => {
  it('is shown by search engines where its owner allows it, and in live organizations alone', async () => {
    // Search engines refuse a list without pages.
    expect(await partsOfSitemap()).toEqual(['/sitemap-docs.xml'])
    const listed = await clinicWith({ slug: 'vista', searchListing: true })
    const quiet = await clinicWith({ slug: 'discreta' })
    const test = await clinicWith({ slug: 'ensaio', searchListing: true }, { livemode: false })
    for (const [{ slug }, isListed] of [
      [listed, true],
      [quiet, false],
      [test, false],
    ] as const) {
      const { response, text } = await get(`/${slug}`)
      expect(response.headers.get('x-robots-tag'), slug ?? '').toBe(
        isListed ? null : 'noindex, nofollow',
      )
      expect(text.includes('<meta name="robots"'), slug ?? '').toBe(!isListed)
    }
    monotonicMs += 600_000
    const parts = await partsOfSitemap()
    expect(parts).toEqual(['/sitemap-docs.xml', '/sitemap-pages-1.xml'])
    const [docs, pages] = await Promise.all(parts.map(get))
    expect(docs?.text).toContain('/docs/webhooks/delivery</loc>')
    expect(pages?.text.match(/<loc>[^<]*<\/loc>/g)).toEqual([`<loc>http://api.test/vista</loc>`])
    expect((await get('/sitemap-pages-2.xml')).response.status).toBe(404)
    expect((await get('/robots.txt')).text).toContain('Sitemap: http://api.test/sitemap.xml')
  })

  it('describes itself, with a picture, in previews of its link', async () => {
    const { name } = await clinicWith({ slug: 'aurora', addressCity: 'São Paulo' })
    const { text } = await get('/aurora?idioma=pt')
    expect(text).toContain(`<title>${name} · São Paulo · marque on-line</title>`)
    expect(text).toContain('<link rel="canonical" href="http://api.test/aurora">')
    const [, picture = ''] =
      /<meta property="og:image" content="http:\/\/api\.test([^"]+)">/.exec(text) ?? []
    const { response } = await get(picture)
    expect(response.headers.get('content-type')).toBe('image/png')
  })

  it('names the service of a link to its times, which no search engine lists', async () => {
    const { id, name } = await clinicWith({ slug: 'servico', searchListing: true })
    const service = await api.db.service.findFirstOrThrow({ where: { organizationId: id } })
    const path = `/servico/horario?servico=${service.id}`
    const { response, text } = await get(`${path}&idioma=en`)
    expect(text).toContain(`<meta property="og:title" content="${service.name} · ${name} · book`)
    expect(text).toContain(`<meta property="og:url" content="http://api.test${path}">`)
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('gives search engines data that no name can break out of', async () => {
    const name = '</script><script>alert(1)</script><!--'
    await clinicWith({ slug: 'hostil', name, welcomeText: name, phone: '+551133334444' })
    const { text } = await get('/hostil')
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(data).not.toContain('<')
    const described = JSON.parse(data)
    expect(described).toMatchObject({
      '@type': 'LocalBusiness',
      name,
      description: name,
      telephone: '+551133334444',
    })
    expect(described.openingHoursSpecification[0]).toEqual({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: 'Monday',
      opens: '09:00',
      closes: '12:00',
    })
    expect(described.makesOffer[0].itemOffered.name).toBeTypeOf('string')
    expect(text.match(/<script/g)).toHaveLength(2)
  })
})

describe('a path below a clinic without a page', () => {
  it('404: is a page of the clinic, which leads to its times', async () => {
    const { name } = await clinicWith({ slug: 'perdida' })
    const { response, text } = await get('/perdida/sobre?idioma=pt')
    expect(response.status).toBe(404)
    expect(text).toContain(`<title>Esta página não existe · ${name}</title>`)
    expect(text).toContain('<a class="do plain" href="/perdida">Marcar um horário</a>')
    expect(text).not.toContain('href="/app"')
  })

  it('404: has no link where there is no such clinic', async () => {
    const { response, text } = await get('/inexistente/sobre')
    expect(response.status).toBe(404)
    expect(text).not.toContain('href="/inexistente"')
  })
})

describe('GET /', () => {
  it('200: says to people what the service is, in their language, and leads to pages that exist', async () => {
    for (const [language, title, docs] of [
      ['pt', 'Agenda para clínicas, salões e estúdios', '/docs/pt'],
      ['en', 'Scheduling for clinics, salons and studios', '/docs'],
    ]) {
      const { response, text } = await get(`/?idioma=${language}`)
      expect(response.status).toBe(200)
      expect(text).toContain(`<title>${title}</title>`)
      expect(text).toContain('curl -s http://api.test/v1/me')
      const places = [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, path = '']) => path)
      expect(places).toEqual(['/app', '/docs/embed/demo', docs])
      const missing = await get(`/none?idioma=${language}`)
      expect(missing.text).toContain(`<a href="${docs}"`)
    }
  })

  it('404 not_found: for a program', async () => {
    const response = await fetch(`${api.url}/`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('GET /favicon.ico', () => {
  it('200: is the icon for programs that ask for this name, kept for a day', async () => {
    const response = await fetch(`${api.url}/favicon.ico`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/x-icon')
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    // The head of an ICO file: an icon, of three sizes.
    const [, kind, count] = new Uint16Array((await response.arrayBuffer()).slice(0, 6))
    expect([kind, count]).toEqual([1, 3])
  })
})
