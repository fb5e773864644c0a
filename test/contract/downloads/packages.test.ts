/** The packages for callers, as the running service hands them out. */
import { publishedFiles } from '@scheduling/published'
import { buildAll } from '@scheduling/release/release'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { DOCS, GUIDES } from '../../support/guides.ts'

const api = useSharedApi()

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/docs/downloads${path}`, { headers })

const listed = publishedFiles() ?? expect.fail('Run `pnpm release` first.')

describe('GET /docs/downloads/{file}', () => {
  it('was built from the sources as they are: `pnpm release` builds it again', async () => {
    const built = await buildAll()
    const sums = built.map(({ file, body }) => [
      file,
      createHash('sha256').update(body).digest('hex'),
    ])
    expect(listed.map(({ file, sha256 }) => [file, sha256])).toEqual(sums)
  })

  it.each(
    listed.flatMap((one) =>
      [one.file, one.versionedFile ?? []].flat().map((name) => ({ ...one, name })),
    ),
  )(
    '200: $name is the file of which the list has the sum, and is not sent twice',
    async ({ name, sha256, bytes }) => {
      const answer = await get(`/${name}`, { 'accept-encoding': 'gzip, br' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(answer.headers.get('content-length')).toBe(String(bytes))
      expect(answer.headers.get('content-type')).toMatch(/^application\/(?:gzip|zip)$/)
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      const body = new Uint8Array(await answer.arrayBuffer())
      expect(createHash('sha256').update(body).digest('hex')).toBe(sha256)
      const again = await get(`/${name}`, { 'if-none-match': answer.headers.get('etag') ?? '' })
      expect([again.status, await again.text()]).toEqual([304, ''])
    },
  )

  it('200: the page has each file with its version and its sum, and so has a file for `sha256sum`', async () => {
    const page = await (await get('')).text()
    const sums = await (await get('/SHA256SUMS')).text()
    for (const { file, version, sha256 } of listed) {
      expect(page).toContain(`href="/docs/downloads/${file}"`)
      expect(page).toContain(sha256)
      expect(page).toContain(version)
      expect(sums).toContain(`${sha256}  ${file}\n`)
    }
  })

  it.each([
    '/files.json',
    '/made-from.txt',
    '/scheduling-sdk.tgz%00',
    '/..%2f..%2fsrc%2ffiles.ts',
    '/%2e%2e/package.json',
    '/..\\src\\files.ts',
    '/__proto__',
    '/constructor',
    '//etc/passwd',
  ])('404 not_found: %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })

  it('200: every address of a file that a guide names is there', async () => {
    const named = GUIDES.flatMap((file) => [
      ...readFileSync(new URL(file, DOCS), 'utf8').matchAll(/\/docs\/downloads(\/[\w.-]+)/g),
    ])
    const paths = new Set(named.map(([, path = '']) => path))
    expect(paths.size).toBeGreaterThanOrEqual(5)
    for (const path of paths) expect((await get(path)).status, path).toBe(200)
  })

  it('405 method_not_allowed: anything but GET and HEAD', async () => {
    const answer = await fetch(`${api.url}/docs/downloads/scheduling-sdk.tgz`, {
      method: 'PUT',
      body: 'x',
    })
    expect(answer.status).toBe(405)
  })
})
