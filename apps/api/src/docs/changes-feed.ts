/** `/docs/changes.atom`: the changelog as an Atom feed (RFC 4287). */
import type { PublicReply } from '../public-routes.ts'
import { escaped } from './escaped.ts'
import { GUIDES, guideText } from './guides.ts'
import { render, slug } from './markdown.ts'

export const CHANGES_FEED_PATH = '/docs/changes.atom'

/** `### 2026-11-29: what it is about`, and the changes below. */
const RELEASE = /^### (\d{4}-\d\d-\d\d): (.+)\n([^]*?)(?=^### |(?![^]))/gm

type Release = { readonly day: string; readonly title: string; readonly text: string }

/** @returns the releases that a changelog tells of, in its order */
export function releasesIn(markdown: string): readonly Release[] {
  const [, changelog = ''] = markdown.split(/^## Changelog$/m)
  return [...changelog.matchAll(RELEASE)].map(([, day = '', title = '', text = '']) => ({
    day,
    title,
    text: text.trim(),
  }))
}

export function changesFeed(publicBaseUrl: string): PublicReply {
  const guide = GUIDES.find(({ path }) => path === '/docs/changes')
  const releases = guide === undefined ? [] : releasesIn(guideText(guide, publicBaseUrl))
  const page = escaped(`${publicBaseUrl}/docs/changes`)
  const entries = releases.map(({ day, title, text }) => {
    const address = `${page}#${slug(`${day}: ${title}`)}`
    return `<entry>
<id>${address}</id>
<title>${escaped(capitalized(title))}</title>
<updated>${day}T00:00:00Z</updated>
<link href="${address}"/>
<content type="html">${escaped(render(text, 'en').html)}</content>
</entry>`
  })
  return {
    contentType: 'application/atom+xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${page}">
<id>${page}</id>
<title>Scheduling API: changes</title>
<author><name>Scheduling API</name></author>
<updated>${releases[0]?.day ?? '2026-11-21'}T00:00:00Z</updated>
<link rel="self" type="application/atom+xml" href="${escaped(publicBaseUrl)}${CHANGES_FEED_PATH}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${entries.join('\n')}
</feed>
`,
  }
}

/** In the changelog a title follows its day. */
function capitalized(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1)
}
