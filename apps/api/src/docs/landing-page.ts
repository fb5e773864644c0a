/** `/`: what the service is, for people who open its bare address. */
import { escaped } from './escaped.ts'
import { highlighted } from './highlight.ts'
import type { AssetPaths } from './layout.ts'

const TITLE = 'Scheduling for clinics, salons and studios'
const DESCRIPTION =
  'Appointments without double booking, an online queue, deposits, messages to clients and signed webhooks: a dashboard for the team, booking pages for clients, an API for everything.'

type Card = {
  readonly title: string
  readonly text: string
  readonly link: string
  readonly path: string
}

const CARDS: readonly Card[] = [
  {
    title: 'For the team',
    text: 'Agenda, queue, waitlist, deposits and clients, for receptionists, professionals and owners. What changes is seen at once.',
    link: 'Open the dashboard',
    path: '/app',
  },
  {
    title: 'For clients',
    text: 'They book, move and cancel on a phone, without an account, in Portuguese or English, and get reminders.',
    link: 'See a booking page',
    path: '/docs/embed/demo',
  },
  {
    title: 'For developers',
    text: 'REST and JSON, idempotent requests, errors that name the field, webhooks that can be repaired, and an SDK with types.',
    link: 'Read the docs',
    path: '/docs',
  },
]

export function landingPage(assets: AssetPaths, publicBaseUrl: string): string {
  const call = `curl -s ${publicBaseUrl}/v1/me -H "Authorization: Bearer $API_KEY"`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLE}</title>
<meta name="description" content="${escaped(DESCRIPTION)}">
<link rel="icon" type="image/svg+xml" href="${escaped(assets.icon)}">
<link rel="stylesheet" href="${escaped(assets.style)}">
</head>
<body>
<header class="top">
<a class="home" href="/">Scheduling</a>
<nav class="places" aria-label="Places"><a href="/docs">Docs</a> <a href="/app">Dashboard</a></nav>
</header>
<main class="landing">
<h1>${TITLE}</h1>
<p class="lead">${escaped(DESCRIPTION)}</p>
<div class="cards">
${CARDS.map(cardOf).join('\n')}
</div>
<h2>The first call</h2>
<p>The owner of an organization creates an API key in the dashboard. With it:</p>
<div class="code"><pre tabindex="0" aria-label="Shell commands" role="group"><code>${highlighted(call, 'sh') ?? escaped(call)}</code></pre></div>
<p><a href="/docs/getting-started">Getting started</a> goes on from here, to a first booking and a first webhook.</p>
</main>
</body>
</html>
`
}

function cardOf({ title, text, link, path }: Card): string {
  return `<section><h2>${title}</h2><p>${escaped(text)}</p><p><a href="${path}">${link}</a></p></section>`
}
