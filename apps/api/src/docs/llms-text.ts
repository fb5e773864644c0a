/** The docs for machines that read: an index of the pages, and all pages as one text. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { firstSentence } from './first-sentence.ts'
import { brief, narrow } from './brief-text.ts'
import { pagesIn } from './language.ts'
import type { Page } from './site-map.ts'

/** In the form of https://llmstxt.org: a title, a summary, lists of links to Markdown. */
export function llmsIndex(
  { info }: OpenApiDocument,
  pages: readonly Page[],
  publicBaseUrl: string,
): string {
  const chapters = Map.groupBy(pages, ({ chapter, language }) =>
    language === 'en' ? (chapter ?? 'Errors') : 'Em português',
  )
  const lists = [...chapters].map(
    ([chapter, those]) =>
      `## ${chapter}\n\n${those.map((page) => entryOf(page, publicBaseUrl)).join('\n')}`,
  )
  return `# ${info.title}

> Scheduling for clinics, salons and studios: team, services, clients, free slots, appointments, an online queue, deposits and events, over HTTP and JSON, with signed webhooks.

- [OpenAPI 3.1 document](${publicBaseUrl}/v1/openapi.json)
- [The API alone as one text](${publicBaseUrl}/docs/llms-api.txt): every route, record, event and error, without samples
- [All pages as one text](${publicBaseUrl}/docs/llms-full.txt)

${lists.join('\n\n')}
`
}

export function llmsText({ info, servers }: OpenApiDocument, pages: readonly Page[]): string {
  return [
    `# ${info.title} ${info.version}`,
    `Base address: ${servers?.[0]?.url ?? ''}`,
    // The first page is a list of the others.
    ...pagesIn('en', pages)
      .slice(1)
      .map((page) => page.text()),
  ]
    .join('\n\n')
    .concat('\n')
}

/** What the text of the API is made of, in this order. */
const OF_THE_API = /^\/docs\/(?:scopes|reference.*|events|errors)$/

/** What a program that calls the API has to know, short enough to be read whole: no samples, and what is true of each route is said once. */
export function apiText({ info, servers }: OpenApiDocument, pages: readonly Page[]): string {
  return [
    `# ${info.title} ${info.version}`,
    `Base address: ${servers?.[0]?.url ?? ''}. Every route can also answer 400 \`validation_error\`, 401 \`unauthorized\`, 403 \`forbidden_scope\` and \`feature_not_enabled\`, 429 \`rate_limited\`, 500 \`internal_error\`, and 503 \`api_disabled\` and \`service_unavailable\`. Lists take \`limit\` and \`cursor\`. \`AppointmentBase\` is an \`Appointment\` in which nothing is expanded; so for each name that ends in \`Base\`.`,
    ...pagesIn('en', pages)
      .filter(({ path }) => OF_THE_API.test(path))
      .map((page) =>
        /reference\/|events|errors/.test(page.path) ? brief(page.text()) : narrow(page.text()),
      ),
  ]
    .join('\n\n')
    .concat('\n')
}

/** The path of a page as Markdown. */
export function markdownPath(path: string): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`
}

function entryOf(page: Page, publicBaseUrl: string): string {
  const summary = firstSentence(page.text())
  const words = summary === '' ? '' : `: ${summary}`
  return `- [${page.title}](${publicBaseUrl}${markdownPath(page.path)})${words}`
}
