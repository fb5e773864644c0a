import { LIMITS, pictureIn, Problem } from '@scheduling/core'
import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openStranger, signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  exif,
  jpeg,
  jpegSegment,
  LOSSLESS,
  LOSSY,
  png,
  pngChunk,
  SECRET,
  TRANSPARENT,
  webpChunk,
  webpFile,
  webpHeader,
} from '../../support/pictures.ts'

const api = useSharedApi()
let organization: TestOrganization
let owner: Dashboard

beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

const set = (bytes: Buffer, who = owner) =>
  who.mutate('organization.setLogo', { picture: bytes.toString('base64') })
const remove = (who = owner) => who.mutate('organization.removeLogo')
const entries = () =>
  api.db.auditEntry.findMany({
    where: { organizationId: organization.row.id },
    orderBy: { id: 'asc' },
  })
const stored = () =>
  api.db.organizationLogo.findUnique({ where: { organizationId: organization.row.id } })
const load = (path: string, request: RequestInit = {}) => fetch(`${api.url}${path}`, request)

const TEXT = Buffer.from(SECRET)

/** Each holds the secret in every place that a camera or a program writes to. */
const TALKATIVE: Record<string, Buffer> = {
  png: png({
    beside: [
      pngChunk('eXIf', exif(1)),
      pngChunk('tEXt', TEXT),
      pngChunk('iTXt', TEXT),
      pngChunk('tIME', Buffer.alloc(7)),
      pngChunk('abCd', TEXT),
    ],
    after: TEXT,
  }),
  jpeg: jpeg(
    [
      jpegSegment(0xe0, Buffer.concat([Buffer.from('JFXX\0'), TEXT])),
      jpegSegment(0xe1, exif(1)),
      jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), TEXT])),
      jpegSegment(0xe2, TEXT),
      jpegSegment(0xed, TEXT),
      jpegSegment(0xee, TEXT),
      jpegSegment(0xfe, TEXT),
    ],
    Buffer.concat([jpeg([jpegSegment(0xe1, exif(1))]), TEXT]),
  ),
  'jpeg that is turned': jpeg([jpegSegment(0xe1, exif(6))]),
  'webp, lossy': webpFile([
    webpHeader(0x0c),
    LOSSY,
    webpChunk('EXIF', exif(1)),
    webpChunk('XMP ', TEXT),
  ]),
  'webp, lossless': Buffer.concat([
    webpFile([webpHeader(0x0c), webpChunk('XMP ', TEXT), LOSSLESS]),
    TEXT,
  ]),
  'webp, transparent': TRANSPARENT,
}

