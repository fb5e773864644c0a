import { LIMITS, openSession } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { eventsOf, performs } from '../../support/clinic.ts'
import {
  createUser,
  openBrowser,
  openStranger,
  SESSION_COOKIE,
  signIn,
  type Dashboard,
} from '../../support/dashboard.ts'
import { exif, jpeg, jpegSegment, png, SECRET } from '../../support/pictures.ts'

const api = useSharedApi()
let clinic: BookableClinic
/** Someone of the team, who performs the service. */
let own: ReturnType<typeof openBrowser>
let id: number

beforeEach(async () => {
  clinic = await openClinic(api)
  const user = await createUser(api, clinic.organization, { access: 'manager' })
  id = user.professionalId
  await performs(api.db, clinic.organization.row, { id }, clinic.service)
  own = openBrowser(api)
  own.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
})

const SQUARE = png({ width: 6, height: 6 })
const set = (bytes: Buffer = SQUARE, who: Dashboard = own) =>
  who.mutate('professionals.setPhoto', { picture: bytes.toString('base64') })
const remove = (who: Dashboard = own) =>
  who.mutate('professionals.removePhoto', { professional_id: id })
const shown = async () => {
  const input = { slug: clinic.organization.row.slug }
  const { body } = await openStranger(api).query('publicBooking.getOrganization', input)
  return body.professionals.find((one: { id: number }) => one.id === id)?.photo_url
}
const stored = () => api.db.professionalPhoto.findMany({ where: { professionalId: id } })
const changes = async () => {
  const entries = await api.db.auditEntry.findMany({
    where: { organizationId: clinic.organization.row.id, action: 'professional.photo_changed' },
    orderBy: { id: 'asc' },
  })
  return entries.map((entry) => entry.changes)
}
const load = (path: string) => fetch(`${api.url}${path}`)

describe('professionals.setPhoto', () => {
  it('409 action_not_allowed: a user who is no professional has none', async () => {
    const user = await createUser(api, clinic.organization)
    const none = { professionalId: null, name: 'Rita' }
    await api.db.user.update({ where: { id: user.id }, data: none })
    const browser = openBrowser(api)
    browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
    expect((await set(SQUARE, browser)).problem.code).toBe('action_not_allowed')
  })

  it('200: the own photo is on the page, at an address that names no one, and noted', async () => {
    const { status, body } = await set()
    expect(status).toBe(200)
    const { slug } = clinic.organization.row
    expect(body.photo_url).toMatch(new RegExp(`^/${slug}/photo\\?v=[\\w-]{16}$`))
    expect(await shown()).toBe(body.photo_url)
    const image = await load(body.photo_url)
    expect(Buffer.from(await image.arrayBuffer()).equals(SQUARE)).toBe(true)
    expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await changes()).toEqual([{ photo: { from: null, to: body.photo_url.slice(-16) } }])
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual([])
    // The same again changes nothing. Another one has another address.
    await set()
    expect(await changes()).toHaveLength(1)
    await set(png({ width: 7, height: 7 }))
    expect((await load(body.photo_url)).status).toBe(404)
  })

  it('200: what a camera wrote beside the pixels is gone', async () => {
    const square = [jpegSegment(0xe1, exif(1))]
    const talkative = jpeg(square)
    talkative.writeUInt16BE(6, talkative.indexOf(Buffer.from([0xff, 0xc0])) + 5)
    expect(talkative.includes(SECRET)).toBe(true)
    expect((await set(talkative)).status).toBe(200)
    const [photo] = await stored()
    expect(Buffer.from(photo?.bytes ?? []).includes(SECRET)).toBe(false)
  })

  it.each([
    ['not a square', png({ width: 6, height: 4 }), 'out_of_range'],
    ['larger than a card', png({ width: 161, height: 161 }), 'out_of_range'],
    ['no picture', Buffer.from('GIF89a'), 'invalid_format'],
    ['a large file', Buffer.alloc(LIMITS.photoBytes + 1), 'too_long'],
  ])('400 validation_error: %s, and nothing changes', async (_case, bytes, code) => {
    const { status, problem } = await set(bytes)
    expect([status, problem.errors]).toMatchObject([400, [{ field: 'picture', code }]])
    expect(await stored()).toEqual([])
  })
})

describe('professionals.removePhoto', () => {
  it('200: by oneself and by an owner; without one nothing changes', async () => {
    const owner = await signIn(api, clinic.organization)
    for (const who of [own, owner]) {
      const { photo_url: url } = (await set()).body
      expect((await remove(who)).body.photo_url).toBeNull()
      expect([await stored(), await shown()]).toEqual([[], null])
      expect((await load(url)).status).toBe(404)
    }
    await remove(owner)
    expect(await changes()).toHaveLength(4)
  })

  it('403 forbidden_scope: another one of the team', async () => {
    await set()
    const reply = await remove(await signIn(api, clinic.organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
    expect(await stored()).toHaveLength(1)
  })

  it('404 not_found: of another organization', async () => {
    await set()
    const reply = await remove(await signIn(api, await api.organization()))
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect(await stored()).toHaveLength(1)
  })
})

describe('professionals.getPhoto', () => {
  it('200: where it is; null without one', async () => {
    const get = async () =>
      (await own.query('professionals.getPhoto', { professional_id: id })).body.photo_url
    expect(await get()).toBeNull()
    const { photo_url: url } = (await set()).body
    expect(await get()).toBe(url)
  })

  it('404 not_found: a professional of another organization', async () => {
    const other = await signIn(api, await api.organization())
    const reply = await other.query('professionals.getPhoto', { professional_id: id })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})

it('who leaves has no photo any more, and none on return', async () => {
  const { photo_url: url } = (await set()).body
  const owner = await signIn(api, clinic.organization)
  await owner.mutate('professionals.deactivate', { professional_id: id, preview: true })
  expect(await stored()).toHaveLength(1)
  await owner.mutate('professionals.deactivate', { professional_id: id })
  expect([await stored(), (await load(url)).status]).toEqual([[], 404])
  await owner.mutate('professionals.reactivate', { professional_id: id })
  expect(await shown()).toBeNull()
  expect(await changes()).toHaveLength(2)
})
