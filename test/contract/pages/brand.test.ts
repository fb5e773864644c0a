/** What an owner has set, on the pages that everybody opens. */
import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { png } from '../../support/pictures.ts'
import { bookAs, joinAs } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'

const api = useSharedApi()
let clinic: BookableClinic
let owner: Dashboard
beforeEach(async () => {
  clinic = await openClinic(api)
  owner = await signIn(api, clinic.organization)
})

async function open(path: string) {
  const response = await fetch(`${api.url}${path}`)
  const html = await response.text()
  const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, css = '']) => css)
  const policy = response.headers.get('content-security-policy') ?? ''
  return { html, styles, policy, status: response.status }
}

const set = (input: object) => owner.mutate('organization.update', input)
const page = () => `/${clinic.organization.row.slug}`

it('the color is a style of its own, which the policy names by its hash', async () => {
  await set({ brand_color: '#8338EC' })
  const { styles, policy } = await open(page())
  expect(styles).toHaveLength(2)
  expect(styles[1]).toContain('--deed:#8338ec')
  for (const css of styles) {
    const hash = createHash('sha256').update(css).digest('base64')
    expect(policy).toContain(`'sha256-${hash}'`)
  }
})

it('without a color, a picture and a text, nothing of them is there', async () => {
  const { styles, html } = await open(page())
  expect(styles).toHaveLength(1)
  expect(html).not.toContain('<img')
})

it('a color that was stored in another way is none, and gets into no style', async () => {
  await api.db.organization.update({
    where: { id: clinic.organization.row.id },
    data: { brandColor: 'red}</style><script>alert(1)</script>' },
  })
  const { status, styles, html } = await open(page())
  expect([status, styles.length]).toEqual([200, 1])
  expect(html).not.toContain('alert(1)')
})

it('the text is text, in several lines, on the first step alone', async () => {
  await set({ welcome_text: 'Bom dia!\n<script>alert(1)</script> {{ 7 * 7 }}' })
  const first = await open(page())
  expect(first.html).toContain('Bom dia!\n&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 * 7 }}')
  const second = await open(`${page()}/horario?servico=${clinic.service.id}`)
  expect(second.html).not.toContain('Bom dia!')
})

it('color and picture are on the pages of links too', async () => {
  await set({ brand_color: '#8338EC' })
  const { logo_url: logo } = (await owner.mutate('organization.setLogo', PICTURE)).body
  const booked = (await bookAs(api, clinic)).body
  const { html, styles } = await open(new URL(booked.url).pathname)
  expect(styles).toHaveLength(2)
  expect(html).toContain(`<img class="logo" src="${logo}" alt="">`)
  expect((await fetch(`${api.url}${logo}`)).status).toBe(200)
  // Another organization has its own.
  const joined = (await joinAs(api, await openQueue(api))).body
  expect((await open(new URL(joined.url).pathname)).html).not.toContain('class="logo"')
})

it('the page of an appointment says where it is, and so does the link to a calendar', async () => {
  await set({ address: { street: 'Rua <b>da Paz</b>', number: '7', city: 'São Paulo' } })
  const booked = (await bookAs(api, clinic)).body
  const { html } = await open(new URL(booked.url).pathname)
  expect(html).toMatch(
    /<dt>Onde<\/dt><dd><a href="https:[^"]+" rel="noreferrer">Rua &lt;b&gt;da Paz&lt;\/b&gt;, 7 · São Paulo<\/a><\/dd>/,
  )
  const [, link = ''] = /href="(https:\/\/calendar\.google\.com[^"]*)"/.exec(html) ?? []
  const { searchParams } = new URL(link.replaceAll('&amp;', '&'))
  expect(searchParams.get('location')).toBe('Rua <b>da Paz</b>, 7 · São Paulo')
})

const PICTURE = { picture: png().toString('base64') }