describe('organization.setLogo', () => {
  it('200: the picture is on the public pages, noted without its bytes', async () => {
    const { status, body } = await set(png())
    expect(status).toBe(200)
    expect(body.logo_url).toMatch(new RegExp(`^/${organization.row.slug}/logo\\?v=[\\w-]{16}$`))
    const page = await openStranger(api).query('publicBooking.getOrganization', {
      slug: organization.row.slug,
    })
    expect(page.body.logo_url).toBe(body.logo_url)
    const image = await load(body.logo_url)
    expect(image.status).toBe(200)
    expect(Buffer.from(await image.arrayBuffer())).toEqual(png())
    const version = body.logo_url.slice(-16)
    const changes = { logo: { from: null, to: version } }
    expect(await entries()).toMatchObject([{ action: 'organization.updated', changes }])
    expect(await eventsOf(api.db, organization.row)).toEqual([])
  })

  it.each(Object.entries(TALKATIVE))('200: of a %s only the pixels are kept', async (_, given) => {
    expect(given.includes(SECRET)).toBe(true)
    const { status } = await set(given)
    expect(status).toBe(200)
    const kept = Buffer.from((await stored())?.bytes ?? [])
    expect(kept.length).toBeGreaterThan(40)
    expect(kept.includes(SECRET)).toBe(false)
    expect(kept.includes('GPS')).toBe(false)
    // Nothing is left to be taken away.
    expect(pictureIn(kept, 'picture').bytes.equals(kept)).toBe(true)
  })

  it('200: a photograph that is turned stays turned', () => {
    const turnOf = (turn: number) =>
      pictureIn(jpeg([jpegSegment(0xe1, exif(turn))]), 'picture').bytes.length -
      pictureIn(jpeg(), 'picture').bytes.length
    expect([1, 6, 8, 9].map(turnOf)).toEqual([0, 36, 36, 0])
  })

  it('200: an animated PNG stands still', () => {
    const moving = png({ beside: [pngChunk('acTL', Buffer.alloc(8)), pngChunk('fcTL', TEXT)] })
    expect(pictureIn(moving, 'picture').bytes.equals(png())).toBe(true)
  })

  it('200: another one replaces it, and has another address; the same one changes nothing', async () => {
    const first = (await set(png())).body.logo_url
    expect((await set(png())).body.logo_url).toBe(first)
    const second = (await set(jpeg())).body.logo_url
    expect(second).not.toBe(first)
    expect((await load(first)).status).toBe(404)
    expect((await load(second)).headers.get('content-type')).toBe('image/jpeg')
    expect(await entries()).toHaveLength(2)
  })

  it('200: of several at a time one is kept, and its address is right', async () => {
    await times(8, (index) => set(png({ width: index + 2 })))
    const { body } = await owner.query('organization.get')
    expect((await load(body.logo_url)).status).toBe(200)
    expect(await entries()).toHaveLength(8)
  })

  const most = LIMITS.logoSidePixels
  const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by)
  const changed = (bytes: Buffer, at: number, value: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = value
    return copy
  }
  const lossyOf = (bytes: readonly number[]) => webpFile([webpChunk('VP8 ', Buffer.from(bytes))])
  it.each<[string, Buffer, string, RegExp]>([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'format', /SVG/],
    ['a drawing', Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- x --><svg>'), 'format', /SVG/],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'format', /not a PNG/],
    ['a GIF', Buffer.from('GIF89a\u0006\0\u0004\0'), 'format', /not a PNG/],
    ['one byte', Buffer.from([0x89]), 'format', /not a PNG/],
    ['a signature', png().subarray(0, 8), 'format', /damaged/],
    ['half a PNG', cut(png(), 13), 'format', /damaged/],
    ['a PNG with a wrong checksum', changed(png(), 20, 1), 'format', /damaged/],
    [
      'a PNG without pixels',
      Buffer.concat([png().subarray(0, 33), cut(png(), 0).subarray(-12)]),
      'format',
      /damaged/,
    ],
    ['a PNG with a long chunk', changed(png(), 33, 0x7f), 'format', /damaged/],
    ['a wide PNG', png({ width: most + 1, height: 1 }), 'range', /1201 by 1/],
    ['a high PNG', png({ width: 1, height: most + 1 }), 'range', /1 by 1201/],
    ['an empty PNG', png({ width: 0, height: 5 }), 'range', /0 by 5/],
    ['half a JPEG', cut(jpeg(), 40), 'format', /damaged/],
    ['a JPEG without an end', cut(jpeg(), 2), 'format', /damaged/],
    ['a beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff]), 'format', /damaged/],
    [
      'fill bytes',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(90_000, 0xff)]),
      'format',
      /damaged/,
    ],
    [
      'a JPEG of two frames',
      jpeg([jpegSegment(0xc0, Buffer.from([8, 0, 4, 0, 6, 1, 1, 0x11, 0]))]),
      'format',
      /damaged/,
    ],
    [
      'an arithmetic JPEG',
      jpeg([jpegSegment(0xc9, Buffer.alloc(9))]),
      'format',
      /browsers do not show/,
    ],
    ['half a WebP', cut(webpFile([LOSSY]), 20), 'format', /damaged/],
    [
      'a WebP that moves',
      webpFile([webpHeader(2), webpChunk('ANIM', Buffer.alloc(6))]),
      'format',
      /moves/,
    ],
    ['a WebP without pixels', webpFile([webpHeader(0)]), 'format', /damaged/],
    [
      'a WebP that is no key frame',
      lossyOf([1, 0, 0, 0x9d, 1, 0x2a, 6, 0, 4, 0]),
      'format',
      /damaged/,
    ],
    ['an empty WebP', lossyOf([0, 0, 0, 0x9d, 1, 0x2a, 0, 0, 4, 0]), 'format', /damaged/],
    ['a wide WebP', lossyOf([0, 0, 0, 0x9d, 1, 0x2a, 0xff, 0x3f, 4, 0]), 'range', /16383 by 4/],
  ])('400: %s, and nothing changes', async (_, bytes, kind, message) => {
    const { status, problem } = await set(bytes)
    const code = kind === 'range' ? 'out_of_range' : 'invalid_format'
    expect([status, problem.errors]).toMatchObject([400, [{ field: 'picture', code }]])
    expect(problem.errors[0].message).toMatch(message)
    expect(await stored()).toBeNull()
    expect(await entries()).toEqual([])
  })

  it('400 validation_error: what is no base64, too much of it, or nothing', async () => {
    const faultsOf = async (picture: unknown) => {
      const { status, problem } = await owner.mutate('organization.setLogo', { picture })
      return [status, ...problem.errors.map(({ field, code }: any) => `${field} ${code}`)]
    }
    const good = png().toString('base64')
    expect(await faultsOf(`data:image/png;base64,${good}`)).toEqual([400, 'picture invalid_format'])
    expect(await faultsOf(` ${good}`)).toEqual([400, 'picture invalid_format'])
    expect(await faultsOf('')).toEqual([400, 'picture too_short'])
    expect(await faultsOf(null)).toEqual([400, 'picture invalid_type'])
    const large = png({ after: Buffer.alloc(LIMITS.logoBytes) })
    expect(await faultsOf(large.toString('base64'))).toEqual([400, 'picture too_long'])
    // Base64 can say some bytes more than the file may have.
    const just = png({ after: Buffer.alloc(LIMITS.logoBytes + 1 - png().length) })
    expect(await faultsOf(just.toString('base64'))).toEqual([400, 'picture too_long'])
    const fits = png({ after: Buffer.alloc(LIMITS.logoBytes - png().length) })
    expect((await set(fits)).status).toBe(200)
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await set(png(), await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })

  it('401 unauthorized: a stranger', async () => {
    const reply = await set(png(), openStranger(api))
    expect([reply.status, reply.problem.code]).toEqual([401, 'unauthorized'])
  })
})

