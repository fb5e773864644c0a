/** The cards of the professionals on the page of the times. */
import { openSession } from '@scheduling/core'
import { beforeAll, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { performs, workingHours } from '../../support/clinic.ts'
import { countStatements } from '../../support/count-statements.ts'
import { createUser, openBrowser, SESSION_COOKIE } from '../../support/dashboard.ts'
import { png } from '../../support/pictures.ts'

const api = useSharedApi()
let clinic: BookableClinic
let second: { id: number }
let photo: string

beforeAll(async () => {
  clinic = await openClinic(api)
  const user = await createUser(api, clinic.organization, { access: 'manager' })
  second = { id: user.professionalId }
  const { row } = clinic.organization
  await performs(api.db, row, second, clinic.service)
  await workingHours(api.db, row, second, { intervals: [['13:30', '15:00']] })
  await api.db.professional.update({ where: second, data: { registry: 'CRM-SP <1>' } })
  const browser = openBrowser(api)
  browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
  const picture = png({ width: 160, height: 160 }).toString('base64')
  photo = (await browser.mutate('professionals.setPhoto', { picture })).body.photo_url
})

async function cards(more = '') {
  const { slug } = clinic.organization.row
  const address = `${api.url}/${slug}/horario?servico=${clinic.service.id}${more}`
  const { count, result } = await countStatements(async () => (await fetch(address)).text())
  const found = [...result.matchAll(/<button name="profissional".*?<\/button>/g)]
  return { count, cards: found.map(([card]) => card) }
}

it('no preference is first; a photo is loaded when it is near, and initials stand in its place', async () => {
  const [any = '', first = '', other = '', ...more] = (await cards()).cards
  expect(more).toEqual([])
  expect(any).toContain('Sem preferência')
  expect(any).toContain('aria-current="true"')
  expect(first).toContain('<span class="mark face" aria-hidden="true">P0</span>')
  expect(other).toContain(
    `<img class="face" src="${photo}" alt="" width="48" height="48" loading="lazy"`,
  )
  expect(other).toContain('CRM-SP &lt;1&gt;')
})

it('each says when it is free next, with a preference, for later days and for a month too', async () => {
  const chosen = await cards(`&profissional=${clinic.professional.id}`)
  const later = await cards('&desde=2026-11-24')
  const month = await cards('&mes=2027-01')
  for (const { cards: shown } of [await cards(), chosen, later, month]) {
    const next = shown.map((card) => /<span class="next">([^<]*)</.exec(card)?.[1])
    expect(next).toEqual(NEXT)
  }
})

it('costs no statement without a preference, and one look of three statements with one', async () => {
  const plain = await cards()
  const chosen = await cards(`&profissional=${clinic.professional.id}`)
  expect([plain.count, chosen.count]).toEqual([10, 13])
})

const NEXT = ['próx. hoje, 9h', 'próx. hoje, 9h', 'próx. hoje, 13h30']
