/** The frame of every page. */
import { GUIDES, GUIDES_PATH } from './guides.ts'

type Link = { readonly path: string; readonly title: string }

const NAVIGATION: readonly Link[] = [
  { path: '/docs', title: 'Reference' },
  { path: '/docs/errors', title: 'Errors' },
  { path: '/docs/limits', title: 'Limits' },
  { path: '/docs/events', title: 'Events' },
  { path: GUIDES_PATH, title: 'Guides' },
  { path: '/docs/llms-full.txt', title: 'As one text' },
]

/** @param body HTML; everything else is text */
export function layout(page: {
  readonly path: string
  readonly title: string
  readonly stylePath: string
  readonly body: string
}): string {
  const isGuide = GUIDES.some((guide) => guide.path === page.path)
  const chapter = isGuide ? GUIDES_PATH : page.path
  const links = NAVIGATION.map(({ path, title }) => {
    const isHere = path === chapter || (path !== '/docs' && page.path.startsWith(`${path}/`))
    return `<a href="${escaped(path)}"${isHere ? ' aria-current="page"' : ''}>${escaped(title)}</a>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · Scheduling API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escaped(page.stylePath)}">
</head>
<body>
<nav class="top" aria-label="Documentation"><a class="home" href="/docs">Scheduling API</a>${links.join('')}</nav>
${page.body}
</body>
</html>
`
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
