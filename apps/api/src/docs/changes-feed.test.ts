import { expect, it } from 'vitest'
import { changesFeed, releasesIn } from './changes-feed.ts'
import { GUIDES, guideText } from './guides.ts'

const page = GUIDES.find(({ path }) => path === '/docs/changes')
const text = page === undefined ? '' : guideText(page, 'https://api.example.com')

it('the changelog has one dated release after another, the newest first', () => {
  const [, changelog = ''] = text.split('## Changelog')
  const releases = releasesIn(text)
  expect(releases.map(({ day, title }) => `### ${day}: ${title}`)).toEqual(
    changelog.match(/^###.*$/gm),
  )
  const days = releases.map(({ day }) => day)
  expect(days).toEqual(days.toSorted().toReversed())
  expect(days.at(-1)).toBe('2026-11-21')
  for (const release of releases) expect(release.text, release.title).not.toBe('')
})

it('the feed has an entry for each release, with its changes and its own address', () => {
  const { contentType, body } = changesFeed('https://api.example.com')
  expect(contentType).toBe('application/atom+xml; charset=utf-8')
  const xml = String(body)
  const entries = xml.match(/<entry>[^]*?<\/entry>/g) ?? []
  expect(entries).toHaveLength(releasesIn(text).length)
  const ids = entries.map((entry) => /<id>(.*)<\/id>/.exec(entry)?.[1])
  expect(new Set(ids).size).toBe(ids.length)
  expect(entries.at(-1)).toContain(
    '<id>https://api.example.com/docs/changes#2026-11-21-the-first-release</id>',
  )
  expect(entries.at(-1)).toContain('&lt;p&gt;The first release of v1.&lt;/p&gt;')
  expect(entries.at(-1)).toContain('<title>The first release</title>')
  expect(xml).toContain(`<updated>${releasesIn(text)[0]?.day}T00:00:00Z</updated>`)
})