describe('a picture with faults', () => {
  const samples = [png(), ...Object.values(TALKATIVE)]
  const change = record({ at: integer({ min: 0, max: 900 }), to: integer({ min: 0, max: 255 }) })
  const cutAt = integer({ min: 0, max: 2000 })

  it('400: is refused in words, or kept as one that would be kept again', () => {
    assert(
      property(
        constantFrom(...samples),
        array(change, { maxLength: 8 }),
        cutAt,
        (one, changes, end) => {
          const bytes = Buffer.from(one.subarray(0, end))
          for (const { at, to } of changes) if (at < bytes.length) bytes[at] = to
          const kept = keptOf(bytes)
          if (kept === null) return
          expect(kept.length).toBeLessThanOrEqual(bytes.length + 64)
          expect(keptOf(kept)?.equals(kept)).toBe(true)
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it('400: is refused in words, whatever follows a right beginning', () => {
    const starts = [
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0xff, 0xd8, 0xff],
    ]
    const rest = array(integer({ min: 0, max: 255 }), { maxLength: 300 })
    assert(
      property(tuple(constantFrom(...starts), rest), ([start, more]) => {
        keptOf(Buffer.from([...start, ...more]))
      }),
      { numRuns: 20_000 },
    )
  })

  it('200: is read in time that grows with its size alone', () => {
    const most = LIMITS.logoBytes
    const empty = Buffer.alloc(0)
    // The smallest segments and chunks, markers that end nothing, and many lists of tags.
    const hostile = [
      jpeg(Array.from({ length: most / 4 - 300 }, () => jpegSegment(0xfe, empty))),
      png({ beside: Array.from({ length: most / 12 - 300 }, () => pngChunk('tEXt', empty)) }),
      Buffer.concat([jpeg().subarray(0, -2), Buffer.alloc(most - 2000, Buffer.from([0xff, 0]))]),
      jpeg(Array.from({ length: 600 }, () => jpegSegment(0xe1, exif(1)))),
      webpFile(Array.from({ length: most / 8 - 300 }, () => webpChunk('XMP ', empty))),
    ]
    for (const bytes of hostile) {
      const before = process.cpuUsage()
      keptOf(bytes)
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
    }
  })

  /** Null: it was refused, as a call is. */
  function keptOf(bytes: Buffer): Buffer | null {
    try {
      return pictureIn(bytes, 'picture').bytes
    } catch (error) {
      if (error instanceof Problem && error.status === 400) return null
      throw error
    }
  }
})

describe('organization.removeLogo', () => {
  it('200: nothing is left of it; without one nothing changes', async () => {
    const { logo_url: url } = (await set(png())).body
    expect((await remove()).body.logo_url).toBeNull()
    expect(await stored()).toBeNull()
    expect((await load(url)).status).toBe(404)
    expect((await remove()).status).toBe(200)
    const [, removed, ...more] = await entries()
    expect(removed).toMatchObject({ changes: { logo: { from: url.slice(-16), to: null } } })
    expect(more).toEqual([])
  })

  it('200: at the same time as another one is set, the address leads to what there is', async () => {
    await set(png())
    await Promise.all([remove(), set(jpeg()), remove(), set(png()), remove()])
    const { logo_url: url } = (await owner.query('organization.get')).body
    expect(await stored()).toEqual(url === null ? null : expect.anything())
    if (url !== null) expect((await load(url)).status).toBe(200)
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await remove(await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})

describe('GET /{slug}/logo', () => {
  it.each([
    ['image/png', png()],
    ['image/jpeg', jpeg()],
    ['image/webp', webpFile([LOSSY])],
  ])('200: %s, kept for good, and able to do nothing', async (type, bytes) => {
    const { logo_url: url } = (await set(bytes)).body
    const { status, headers } = await load(url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(headers.has('content-encoding')).toBe(false)
    expect(headers.has('set-cookie')).toBe(false)
    const head = await load(url, { method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0])
  })

  it('404 not_found: no version, a wrong one, that of another organization', async () => {
    const { logo_url: url } = (await set(png())).body
    const other = await api.organization()
    const version = url.split('?')[1]
    const wrong = [
      url.split('?')[0],
      `${url}x`,
      `${url}&x=1`,
      url.replace('v=', 'w='),
      `/${other.row.slug}/logo?${version}`,
      `/no-one-at-all/logo?${version}`,
      `/${organization.row.slug}/logo?v=${'x'.repeat(5000)}`,
      `/${organization.row.slug}/logo?v=%00`,
    ]
    for (const path of wrong) {
      const response = await load(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('cache-control')).not.toMatch(/immutable/)
      expect(await response.json()).toMatchObject({ code: 'not_found' })
    }
  })

  it('405 method_not_allowed: another method', async () => {
    const { logo_url: url } = (await set(png())).body
    const response = await load(url, { method: 'POST', body: 'x' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })
})
